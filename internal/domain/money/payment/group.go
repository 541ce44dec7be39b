package payment

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

// Group is a charge that collects several payments of a person at once. Each has an attempt of its own, of its amount,
// which is a part of the charge; the provider is asked about the charge through the first of them.
type Group struct {
	UUID   string      // the provider's idempotency key
	Amount money.Cents // the sum of the parts
}

// orderUUID returns the uuid that the provider knows the attempt by: that of its charge.
func (p Attempt) orderUUID() string {
	if p.Group != nil {
		return p.Group.UUID
	}
	return p.UUID
}

// Waiting is what a payment that is too small to be collected on its own waits for.
type Waiting struct {
	Sum money.Cents // of what the person has waiting at the operator
	For money.Cents // the sum from which on it is collected
}

// Waits reports whether the payment waits for other small sums.
func (p Payment) Waits() bool { return p.Status == NotPresented && p.WaitsFor > 0 && p.DueAt != nil }

// Grouping is from which sum on, and how late, small sums are collected.
type Grouping struct {
	From  money.Cents // what is less waits
	Days  int         // since a payment became due, after which it waits no longer
	Least money.Cents // that the provider takes
}

// latest returns until when a payment waits.
func (g Grouping) latest(p Payment) time.Time {
	return p.BilledAt().In(clock.Paris).AddDate(0, 0, g.Days).UTC()
}

// of returns what is to be charged at once for a payment that is due, with the small sums that the person owes, and
// whether it is to be made free. Nothing of both: it waits. A term that opens nothing until it is paid does not, if the
// provider takes it.
func (g Grouping) of(due Payment, small []Payment, now time.Time) (charged []Payment, free bool) {
	charged = []Payment{due}
	for _, p := range small {
		if p.ID != due.ID {
			charged = append(charged, p)
		}
	}
	over := !now.Before(g.latest(due))
	switch sum := sumOf(charged); {
	case sum >= g.From, sum >= g.Least && (over || due.ClosesAt != nil):
		return charged, false
	}
	return nil, over
}

func sumOf(list []Payment) (sum money.Cents) {
	for _, p := range list {
		sum += p.Amount
	}
	return sum
}

// together returns the payments that one charge is to collect now; none: the due one is not to be presented, and was
// changed accordingly.
func (s *Service) together(ctx context.Context, due Payment) ([]Payment, error) {
	if due.Status != NotPresented {
		return s.again(ctx, due)
	}
	rule, err := s.grouping(ctx, due.OperatorID)
	if err != nil || rule.From <= 1 {
		return []Payment{due}, err
	}
	small, err := s.store.SmallSums(ctx, due.AccountID, due.OperatorID, rule.From)
	if err != nil {
		return nil, err
	}
	charged, free := rule.of(due, small, s.clock.Now())
	switch {
	case charged != nil:
		return charged, nil
	case free:
		return nil, s.writeOff(ctx, due, rule)
	}
	after := due
	after.DueAt, after.WaitsFor = new(rule.latest(due)), rule.From
	if err := s.change(ctx, due, after); err != nil {
		return nil, err
	}
	return nil, s.store.NotePayment(ctx, due.ID, s.clock.Now())
}

func (s *Service) grouping(ctx context.Context, operatorID int64) (Grouping, error) {
	rule, err := s.store.GroupingOf(ctx, operatorID)
	rule.Least = s.provider.Minimum()
	rule.From = max(rule.From, rule.Least)
	return rule, err
}

// again returns what is due of the group of a payment whose last attempt failed: it goes again as the same group. What
// is left of one may be less than the provider takes: staff settle that.
func (s *Service) again(ctx context.Context, due Payment) ([]Payment, error) {
	group, err := s.store.GroupedWith(ctx, due)
	if err != nil || len(group) == 0 {
		return []Payment{due}, err
	}
	now, left := s.clock.Now(), []Payment{due}
	for _, p := range group {
		if p.ID != due.ID && p.Status.Becomes(InProgress) && p.DueAt != nil && !p.DueAt.After(now) {
			left = append(left, p)
		}
	}
	if sumOf(left) >= s.provider.Minimum() {
		return left, nil
	}
	for _, p := range left {
		if err := s.giveUp(ctx, p); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// presentTogether stores one attempt for each of the payments, as the parts of one charge if there are several, and
// returns the attempt through which the provider is asked. It takes them in the order of their ids, so that two nodes
// do not wait for each other.
func (s *Service) presentTogether(ctx context.Context, list []Payment) (Attempt, error) {
	var first Attempt
	var group *Group
	if len(list) > 1 {
		group = &Group{UUID: uuid.NewString(), Amount: sumOf(list)}
	}
	at := s.clock.Now()
	slices.SortFunc(list, func(a, b Payment) int { return cmp.Compare(a.ID, b.ID) })
	for i, before := range list {
		after := before
		note := Attempt{UUID: uuid.NewString(), PaymentID: before.ID, Amount: before.Amount, At: at}
		if err := s.present(ctx, &after, &note); err != nil {
			return first, err
		}
		note.inGroup(group, i == 0)
		if err := s.change(ctx, before, after); err != nil {
			return first, err
		}
		if err := s.store.CreateAttempt(ctx, note); err != nil {
			return first, err
		}
		changes := map[string]any{"montant": note.Amount, "tentative": note.Number}
		if group != nil {
			changes["montantEncaissement"] = group.Amount
		}
		if err := s.record(ctx, audit.PaymentPresented, 0, after, changes); err != nil {
			return first, err
		}
		if i == 0 {
			first = note
		}
	}
	return first, nil
}

// inGroup makes an attempt a part of a group; nil: it is on its own. The provider is asked through the leading one.
func (p *Attempt) inGroup(group *Group, leads bool) {
	p.Group = group
	if group != nil && !leads {
		p.AskAt = nil
	}
}

// writeOff makes free what the provider never takes, at the latest day.
func (s *Service) writeOff(ctx context.Context, before Payment, rule Grouping) error {
	now, after := s.clock.Now(), before
	after.Status, after.Amount, after.DueAt = Free, 0, nil
	if err := s.change(ctx, before, after); err != nil {
		return err
	}
	if err := s.store.CreateAttempt(ctx, Attempt{
		UUID: uuid.NewString(), PaymentID: before.ID, Kind: Cancellation, Amount: before.Amount, Outcome: Free, At: now,
		AnsweredAt: &now, Comment: fmt.Sprintf(noteTooSmall, rule.Least, rule.Days),
	}); err != nil {
		return err
	}
	if err := s.book(ctx, ledger.MadeFree, before, before.Amount, "", ""); err != nil {
		return err
	}
	if before.IsForStay() {
		if err := s.store.WaiveStay(ctx, before.StayID); err != nil {
			return err
		}
	}
	return s.record(ctx, audit.PaymentMadeFree, 0, after, map[string]any{"montant": before.Amount})
}

const (
	noteTooSmall = "En dessous de %s, que le prestataire de paiement n'encaisse pas, après %d\u00a0jours d'attente\u00a0: rendu gratuit."
	msgTooSmall  = "Ce qui reste dû, %s, est en dessous de ce que le prestataire de paiement encaisse (%s)\u00a0: marquez-le comme payé ou annulez-le."
)

// orderRest makes the other payments of a group whose attempts are used up parts of the order for one of them, and
// returns that group; nil: the one is on its own. fault.Conflict: what is left is less than the provider takes.
func (s *Service) orderRest(ctx context.Context, one Payment, note Attempt) (*Group, error) {
	grouped, err := s.store.GroupedWith(ctx, one)
	if err != nil || len(grouped) == 0 {
		return nil, err
	}
	rest := slices.DeleteFunc(grouped, func(p Payment) bool { return p.ID == one.ID || p.Status != PermanentError })
	group := &Group{UUID: uuid.NewString(), Amount: one.Amount + sumOf(rest)}
	if least := s.provider.Minimum(); group.Amount < least {
		return nil, fault.Conflict(fmt.Sprintf(msgTooSmall, group.Amount, least))
	}
	if len(rest) == 0 {
		return nil, nil
	}
	for _, before := range rest {
		after, part := before, note
		part.UUID, part.PaymentID, part.Amount = uuid.NewString(), before.ID, before.Amount
		if err := s.present(ctx, &after, &part); err != nil {
			return nil, err
		}
		part.inGroup(group, false)
		if err := s.change(ctx, before, after); err != nil {
			return nil, err
		}
		if err := s.store.CreateAttempt(ctx, part); err != nil {
			return nil, err
		}
		if err := s.record(ctx, audit.PaymentOrdered, note.ActorID, after,
			map[string]any{"montant": part.Amount, "statut": after.Status, "montantEncaissement": group.Amount}); err != nil {
			return nil, err
		}
	}
	return group, nil
}
