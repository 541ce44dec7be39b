package payment

import (
	"cmp"
	"slices"
	"time"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/money"
)

// Past is what is stored of a payment, from which its events of money can be told after the fact.
type Past struct {
	Payment
	Attempts []Attempt // oldest first
	Waiver   *Waiver   // nil: the payment was not made free after it was billed
}

// Waiver is that a payment was made free after it was billed.
type Waiver struct {
	At     time.Time
	Amount money.Cents // what was billed
}

// Events returns the events of money of the payment in order, with the instants that are stored, as the service would
// have entered them (docs/rules.md#ledger). VAT is at the rate. Two things are not stored: what was refunded and came
// back reads as refused, and what was given back twice and came back reads as not given back.
func (p Past) Events(rate money.Rate) []ledger.Entry {
	double := map[string]bool{}
	for _, a := range p.Attempts {
		if a.ofDouble() {
			double[a.Of] = true
		}
	}
	list := []ledger.Entry{}
	add := func(kind ledger.Kind, at *time.Time, amount money.Cents, attempt string, means Means) {
		if amount == 0 || at == nil {
			return
		}
		e := ledger.Entry{
			OperatorID: p.OperatorID, At: *at, Kind: kind, PaymentID: p.ID, Attempt: attempt, Amount: amount,
			Means: string(means),
		}
		list = append(list, e)
	}
	if billed := p.BilledAt(); p.Waiver != nil {
		add(ledger.Billed, billed, p.Waiver.Amount, "", "")
		add(ledger.MadeFree, &p.Waiver.At, p.Waiver.Amount, "", "")
	} else {
		add(ledger.Billed, billed, p.Billed(), "", "")
	}
	add(ledger.Reduced, p.ReducedAt, p.Reduced, "", "")
	for _, a := range p.Attempts {
		switch {
		case a.Kind == Charge && a.Outcome == Paid && double[a.UUID]:
			add(ledger.NotOwed, a.AnsweredAt, a.Amount, a.UUID, byCard)
		case a.Kind == Charge && a.Outcome == Paid:
			add(ledger.Settled, a.AnsweredAt, a.Amount, a.UUID, byCard)
		case a.Kind == PaidByHand:
			add(ledger.MarkedAsPaid, &a.At, a.Amount, a.UUID, a.Means)
		case a.Kind == Cancellation && a.Outcome == Cancelled:
			add(ledger.Cancelled, &a.At, a.Amount, a.UUID, "")
		case a.ofDouble() && a.Outcome == Paid:
			add(ledger.NotOwedGiven, a.AnsweredAt, a.Amount, a.UUID, byCard)
		case a.Kind == Refund && !a.ofDouble():
			add(ledger.RefundAsked, &a.At, a.Amount, a.UUID, a.Means)
			switch {
			case a.Outcome == InProgress:
			case a.Means != "":
				add(ledger.RefundedByHand, a.AnsweredAt, a.Amount, a.UUID, a.Means)
			case a.Outcome == Paid:
				add(ledger.RefundDone, a.AnsweredAt, a.Amount, a.UUID, byCard)
			default:
				add(ledger.RefundRefused, a.AnsweredAt, a.Amount, a.UUID, byCard)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b ledger.Entry) int { return cmp.Compare(a.At.UnixMilli(), b.At.UnixMilli()) })
	for i, e := range list {
		list[i].VATRate, list[i].VAT = ledger.VATOf(e, list[:i], rate)
	}
	return list
}

// BroughtForward returns the entry that tells of a payment that is owed since before the ledger.
func (p Payment) BroughtForward(rate money.Rate, at time.Time) ledger.Entry {
	return ledger.Entry{
		OperatorID: p.OperatorID, At: at, Kind: ledger.BroughtForward, PaymentID: p.ID, Amount: p.Amount, VATRate: rate,
		VAT: p.Amount.VAT(rate),
	}
}

// BilledAt returns when the payment became due: at the end of its stay, or the begin of its term; nil: it is not yet.
func (p Payment) BilledAt() *time.Time {
	if p.IsForStay() {
		return p.EndedAt
	}
	return &p.StartedAt
}

// LowersDebt reports whether an event of money lowers what is owed for its payment.
func LowersDebt(e ledger.Entry) bool {
	switch e.Kind {
	case ledger.Settled, ledger.MarkedAsPaid, ledger.Cancelled, ledger.MadeFree, ledger.Reduced:
		return true
	}
	return false
}
