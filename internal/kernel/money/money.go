// Package money represents amounts in cents.
package money

import (
	"strconv"
	"strings"
)

// Cents is an amount in hundredths of a euro.
type Cents int64

// Max is the largest amount that anyone may type: ten million euros.
const Max Cents = 1_000_000_000

// Typographic spaces that prevent a line break inside an amount.
const (
	noBreakSpace       = "\u00a0"
	narrowNoBreakSpace = "\u202f"
)

// String formats the amount for a French reader: « 1 234,50 € ».
func (c Cents) String() string {
	sign, euros, cents := "", int64(c)/100, int64(c)%100
	if c < 0 {
		sign, euros, cents = "\u2212", -euros, -cents
	}
	digits := strconv.FormatInt(euros, 10)
	groups := []string{}
	for len(digits) > 3 {
		groups = append([]string{digits[len(digits)-3:]}, groups...)
		digits = digits[:len(digits)-3]
	}
	groups = append([]string{digits}, groups...)
	return sign + strings.Join(groups, narrowNoBreakSpace) + "," + strconv.FormatInt(100+cents, 10)[1:] + noBreakSpace +
		"€"
}
