package payment

import (
	"context"

	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/money"
)

// announce announces an event of money that operators' systems are told of. What was collected twice and given back at
// once is none: it changes nothing of the payment.
func (s *Service) announce(
	ctx context.Context, kind ledger.Kind, p Payment, amount money.Cents, attempt string, means Means,
) error {
	switch kind {
	case ledger.Settled, ledger.MarkedAsPaid:
		data := p.eventData()
		data.Montant, data.Type = amount, new(string(means))
		return s.store.Announce(ctx, webhook.OfPayment(webhook.PaymentSettled, data, s.clock.Now()))
	case ledger.RefundDone, ledger.RefundedByHand:
		data := p.eventData()
		return s.store.Announce(ctx, webhook.OfRefund(webhook.RefundData{
			IDExploitant: data.IDExploitant, IDPaiement: data.IDPaiement, UUIDReservation: data.UUIDReservation,
			UUIDRemboursement: attempt,
			IDOccupation:      data.IDOccupation, IDAbonnement: data.IDAbonnement, IDUtilisateur: data.IDUtilisateur,
			Test:    data.Test,
			Montant: amount,
		}, s.clock.Now()))
	}
	return nil
}

// announceFailure announces that an attempt has failed, or that no other will be made.
func (s *Service) announceFailure(ctx context.Context, p Payment) error {
	return s.store.Announce(ctx, webhook.OfPayment(webhook.PaymentFailed, p.eventData(), s.clock.Now()))
}

// eventData returns what events of the payment tell.
func (p Payment) eventData() webhook.PaymentData {
	data := webhook.PaymentData{
		IDExploitant: p.OperatorID, IDPaiement: p.ID, UUIDReservation: p.UUID, IDUtilisateur: p.AccountID, Test: p.Test,
		Montant: p.Amount,
		Statut:  string(p.Status), Presentations: p.Attempts, Prochaine: webhook.InParisOrNil(p.DueAt),
	}
	if p.StayID != 0 {
		data.IDOccupation = &p.StayID
	}
	if p.SubscriptionID != 0 {
		data.IDAbonnement = &p.SubscriptionID
	}
	return data
}
