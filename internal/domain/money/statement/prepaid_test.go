package statement

import (
	"testing"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// A year of 120 € at 20 % is 100 € without VAT: 8,33 € belong to each month, from that in which the term begins.
func TestPrepaidTerms(t *testing.T) {
	march := clock.Month(2026*12 + 2)
	at := func(month clock.Month) time.Time { return month.Begins().AddDate(0, 0, 14) }
	rate := func(clock.Month) money.Rate { return 2000 }
	bill := YearlyTerm{PaymentID: 1, Begins: at(march), At: at(march), Amount: 12000}
	for _, c := range []struct {
		name  string
		terms []YearlyTerm
		month clock.Month
		want  money.Cents
	}{
		{"before it is billed", []YearlyTerm{bill}, march - 1, 0},
		{"the first month", []YearlyTerm{bill}, march, 9166},
		{"at the end of the year", []YearlyTerm{bill}, march + 9, 1666},
		{"the last month", []YearlyTerm{bill}, march + 11, 0},
		{"after it", []YearlyTerm{bill}, march + 12, 0},
		{
			"billed before it begins",
			[]YearlyTerm{{PaymentID: 1, Begins: at(march + 1), At: at(march), Amount: 12000}},
			march,
			10000,
		},
		{
			"cancelled in June",
			[]YearlyTerm{bill, {PaymentID: 1, Begins: at(march), At: at(march + 3), Amount: -12000}},
			march + 3, 0,
		},
		{
			"reduced to a half in June",
			[]YearlyTerm{bill, {PaymentID: 1, Begins: at(march), At: at(march + 3), Amount: -6000}},
			march + 3, 3333,
		},
	} {
		if got := deferred(c.terms, c.month, rate); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
