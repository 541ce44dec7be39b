package document

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/kernel/clock"
)

func TestNumbers(t *testing.T) {
	newYear := time.Date(2026, 12, 31, 23, 0, 0, 0, time.UTC) // midnight in Paris
	for _, c := range []struct {
		last Counter
		now  time.Time
		kind Kind
		want string
	}{
		{Counter{}, newYear.Add(-time.Millisecond), Receipt, "VELO-2026-000001"},
		{Counter{}, newYear, Receipt, "VELO-2027-000001"},
		{Counter{2026, 122, newYear.Add(-time.Hour)}, newYear.Add(-time.Minute), Receipt, "VELO-2026-000123"},
		{Counter{2026, 16, newYear.Add(-time.Hour)}, newYear.Add(-time.Minute), CreditNote, "VELO-A2026-000017"},
		{Counter{2026, 16, newYear.Add(-time.Hour)}, newYear.Add(time.Minute), CreditNote, "VELO-A2027-000001"},
		// the clock of this node is behind
		{Counter{2027, 1, newYear}, newYear.Add(-time.Minute), Receipt, "VELO-2027-000002"},
		{Counter{2026, 999_999, newYear.Add(-time.Hour)}, newYear.Add(-time.Minute), Receipt, "VELO-2026-1000000"},
	} {
		if got := c.last.Next(c.now).Number("VELO", c.kind); got != c.want {
			t.Errorf("after %+v at %s: %s, want %s", c.last, c.now, got, c.want)
		}
	}
}

// Whatever the clocks of the nodes say, numbers of a year have no gap, and neither years nor dates go back.
func TestNumbersAreContinuous(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		last, now := Counter{}, time.Date(2026, 12, 31, 20, 0, 0, 0, time.UTC)
		for range rapid.IntRange(1, 200).Draw(t, "documents") {
			now = now.Add(time.Duration(rapid.IntRange(-90, 120).Draw(t, "minutes")) * time.Minute)
			next := last.Next(now)
			switch {
			case next.Year == last.Year && next.Last != last.Last+1, next.Year != last.Year && next.Last != 1:
				t.Fatalf("%+v follows %+v", next, last)
			case next.Year < last.Year, next.IssuedAt.Before(last.IssuedAt), next.IssuedAt.In(clock.Paris).Year() != next.Year:
				t.Fatalf("%+v follows %+v", next, last)
			}
			last = next
		}
	})
}
