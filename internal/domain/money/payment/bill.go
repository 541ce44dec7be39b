package payment

import (
	"context"
	"time"

	"github.com/google/uuid"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

// NewForStay returns the payment of a stay before any attempt to collect it.
func NewForStay(o stay.Stay) Payment {
	p := Payment{
		UUID: uuid.NewString(), OperatorID: o.OperatorID, AccountID: o.AccountID, StayID: o.ID, LockerID: o.LockerID,
		Test:      o.Test,
		StartedAt: o.StartedAt, EndedAt: o.EndedAt, Overrun: o.Overrun, Removed: o.Removed,
	}
	switch {
	case o.MadeFree, o.EndedAt != nil && o.Price == 0:
		p.Status = Free
	case o.EndedAt == nil:
		p.Status = Running
	default:
		p.Status, p.Amount, p.DueAt = NotPresented, o.Price, o.EndedAt
	}
	return p
}

// OfTerm returns the payment of a subscription term before any attempt to collect it.
func OfTerm(bought subscription.Bought, term int) Payment {
	starts := bought.Term(term).UTC()
	p := Payment{
		UUID: uuid.NewString(), OperatorID: bought.OperatorID, AccountID: bought.AccountID, SubscriptionID: bought.ID,
		Term: term, Test: bought.Test,
		StartedAt: starts, Amount: bought.Tariff.UnitPrice(), Status: NotPresented, DueAt: &starts,
	}
	if p.Amount == 0 {
		p.Status, p.DueAt = Free, nil
	}
	return p
}

// OpenStay implements stay.Bills: it creates the payment of a stay that has begun.
func (s *Service) OpenStay(ctx context.Context, o stay.Stay) (stay.Bill, error) {
	p, err := s.create(ctx, NewForStay(o))
	return stay.Bill{PaymentID: p.ID, Status: string(p.Status)}, err
}

// BillStay implements stay.Bills: it updates the payment of a stay that has ended, passed a limit
// or been made free while in progress. The audit line is that of the stay.
func (s *Service) BillStay(ctx context.Context, o stay.Stay) (stay.Bill, error) {
	before, err := s.store.PaymentOfStay(ctx, o.ID)
	if err != nil {
		return stay.Bill{}, err
	}
	after, is := before, NewForStay(o)
	after.EndedAt, after.Overrun, after.Removed = is.EndedAt, is.Overrun, is.Removed
	after.Status, after.Amount, after.DueAt = is.Status, is.Amount, is.DueAt
	if err := s.change(ctx, before, after); err != nil {
		return stay.Bill{}, err
	}
	return stay.Bill{PaymentID: after.ID, Status: string(after.Status)}, s.bookBilled(ctx, before, after)
}

// BillTerm implements subscription.Bills: it creates the payment of a term that has begun.
func (s *Service) BillTerm(ctx context.Context, bought subscription.Bought, first bool) error {
	p := OfTerm(bought, bought.NextTerm)
	if first && p.Status == NotPresented {
		_, err := s.store.CardOf(ctx, p.AccountID, p.OperatorID)
		switch {
		case fault.Is(err, fault.KindNotFound):
			p.ClosesAt = &p.StartedAt
		case err != nil:
			return err
		}
	}
	_, err := s.create(ctx, p)
	return err
}

const (
	msgTermUnderWay = "L'échéance en cours attend la réponse du prestataire de paiement. Veuillez réessayer plus tard."
	msgMeansUnknown = "Le moyen par lequel l'échéance en cours a été réglée n'est pas connu : mettez fin à l'abonnement sans " +
		"remboursement, puis remboursez ce paiement."
)

// CheckComment implements subscription.Bills.
func (s *Service) CheckComment(comment *string) error { return CheckComment(comment) }

// GiveBackTerm implements subscription.Bills. A term that was not collected has nothing to give back; one that staff
// marked as paid is given back by the means of the mark.
func (s *Service) GiveBackTerm(
	ctx context.Context, actor access.Actor, id int64, left, days int, comment string,
) (money.Cents, error) {
	p, err := s.store.PaymentByID(ctx, id)
	if err != nil {
		return 0, err
	}
	if p.Status == InProgress {
		return 0, fault.Conflict(msgTermUnderWay)
	}
	given := p.refundOf(left, days)
	if given == 0 {
		return 0, nil
	}
	means := Means("")
	if p.Status == Manual {
		mark, err := s.markOf(ctx, id)
		switch {
		case err != nil:
			return 0, err
		case mark.Means == "": // taken over from a former system that did not tell
			return 0, fault.Conflict(msgMeansUnknown)
		}
		means = mark.Means
	}
	_, err = s.refund(ctx, actor, id, uuid.NewString(), means, comment, func(Payment) money.Cents { return given })
	return given, err
}

// refundOf returns what is given back for left of the days of a term: that part of its price, rounded half up, as far
// as it was collected and not given back.
func (p Payment) refundOf(left, days int) money.Cents {
	if !p.Status.Collected() {
		return 0
	}
	return min(part(p.Amount, left, days), p.Amount-p.Refunded)
}

func (s *Service) create(ctx context.Context, p Payment) (Payment, error) {
	var err error
	if p.ID, err = s.store.CreatePayment(ctx, p); err != nil {
		return p, err
	}
	return p, s.bookBilled(ctx, Payment{}, p)
}

// Billed is a payment with its stay and all its attempts, as loaded from a data set.
type Billed struct {
	Stay     stay.Stay
	Payment  Payment
	Attempts []Attempt
	Request  *RefundRequest // for a refund of it, once it has its id; nil: there is none
	Forward  *ledger.Entry  // brings the payment forward, once that has its id; nil: it is not owed, or not yet
}

// BringForward has what is owed entered in the ledger together with its payment.
func (b *Billed) BringForward(rate money.Rate, at time.Time) {
	if b.Payment.Status.Owed() && b.Payment.Amount > 0 {
		b.Forward = new(b.Payment.BroughtForward(rate, at))
	}
}
