package statement

import (
	"slices"
	"strings"

	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// Mark is what is known of an entry besides what the ledger tells.
type Mark string

// The marks.
const (
	Unmarked Mark = ""
	Carried  Mark = "repris" // settles what was not billed before it, or bills what was settled before
	OfTests  Mark = "tests"  // is of a payment of tests

	CreditNotes Mark = "avoirs" // tells of a credit note; known from the entry itself, and only stored to find it
)

// Event is an entry of the ledger, chained or waiting, with its marks.
type Event struct {
	ledger.Entry
	Marks []Mark
}

// Found returns the marks by which an entry is found.
func (e Event) Found() []Mark {
	if e.Kind == ledger.DocumentIssued && document.KindOf(e.Document) == document.CreditNote {
		return append(slices.Clone(e.Marks), CreditNotes)
	}
	return e.Marks
}

// Settles reports whether an entry of that kind settles what was billed, or a part of it, so that it is no longer due.
func Settles(kind ledger.Kind) bool {
	switch kind {
	case ledger.Settled, ledger.MarkedAsPaid, ledger.Cancelled, ledger.MadeFree, ledger.Reduced:
		return true
	default:
		return false
	}
}

// bills reports whether an entry of that kind says that its payment is due.
func bills(kind ledger.Kind) bool { return kind == ledger.Billed || kind == ledger.BroughtForward }

// Firsts are the sequences of the first entries of a payment that bill it and that settle it; 0: there is none.
type Firsts struct{ Billed, Settled int64 }

// Carries reports whether an entry is carried over, as of a debt from before the ledger: it settles what no entry
// before it billed, or bills what one before it settled. So the marks of a chain follow from the chain alone.
func (f Firsts) Carries(e ledger.Entry) bool {
	before := func(first int64) bool { return first != 0 && (e.Sequence == 0 || first < e.Sequence) }
	return Settles(e.Kind) && !before(f.Billed) || bills(e.Kind) && before(f.Settled)
}

// With returns the firsts once an entry is added.
func (f Firsts) With(e ledger.Entry) Firsts {
	if bills(e.Kind) && f.Billed == 0 {
		f.Billed = number(e)
	}
	if Settles(e.Kind) && f.Settled == 0 {
		f.Settled = number(e)
	}
	return f
}

// Group is what one total adds up: the entries of a month of one kind, means and rate, all of them or those with a
// mark.
type Group struct {
	Month   clock.Month
	Kind    ledger.Kind
	Means   string // of a document: its kind
	VATRate money.Rate
	Mark    Mark
}

// Total is the sum of the entries of a group.
type Total struct {
	Entries     int64
	Amount, VAT money.Cents
	First, Last string // of documents: the lowest and the highest number
}

// Totals holds the sums of the entries of an operator by group. They can be worked out again from the ledger.
type Totals map[Group]Total

// Add adds an entry to its groups.
func (t Totals) Add(e Event) {
	group := Group{Month: clock.MonthOf(e.At), Kind: e.Kind, Means: e.Means, VATRate: e.VATRate}
	if e.Kind == ledger.DocumentIssued {
		group.Means = string(document.KindOf(e.Document))
	}
	one := Total{Entries: 1, Amount: e.Amount, VAT: e.VAT, First: e.Document, Last: e.Document}
	if e.Kind != ledger.DocumentIssued {
		one.First, one.Last = "", ""
	}
	t.AddTotal(group, one)
	for _, mark := range e.Marks {
		group.Mark = mark
		t.AddTotal(group, one)
	}
}

// AddTotal adds the sum of further entries to a group.
func (t Totals) AddTotal(group Group, more Total) {
	sum := t[group]
	sum.Entries += more.Entries
	sum.Amount += more.Amount
	sum.VAT += more.VAT
	if sum.First == "" || more.First != "" && numberBefore(more.First, sum.First) {
		sum.First = more.First
	}
	if numberBefore(sum.Last, more.Last) {
		sum.Last = more.Last
	}
	t[group] = sum
}

// numberBefore reports whether a number of a document comes before another of its kind and operator. The prefix is left
// out, which may change with the year; ranks of more than six digits are longer.
func numberBefore(a, b string) bool {
	_, a, _ = strings.Cut(a, "-")
	_, b, _ = strings.Cut(b, "-")
	yearA, rankA, _ := strings.Cut(a, "-")
	yearB, rankB, _ := strings.Cut(b, "-")
	if yearA != yearB {
		return yearA < yearB
	}
	return len(rankA) < len(rankB) || len(rankA) == len(rankB) && rankA < rankB
}

// due returns what a group adds to what customers owe.
func due(group Group, amount money.Cents) money.Cents {
	switch {
	case group.Mark == OfTests:
		return 0
	case group.Mark == Carried && bills(group.Kind):
		return -amount
	case group.Mark == Carried, bills(group.Kind) && group.Mark == Unmarked:
		return amount
	case Settles(group.Kind):
		return -amount
	}
	return 0
}

// Due returns what customers owed at the beginning of a month.
func (t Totals) Due(month clock.Month) money.Cents {
	sum := money.Cents(0)
	for group, total := range t {
		if group.Month < month {
			sum += due(group, total.Amount)
		}
	}
	return sum
}

// AtProvider returns what the provider of payments owed at the beginning of a month.
func (t Totals) AtProvider(month clock.Month) money.Cents {
	sum := money.Cents(0)
	for group, total := range t {
		if group.Month < month && group.Mark == Unmarked {
			sum += money.Cents(ledger.AtProvider(group.Kind)) * total.Amount
		}
	}
	return sum
}

// Months returns the first and the last month that have entries; false: none has.
func (t Totals) Months() (first, last clock.Month, some bool) {
	for group := range t {
		if !some {
			first, last, some = group.Month, group.Month, true
		}
		first, last = min(first, group.Month), max(last, group.Month)
	}
	return first, last, some
}
