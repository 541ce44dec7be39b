package ledger

import "consigne/internal/kernel/money"

// VATOf returns the rate and the VAT of an event of a payment, after those that the ledger has of it, in any order.
// What is sold is at the rate; what is given back at that of the sale, if it is known. What is given back in parts
// holds the VAT of its amount, but never more than is left of the sale, nor so little that more would be left than
// the rest of the money may hold: so the parts add up to the sale. What comes back holds what it held when it went.
func VATOf(e Entry, before []Entry, rate money.Rate) (money.Rate, money.Cents) {
	switch e.Kind {
	case Settled, MarkedAsPaid:
		return rate, e.Amount.VAT(rate)
	case RefundDone, RefundedByHand, RefundReturned:
	default:
		return 0, 0
	}
	var kept, left money.Cents // of the sale, and its VAT
	known := false
	for _, b := range before {
		switch b.Kind {
		case Settled, MarkedAsPaid:
			rate, known = b.VATRate, true
			kept, left = kept+b.Amount, left+b.VAT
		case RefundReturned:
			kept, left = kept+b.Amount, left+b.VAT
		case RefundDone, RefundedByHand:
			if e.Kind == RefundReturned && b.Attempt == e.Attempt {
				return b.VATRate, b.VAT
			}
			kept, left = kept-b.Amount, left-b.VAT
		}
	}
	if !known || e.Kind == RefundReturned {
		return rate, e.Amount.VAT(rate)
	}
	return rate, min(max(e.Amount.VAT(rate), left-(kept-e.Amount)), left)
}
