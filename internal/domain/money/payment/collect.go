package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

const (
	// lease is how long a call to the provider is reserved to the node that claimed it.
	lease = time.Minute
	// seldom is the longest wait between two questions about one attempt.
	seldom = time.Hour
	// keyLife is how long every provider surely remembers an idempotency key. Within that time, an
	// order that the provider does not know is sent again, because its key prevents a second charge;
	// after that time, it counts as failed.
	keyLife = 23 * time.Hour
)

// ErrNoAnswer reports that the outcome of a call to the provider is unknown. The attempt is asked about
// again later, without the caller.
var ErrNoAnswer = errors.New("the provider gave no answer")

// Present stores an attempt to collect a due payment, then asks the provider for the money; small sums wait for each
// other, and are collected together. It does nothing when another call was first, and gives up what is owed to an
// operator that is gone. ErrNoAnswer: the attempt was made, and its outcome is unknown.
func (s *Service) Present(ctx context.Context, id int64) error {
	var made *Attempt
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		made = nil
		before, err := s.store.PaymentByID(ctx, id)
		if err != nil {
			return err
		}
		if before.DueAt == nil || before.DueAt.After(s.clock.Now()) || !before.Status.Becomes(InProgress) {
			return nil
		}
		exists, err := s.store.OperatorExists(ctx, before.OperatorID)
		if err != nil {
			return err
		}
		if !exists {
			return s.giveUp(ctx, before)
		}
		list, err := s.together(ctx, before)
		if err != nil || len(list) == 0 {
			return err
		}
		first, err := s.presentTogether(ctx, list)
		made = &first
		return err
	})
	if err != nil || made == nil {
		return err
	}
	p, err := s.store.AttemptByUUID(ctx, made.UUID)
	if err != nil {
		return err
	}
	return s.ask(ctx, p)
}

// giveUp ends the attempts at a payment owed to an operator that is gone. One that was never presented keeps its
// status, in which an administrator may still cancel it.
func (s *Service) giveUp(ctx context.Context, before Payment) error {
	if before.Status.Retried() {
		return s.stopAttempts(ctx, access.Actor{}, before)
	}
	after := before
	after.DueAt = nil
	return s.change(ctx, before, after)
}

// present makes note an attempt to collect the payment with the card that its customer has at its
// operator.
func (s *Service) present(ctx context.Context, p *Payment, note *Attempt) error {
	card, err := s.store.CardOf(ctx, p.AccountID, p.OperatorID)
	switch {
	case err == nil:
		note.Card = &card
	case !fault.Is(err, fault.KindNotFound):
		return err
	}
	p.Status, p.DueAt, p.PresentedAt = InProgress, nil, &note.At
	p.Attempts++
	if p.FirstAt == nil {
		p.FirstAt = &note.At
	}
	note.Kind, note.Outcome, note.Number, note.AskAt = Charge, InProgress, p.Attempts, &note.At
	return nil
}

// Ask calls the provider about an attempt or refund whose outcome is unknown, and stores the answer. An
// attempt without an outcome is asked about again later. ErrNoAnswer: the provider did not answer.
func (s *Service) Ask(ctx context.Context, attempt int64) error {
	p, err := s.store.AttemptByID(ctx, attempt)
	if err != nil {
		return err
	}
	return s.ask(ctx, p)
}

// toAsk reports whether the provider is to be asked about the attempt now. A question that is
// put off for longer than any is was put off by a clock that ran ahead.
func (p Attempt) toAsk(now time.Time) bool {
	return p.AskAt != nil && (!p.AskAt.After(now) || p.AskCount > 0 && p.AskAt.After(now.Add(seldom)))
}

func (s *Service) ask(ctx context.Context, p Attempt) error {
	now := s.clock.Now()
	if !p.toAsk(now) {
		return nil
	}
	if p.Kind == Charge && p.Card == nil {
		return s.Settle(ctx, p.orderUUID(), Answer{Outcome: CardUnusable})
	}
	// The wait grows with the age of the attempt: an answer that took a day will not come within a
	// minute.
	wait := min(max(lease, now.Sub(p.At)/2), seldom)
	mine, err := s.store.ClaimAttempt(ctx, p, now.Add(wait))
	if err != nil || !mine {
		return err
	}
	answer, err := s.call(ctx, p)
	switch {
	case errors.Is(err, ErrUnknownOrder): // the provider will never know the order
		answer, err = Answer{Outcome: Failed}, nil
	case err == nil && answer.Outcome == InProgress:
		return nil
	}
	if err != nil {
		return err
	}
	return s.Settle(ctx, p.orderUUID(), answer)
}

// call sends the order to the provider, or, if it was sent before, asks for its outcome. An order that
// never reached the provider is sent again with the same key, for as long as the provider would still
// recognise the key.
func (s *Service) call(ctx context.Context, p Attempt) (Answer, error) {
	order := Order{UUID: p.orderUUID(), Amount: p.Amount}
	if p.Group != nil {
		order.Amount = p.Group.Amount
	}
	if p.Card != nil {
		order.Card = p.Card.Reference
	}
	send, look := s.provider.Collect, s.provider.Charge
	if p.Kind == Refund {
		charge, err := s.store.AttemptByUUID(ctx, p.Of)
		if err != nil {
			return Answer{}, err
		}
		order.ChargeRef, send, look = charge.ProviderRef, s.provider.Refund, s.provider.Refunded
	}
	if p.AskCount > 0 {
		answer, err := look(ctx, order)
		if !errors.Is(err, ErrUnknownOrder) || s.clock.Now().Sub(p.At) > keyLife {
			return answer, silence(err)
		}
	}
	answer, err := send(ctx, order)
	return answer, silence(err)
}

// silence wraps an error of the provider in ErrNoAnswer, which distinguishes it from database errors.
func silence(err error) error {
	if err == nil || errors.Is(err, ErrUnknownOrder) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrNoAnswer, err)
}

// Settle stores the outcome of an attempt or refund, once, or that of all parts of a charge. A repeated or later answer
// changes nothing, with two exceptions: a declined charge was paid after all, or a refund that was made has come back.
// fault.NotFound: there is no such order.
func (s *Service) Settle(ctx context.Context, order string, answer Answer) error {
	if answer.Outcome == InProgress {
		return nil
	}
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		parts, err := s.store.AttemptsOfOrder(ctx, order)
		if err != nil {
			return err
		}
		if len(parts) == 0 {
			return fault.NotFound()
		}
		now := s.clock.Now()
		for _, part := range parts {
			if err := s.settle(ctx, part, answer, now); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) settle(ctx context.Context, was Attempt, answer Answer, at time.Time) error {
	late := was.Kind == Charge && was.Outcome.Retried() && answer.Outcome == Paid
	bounced := was.Kind == Refund && was.Outcome == Paid && answer.Outcome == Failed
	if was.Outcome != InProgress && !late && !bounced {
		return nil
	}
	p := was
	p.Outcome, p.ProviderRef, p.AskAt, p.AnsweredAt = answer.Outcome, answer.Ref, nil, &at
	first, err := s.store.AnswerAttempt(ctx, was.Outcome, p)
	if err != nil || !first {
		return err
	}
	before, err := s.store.PaymentByID(ctx, p.PaymentID)
	switch {
	case err != nil:
		return err
	case late:
		return s.settleLate(ctx, before, p)
	case p.Kind == Refund && p.Outcome == Paid:
		return s.settleRefunded(ctx, before, p)
	case p.Kind == Refund:
		return s.settleRefused(ctx, before, was.Outcome == InProgress, p)
	}
	after := before
	after.Status = p.Outcome
	switch {
	case p.Outcome == Paid:
		after.SettledAt = p.AnsweredAt
	case p.Outcome.Retried():
		if next, again := NextAttempt(*before.FirstAt, *p.AnsweredAt, p.Number); again {
			after.DueAt = &next
		} else {
			after.Status = PermanentError
		}
	}
	if p.Outcome != Paid {
		if err := s.warn(ctx, &after, p); err != nil {
			return err
		}
	}
	if err := s.change(ctx, before, after); err != nil {
		return err
	}
	if p.Outcome == Paid {
		if err := s.book(ctx, ledger.Settled, after, p.Amount, p.UUID, byCard); err != nil {
			return err
		}
		if err := s.write(ctx, outbox.Paid, after, p); err != nil {
			return err
		}
	} else if err := s.announceFailure(ctx, after); err != nil {
		return err
	}
	if err := s.recordAnswer(ctx, audit.PaymentSettled, after, p); err != nil {
		return err
	}
	return s.endUnpaid(ctx, access.Actor{}, after, *p.AnsweredAt)
}

// StopAttempts ends the attempts at a payment whose last attempt failed: from then on staff can settle it.
// Other payments stay as they are.
func (s *Service) StopAttempts(ctx context.Context, actor access.Actor, id int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.PaymentByID(ctx, id)
		if err != nil || !before.Status.Retried() {
			return err
		}
		return s.stopAttempts(ctx, actor, before)
	})
}

func (s *Service) stopAttempts(ctx context.Context, actor access.Actor, before Payment) error {
	after := before
	after.Status, after.DueAt = PermanentError, nil
	if err := s.change(ctx, before, after); err != nil {
		return err
	}
	if err := s.announceFailure(ctx, after); err != nil {
		return err
	}
	if err := s.record(ctx, audit.PaymentSettled, actor.AccountID, after,
		map[string]any{"montant": after.Amount, "statut": after.Status}); err != nil {
		return err
	}
	return s.endUnpaid(ctx, actor, after, s.clock.Now())
}

// settleRefunded records that a refund, which was counted when it was asked for, is done.
func (s *Service) settleRefunded(ctx context.Context, before Payment, p Attempt) error {
	if err := s.bookRefund(ctx, before, p, true); err != nil || p.ofDouble() {
		return err
	}
	after := before
	after.RefundPending -= p.Amount
	if err := s.change(ctx, before, after); err != nil {
		return err
	}
	told, err := s.tellRefund(ctx, p)
	if err != nil || told {
		return err
	}
	return s.write(ctx, outbox.Refunded, after, p)
}

func (s *Service) tellRefund(ctx context.Context, refund Attempt) (told bool, err error) {
	if s.Refunds == nil {
		return false, nil
	}
	return s.Refunds.RefundSettled(ctx, refund)
}

// settleRefused takes back a refund that the provider did not make, or that came back after it was done (not
// pending). A refund of money collected twice is tried again on the days of the schedule.
func (s *Service) settleRefused(ctx context.Context, before Payment, pending bool, p Attempt) error {
	after, changes := before, map[string]any{"montant": p.Amount, "statut": before.Status, "reponse": p.Outcome}
	if p.ofDouble() {
		changes["double"] = true
		if err := s.giveBackAgain(ctx, p); err != nil {
			return err
		}
	} else {
		after.Refunded -= p.Amount
		if pending {
			after.RefundPending -= p.Amount
		}
		if err := s.change(ctx, before, after); err != nil {
			return err
		}
		if _, err := s.tellRefund(ctx, p); err != nil {
			return err
		}
	}
	if err := s.bookRefund(ctx, after, p, pending); err != nil {
		return err
	}
	return s.record(ctx, audit.RefundRefused, 0, after, changes)
}

func (s *Service) giveBackAgain(ctx context.Context, refused Attempt) error {
	made, err := s.store.AttemptsOf(ctx, refused.PaymentID)
	if err != nil {
		return err
	}
	first, tries := refused.At, 0
	for _, p := range made {
		if p.ofDouble() && p.Of == refused.Of {
			tries++
			if p.At.Before(first) {
				first = p.At
			}
		}
	}
	next, left := NextAttempt(first, *refused.AnsweredAt, tries)
	if !left {
		return nil
	}
	again := refused
	again.UUID, again.At, again.Outcome = uuid.NewString(), *refused.AnsweredAt, InProgress
	again.AskAt, again.AskCount, again.AnsweredAt, again.ProviderRef = &next, 0, nil, ""
	return s.store.CreateAttempt(ctx, again)
}

var errOtherUnderWay = errors.New("another attempt of the payment is under way: tell again later")

// settleLate handles a charge that was paid although it had been reported as failed. The money pays the
// payment if it is still due, else it is refunded; so is that of a payment that was reduced since.
func (s *Service) settleLate(ctx context.Context, before Payment, p Attempt) error {
	after, kind, why := before, ledger.Settled, noteTwice
	if p.Amount != before.Amount {
		why = noteReduced
	}
	switch {
	case before.Status == InProgress:
		return errOtherUnderWay
	case before.Status.Becomes(InProgress) && why != noteReduced:
		between := before
		between.Status, between.DueAt = InProgress, nil
		after = between
		after.Status, after.SettledAt = Paid, p.AnsweredAt
		if err := s.change(ctx, before, between); err != nil {
			return err
		}
		if err := s.change(ctx, between, after); err != nil {
			return err
		}
	default:
		kind = ledger.NotOwed
		if rested := p.AnsweredAt.Add(day); before.DueAt != nil && before.DueAt.Before(rested) {
			after.DueAt = &rested
			if err := s.change(ctx, before, after); err != nil {
				return err
			}
		}
		if err := s.store.CreateAttempt(ctx, Attempt{
			UUID: uuid.NewString(), PaymentID: p.PaymentID, Kind: Refund, Of: p.UUID, Card: p.Card, Amount: p.Amount,
			Outcome: InProgress,
			Comment: why, At: *p.AnsweredAt, AskAt: p.AnsweredAt,
		}); err != nil {
			return err
		}
	}
	if err := s.book(ctx, kind, after, p.Amount, p.UUID, byCard); err != nil {
		return err
	}
	if kind == ledger.Settled {
		if err := s.write(ctx, outbox.Paid, after, p); err != nil {
			return err
		}
	}
	return s.recordAnswer(ctx, audit.PaymentSettled, after, p)
}

const (
	noteTwice   = "Encaissé en double : rendu sans délai."
	noteReduced = "Encaissé après avoir été réduit : rendu sans délai."
)

func (s *Service) recordAnswer(ctx context.Context, action audit.Action, after Payment, p Attempt) error {
	return s.record(ctx, action, 0, after,
		map[string]any{"montant": p.Amount, "statut": after.Status, "reponse": p.Outcome})
}
