package account

import (
	"net/netip"
	"strconv"
	"time"
)

// Tally is what is known of the failures of one bucket.
type Tally struct {
	Failures int       // since Since
	Since    time.Time // zero: there is none
	Locks    int       // in a row; each makes the next longer
	Until    time.Time // locked until then; zero: it is not
}

// limit says how many failures lock a bucket, and for how long.
type limit struct {
	most    int           // failures within window
	window  time.Duration // of the count
	first   time.Duration // how long it locks the first time; twice as long each time after
	longest time.Duration
}

// The limits of logins (docs/adr/0022). The pair of account and address locks first. An
// address is shared by many people: it never waits longer than a minute.
var (
	limitOfPair    = limit{most: 5, window: time.Minute, first: time.Minute, longest: time.Hour}
	limitOfAccount = limit{most: 20, window: time.Hour, first: time.Minute, longest: time.Hour}
	limitOfAddress = limit{most: 30, window: time.Minute, first: time.Minute, longest: time.Minute}
)

// lockMemory is how long after its last count a bucket that does not lock remembers that
// it did.
const lockMemory = 24 * time.Hour

// try counts one failure beforehand, and returns the tally after it. A wait says that the
// bucket is locked for so long: then nothing is counted.
func (l limit) try(t Tally, now time.Time) (after Tally, wait time.Duration) {
	t = l.settled(t, now)
	if now.Before(t.Until) {
		return t, t.Until.Sub(now)
	}
	if t.Since.IsZero() || now.Sub(t.Since) >= l.window {
		t.Failures, t.Since = 0, now
	}
	t.Failures++
	if t.Failures >= l.most {
		t.Locks++
		t.Until = now.Add(l.lasts(t.Locks))
	}
	return t, 0
}

// forgiven takes back the failure that try counted last, and the lock that it caused.
func (l limit) forgiven(t Tally, now time.Time) Tally {
	t = l.settled(t, now)
	if now.Before(t.Until) {
		t.Locks, t.Until = t.Locks-1, time.Time{}
	}
	t.Failures = max(t.Failures-1, 0)
	return t
}

// settled reads a tally at that instant. A clock that went back since, or that of another
// node that is ahead, makes nobody wait longer than the lock lasts.
func (l limit) settled(t Tally, now time.Time) Tally {
	if t.Since.After(now) {
		t.Since = now
	}
	if most := now.Add(l.lasts(t.Locks)); t.Until.After(most) {
		t.Until = most
	}
	if !now.Before(t.Until) && now.Sub(t.Since) >= lockMemory {
		return Tally{}
	}
	return t
}

// lasts is how long the nth lock in a row lasts.
func (l limit) lasts(n int) time.Duration {
	if n < 1 {
		return 0
	}
	lasts := l.first
	for range n - 1 {
		if lasts *= 2; lasts >= l.longest {
			return l.longest
		}
	}
	return lasts
}

// network is what limits count as one address: an IPv6 subscriber has a whole /64.
func network(address string) string {
	parsed, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if parsed = parsed.Unmap().WithZone(""); parsed.Is4() {
		return parsed.String()
	}
	prefix, err := parsed.Prefix(64)
	if err != nil {
		return address
	}
	return prefix.String()
}

// inFrench says how long to wait.
func inFrench(wait time.Duration) string {
	switch minutes := int((wait + time.Minute - 1) / time.Minute); {
	case minutes <= 1:
		return "dans une minute"
	case minutes < 60:
		return "dans " + strconv.Itoa(minutes) + " minutes"
	}
	return "dans une heure"
}
