package money_test

import (
	"testing"

	"consigne/internal/kernel/money"
)

func TestString(t *testing.T) {
	for cents, want := range map[money.Cents]string{
		0: "0,00\u00a0€", 5: "0,05\u00a0€", 445: "4,45\u00a0€", -1691: "\u221216,91\u00a0€", 123450: "1\u202f234,50\u00a0€",
		money.Max: "10\u202f000\u202f000,00\u00a0€",
	} {
		if got := cents.String(); got != want {
			t.Errorf("%d: %q, want %q", int64(cents), got, want)
		}
	}
}
