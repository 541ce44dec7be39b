// Package debt tells what customers owe an operator, by person and by age (docs/rules.md#debts).
package debt

import (
	"cmp"
	"slices"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// Age is a class of debts by the days since they became due: 0 to 30, 31 to 60, 61 to 90, more.
type Age int

// Ages is the number of classes.
const Ages = 4

// lastDays are the most days of each class but the last.
var lastDays = [Ages - 1]clock.Day{30, 60, 90}

// Bounds are the first instants of the classes on a day; the last class has none.
type Bounds [Ages - 1]time.Time

// BoundsOn returns the first instants of the classes on a day of Paris.
func BoundsOn(today clock.Day) (b Bounds) {
	for i, days := range lastDays {
		b[i] = (today - days).Begins()
	}
	return b
}

// AgeOf returns the class of what became due at an instant.
func (b Bounds) AgeOf(due time.Time) Age {
	for age, from := range b {
		if !due.Before(from) {
			return Age(age)
		}
	}
	return Ages - 1
}

// Sums adds up payments that are owed.
type Sums struct {
	ByAge        [Ages]money.Cents
	BeforeLedger money.Cents // the part of them that the ledger has neither billed nor brought forward
	Payments     int64
}

// Total returns the sum of all ages.
func (s Sums) Total() (total money.Cents) {
	for _, amount := range s.ByAge {
		total += amount
	}
	return total
}

func (s Sums) and(more Sums) Sums {
	for age, amount := range more.ByAge {
		s.ByAge[age] += amount
	}
	s.BeforeLedger += more.BeforeLedger
	s.Payments += more.Payments
	return s
}

// Debt is what one person owes an operator.
type Debt struct {
	Account stay.Account
	Since   time.Time // when the oldest of its payments became due
	Sums
}

// Payment is one of the payments that make a debt.
type Payment struct {
	payment.Details
	DueSince     time.Time
	BeforeLedger bool // the ledger has neither billed it nor brought it forward
}

// Report is what customers owe an operator.
type Report struct {
	Today  clock.Day
	Whole  Sums // of all people, whatever is searched
	People int
	Found  Sums // of the people who were searched
	// Statement is what the statement of the month says that customers owe at this instant.
	Statement money.Cents
}

// SettledUnentered returns what the statement counts as owed although it is settled: its bill was entered with a span
// of the past, its settlement, of before the ledger but after that span, was not (docs/adr/0107-aged-debts.md).
func (r Report) SettledUnentered() money.Cents {
	return r.Statement - (r.Whole.Total() - r.Whole.BeforeLedger)
}

// whole adds all debts up.
func whole(list []Debt) (sums Sums) {
	for _, d := range list {
		sums = sums.and(d.Sums)
	}
	return sums
}

// largestFirst sorts debts.
func largestFirst(list []Debt) {
	slices.SortFunc(list, func(a, b Debt) int {
		return cmp.Or(cmp.Compare(b.Total(), a.Total()), cmp.Compare(a.Account.ID, b.Account.ID))
	})
}
