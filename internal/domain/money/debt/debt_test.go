package debt_test

import (
	"testing"
	"time"

	"consigne/internal/domain/money/debt"
	"consigne/internal/kernel/clock"
)

func TestAgeOf(t *testing.T) {
	for _, c := range []struct {
		due, now string
		want     debt.Age
	}{
		{"2026-11-29T09:00:00+01:00", "2026-11-29T09:00:00+01:00", 0},
		{"2026-12-02T09:00:00+01:00", "2026-11-29T09:00:00+01:00", 0}, // a clock that was put back
		{"2026-10-30T00:00:00+01:00", "2026-11-29T23:59:59+01:00", 0}, // 30 days ago, whatever the hour
		{"2026-10-29T23:59:59+01:00", "2026-11-29T00:00:00+01:00", 1}, // 31
		{"2026-09-30T00:00:00+02:00", "2026-11-29T12:00:00+01:00", 1}, // 60, on the other side of the clocks' change
		{"2026-09-29T23:59:59+02:00", "2026-11-29T12:00:00+01:00", 2}, // 61
		{"2026-08-31T00:00:00+02:00", "2026-11-29T12:00:00+01:00", 2}, // 90
		{"2026-08-30T23:59:59+02:00", "2026-11-29T12:00:00+01:00", 3}, // 91
		{"2026-08-30T22:00:00Z", "2026-11-29T12:00:00Z", 2},           // Paris counts the days
		{"2026-08-30T21:59:59Z", "2026-11-29T12:00:00Z", 3},
		{"2019-01-01T12:00:00+01:00", "2026-11-29T12:00:00+01:00", 3},
	} {
		at := func(text string) time.Time {
			instant, err := time.Parse(time.RFC3339, text)
			if err != nil {
				t.Fatal(err)
			}
			return instant
		}
		if got := debt.BoundsOn(clock.DayOf(at(c.now))).AgeOf(at(c.due)); got != c.want {
			t.Errorf("due on %s, looked at on %s: class %d, want %d", c.due, c.now, got, c.want)
		}
	}
}
