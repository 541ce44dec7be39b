package clock_test

import (
	"testing"
	"time"

	"consigne/internal/kernel/clock"
)

func TestMonths(t *testing.T) {
	for _, c := range []struct{ at, month, begins, last, french string }{
		{"2026-10-31T22:59:59.999Z", "2026-10", "2026-09-30T22:00:00Z", "2026-10-31", "octobre 2026"},
		{"2026-10-31T23:00:00Z", "2026-11", "2026-10-31T23:00:00Z", "2026-11-30", "novembre 2026"},
		{"2027-12-31T23:00:00Z", "2028-01", "2027-12-31T23:00:00Z", "2028-01-31", "janvier 2028"},
		{"2028-02-10T00:00:00Z", "2028-02", "2028-01-31T23:00:00Z", "2028-02-29", "février 2028"},
	} {
		at, err := time.Parse(time.RFC3339, c.at)
		if err != nil {
			t.Fatal(err)
		}
		month := clock.MonthOf(at)
		if got := month.Begins().UTC().Format(time.RFC3339); month.String() != c.month || got != c.begins ||
			month.LastDay().String() != c.last || month.French() != c.french {
			t.Errorf("%s: %s, begins %s, ends %s, %s", c.at, month, got, month.LastDay(), month.French())
		}
		if read, err := clock.ParseMonth(c.month); err != nil || read != month {
			t.Errorf("%s is read as %v, %v", c.month, read, err)
		}
	}
	for _, bad := range []string{"", "2026", "2026-13", "2026-1", "2026-10-01", "hier"} {
		if _, err := clock.ParseMonth(bad); err == nil {
			t.Errorf("%q is a month", bad)
		}
	}
}
