package account

import (
	"testing"
	"time"
)

func TestAProofHoldsTenMinutes(t *testing.T) {
	now := time.Date(2026, time.October, 26, 9, 0, 0, 0, time.UTC)
	for what, c := range map[string]struct {
		age   time.Duration
		holds bool
	}{
		"just made":                        {0, true},
		"9 min 59.999 s":                   {10*time.Minute - time.Millisecond, true},
		"10 min":                           {10 * time.Minute, false},
		"as long as a step lives":          {changeLife, false},
		"by a clock that is a second fast": {-time.Second, true},
		"before the clock was set back":    {-10 * time.Minute, false},
	} {
		if got := proofHolds(now.Add(-c.age), now); got != c.holds {
			t.Errorf("%s: holds: %t", what, got)
		}
	}
}
