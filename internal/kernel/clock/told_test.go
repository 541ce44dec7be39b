package clock

import (
	"testing"
	"time"
)

func TestTold(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	long := now.AddDate(-1, 0, 0)
	for _, c := range []struct {
		name        string
		told, there time.Time
		counts      time.Time
		wrong       bool
	}{
		{"now", now, long, now, false},
		{"an hour ago", now.Add(-time.Hour), long, now.Add(-time.Hour), false},
		{"a week ago", now.Add(-7 * 24 * time.Hour), long, now.Add(-7 * 24 * time.Hour), false},
		{"more than a week ago", now.Add(-7*24*time.Hour - 1), long, now, true},
		{"a clock that started anew", time.Unix(12, 0), long, now, true},
		{"when the station was made", now.Add(-time.Hour), now.Add(-time.Hour), now.Add(-time.Hour), false},
		{"before the station was made", now.Add(-time.Hour - 1), now.Add(-time.Hour), now, true},
		{"a minute ahead", now.Add(time.Minute), long, now, false},
		{"more than a minute ahead", now.Add(time.Minute + 1), long, now, true},
	} {
		if at, wrong := Told(now, c.told, c.there); !at.Equal(c.counts) || wrong != c.wrong {
			t.Errorf("%s: %v, %v", c.name, at, wrong)
		}
	}
}
