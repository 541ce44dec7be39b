package clock_test

import (
	"testing"
	"time"

	"consigne/internal/kernel/clock"
)

func TestDays(t *testing.T) {
	for _, c := range []struct{ at, day, begins string }{
		{"2026-11-20T22:59:59.999Z", "2026-11-20", "2026-11-19T23:00:00Z"},
		{"2026-11-20T23:00:00Z", "2026-11-21", "2026-11-20T23:00:00Z"},
		{"2026-03-29T21:59:59Z", "2026-03-29", "2026-03-28T23:00:00Z"}, // a day of 23 hours
		{"2026-10-25T22:59:59Z", "2026-10-25", "2026-10-24T22:00:00Z"}, // a day of 25 hours
		{"1969-12-31T12:00:00Z", "1969-12-31", "1969-12-30T23:00:00Z"},
	} {
		at, err := time.Parse(time.RFC3339, c.at)
		if err != nil {
			t.Fatal(err)
		}
		day := clock.DayOf(at)
		if day.String() != c.day || day.Begins().UTC().Format(time.RFC3339) != c.begins {
			t.Errorf("%s: %s, from %s on", c.at, day, day.Begins().UTC())
		}
		if read, err := clock.ParseDay(c.day); err != nil || read != day {
			t.Errorf("%s is read as %v, %v", c.day, read, err)
		}
	}
	if _, err := clock.ParseDay("2026-02-30"); err == nil {
		t.Error("30 February is a day")
	}
	if monday := clock.DayOn(2026, 11, 23); monday.Weekday() != 1 || (monday-1).Weekday() != 7 {
		t.Error("weeks do not begin on Monday")
	}
}
