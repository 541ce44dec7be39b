package money

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
)

// ImportUnbilledStays adds stays whose payments have not been collected.
func (s *Store) ImportUnbilledStays(ctx context.Context, stays []stay.Stay) error {
	billed := make([]payment.Billed, len(stays))
	for i, stay := range stays {
		billed[i] = payment.Billed{Stay: stay, Payment: payment.NewForStay(stay)}
	}
	return s.ImportStays(ctx, billed)
}

// ImportStays adds stays with their payments and payment attempts.
func (s *Store) ImportStays(ctx context.Context, billed []payment.Billed) error {
	stays := make([]stay.Stay, len(billed))
	for i, b := range billed {
		stays[i] = b.Stay
	}
	return s.db.Atomically(ctx, func(ctx context.Context) error {
		ids, err := s.stays.Import(ctx, stays)
		if err != nil {
			return err
		}
		for i := range billed {
			billed[i].Payment.StayID = ids[i]
		}
		return s.importPayments(ctx, billed)
	})
}

// ImportTerms adds payments for subscription terms, with their payment attempts.
func (s *Store) ImportTerms(ctx context.Context, billed []payment.Billed) error {
	return s.db.Atomically(ctx, func(ctx context.Context) error { return s.importPayments(ctx, billed) })
}

func (s *Store) importPayments(ctx context.Context, billed []payment.Billed) error {
	payments, err := db.InsertAll(ctx, s.db, "import payments", "payments", paymentInsertColumns, billed,
		func(b payment.Billed) []any { return paymentValues(b.Payment) })
	if err != nil {
		return err
	}
	made, created := []payment.Attempt{}, make([]payment.Payment, len(billed))
	for i, b := range billed {
		created[i] = b.Payment
		created[i].ID = payments[i]
		if b.Forward != nil {
			b.Forward.PaymentID = payments[i]
			if err := s.AppendEntry(ctx, *b.Forward); err != nil {
				return err
			}
		}
		if b.Request != nil {
			b.Request.PaymentID = payments[i]
			if _, err := s.CreateRefundRequest(ctx, *b.Request); err != nil {
				return err
			}
		}
		for _, p := range b.Attempts {
			p.PaymentID = payments[i]
			made = append(made, p)
		}
	}
	if err := s.rollups.PaymentsCreated(ctx, created); err != nil {
		return err
	}
	_, err = db.InsertAll(ctx, s.db, "import payment attempts", "payment_attempts", attemptColumns, made, attemptValues)
	if err != nil {
		return err
	}
	return s.rollups.RefundsDone(ctx, made, 1)
}
