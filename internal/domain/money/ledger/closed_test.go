package ledger_test

import (
	"testing"
	"time"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/clock"
)

func TestEventsOfClosedMonths(t *testing.T) {
	november := time.Date(2026, 11, 1, 0, 0, 0, 0, clock.Paris)
	for _, c := range []struct{ at, open, want time.Time }{
		{november.Add(-time.Millisecond), time.Time{}, november.Add(-time.Millisecond)}, // no month is closed
		{november.Add(-time.Millisecond), november, november},
		{november.AddDate(-3, 0, 0), november, november},
		{november, november, november},
		{november.Add(time.Millisecond), november, november.Add(time.Millisecond)},
	} {
		if got := ledger.Dated(c.at, c.open); !got.Equal(c.want) {
			t.Errorf("%s, open from %s: %s, want %s", c.at, c.open, got, c.want)
		}
	}
}
