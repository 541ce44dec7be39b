package money_test

import (
	"testing"

	"pgregory.net/rapid"

	"consigne/internal/kernel/money"
)

func TestVAT(t *testing.T) {
	for _, c := range []struct {
		amount money.Cents
		rate   money.Rate
		want   money.Cents
	}{
		{0, 2000, 0},
		{1, 2000, 0},
		{3, 2000, 0},
		{4, 2000, 1},
		{120, 2000, 20},
		{445, 2000, 74},
		{100, 2000, 17},
		{100, 550, 5},
		{100, 1000, 9},
		{1234567, 2000, 205761},
		{9999, 0, 0},
		{money.Max, 2000, 166_666_667},
	} {
		if got := c.amount.VAT(c.rate); got != c.want {
			t.Errorf("VAT of %d at %d: %d, want %d", c.amount, c.rate, got, c.want)
		}
	}
}

// The amount without tax is the nearest to the exact one, upwards from the half.
func TestVATIsRoundedHalfUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := money.Cents(rapid.Int64Range(0, int64(money.Max)).Draw(t, "amount"))
		rate := money.Rate(rapid.IntRange(0, 10_000).Draw(t, "rate"))
		without := amount - amount.VAT(rate)
		// twice the exact difference, in cents times the divisor
		twice := 2*amount*10_000 - 2*without*(10_000+money.Cents(rate))
		if half := 10_000 + money.Cents(rate); twice >= half || twice < -half {
			t.Fatalf("%d at %d: %d without tax is not the nearest", amount, rate, without)
		}
	})
}
