package subscription

import (
	"context"
	"fmt"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

// When describes when a subscription that somebody ends is over, as written on the wire.
type When string

// The ends: with the term under way, or at once.
const (
	AtTerm When = "terme"
	AtOnce When = "maintenant"
)

// Refund describes what of the term under way is given back, as written on the wire.
type Refund string

// The refunds. ProRata gives back the days that are left.
const (
	NoRefund Refund = "aucun"
	ProRata  Refund = "prorata"
	Whole    Refund = "total"
)

// Ending is how staff end a subscription.
type Ending struct {
	When    When
	Refund  Refund
	Comment string
}

const (
	msgOver        = "Cet abonnement est terminé."
	msgTwice       = "Cet abonnement est déjà résilié."
	msgEndsAnyway  = "Cet abonnement n'est pas reconductible : il se termine de lui-même."
	msgNothing     = "Aucune résiliation n'est à reprendre."
	msgUnpaid      = "La dernière échéance de cet abonnement n'a pas pu être encaissée : il ne peut être repris."
	msgWhen        = "Veuillez choisir « terme » ou « maintenant »."
	msgRefund      = "Veuillez choisir « aucun », « prorata » ou « total »."
	msgRefundLater = "Un abonnement résilié au terme n'est pas remboursé."
	msgUnwarned    = "Résilié par l'abonné\u00a0: son avis de reconduction n'a pas été envoyé à temps."
	msgOwedByHand  = " L'échéance a été réglée autrement que par carte\u00a0: %d de ses %d jours restent à rendre."
)

// validate fills in what is not told, and checks the rest.
func (e Ending) validate(checkComment func(*string) error) (Ending, error) {
	if e.When == "" {
		e.When = AtTerm
	}
	if e.Refund == "" {
		e.Refund = NoRefund
	}
	var broken fault.Broken
	broken.Unless(e.When == AtTerm || e.When == AtOnce, "quand", msgWhen)
	broken.Unless(e.Refund == NoRefund || e.Refund == ProRata || e.Refund == Whole, "remboursement", msgRefund)
	broken.Unless(e.When != AtTerm || e.Refund == NoRefund, "remboursement", msgRefundLater)
	if e.When == AtOnce || e.Comment != "" {
		if err := fault.Of(checkComment(&e.Comment)); err != nil {
			broken = append(broken, err.Violations...)
		}
	}
	return e, broken.Err()
}

// endedBy returns the subscription as somebody ends it now. fault.Conflict: it is over, or ends with its term already.
func (b Bought) endedBy(e Ending, now time.Time) (Bought, error) {
	switch {
	case !b.Runs(now):
		return b, fault.Conflict(msgOver)
	case e.When == AtOnce:
		b = b.endsAt(now)
	case b.NextAt != nil:
		b = b.endsWithTerm()
	case b.CancelledAt != nil:
		return b, fault.Conflict(msgTwice)
	default:
		return b, fault.Conflict(msgEndsAnyway)
	}
	b.CancelledAt, b.EndComment = &now, e.Comment
	return b, nil
}

// endsWithTerm returns the subscription without a further term. One that is due but not billed is a further one.
func (b Bought) endsWithTerm() Bought { return b.endsAt(*b.NextAt) }

// endsAt returns the subscription with its end. One that ends before it begins is stored with an end just after.
func (b Bought) endsAt(end time.Time) Bought {
	if !end.After(b.StartsAt) {
		end = b.StartsAt.Add(time.Millisecond)
	}
	b.NextAt, b.EndsAt = nil, &end
	return b
}

// resumed returns the subscription as if nobody had ended it. fault.Conflict: nobody has, or it is over.
func (b Bought) resumed(now time.Time) (Bought, error) {
	switch {
	case !b.resumable(now):
		return b, fault.Conflict(msgNothing)
	case b.PaymentStatus == unpaidForGood:
		return b, fault.Conflict(msgUnpaid)
	}
	b.NextAt, b.EndsAt, b.CancelledAt, b.EndComment = b.EndsAt, nil, nil, ""
	return b, nil
}

// resumable reports whether somebody ended the subscription with a term that is still under way.
func (b Bought) resumable(now time.Time) bool {
	return b.CancelledAt != nil && b.EndsAt != nil && b.EndsAt.After(now) && b.EndsAt.Equal(b.Term(b.NextTerm))
}

// DaysLeft counts the days of the term under way from the instant on, that of the instant too, and all of its days. The
// days are those of Paris.
func (b Bought) DaysLeft(at time.Time) (left, days int) {
	open, days := b.OpenDays(b.NextTerm-1, at, nil)
	return days - open, days
}

// End ends a subscription, at the term or at once, and asks for the refund. fault.Conflict: it is over, ends with its
// term already, or its refund must wait. fault.Forbidden: the actor may not refund.
func (s *Service) End(ctx context.Context, actor access.Actor, id int64, how Ending) (Bought, error) {
	how, err := how.validate(s.bills.CheckComment)
	if err != nil {
		return Bought{}, err
	}
	return s.change(ctx, id, 0, func(ctx context.Context, before Bought) (Bought, error) {
		if how.Refund != NoRefund && !actor.ManagerAt(before.OperatorID) {
			return before, fault.Forbidden()
		}
		return s.end(ctx, actor, before, how)
	})
}

// EndByCustomer ends a subscription of the operator at its term, as its customer asks; one that renewed without its
// letter in time ends at once, and its days left are given back.
func (s *Service) EndByCustomer(ctx context.Context, actor access.Actor, operatorID, id int64) (Bought, error) {
	return s.change(ctx, id, operatorID, func(ctx context.Context, before Bought) (Bought, error) {
		return s.end(ctx, actor, before, before.customerEnding(s.clock.Now()))
	})
}

// customerEnding returns how the subscription ends when its customer asks.
func (b Bought) customerEnding(now time.Time) Ending {
	if !b.FreeToEnd(now) {
		return Ending{When: AtTerm, Refund: NoRefund}
	}
	how := Ending{When: AtOnce, Refund: ProRata, Comment: msgUnwarned}
	if b.PaymentStatus == paidByHand { // nobody is at the counter to give it back
		left, days := b.DaysLeft(now)
		how.Refund, how.Comment = NoRefund, msgUnwarned+fmt.Sprintf(msgOwedByHand, left, days)
	}
	return how
}

// Resume takes back an end at the term that has not come. fault.Conflict: there is none, or no further term could be
// billed.
func (s *Service) Resume(ctx context.Context, actor access.Actor, id int64) (Bought, error) {
	return s.change(ctx, id, 0,
		func(ctx context.Context, before Bought) (Bought, error) { return s.resume(ctx, actor, before) })
}

// ResumeByCustomer does the same for a subscription of the operator, as its customer asks.
func (s *Service) ResumeByCustomer(ctx context.Context, operatorID, id int64) (Bought, error) {
	return s.change(ctx, id, operatorID, func(ctx context.Context, before Bought) (Bought, error) {
		return s.resume(ctx, access.Actor{}, before)
	})
}

// change changes a subscription, of the operator if one is told, and returns it as it is then.
func (s *Service) change(
	ctx context.Context, id, operatorID int64, change func(ctx context.Context, before Bought) (Bought, error),
) (Bought, error) {
	var changed Bought
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.SubscriptionByID(ctx, id)
		if err != nil {
			return err
		}
		if operatorID != 0 && before.OperatorID != operatorID {
			return fault.NotFound()
		}
		after, err := change(ctx, before)
		if err != nil {
			return err
		}
		if err := s.store.SaveEnd(ctx, after.Subscription); err != nil {
			return err
		}
		changed, err = s.store.SubscriptionByID(ctx, id)
		return err
	})
	return changed, err
}

func (s *Service) end(ctx context.Context, actor access.Actor, before Bought, how Ending) (Bought, error) {
	now := s.clock.Now()
	after, err := before.endedBy(how, now)
	if err != nil {
		return after, err
	}
	changes := map[string]any{"quand": how.When, "fin": clock.Written(*after.EndsAt)}
	if how.When == AtOnce {
		if err := s.reduce(ctx, actor, before, now, changes); err != nil {
			return after, err
		}
	}
	var given money.Cents
	if how.Refund != NoRefund && before.Term(before.NextTerm).After(now) && before.PaymentID != 0 {
		left, days := before.DaysLeft(now)
		if how.Refund == Whole {
			left = days
		}
		if given, err = s.bills.GiveBackTerm(ctx, actor, before.PaymentID, left, days, how.Comment); err != nil {
			return after, err
		}
		changes["montantRembourse"] = given
	}
	if err := s.record(ctx, audit.SubscriptionCancelled, actor.AccountID, after, changes); err != nil {
		return after, err
	}
	return after, tellEnd(ctx, s.store, after, given, now)
}

// reduce lowers what is due for the term under way, if it is not settled, to the days on which it opened.
func (s *Service) reduce(
	ctx context.Context, actor access.Actor, b Bought, now time.Time, changes map[string]any,
) error {
	if b.PaymentID == 0 || !b.Term(b.NextTerm).After(now) {
		return nil
	}
	open, days := b.OpenDays(b.NextTerm-1, now, b.ClosesAt)
	less, err := s.bills.ReduceTerm(ctx, actor, b.PaymentID, open, days)
	if less != 0 {
		changes["montantReduit"] = less
	}
	return err
}

func (s *Service) resume(ctx context.Context, actor access.Actor, before Bought) (Bought, error) {
	now := s.clock.Now()
	after, err := before.resumed(now)
	if err != nil {
		return after, err
	}
	why, err := s.whyOver(ctx, before)
	switch {
	case err != nil:
		return after, err
	case why != "":
		return after, fault.Conflict(string(why))
	}
	sold, err := s.store.TariffByID(ctx, before.TariffID)
	if err != nil {
		return after, err
	}
	// Who was not to renew has not been told of a price that is new since.
	if _, err := s.store.TellPrice(ctx, before.TariffID, before.ID, sold.TermPrice(), now); err != nil {
		return after, err
	}
	if err := s.record(ctx, audit.SubscriptionResumed, actor.AccountID, after, nil); err != nil {
		return after, err
	}
	return after, s.store.Announce(ctx, EventOf(webhook.SubscriptionResumed, after, now))
}
