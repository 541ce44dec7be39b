package subscription

import (
	"testing"
	"time"

	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

func TestMonthlyPrice(t *testing.T) {
	for _, c := range []struct {
		unit        pricing.Unit
		price, want money.Cents
	}{
		{pricing.Month, 1500, 1500},
		{pricing.Year, 12_000, 1000},
		{pricing.Year, 12_005, 1000}, // 1000.42
		{pricing.Year, 12_006, 1001}, // 1000.5
		{pricing.Year, 5, 0},
		{pricing.Year, 0, 0},
	} {
		terms := pricing.Terms{Subscription: true, Unit: c.unit, Amount: 2 * c.price, PromoAmount: &c.price}
		if got := MonthlyPrice(terms); got != c.want {
			t.Errorf("%d a %s: %d a month, want %d", c.price, c.unit, got, c.want)
		}
	}
}

func TestWhatRenews(t *testing.T) {
	now, next := at(6, 10, 0), at(7, 1, 0)
	for _, c := range []struct {
		name    string
		starts  time.Time
		next    *time.Time
		renewed bool
		want    bool
	}{
		{"goes on", at(6, 1, 0), &next, true, true},
		{"begins now", now, &next, true, true},
		{"begins later", at(6, 11, 0), new(at(6, 11, 0)), true, false},
		{"ends with its term", at(6, 1, 0), nil, true, false},
		{"was bought for one term", at(6, 1, 0), nil, false, false},
	} {
		b := Bought{Subscription: Subscription{StartsAt: c.starts, NextAt: c.next, Renewed: c.renewed}}
		if c.next == nil {
			b.EndsAt = &next
		}
		if got := b.Renews(now); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}
