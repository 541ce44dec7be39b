package stay

import (
	"time"

	"consigne/internal/kernel/fault"
)

// earliest is the first instant at which a stay of a former system may have begun.
var earliest = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// CheckFormer refuses a stay of a former system that is not over, or whose times are impossible.
func CheckFormer(start, end, now time.Time) error {
	var broken fault.Broken
	broken.Unless(!start.Before(earliest), "debut", msgTooOld)
	broken.Unless(!start.After(now), "debut", msgFuture)
	broken.Unless(!end.After(now), "fin", msgFuture)
	broken.Unless(!end.Before(start), "fin", msgBeforeIt)
	return broken.Err()
}

// Occupancy assigns the places of a locker to stays of a former system that come in the order of their starts.
type Occupancy struct {
	Locker
	until []time.Time // by place: the end of its last stay
}

// NewOccupancy returns the places of a locker, all of them free.
func NewOccupancy(l Locker) *Occupancy { return &Occupancy{l, make([]time.Time, l.Capacity)} }

// Take returns the lowest place that is free from start to end and not among taken, and holds it. fault.Conflict: there
// is none.
func (o *Occupancy) Take(start, end time.Time, taken []int) (int, error) {
	held := append([]int{}, taken...)
	for i, until := range o.until {
		if until.After(start) {
			held = append(held, i+1)
		}
	}
	place, free := o.freePlace(held)
	switch {
	case !free && end.Equal(start): // it takes no place
		return 1, nil
	case !free:
		return 0, fault.Conflict(msgOverlap)
	}
	o.until[place-1] = end
	return place, nil
}
