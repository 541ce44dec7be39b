package money

import (
	"fmt"
	"strings"
)

// Rate is a rate of VAT in basis points: 2000 is 20 %. 0 is that of a seller who is exempt.
type Rate int

// Percent formats the rate in per cent, without a sign: « 20 », « 5,5 ».
func (r Rate) Percent() string {
	digits := fmt.Sprintf("%d,%02d", r/100, r%100)
	return strings.TrimSuffix(strings.TrimRight(digits, "0"), ",")
}

// VAT returns the tax within an amount that includes it: the amount less its share without tax, which is rounded half
// up (docs/rules.md#vat). The amount is that of a whole document by rate, never of a line, and not negative.
func (c Cents) VAT(rate Rate) Cents {
	const whole = 10_000
	with := whole + Cents(rate)
	return c - (2*c*whole+with)/(2*with)
}
