package repricing_test

import (
	"testing"
	"time"

	"consigne/internal/domain/prices/repricing"
	"consigne/internal/kernel/clock"
)

// Progress is told of any span, be it of many years.
func TestPercent(t *testing.T) {
	requested := time.Date(2026, time.November, 23, 12, 0, 0, 0, clock.Paris)
	for years, want := range map[int]int{1: 50, 4: 50, 40: 50, 1000: 50} {
		from := clock.DayOf(requested.AddDate(-years, 0, 0))
		begins := from.Begins().Unix()
		half := time.Unix(begins+(requested.Unix()-begins)/2, 0)
		r := repricing.Replay{
			State: repricing.Running, From: from, To: clock.DayOf(requested), AskedAt: requested,
			Progress: repricing.Progress{Cursor: repricing.Cursor{EndedAt: half}},
		}
		if percent := r.Percent(); percent < want-1 || percent > want {
			t.Errorf("half of %d years: %d %%", years, percent)
		}
	}
}
