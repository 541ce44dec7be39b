package statistics

import (
	"slices"
	"time"
)

// Outage is a time in which a locker, or a whole station, was out of service.
type Outage struct {
	StationID int64
	LockerID  int64 // 0: the whole station
	From, To  time.Time
}

// outOfService returns the outages of each locker by its id, and of each whole station by its id below zero.
func (f facts) outOfService() map[int64][]Outage {
	of := map[int64][]Outage{}
	for _, o := range f.outages {
		thing := o.LockerID
		if thing == 0 {
			thing = -o.StationID
		}
		of[thing] = append(of[thing], o)
	}
	return of
}

// once returns what any of the outages covers, in order and without overlap.
func once(list []Outage) []Outage {
	slices.SortFunc(list, func(a, b Outage) int { return a.From.Compare(b.From) })
	kept := list[:0]
	for _, o := range list {
		if last := len(kept) - 1; last >= 0 && !o.From.After(kept[last].To) {
			kept[last].To = later(kept[last].To, o.To)
			continue
		}
		kept = append(kept, o)
	}
	return kept
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
