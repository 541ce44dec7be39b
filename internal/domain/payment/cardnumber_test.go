package payment_test

import (
	"testing"

	"consigne/internal/domain/payment"
)

func TestHoldsCardNumber(t *testing.T) {
	for text, want := range map[string]bool{
		"4242424242424242":                   true,
		"carte 4242 4242 4242 4242, ce jour": true,
		"4242-4242-4242-4242":                true,
		"3782 822463 10005":                  true, // fifteen digits
		"n°5555555555554444.":                true,
		"4242.4242.4242.4242":                true,
		"4242  4242 - 4242\n4242":            true,
		"4242_4242_4242_4242":                true,
		"4242424242424241":                   false,
		"Réglé au guichet le 21/11/2026":     false,
		"0612345678":                         false,
		"le 21 11 4242424242424242":          true,
		"**** **** **** 4242":                false,
		"":                                   false,
	} {
		if got := payment.HoldsCardNumber(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
