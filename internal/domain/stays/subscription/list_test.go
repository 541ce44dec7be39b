package subscription

import (
	"testing"

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
