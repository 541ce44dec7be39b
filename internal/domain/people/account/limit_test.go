package account

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// The pair locks after five failures a minute, and each lock lasts twice as long as the one before, up
// to an hour.
func TestThePairWaitsTwiceAsLongEachTime(t *testing.T) {
	now, state := noon, LimitState{}
	for _, minutes := range []int{1, 2, 4, 8, 16, 32, 60, 60} {
		for i := range limitOfPair.most {
			var wait time.Duration
			if state, wait = limitOfPair.try(state, now); wait != 0 {
				t.Fatalf("try %d waits %s", i+1, wait)
			}
		}
		_, wait := limitOfPair.try(state, now)
		if want := time.Duration(minutes) * time.Minute; wait != want {
			t.Errorf("waits %s, want %s", wait, want)
		}
		now = now.Add(wait)
	}
	if state, wait := limitOfPair.try(state, now.Add(lockMemory)); wait != 0 || state.Locks != 0 || state.Failures != 1 {
		t.Errorf("a day later: %+v, %s", state, wait)
	}
}

func TestLimits(t *testing.T) {
	seconds := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Second) }
	locked := LimitState{Failures: 5, Since: noon, Locks: 2, Until: seconds(120)}
	for _, c := range []struct {
		name   string
		before LimitState
		at     time.Time
		wait   time.Duration
		after  LimitState
	}{
		{"the first", LimitState{}, noon, 0, LimitState{Failures: 1, Since: noon}},
		{"the fourth", LimitState{Failures: 3, Since: noon}, seconds(59), 0, LimitState{Failures: 4, Since: noon}},
		{"a minute later", LimitState{Failures: 4, Since: noon}, seconds(60), 0, LimitState{Failures: 1, Since: seconds(60)}},
		{
			"the fifth locks",
			LimitState{Failures: 4, Since: noon},
			seconds(10), 0,
			LimitState{Failures: 5, Since: noon, Locks: 1, Until: seconds(70)},
		},
		{"locked", locked, seconds(50), 70 * time.Second, locked},
		{
			"at the end of a lock", locked, seconds(120), 0,
			LimitState{Failures: 1, Since: seconds(120), Locks: 2, Until: seconds(120)},
		},
		{
			"the clock went back an hour", locked, seconds(-3600), 2 * time.Minute,
			LimitState{Failures: 5, Since: seconds(-3600), Locks: 2, Until: seconds(-3480)},
		},
		{
			"without a lock too",
			LimitState{Failures: 3, Since: noon},
			seconds(-3600), 0,
			LimitState{Failures: 4, Since: seconds(-3600)},
		},
	} {
		after, wait := limitOfPair.try(c.before, c.at)
		if wait != c.wait || after != c.after {
			t.Errorf("%s: %+v, wait %s; want %+v, %s", c.name, after, wait, c.after, c.wait)
		}
	}
}

// Even when the clock jumps, a bucket never waits longer than its longest lock, never locks before its
// limit of failures, and is open after a forgiven failure.
func TestNoBucketWaitsForEver(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := rapid.SampledFrom([]limit{limitOfPair, limitOfAccount, limitOfAddress}).Draw(t, "limit")
		now, state := noon, LimitState{}
		for range rapid.IntRange(1, 60).Draw(t, "tries") {
			now = now.Add(time.Duration(rapid.IntRange(-7200, 7200).Draw(t, "seconds")) * time.Second)
			after, wait := l.try(state, now)
			if wait > l.longest || (wait > 0 && after.Failures < state.Failures) {
				t.Fatalf("at %s, %+v waits %s", now, state, wait)
			}
			if wait == 0 && after.Failures < l.most && after.Until.After(now) {
				t.Fatalf("locked after %d failures: %+v", after.Failures, after)
			}
			if _, still := l.try(after, now); wait == 0 && after.Failures >= l.most && still == 0 {
				t.Fatalf("open after %d failures: %+v", after.Failures, after)
			}
			if wait == 0 {
				if _, wait := l.try(l.forgiven(after, now), now); wait != 0 {
					t.Fatalf("forgiven, %+v still waits %s", after, wait)
				}
			}
			state = after
		}
	})
}
