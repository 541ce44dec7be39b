package clock

import "time"

const (
	// oldestTold is how late a message of the field may arrive; nothing waits for longer.
	oldestTold = 7 * 24 * time.Hour
	// drift is how far ahead a clock may be before it is called wrong.
	drift = time.Minute
)

// Told returns the instant that counts of what a device of the field reports now, by its own clock, to have happened at
// told. An instant that cannot be true counts as now: one in the future, one that is older than a week, or one before
// the device was there. wrong: its clock is not to be relied on.
func Told(now, told, there time.Time) (at time.Time, wrong bool) {
	switch {
	case told.After(now):
		return now, told.After(now.Add(drift))
	case told.Before(now.Add(-oldestTold)), told.Before(there):
		return now, true
	}
	return told, false
}
