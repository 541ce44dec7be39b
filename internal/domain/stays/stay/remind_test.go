package stay

import (
	"testing"
	"time"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/pricing"
)

func TestWhenACustomerIsReminded(t *testing.T) {
	start := time.Date(2026, 11, 29, 8, 0, 0, 0, time.UTC)
	minutes := func(n int64) *int64 { return &n }
	for _, c := range []struct {
		name                       string
		reminder, overrun, removal *int64
		want                       time.Duration // after the start; 0: never
	}{
		{"a quarter of an hour before", minutes(15), minutes(60), nil, 45 * time.Minute},
		{"removed much later", minutes(15), minutes(60), minutes(120), 45 * time.Minute},
		{"removed where the overrun would begin", minutes(15), minutes(60), minutes(60), 0},
		{"no reminder", nil, minutes(60), nil, 0},
		{"no limit", minutes(15), nil, minutes(60), 0},
	} {
		o := Stay{StartedAt: start, Tariff: &tariff.Tariff{
			Reminder: c.reminder,
			Terms:    pricing.Terms{Unit: pricing.Hour, Amount: 50, OverrunAfter: c.overrun, RemovalAfter: c.removal},
		}}
		at := o.RemindAt()
		if (at == nil) != (c.want == 0) || at != nil && at.Sub(start) != c.want {
			t.Errorf("%s: %v", c.name, at)
		}
		if c.want == 0 {
			continue
		}
		for after, want := range map[time.Duration]bool{
			c.want - time.Second: false, c.want: true, time.Hour: true, time.Hour + time.Second: false,
		} {
			if got := o.toRemind(start.Add(after)); got != want {
				t.Errorf("%s, after %s: %t", c.name, after, got)
			}
		}
		told, free, ended := o, o, o
		told.Reminded, free.MadeFree, ended.EndedAt = true, true, &start
		for _, no := range []Stay{told, free, ended} {
			if no.toRemind(start.Add(c.want)) {
				t.Errorf("%s: %+v", c.name, no)
			}
		}
	}
	if (Stay{StartedAt: start}).RemindAt() != nil {
		t.Error("without a tariff")
	}
}
