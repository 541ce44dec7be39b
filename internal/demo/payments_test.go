package demo_test

import (
	"testing"

	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/money"
)

// The demonstration has payments in every status, and the attempts of each explain its status.
func TestPayments(t *testing.T) {
	m := &memory{}
	load(t, m, 1, 12000)
	seen, pending := map[payment.Status]int{}, 0
	for _, b := range m.Billed {
		p, charges, collected, refunded, waiting := b.Payment, 0, 0, money.Cents(0), money.Cents(0)
		seen[p.Status]++
		if p.RefundPending > 0 {
			pending++
		}
		for _, made := range b.Attempts {
			switch made.Kind {
			case payment.Charge:
				charges++
				if made.Outcome == payment.Paid {
					collected++
				}
			case payment.Refund:
				refunded += made.Amount
				if made.Outcome == payment.InProgress {
					waiting += made.Amount
				}
			case payment.PaidByHand, payment.Cancellation:
			}
			if (made.Kind == payment.Charge) != (made.ActorID == 0) {
				t.Errorf("%s: %s by %d", p.UUID, made.Kind, made.ActorID)
			}
			if made.At.After(now) && made.Outcome != payment.InProgress {
				t.Errorf("%s: answered after now", p.UUID)
			}
		}
		if charges != p.Attempts || (collected == 1) != (p.Status == payment.Paid) || collected > 1 ||
			refunded != p.Refunded || waiting != p.RefundPending || refunded > p.Amount {
			t.Errorf("%s is %s after %d attempts, %d collected, %d of %d given back", p.UUID, p.Status, charges, collected,
				p.Refunded, p.Amount)
		}
		if (p.Amount == 0) != (p.Status == payment.Free || p.Status == payment.Running) {
			t.Errorf("%s is %s of %d", p.UUID, p.Status, p.Amount)
		}
		if p.DueAt != nil && p.DueAt.Before(now.AddDate(1, 0, 0)) {
			t.Errorf("%s would be presented at %s, and leave its status", p.UUID, p.DueAt)
		}
	}
	if pending == 0 {
		t.Error("no refund waits")
	}
	for _, look := range payment.StatusDisplays {
		if seen[look.Status] == 0 {
			t.Errorf("none is %s: %v", look.Status, seen)
		}
	}
}
