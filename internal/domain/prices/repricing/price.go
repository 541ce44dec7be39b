package repricing

import (
	"cmp"
	"slices"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// Stay is a stay that ended and was not made free, with what is known of its payment.
type Stay struct {
	ID           int64
	StationName  string
	LockerName   string
	StartedAt    time.Time
	EndedAt      time.Time
	Price        money.Cents // fixed when it ended
	Subscription bool        // the version of its tariff is one of a subscription

	PaymentID int64
	Status    payment.Status
	Billed    money.Cents // the amount of the payment
	Refunded  money.Cents // refunded, or asked to be
	Batched   bool        // a batch has refunded it, or is about to
}

// Line is a stay that was priced again.
type Line struct {
	Stay
	Other      bool        // not priced again: its version is of another nature than the corrected terms
	New        money.Cents // its price under the corrected terms
	Refundable money.Cents // what a batch would refund
}

// Gap returns by how much the corrected price differs: negative, the stay cost too much.
func (l Line) Gap() money.Cents { return l.New - l.Price }

// Price prices a stay again under corrected terms, by the function that billed it. Whether a subscription paid for the
// stay was decided at its start, and values cannot correct it: a stay of another nature keeps its price.
func Price(corrected pricing.Terms, s Stay) (Line, error) {
	if s.Subscription != corrected.Subscription {
		return Line{Stay: s, Other: true, New: s.Price}, nil
	}
	quote, err := pricing.Price(corrected, s.StartedAt, s.EndedAt)
	if err != nil {
		return Line{}, err
	}
	line := Line{Stay: s, New: quote.Amount()}
	if !s.Batched {
		line.Refundable = Refundable(s.Status, s.Price, line.New, s.Billed, s.Refunded)
	}
	return line, nil
}

// Refundable returns what a batch may refund of a stay whose price was old and should have been right. Only what the
// provider collected is refunded.
func Refundable(status payment.Status, old, right, billed, refunded money.Cents) money.Cents {
	if status != payment.Paid {
		return 0
	}
	return payment.Overpaid(old, right, billed, refunded)
}

// Add counts a line.
func (t *Totals) Add(l Line) {
	if l.Other {
		t.Other.add(l.Price)
		return
	}
	t.Old.add(l.Price)
	t.New.add(l.New)
	switch gap := l.Gap(); {
	case gap < 0:
		t.More.add(-gap)
	case gap > 0:
		t.Less.add(gap)
	default:
		t.Same.add(l.Price)
	}
	if l.Refundable > 0 {
		t.Refundable.add(l.Refundable)
	}
}

// mostGaps is how many of the widest gaps are kept.
const mostGaps = 20

// Note adds a line to the result.
func (p *Progress) Note(l Line) {
	p.Totals.Add(l)
	if l.Gap() == 0 || len(p.Largest) == mostGaps && width(l) <= width(p.Largest[mostGaps-1]) {
		return
	}
	at, _ := slices.BinarySearchFunc(p.Largest, l,
		func(a, b Line) int { return cmp.Or(cmp.Compare(width(b), width(a)), -1) })
	p.Largest = slices.Insert(p.Largest, at, l)
	p.Largest = p.Largest[:min(mostGaps, len(p.Largest))]
}

func width(l Line) money.Cents { return max(l.Gap(), -l.Gap()) }
