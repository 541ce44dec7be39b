package payment

import (
	"context"

	"consigne/internal/domain/people/outbox"
)

// write queues the letter to the customer about an attempt, a refund or an act of staff that settled, if the operator
// sends such letters by mail (docs/rules.md#letters).
func (s *Service) write(ctx context.Context, kind outbox.Kind, p Payment, settled Attempt) error {
	receipts, err := s.store.ReceiptsOf(ctx, p.OperatorID)
	if err != nil || settled.Amount == 0 || !receipts.Cover(p.SubscriptionID != 0) {
		return err
	}
	return s.store.QueueCustomerMail(ctx, outbox.Mail{
		Kind: kind, AccountID: p.AccountID, PaymentID: p.ID, Attempt: settled.UUID, Amount: settled.Amount,
		CreatedAt: s.clock.Now(),
	})
}

// ofActs are the mails about acts of staff.
var ofActs = map[Kind]outbox.Kind{PaidByHand: outbox.Paid, Refund: outbox.Refunded}

// writeOfAct does the same for an act of staff that is done at once.
func (s *Service) writeOfAct(ctx context.Context, p Payment, note Attempt) error {
	kind, told := ofActs[note.Kind]
	if !told || note.Outcome == InProgress {
		return nil
	}
	return s.write(ctx, kind, p, note)
}
