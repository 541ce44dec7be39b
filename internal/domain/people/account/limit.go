package account

import (
	"strconv"
	"time"
)

// LimitState is the record of the failures counted in one bucket.
type LimitState struct {
	Failures int       // counted since Since
	Since    time.Time // zero: nothing is counted
	Locks    int       // in a row; each one lasts longer than the one before
	Until    time.Time // locked until then; zero: not locked
}

// limit defines how many failures lock a bucket, and for how long.
type limit struct {
	most    int           // failures within window
	window  time.Duration // length of one count
	first   time.Duration // duration of the first lock; each later one is twice as long, up to longest
	longest time.Duration
}

// The limits of sign-ins (docs/adr/0022). The pair of account and address locks first. Many people
// share an address, so its lock never lasts longer than a minute.
var (
	limitOfPair    = limit{most: 5, window: time.Minute, first: time.Minute, longest: time.Hour}
	limitOfAccount = limit{most: 20, window: time.Hour, first: time.Minute, longest: time.Hour}
	limitOfAddress = limit{most: 30, window: time.Minute, first: time.Minute, longest: time.Minute}
)

// lockMemory is how long, after its count began, an unlocked bucket still remembers its earlier locks.
const lockMemory = 24 * time.Hour

// try counts one failure in advance and returns the state after it. A wait above zero means that the
// bucket is locked for that long; nothing is counted then.
func (l limit) try(t LimitState, now time.Time) (after LimitState, wait time.Duration) {
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
func (l limit) forgiven(t LimitState, now time.Time) LimitState {
	t = l.settled(t, now)
	if now.Before(t.Until) {
		t.Locks, t.Until = t.Locks-1, time.Time{}
	}
	t.Failures = max(t.Failures-1, 0)
	return t
}

// settled returns the state as it counts at the instant now. When a clock went back, or another node's
// clock is ahead, the lock is shortened so that nobody waits longer than it lasts. A state older than
// lockMemory is dropped.
func (l limit) settled(t LimitState, now time.Time) LimitState {
	if t.Since.After(now) {
		t.Since = now
	}
	if most := now.Add(l.lasts(t.Locks)); t.Until.After(most) {
		t.Until = most
	}
	if !now.Before(t.Until) && now.Sub(t.Since) >= lockMemory {
		return LimitState{}
	}
	return t
}

// lasts returns the duration of the nth lock in a row.
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

// inFrench returns the wait as a French phrase.
func inFrench(wait time.Duration) string {
	switch minutes := int((wait + time.Minute - 1) / time.Minute); {
	case minutes <= 1:
		return "dans une minute"
	case minutes < 60:
		return "dans " + strconv.Itoa(minutes) + " minutes"
	}
	return "dans une heure"
}
