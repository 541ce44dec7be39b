package webhook

import "time"

// delays are the waits before each further attempt. After the last one the delivery is given up.
var delays = []time.Duration{
	5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour,
	20 * time.Hour, 24 * time.Hour,
}

const (
	// longestRetryAfter bounds what a receiver may ask for.
	longestRetryAfter = 24 * time.Hour
	// SuspendAfter is how long every call of an endpoint may fail.
	SuspendAfter = 5 * 24 * time.Hour
)

// Delay returns how long a delivery waits after that many attempts of the schedule; false: it is given up. chance,
// between 0 and 1, moves the wait by up to a fifth either way, so that what failed together is not tried again
// together. A receiver may ask for a longer wait, and not for a shorter one.
func Delay(attempts int, chance float64, requested time.Duration) (time.Duration, bool) {
	if attempts > len(delays) {
		return 0, false
	}
	full := delays[max(attempts, 1)-1]
	wait := full + time.Duration(float64(full)*(chance*2-1)/5)
	return max(wait, min(requested, longestRetryAfter)), true
}

// pauses are the waits of an endpoint after its third failure in a row and each further one.
var pauses = []time.Duration{
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second,
	time.Minute,
}

// probes is how many calls in a row may fail before an endpoint is left alone for a while.
const probes = 2

// Pause returns how long nothing is sent to an endpoint after that many failures in a row.
func Pause(failures int) time.Duration {
	if failures <= probes {
		return 0
	}
	return pauses[min(failures-probes, len(pauses))-1]
}

// After returns the health of an endpoint after a call that began at the instant and ended now.
func (h Health) After(now time.Time, succeeded bool) Health {
	if succeeded {
		return Health{}
	}
	h.Failures++
	if h.FailingSince == nil {
		h.FailingSince = &now
	}
	h.DueAt = now.Add(Pause(h.Failures))
	return h
}

// GivesUp reports whether an endpoint has failed for so long that it is suspended.
func (h Health) GivesUp(now time.Time) bool {
	return h.FailingSince != nil && now.Sub(*h.FailingSince) >= SuspendAfter
}

// wasDown reports whether the endpoint was left alone because its calls failed.
func (h Health) wasDown() bool { return h.Failures > probes }
