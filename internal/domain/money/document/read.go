package document

import (
	"context"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

const (
	msgPending = "Le reçu est en préparation."
	msgNone    = "Ce paiement n'a pas de reçu."
	msgNoEmail = "Cette personne n'a pas d'adresse e-mail."
)

// Pending reports whether the receipt of a payment with those documents is about to be numbered. A payment that was
// settled before documents were numbered has none, ever.
func (s *Service) Pending(ctx context.Context, p payment.Payment, documents []Document) (bool, error) {
	if receiptOf(documents) != nil || !p.Status.Collected() {
		return false, nil
	}
	return s.store.AwaitsReceipt(ctx, p.OperatorID, p.ID)
}

func receiptOf(documents []Document) *Document {
	for i := range documents {
		if documents[i].Kind == Receipt {
			return &documents[i]
		}
	}
	return nil
}

// Receipts returns the receipts of those of the payments that have one, by the id of the payment.
func (s *Service) Receipts(ctx context.Context, payments ...int64) (map[int64]Document, error) {
	documents, err := s.Of(ctx, payments...)
	receipts := map[int64]Document{}
	for id, list := range documents {
		if receipt := receiptOf(list); receipt != nil {
			receipts[id] = *receipt
		}
	}
	return receipts, err
}

// ReceiptOf returns the receipt of a payment of an operator; 0: of any. fault.NotFound: the payment is not of the
// operator. fault.Conflict: it has no receipt, or not yet.
func (s *Service) ReceiptOf(ctx context.Context, paymentID, operatorID int64) (Document, error) {
	paid, err := s.store.PaymentDetails(ctx, paymentID)
	if err != nil {
		return Document{}, err
	}
	if operatorID != 0 && paid.OperatorID != operatorID {
		return Document{}, fault.NotFound()
	}
	return s.receipt(ctx, paid)
}

func (s *Service) receipt(ctx context.Context, paid payment.Details) (Document, error) {
	list, err := s.store.DocumentsOf(ctx, []int64{paid.ID})
	if err != nil {
		return Document{}, err
	}
	if receipt := receiptOf(list); receipt != nil {
		return *receipt, nil
	}
	pending, err := s.Pending(ctx, paid.Payment, list)
	if err != nil {
		return Document{}, err
	}
	if pending {
		return Document{}, fault.Conflict(msgPending)
	}
	return Document{}, fault.Conflict(msgNone)
}

// Month passes the documents that an operator numbered in a month of Paris to batch, in order.
func (s *Service) Month(ctx context.Context, operatorID int64, month clock.Month, batch func([]Document) error) error {
	return s.store.DocumentsBetween(ctx, operatorID, month.Begins(), (month + 1).Begins(), batch)
}

// Send queues a mail to the person of a payment with its receipt and credit notes, and returns the receipt.
// fault.Conflict: it has no receipt, or not yet, or the person has no address. fault.TooMany: that address has
// had enough mails.
func (s *Service) Send(ctx context.Context, actor access.Actor, paymentID int64) (Document, error) {
	var receipt Document
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		paid, err := s.store.PaymentDetails(ctx, paymentID)
		if err != nil {
			return err
		}
		if receipt, err = s.receipt(ctx, paid); err != nil {
			return err
		}
		if paid.Account.Email == "" {
			return fault.Conflict(msgNoEmail)
		}
		now := s.clock.Now()
		if err := outbox.Allow(ctx, s.store, paid.Account.Email, now); err != nil {
			return err
		}
		if err := s.store.QueueMailOf(ctx, outbox.Receipt, paid.AccountID, paymentID, now); err != nil {
			return err
		}
		return s.store.Record(ctx, audit.Entry{
			At: now, ActorID: actor.AccountID, OperatorID: paid.OperatorID, StationID: stationOf(paid),
			Action:  audit.ReceiptSent,
			Object:  audit.Object{Kind: audit.KindPayment, ID: paymentID},
			Changes: map[string]any{"document": receipt.Record.Number},
		})
	})
	return receipt, err
}

func stationOf(paid payment.Details) int64 {
	if paid.Stay == nil {
		return 0
	}
	return paid.Stay.Station.ID
}
