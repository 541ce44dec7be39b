package demo

import (
	"context"
	"time"

	"consigne/internal/domain/desk/hotline"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/money"
)

// whyRefund tells why the hotline asks for refunds, one each.
var whyRefund = []struct {
	cause   payment.RefundCause
	comment string
}{
	{payment.NothingOwed, "La porte n'a jamais fermé, le vélo n'a pas pu rester."},
	{payment.OtherCause, "Code refusé pendant une demi-heure au retrait."},
}

// askForRefund asks for some stays of the last days at the first operator to be refunded. It draws nothing.
func (l *loader) askForRefund(f *fleet, b *payment.Billed) {
	n := len(l.requests)
	if f != l.fleets[0] || n == len(whyRefund) || b.Stay.Test || b.Payment.Status != payment.Paid ||
		b.Payment.Refunded > 0 || b.Payment.Amount < 100 {
		return
	}
	at := b.Stay.EndedAt.Add(17 * time.Hour)
	if at.Before(l.daysAgo(9)) || at.After(l.options.Now) || n > 0 && l.requests[n-1].AccountID == b.Stay.AccountID {
		return
	}
	why := whyRefund[n]
	b.Request = &payment.RefundRequest{
		OperatorID: f.id, Amount: b.Payment.Amount, Reason: payment.Reason{Cause: why.cause}, Comment: why.comment,
		Asked: payment.Signed{At: at, AccountID: f.hotline},
	}
	if why.cause == payment.NothingOwed {
		b.Request.Right = new(money.Cents(0))
	}
	l.requests = append(l.requests, b.Stay)
}

// addCallNotes stores what the hotline of the first operator noted of calls: about a door, about who asked for a
// refund, and about people whose stays are in progress.
func (l *loader) addCallNotes(ctx context.Context, open []stay.Stay) error {
	f, now := l.fleets[0], l.options.Now
	notes := []hotline.Note{{
		LockerID: f.fittings[0].inService(6).ID, At: now.Add(-2 * time.Hour),
		Text: "Le clavier répond mal\u00a0: faire appuyer plus longtemps sur chaque touche.",
	}}
	for _, s := range l.requests[:min(1, len(l.requests))] {
		notes = append(notes, hotline.Note{
			AccountID: s.AccountID, LockerID: s.LockerID, At: s.EndedAt.Add(17 * time.Hour),
			Text: "Porte qui ne fermait pas, deux appels. Remboursement demandé, à rappeler quand il est fait.",
		})
	}
	said := []string{
		"Ne retrouvait plus sa station\u00a0: la lui redire si besoin.",
		"Viendra chercher son vélo demain matin, accompagné.",
	}
	for _, s := range open {
		if s.OperatorID != f.id || s.Test || len(said) == 0 {
			continue
		}
		notes = append(notes, hotline.Note{
			AccountID: s.AccountID, LockerID: s.LockerID, At: s.StartedAt.Add(now.Sub(s.StartedAt) / 2), Text: said[0],
		})
		said = said[1:]
	}
	for _, n := range notes {
		n.OperatorID, n.AuthorID = f.id, f.hotline
		if _, err := l.store.CreateNote(ctx, n); err != nil {
			return err
		}
	}
	return nil
}
