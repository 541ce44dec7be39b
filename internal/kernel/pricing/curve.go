package pricing

import (
	"slices"
	"time"

	"consigne/internal/kernel/money"
)

// Point is a duration at which the price changes: a stay longer than After minutes costs Price, until
// the next point.
type Point struct {
	After int64
	Price money.Cents
}

// Curve lists the points at which the price changes, for durations up to horizon minutes. Each point is
// exact. When a unit repeats more than 500 times, only its last step of each day is listed from there
// on.
func Curve(t Terms, horizon int64) []Point {
	start := time.Unix(0, 0)
	points := []Point{}
	note := func(after int64, lasted time.Duration) {
		q, err := Price(t, start, start.Add(lasted))
		if err == nil && (len(points) == 0 || points[len(points)-1].Price != q.Amount()) {
			points = append(points, Point{after, q.Amount()})
		}
	}
	for _, at := range t.changes(horizon) {
		note(at, minutes(at)+time.Second) // any started unit is due
	}
	note(horizon, minutes(horizon)) // at exactly the horizon, the removal is due
	return points
}

// changes lists, in ascending order, the minutes after which the price may change.
func (t Terms) changes(horizon int64) []int64 {
	at := []int64{0}
	free, overrun := int64(0), horizon
	if t.FreeMinutes != nil {
		at = append(at, *t.FreeMinutes)
		if t.FreeDeducted {
			free = *t.FreeMinutes
		}
	}
	if t.OverrunAfter != nil {
		overrun = *t.OverrunAfter
		at = append(at, steps(overrun, horizon, t.OverrunUnit)...)
	}
	at = append(at, steps(free, overrun, t.Unit)...)
	slices.Sort(at)
	at = slices.Compact(at)
	past, _ := slices.BinarySearch(at, horizon)
	return at[:past]
}

// steps lists the minutes at which a unit begins, from the minute from up to but excluding to.
func steps(from, to int64, unit Unit) []int64 {
	const most, day = 500, 24 * 60
	length := int64(unit.Length() / time.Minute)
	list := []int64{}
	for at := from; length > 0 && at < to; at += length {
		list = append(list, at)
		if len(list) > most && length < day { // continue with the last unit of the next day
			at += day - length
		}
	}
	return list
}

// Horizon returns how many minutes a curve must cover to show every limit of the terms: up to the
// removal limit if there is one, else twice the longest other limit, and at least one day (seven for a
// price by the day).
func (t Terms) Horizon() int64 {
	const day = 24 * 60
	if t.RemovalAfter != nil {
		return *t.RemovalAfter
	}
	horizon := int64(day)
	if t.Unit == Day {
		horizon = 7 * day
	}
	for _, limit := range []*int64{t.OverrunAfter, t.CeilingWindow, t.FreeMinutes} {
		if limit != nil {
			horizon = max(horizon, 2**limit)
		}
	}
	return horizon
}
