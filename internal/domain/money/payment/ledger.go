package payment

import (
	"cmp"
	"context"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/money"
)

// byCard is the means of payment of what the provider collects.
const byCard Means = "Carte bancaire"

// book writes an event of money of a payment into the ledger, in the transaction of the event. An amount of 0 is no
// event of money. What is sold holds VAT, at the operator's rate of the moment; what is given back, at that of the
// sale.
func (s *Service) book(
	ctx context.Context, kind ledger.Kind, p Payment, amount money.Cents, attempt string, means Means,
) error {
	if amount == 0 {
		return nil
	}
	if err := s.announce(ctx, kind, p, amount, attempt, means); err != nil {
		return err
	}
	e := ledger.Entry{
		OperatorID: p.OperatorID, At: s.clock.Now(), Kind: kind, PaymentID: p.ID, Attempt: attempt,
		Amount: amount, Means: string(means),
	}
	var err error
	if e.VATRate, e.VAT, err = s.vat(ctx, e); err != nil {
		return err
	}
	return s.store.AppendEntry(ctx, e)
}

// vat returns the rate and the VAT of an entry.
func (s *Service) vat(ctx context.Context, e ledger.Entry) (rate money.Rate, vat money.Cents, err error) {
	before := []ledger.Entry{}
	switch e.Kind {
	case ledger.RefundDone, ledger.RefundedByHand, ledger.RefundReturned:
		if before, err = s.store.EntriesOf(ctx, []int64{e.PaymentID}); err != nil {
			return 0, 0, err
		}
	case ledger.Settled, ledger.MarkedAsPaid:
	default:
		return 0, 0, nil
	}
	if rate, err = s.store.VATRate(ctx, e.OperatorID); err != nil {
		return 0, 0, err
	}
	rate, vat = ledger.VATOf(e, before, rate)
	return rate, vat, nil
}

// bookBilled writes that a payment has become due, if it has. before is the zero Payment for one that was just
// created.
func (s *Service) bookBilled(ctx context.Context, before, after Payment) error {
	if after.Status != NotPresented || before.Status == NotPresented {
		return nil
	}
	return s.book(ctx, ledger.Billed, after, after.Amount, "", "")
}

// bookRefund writes what became of a refund. pending: its outcome was not known; else it was done before.
func (s *Service) bookRefund(ctx context.Context, p Payment, refund Attempt, pending bool) error {
	kind := ledger.RefundRefused
	switch done := refund.Outcome == Paid; {
	case refund.Means != "":
		kind = ledger.RefundedByHand
	case done && refund.ofDouble():
		kind = ledger.NotOwedGiven
	case done:
		kind = ledger.RefundDone
	case !pending && refund.ofDouble():
		kind = ledger.NotOwedReturned
	case !pending:
		kind = ledger.RefundReturned
	case refund.ofDouble():
		return nil // no money has moved, and it is tried again
	}
	return s.book(ctx, kind, p, refund.Amount, refund.UUID, cmp.Or(refund.Means, byCard))
}
