package payment

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

// Billed returns what the payment was billed for: what remains of it, and what it was reduced by.
func (p Payment) Billed() money.Cents { return p.Amount + p.Reduced }

// reducedTo returns a payment that is owed, lowered once to open of the days that it was billed for. Nothing is due for
// one that was open on none.
func (p Payment) reducedTo(open, days int, at time.Time) Payment {
	left := part(p.Amount, open, days)
	if !p.Status.Reducible() || p.ReducedAt != nil || left == p.Amount {
		return p
	}
	p.Reduced, p.Amount, p.ReducedAt = p.Amount-left, left, &at
	if left == 0 {
		p.Status, p.DueAt = Free, nil
	}
	return p
}

// part returns that of an amount for some of its days, rounded half up.
func part(amount money.Cents, some, days int) money.Cents {
	return (2*amount*money.Cents(some) + money.Cents(days)) / (2 * money.Cents(days))
}

// ReduceTerm implements subscription.Bills.
func (s *Service) ReduceTerm(
	ctx context.Context, actor access.Actor, id int64, open, days int,
) (money.Cents, error) {
	p, err := s.store.PaymentByID(ctx, id)
	if err != nil {
		return 0, err
	}
	if p.Status == InProgress {
		return 0, fault.Conflict(msgTermUnderWay)
	}
	return s.reduce(ctx, actor, p, open, days)
}

func (s *Service) reduce(
	ctx context.Context, actor access.Actor, before Payment, open, days int,
) (money.Cents, error) {
	after := before.reducedTo(open, days, s.clock.Now())
	less := before.Amount - after.Amount
	if less == 0 {
		return 0, nil
	}
	if err := s.change(ctx, before, after); err != nil {
		return 0, err
	}
	if err := s.book(ctx, ledger.Reduced, after, less, "", ""); err != nil {
		return 0, err
	}
	return less, s.record(ctx, audit.PaymentReduced, actor.AccountID, after,
		map[string]any{"montant": []money.Cents{before.Amount, after.Amount}, "statut": after.Status})
}

// warn follows the first attempt that failed: a letter tells the customer why, and how to mend it. A subscription still
// opens for the operator's days of grace.
func (s *Service) warn(ctx context.Context, after *Payment, failed Attempt) error {
	switch {
	case failed.Number != 1:
		return nil
	case after.SubscriptionID == 0:
		return s.write(ctx, outbox.StayUnpaid, *after, failed)
	}
	if after.ClosesAt == nil {
		days, err := s.store.GraceDays(ctx, after.OperatorID)
		if err != nil {
			return err
		}
		after.ClosesAt = new(after.FirstAt.In(clock.Paris).AddDate(0, 0, days).UTC())
	}
	return s.store.QueueMailOf(ctx, outbox.TermUnpaid, after.AccountID, after.ID, *failed.AnsweredAt)
}

// endUnpaid ends the subscription whose term stays unpaid, and lowers the debt to the days on which it opened.
func (s *Service) endUnpaid(ctx context.Context, actor access.Actor, p Payment, at time.Time) error {
	if p.Status != PermanentError || p.SubscriptionID == 0 {
		return nil
	}
	bought, err := s.store.SubscriptionByID(ctx, p.SubscriptionID)
	if err != nil {
		return err
	}
	if err := subscription.EndUnpaid(ctx, s.store, bought, p.Term, at); err != nil {
		return err
	}
	open, days := bought.OpenDays(p.Term, at, p.ClosesAt)
	_, err = s.reduce(ctx, actor, p, open, days)
	return err
}

// WithReduction lists all attempts, refunds, acts of staff and the reduction of a payment, oldest first.
func (d Details) WithReduction() []Attempt {
	if d.ReducedAt == nil {
		return d.Attempts
	}
	list := append(slices.Clone(d.Attempts), Attempt{
		UUID: uuid.NewSHA1(uuid.NameSpaceOID, []byte(d.UUID)).String(), PaymentID: d.ID, Kind: Reduction,
		Amount: d.Reduced, Outcome: Cancelled, At: *d.ReducedAt, AnsweredAt: d.ReducedAt,
		Comment: fmt.Sprintf("Abonnement terminé le %s\u00a0: réduit de %s à %s, pour les jours où il donnait accès.",
			d.ReducedAt.In(clock.Paris).Format("02/01/2006"), d.Billed(), d.Amount),
	})
	slices.SortStableFunc(list, func(a, b Attempt) int { return a.At.Compare(b.At) })
	return list
}
