package jobs

import (
	"testing"
	"time"
)

func TestAPauseIsNoSilence(t *testing.T) {
	start := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	awake := awake{}
	for _, look := range []struct{ at, since time.Duration }{
		{0, 0},
		{15 * time.Second, 0},
		{70 * time.Second, 0},
		{time.Hour, time.Hour}, // the machine slept
		{time.Hour + 15*time.Second, time.Hour},
		{30 * time.Minute, 30 * time.Minute}, // the clock was set back
	} {
		if since := awake.look(start.Add(look.at)); !since.Equal(start.Add(look.since)) {
			t.Errorf("after %v: awake since %v", look.at, since.Sub(start))
		}
	}
}
