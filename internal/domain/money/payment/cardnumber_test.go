package payment_test

import (
	"testing"

	"consigne/internal/domain/money/payment"
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
		// As a word processor writes it, with spaces and hyphens of its own, and marks that nobody sees.
		"4242\u00a04242\u202f4242\u20094242": true,
		"4242\u20114242\u20134242\u20104242": true,
		"\u202a4242\u200b4242\u00ad42424242": true,
		"４２４２４２４２４２４２４２４２":                   true,
		// Networks and lengths go together.
		"4222222222222":       true, // Visa of 13 digits
		"4917484589897107":    true, // Visa
		"4000000000000000006": true, // Visa of 19
		"5105105105105100":    true, // Mastercard
		"2223003122003222":    true, // Mastercard since 2017
		"2221000000000009":    true,
		"2720999999999996":    true,
		"371449635398431":     true, // American Express
		"30569309025904":      true, // Diners Club
		"38520000023237":      true,
		"36227206271667":      true,
		// whose first nine digits could be a company, which has no establishment 0
		"38000000000006":                     true,
		"3800 000000 0006":                   true,
		"6011111111111117":                   true, // Discover
		"3530111333300000":                   true, // JCB
		"6200000000000005":                   true, // UnionPay
		"6759649826438453":                   true, // Maestro
		"6304000000000000":                   true,
		"2220999999999999":                   false,
		"1234567812345670":                   false, // no network
		"SIRET 41234567000019":               false,
		"50123456100014":                     false,
		"412345670 00019":                    false,
		"412 345 670 00019":                  false,
		"41234567000019 2026":                false,
		"SIRET 380 129 866 46850, le 3 mars": false,
		"38012986646850":                     false, // a company that begins as Diners Club
		"IMEI 356938035643809":               false,
		"490154203237518":                    false, // an IMEI that begins as Visa
		"41234567000019 4242424242424242":    true,
	} {
		if got := payment.HoldsCardNumber(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
