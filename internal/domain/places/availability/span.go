// Package availability measures how much of the time that a contract counts the lockers of an operator could be used
// (docs/rules.md#availability).
package availability

import (
	"cmp"
	"slices"
	"time"

	"consigne/internal/domain/places/station"
)

// Kind is what keeps a locker from being used, by its name on the wire.
type Kind string

// The kinds. The last two are of a whole station.
const (
	OutOfService    Kind = "hors_service"
	StuckDoor       Kind = "porte_bloquee"
	SilentStation   Kind = "muette"
	InactiveStation Kind = "station_inactive"
)

// Attribution is on whose account a span is, by its name on the wire.
type Attribution string

// Attributions lists them with their French names.
var Attributions = []struct {
	Attribution Attribution
	Name        string
}{
	{Operators, "Exploitant"},
	{Authority, "Collectivité"},
	{Others, "Tiers"},
	{ForceMajeure, "Force majeure"},
}

// The attributions.
const (
	Operators    Attribution = "exploitant"
	Authority    Attribution = "collectivite"
	Others       Attribution = "tiers"
	ForceMajeure Attribution = "force_majeure"
)

// French returns the name of the attribution on screen; empty: it is none.
func (a Attribution) French() string {
	for _, known := range Attributions {
		if known.Attribution == a {
			return known.Name
		}
	}
	return ""
}

// vandalism is the only cause that is thought to be on the account of others before anybody says so.
const vandalism station.OutageCause = "vandalisme"

// Begun returns the first ruling of a span of a kind: outage is the cause that was told, if any was.
func Begun(kind Kind, outage station.OutageCause) (station.OutageCause, Attribution) {
	switch kind {
	case SilentStation:
		return "controleur", Operators
	case StuckDoor:
		return "porte", Operators
	}
	if outage == vandalism {
		return vandalism, Others
	}
	return cmp.Or(outage, station.OtherCause), Operators
}

// Span is a time in which a locker, or a whole station, could not be used for one reason.
type Span struct {
	ID         int64
	OperatorID int64
	StationID  int64
	LockerID   int64 // 0: the whole station
	Kind       Kind
	From       time.Time
	To         *time.Time // nil: it goes on
	Ruling                // the first one
	Later      []Ruling   // by their ids
}

// Ruling says why a span was, and on whose account. A later one holds from its instant on, and takes nothing away: the
// earlier ones stay to be read.
type Ruling struct {
	ID          int64 // 0: the first one
	Since       time.Time
	At          time.Time // when it was said
	ActorID     int64
	ActorName   string
	Cause       station.OutageCause
	Attribution Attribution
	Comment     string
}

// stretch is a time in milliseconds since 1970, without its end.
type stretch struct{ from, to int64 }

// ruled is a part of a span with the ruling that holds there.
type ruled struct {
	stretch
	cause       station.OutageCause
	attribution Attribution
}

// parts splits a span within a time by its rulings, as they were at an instant.
func (s Span) parts(within stretch, asOf time.Time) []ruled {
	whole := s.stretch(within)
	if whole.from >= whole.to {
		return nil
	}
	parts := []ruled{{whole, s.Cause, s.Attribution}}
	for _, r := range s.Later {
		if r.At.After(asOf) {
			continue
		}
		since := max(r.Since.UnixMilli(), whole.from)
		if since >= whole.to {
			continue
		}
		kept := parts[:0:0]
		for _, p := range parts {
			if p.to = min(p.to, since); p.from < p.to {
				kept = append(kept, p)
			}
		}
		parts = append(kept, ruled{stretch{since, whole.to}, r.Cause, r.Attribution})
	}
	return parts
}

// stretch returns the span within a time.
func (s Span) stretch(within stretch) stretch {
	to := within.to
	if s.To != nil {
		to = min(to, s.To.UnixMilli())
	}
	return stretch{max(within.from, s.From.UnixMilli()), to}
}

// union returns what any of the stretches covers, in order.
func union(list []stretch) []stretch {
	slices.SortFunc(list, func(a, b stretch) int { return cmp.Compare(a.from, b.from) })
	joined := []stretch{}
	for _, s := range list {
		switch last := len(joined) - 1; {
		case s.from >= s.to:
		case last >= 0 && s.from <= joined[last].to:
			joined[last].to = max(joined[last].to, s.to)
		default:
			joined = append(joined, s)
		}
	}
	return joined
}

// meet returns what two lists, each in order and without overlap, both cover.
func meet(a, b []stretch) []stretch {
	both := []stretch{}
	for len(a) > 0 && len(b) > 0 {
		if one := (stretch{max(a[0].from, b[0].from), min(a[0].to, b[0].to)}); one.from < one.to {
			both = append(both, one)
		}
		if a[0].to < b[0].to {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return both
}

// without returns what a list in order covers and another does not.
func without(list, taken []stretch) []stretch {
	left := []stretch{}
	for _, s := range list {
		for _, t := range taken {
			if t.to <= s.from || t.from >= s.to {
				continue
			}
			if s.from < t.from {
				left = append(left, stretch{s.from, t.from})
			}
			s.from = t.to
		}
		if s.from < s.to {
			left = append(left, s)
		}
	}
	return left
}

// length returns how long a list without overlap lasts, in milliseconds.
func length(list []stretch) (sum int64) {
	for _, s := range list {
		sum += s.to - s.from
	}
	return sum
}
