package demo

import (
	"context"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
)

// farAhead is how far in the future waiting payments are due, so that every status stays in the demonstration.
const farAhead = 5 * 365 * 24 * time.Hour

// addCards gives nine customers in ten of each operator a card there. One card in eight expires soon.
func (l *loader) addCards(ctx context.Context) error {
	soon := l.options.Now.AddDate(0, 1, 0).Format("01/06")
	for _, f := range l.fleets {
		for i, customer := range f.customers {
			if i%10 == 9 {
				continue
			}
			card := payment.Card{Reference: simulator.Accepted, Brand: "Visa", PAN: "**** **** **** 4242", Expires: "12/30"}
			switch i % 8 {
			case 1:
				card.Brand, card.PAN = "Mastercard", "**** **** **** 4444"
			case 3: // some of the subscribers
				if i%16 == 3 {
					card.Expires = soon
				}
			case 5:
				card.Reference, card.PAN = simulator.Declined, "**** **** **** 0002"
			}
			l.cards[payment.Holder{AccountID: customer, OperatorID: f.id}] = card
			if err := l.store.SaveCard(ctx, customer, f.id, card, l.options.Now.AddDate(0, -6, 0)); err != nil {
				return err
			}
		}
	}
	return nil
}

// bill returns a stay with its payment: nearly all are collected at once, some later, a few never; some of the last
// month are still in progress.
func (l *loader) bill(newStay stay.Stay) payment.Billed {
	billed := payment.Billed{Stay: newStay, Payment: payment.NewForStay(newStay)}
	billed.Payment.UUID = l.uuid()
	if billed.Payment.Status != payment.NotPresented {
		return billed
	}
	l.collect(&billed, *newStay.EndedAt)
	return billed
}

// The final states, taken in turn, of the payments that are not collected at once.
var (
	recentEnds = []payment.Status{
		payment.Unpaid, payment.NotPresented, payment.CardUnusable, payment.Failed, payment.InProgress,
	}
	oldEnds = []payment.Status{
		payment.Paid, payment.PermanentError, payment.Manual, payment.Paid, payment.Cancelled, payment.Paid,
		payment.PermanentError, payment.Invalid,
	}
)

// collect adds the attempts to collect a payment, the first at the time due.
func (l *loader) collect(b *payment.Billed, due time.Time) {
	p := &b.Payment
	p.DueAt = nil
	turn, every, ends := &l.collected, 12, oldEnds
	if due.After(l.options.Now.AddDate(0, 0, -30)) {
		turn, every, ends = &l.recent, 4, recentEnds
	}
	if *turn++; *turn%every != 0 {
		l.present(b, payment.Paid, due)
		if *turn%97 == 0 {
			l.refund(b)
		}
		return
	}
	waits := l.options.Now.Add(farAhead)
	switch end := ends[*turn/every%len(ends)]; end {
	case payment.NotPresented:
		p.DueAt = &waits
	case payment.Unpaid, payment.CardUnusable, payment.Failed, payment.InProgress:
		l.present(b, end, due)
		if end == payment.InProgress {
			b.Attempts[0].AskAt = &waits
		} else {
			p.DueAt = &waits
		}
	case payment.Invalid:
		l.present(b, end, due)
	case payment.Paid:
		l.present(b, payment.Unpaid, due)
		l.present(b, payment.Paid, due.AddDate(0, 0, 1))
	default:
		for _, day := range []int{0, 1, 3, 7} {
			l.present(b, payment.Unpaid, due.AddDate(0, 0, day))
		}
		p.Status = payment.PermanentError
		switch end {
		case payment.Manual:
			l.settleByHand(b, end, payment.PaidByHand, "Réglé au guichet.")
		case payment.Cancelled:
			l.settleByHand(b, end, payment.Cancellation, "Geste commercial après une panne de serrure.")
		}
	}
}

// present adds a payment attempt with that outcome.
func (l *loader) present(b *payment.Billed, outcome payment.Status, at time.Time) {
	p := &b.Payment
	p.Attempts++
	p.Status, p.PresentedAt = outcome, &at
	if p.FirstAt == nil {
		p.FirstAt = &at
	}
	made := payment.Attempt{
		UUID: l.uuid(), Kind: payment.Charge, Number: p.Attempts, Amount: p.Amount, Outcome: outcome,
		At: at,
	}
	card, has := l.cards[payment.Holder{AccountID: p.AccountID, OperatorID: p.OperatorID}]
	if !has { // without a card today: the attempt used one they had then
		card = payment.Card{Reference: simulator.Accepted, Brand: "Visa", PAN: "**** **** **** 1881", Expires: "12/30"}
	}
	if outcome != payment.CardUnusable {
		made.Card = &card
	}
	if outcome != payment.InProgress {
		answered := at.Add(2 * time.Second)
		made.AnsweredAt, made.ProviderRef = &answered, "sim_"+made.UUID
		if outcome == payment.Paid {
			p.SettledAt = &answered
		}
	}
	b.Attempts = append(b.Attempts, made)
}

func (l *loader) settleByHand(b *payment.Billed, status payment.Status, kind payment.Kind, comment string) {
	at := b.Payment.PresentedAt.Add(26 * time.Hour)
	b.Payment.Status = status
	note := payment.Attempt{
		UUID: l.uuid(), Kind: kind, Amount: b.Payment.Amount, Outcome: status, Comment: comment, ActorID: l.managerOf(b),
		At: at, AnsweredAt: &at,
	}
	if kind == payment.PaidByHand {
		b.Payment.SettledAt = &at
		note.Means = payment.MeansOfPayment[l.collected/12/len(oldEnds)%len(payment.MeansOfPayment)]
	}
	b.Attempts = append(b.Attempts, note)
}

// managerOf returns the account that acts on a payment.
func (l *loader) managerOf(b *payment.Billed) int64 {
	for _, f := range l.fleets {
		if f.id == b.Payment.OperatorID {
			return f.manager
		}
	}
	return 0
}

// refund pays back half of a payment. The refunds of the last month wait for the provider.
func (l *loader) refund(b *payment.Billed) {
	half := b.Payment.Amount / 2
	if half == 0 {
		return
	}
	charge := b.Attempts[len(b.Attempts)-1]
	at := b.Payment.SettledAt.Add(49 * time.Hour)
	b.Payment.Refunded = half
	refund := payment.Attempt{
		UUID: l.uuid(), Kind: payment.Refund, Amount: half, Outcome: payment.Paid, Card: charge.Card, Of: charge.UUID,
		Comment: "Porte bloquée pendant une partie de l'utilisation.", ActorID: l.managerOf(b), At: at, AnsweredAt: &at,
		ProviderRef: "sim_remb_" + charge.UUID,
	}
	if now := l.options.Now; at.After(now.AddDate(0, 0, -30)) {
		b.Payment.RefundPending = half
		refund.Outcome, refund.AnsweredAt, refund.ProviderRef, refund.AskAt = payment.InProgress, nil, "",
			new(now.Add(farAhead))
		if at.After(now) {
			refund.At = now.Add(-time.Hour)
		}
	}
	b.Attempts = append(b.Attempts, refund)
}

// billTerms bills the terms of a subscription that have begun, and returns the subscription as it is after the last
// of them.
func (l *loader) billTerms(bought subscription.Bought) (subscription.Bought, []payment.Billed) {
	terms := []payment.Billed{}
	starts := bought.StartsAt
	bought.NextAt = &starts
	for bought.NextAt != nil && !bought.NextAt.After(l.options.Now) {
		billed := payment.Billed{Payment: payment.OfTerm(bought, bought.NextTerm)}
		billed.Payment.UUID = l.uuid()
		if billed.Payment.Status == payment.NotPresented {
			billed.Payment.DueAt = nil
			l.present(&billed, payment.Paid, billed.Payment.StartedAt)
		}
		terms = append(terms, billed)
		bought = bought.Began()
	}
	return bought, terms
}

// uuid draws a uuid from the loader's source, so that the same options give the same data.
func (l *loader) uuid() string {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], l.draw.Uint64())
	binary.BigEndian.PutUint64(id[8:], l.draw.Uint64())
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return id.String()
}
