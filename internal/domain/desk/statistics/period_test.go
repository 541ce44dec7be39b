package statistics_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"consigne/internal/domain/desk/statistics"
	"consigne/internal/kernel/clock"
)

func day(t *testing.T, text string) clock.Day {
	t.Helper()
	d, err := clock.ParseDay(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestStepsOfAPeriod(t *testing.T) {
	for _, c := range []struct{ first, last, pace, previous, steps, firstStep, lastStep string }{
		{
			"2026-11-21", "2026-11-21", "jour", "{2026-11-20 2026-11-20}", "1", "{2026-11-21 2026-11-21}",
			"{2026-11-21 2026-11-21}",
		},
		{
			"2026-10-23", "2026-11-21", "jour", "{2026-09-23 2026-10-22}", "30", "{2026-10-23 2026-10-23}",
			"{2026-11-21 2026-11-21}",
		},
		{
			"2026-08-24", "2026-11-21", "semaine", "{2026-05-26 2026-08-23}", "13", "{2026-08-24 2026-08-30}",
			"{2026-11-16 2026-11-21}",
		},
		{
			"2025-11-22", "2026-11-21", "mois", "{2024-11-22 2025-11-21}", "13", "{2025-11-22 2025-11-30}",
			"{2026-11-01 2026-11-21}",
		},
		{
			"2024-02-01", "2025-01-31", "mois", "{2023-01-31 2024-01-31}", "12", "{2024-02-01 2024-02-29}",
			"{2025-01-01 2025-01-31}",
		},
	} {
		period := statistics.Period{First: day(t, c.first), Last: day(t, c.last)}
		steps := period.Steps()
		got := []string{
			string(period.Pace()), fmt.Sprint(period.Previous()), fmt.Sprint(len(steps)), fmt.Sprint(steps[0]),
			fmt.Sprint(steps[len(steps)-1]),
		}
		if want := []string{c.pace, c.previous, c.steps, c.firstStep, c.lastStep}; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s to %s: %v, want %v", c.first, c.last, got, want)
		}
	}
}

// The steps follow one another without gaps and cover the period.
func TestStepsCoverThePeriod(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := clock.Day(rapid.IntRange(0, 30_000).Draw(t, "first"))
		period := statistics.Period{First: first, Last: first + clock.Day(rapid.IntRange(0, 1100).Draw(t, "more"))}
		next := period.First
		for _, step := range period.Steps() {
			if step.First != next || step.Last < step.First {
				t.Fatalf("%v in %v", step, period)
			}
			next = step.Last + 1
		}
		if next != period.Last+1 {
			t.Fatalf("%v ends at %v", period, next-1)
		}
	})
}
