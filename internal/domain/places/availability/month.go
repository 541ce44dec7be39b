package availability

import (
	"slices"
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
	month    clock.Month
	contract Contract
	now      time.Time
	from     *time.Time // spans are written from then on; nil: from the beginning
	places   []Place
	spans    []Span
	unheard  []Unheard
	closedAt *time.Time
	asOf     time.Time // later rulings do not hold: when the month was closed
}

// whole returns the part of the month that is measured.
func (m measured) whole() stretch {
	whole := stretch{m.month.Begins().UnixMilli(), min((m.month + 1).Begins().UnixMilli(), m.now.UnixMilli())}
	if m.from != nil {
		whole.from = min(max(whole.from, m.from.UnixMilli()), whole.to)
	}
	return whole
}

func (m measured) notHeard() []stretch {
	list := make([]stretch, len(m.unheard))
	for i, u := range m.unheard {
		list[i] = stretch{u.From.UnixMilli(), u.To.UnixMilli()}
	}
	return union(list)
}

// lockers works out the figures of each locker.
func (m measured) lockers() []ofLocker {
	whole, notHeard := m.whole(), m.notHeard()
	elapsed := meet(m.contract.due(m.month), []stretch{whole})
	wholeDue := length(elapsed)
	of := m.byThing()
	list := make([]ofLocker, len(m.places))
	for i, p := range m.places {
		there := stretch{max(whole.from, p.Since.UnixMilli()), whole.to}
		if p.Until != nil {
			there.to = min(there.to, p.Until.UnixMilli())
		}
		due, long := elapsed, wholeDue
		if there != whole {
			due = meet(elapsed, []stretch{there})
			long = length(due)
		}
		var c covered
		for _, s := range of[p.ID] {
			c.cover(m, s, there, notHeard)
		}
		for _, s := range of[-p.StationID] {
			c.cover(m, s, there, notHeard)
		}
		list[i] = ofLocker{p, c.figures(due, long)}
	}
	return list
}

// byThing returns the spans of each locker by its id, and of each whole station by its id below zero.
func (m measured) byThing() map[int64][]Span {
	of := map[int64][]Span{}
	for _, s := range m.spans {
		thing := s.LockerID
		if thing == 0 {
			thing = -s.StationID
		}
		of[thing] = append(of[thing], s)
	}
	return of
}

// covered collects what the spans of one locker cover.
type covered struct{ counted, any, unknown []stretch }

// cover adds a span within a time.
func (c *covered) cover(m measured, s Span, within stretch, notHeard []stretch) {
	for _, part := range s.parts(within, m.asOf) {
		known := []stretch{part.stretch}
		if s.Kind == SilentStation {
			c.unknown = append(c.unknown, meet(known, notHeard)...)
			known = without(known, notHeard)
		}
		c.any = append(c.any, known...)
		if m.contract.counts(part.cause, part.attribution) {
			c.counted = append(c.counted, known...)
		}
	}
}

// figures adds up what was due, which lasts so long.
func (c *covered) figures(due []stretch, long int64) Figures {
	f := Figures{Due: Millis(long)}
	if len(c.any)+len(c.unknown) == 0 {
		return f
	}
	counted, known := meet(union(c.counted), due), meet(union(c.any), due)
	f.Out = Millis(length(counted))
	f.LeftOut = Millis(length(known)) - f.Out
	f.Unknown = Millis(length(without(meet(union(c.unknown), due), known)))
	return f
}

// report adds the lockers up.
func (m measured) report() Report {
	whole := m.whole()
	r := Report{
		Month: m.month, Contract: m.contract, ClosedAt: m.closedAt, Lockers: m.lockers(), Unheard: m.unheard,
		From: time.UnixMilli(whole.from).UTC(), To: time.UnixMilli(whole.to).UTC(),
	}
	r.Stations = byStation(r.Lockers)
	r.Total = sum(r.Stations)
	r.Penalty = m.contract.penalty(r.Total)
	if m.closedAt != nil && lateRulings(m.spans, *m.closedAt) {
		m.asOf = forever
		since := sum(byStation(m.lockers()))
		r.Since, r.SinceCost = &since, m.contract.penalty(since)
	}
	return r
}

func sum(stations []StationFigures) (total Figures) {
	for _, s := range stations {
		total.add(s.Figures)
	}
	return total
}

// each returns what each span covers by itself, newest first.
func (m measured) each() []SpanReport {
	whole, notHeard := m.whole(), m.notHeard()
	due := meet(m.contract.due(m.month), []stretch{whole})
	list := []SpanReport{}
	for _, s := range m.spans {
		within := s.stretch(whole)
		if within.from >= within.to {
			continue
		}
		var c covered
		c.cover(m, s, whole, notHeard)
		list = append(list, SpanReport{s, c.figures(due, length(meet(due, []stretch{within}))), m.closedAt})
	}
	slices.SortFunc(list, newestFirst)
	return list
}
