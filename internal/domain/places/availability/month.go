package availability

import (
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// Place is a locker or space of an operator, or one that was.
type Place struct {
	ID          int64
	Name        string
	StationID   int64
	StationName string
	Since       time.Time
	Until       *time.Time // nil: still in place
}

// Unheard is a time in which the server heard no controller.
type Unheard struct{ From, To time.Time }

// Millis is a time in milliseconds. The months of all lockers of a country do not fit into a time.Duration.
type Millis int64

// Seconds returns the whole seconds.
func (m Millis) Seconds() int64 { return int64(m / 1000) }

// Figures are what a month adds up to, of a locker, of a station or of an operator.
type Figures struct {
	Due     Millis // that the contract counts
	Out     Millis // of it, unavailable; what overlaps counts once
	LeftOut Millis // of it, unavailable for causes alone that the contract leaves out
	Unknown Millis // of it, silent while the server did not listen: counted for nobody
}

func (f *Figures) add(more Figures) {
	f.Due += more.Due
	f.Out += more.Out
	f.LeftOut += more.LeftOut
	f.Unknown += more.Unknown
}

// Rate returns the available part in hundredths of a percent, rounded down, so that what is shown as the target reached
// it; nil: nothing was due.
func (f Figures) Rate() *int64 {
	if f.Due <= 0 {
		return nil
	}
	return new(int64((f.Due - f.Out) * maxTarget / f.Due))
}

// penalty returns what is to be paid for a month with these figures.
func (t Terms) penalty(f Figures) money.Cents {
	rate := f.Rate()
	if rate == nil || *rate >= t.Target {
		return 0
	}
	switch t.Penalty {
	case ByHour:
		allowed := f.Due * Millis(maxTarget-t.Target) / maxTarget
		return money.Cents((int64(t.Rate)*(f.Out-allowed).Seconds() + 1800) / 3600)
	case ByPoint:
		return money.Cents((int64(t.Rate)*(t.Target-*rate) + 50) / 100)
	}
	return 0
}

// ofLocker is what a month adds up to for a locker.
type ofLocker struct {
	Place
	Figures
}

// measured is what is known of a month.
type measured struct {
	month   clock.Month
	terms   Terms
	now     time.Time
	places  []Place
	spans   []Span
	unheard []Unheard
	asOf    time.Time // later rulings do not hold: when the month was closed
}

// lockers works out the figures of each locker.
func (m measured) lockers() []ofLocker {
	due := m.terms.due(m.month)
	whole := stretch{m.month.Begins().UnixMilli(), min((m.month + 1).Begins().UnixMilli(), m.now.UnixMilli())}
	unheard := make([]stretch, len(m.unheard))
	for i, u := range m.unheard {
		unheard[i] = stretch{u.From.UnixMilli(), u.To.UnixMilli()}
	}
	unheard = union(unheard)
	// Spans of each thing: a locker by its id, a station by its id below zero.
	of := map[int64][]Span{}
	for _, s := range m.spans {
		thing := s.LockerID
		if thing == 0 {
			thing = -s.StationID
		}
		of[thing] = append(of[thing], s)
	}
	elapsed := meet(due, []stretch{whole})
	always := length(elapsed)
	list := make([]ofLocker, len(m.places))
	for i, p := range m.places {
		there, all := stretch{max(whole.from, p.Since.UnixMilli()), whole.to}, always
		if p.Until != nil {
			there.to = min(there.to, p.Until.UnixMilli())
		}
		mine := elapsed
		if there != whole {
			mine = meet(due, []stretch{there})
			all = length(mine)
		}
		list[i].Place, list[i].Due = p, Millis(all)
		var out, any, unknown []stretch
		for _, spans := range [2][]Span{of[p.ID], of[-p.StationID]} {
			for _, s := range spans {
				for _, part := range s.parts(there, m.asOf) {
					known := []stretch{part.stretch}
					if s.Kind == SilentStation {
						unknown = append(unknown, meet(known, unheard)...)
						known = without(known, unheard)
					}
					any = append(any, known...)
					if m.terms.counts(part.cause, part.attribution) {
						out = append(out, known...)
					}
				}
			}
		}
		if len(any)+len(unknown) == 0 {
			continue
		}
		out, any = meet(union(out), mine), meet(union(any), mine)
		list[i].Out, list[i].LeftOut = Millis(length(out)), Millis(length(any)-length(out))
		list[i].Unknown = Millis(length(without(meet(union(unknown), mine), any)))
	}
	return list
}
