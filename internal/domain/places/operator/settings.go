package operator

import (
	"context"
	"fmt"
	"maps"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

// Settings is what an operator decides for its customers (docs/rules.md#settings).
type Settings struct {
	GraceDays     int             // how long a subscription whose term is not paid still opens
	NoticeDays    int             // how long before a term its subscriber is told of a higher price
	CollectFrom   money.Cents     // what is less waits for more; 0: the least that the payment provider takes
	CollectWithin int             // the days after which it waits no longer
	Receipts      outbox.Receipts // which receipts go by mail without being asked for
	OfferDays     int             // how long a place is offered to who waits for it
	Bylaw         Bylaw
}

// SettingsInput is typed settings. What is nil stays as it is.
type SettingsInput struct {
	GraceDays     *int
	NoticeDays    *int
	CollectFrom   *int
	CollectWithin *int
	OfferDays     *int
	Receipts      *outbox.Receipts
	Bylaw         BylawInput
}

const (
	maxGraceDays     = 90
	maxNoticeDays    = 365
	maxCollectFrom   = 2000
	maxCollectWithin = 90
	maxOfferDays     = 60

	msgReceipts = "Veuillez choisir «\u00a0jamais\u00a0», «\u00a0abonnements\u00a0» ou «\u00a0toujours\u00a0»"
)

// over returns the settings with what was typed in their place. least is the smallest amount that the payment provider
// takes.
func (in SettingsInput) over(s Settings, least money.Cents) (Settings, error) {
	var broken fault.Broken
	days := func(field string, typed, kept *int, from, most int) {
		if typed == nil {
			return
		}
		*kept = *typed
		broken.Unless(*typed >= from && *typed <= most, field,
			fmt.Sprintf("Ce délai est compris entre %d et %d jours", from, most))
	}
	days("delaiGraceJours", in.GraceDays, &s.GraceDays, 0, maxGraceDays)
	days("delaiPreavisJours", in.NoticeDays, &s.NoticeDays, 0, maxNoticeDays)
	days("delaiMaximumEncaissementJours", in.CollectWithin, &s.CollectWithin, 1, maxCollectWithin)
	days("delaiOffreJours", in.OfferDays, &s.OfferDays, 1, maxOfferDays)
	if in.CollectFrom != nil {
		s.CollectFrom = money.Cents(*in.CollectFrom)
		most := max(least, maxCollectFrom)
		broken.Unless(s.CollectFrom >= least && s.CollectFrom <= most, "montantMinimumEncaissement",
			fmt.Sprintf("Ce montant est compris entre %s et %s", least, most))
		if s.CollectFrom == least {
			s.CollectFrom = 0
		}
	}
	if in.Receipts != nil {
		s.Receipts = *in.Receipts
		broken.Unless(s.Receipts.Known(), "recusParCourriel", msgReceipts)
	}
	s.Bylaw = in.Bylaw.over(s.Bylaw, &broken)
	return s, broken.Err()
}

// facts returns the fields that the audit log compares, by their names on the wire.
func (s Settings) facts(least money.Cents) map[string]any {
	facts := map[string]any{
		"delaiGraceJours": int64(s.GraceDays), "delaiPreavisJours": int64(s.NoticeDays),
		"montantMinimumEncaissement":    int64(max(s.CollectFrom, least)),
		"delaiMaximumEncaissementJours": int64(s.CollectWithin),
		"delaiOffreJours":               int64(s.OfferDays),
		"recusParCourriel":              string(s.Receipts),
	}
	maps.Copy(facts, s.Bylaw.facts())
	return facts
}

// Least returns the smallest amount that the payment provider takes.
func (s *Service) Least() money.Cents { return s.least }

// SettingsStore stores settings, which OperatorStore returns with their operators.
type SettingsStore interface {
	// SetSettings replaces the settings of an operator in service.
	SetSettings(ctx context.Context, operatorID int64, s Settings) error
	// ReviewWaiting makes the payments of an operator that wait for others due, so that they are judged again.
	ReviewWaiting(ctx context.Context, operatorID int64, at time.Time) error
}

// ChangeSettings changes the settings of an operator. audit.Overwrite: they were changed after the revision that the
// actor saw; 0: not told.
func (s *Service) ChangeSettings(
	ctx context.Context, actor access.Actor, id, seen int64, typed SettingsInput,
) (Operator, error) {
	var after Settings
	return s.changePart(ctx, actor, id, seen, func(before Operator) (was, is map[string]any, err error) {
		after, err = typed.over(before.Settings, s.least)
		return before.Settings.facts(s.least), after.facts(s.least), err
	}, func(ctx context.Context, before Operator) error {
		if err := s.store.SetSettings(ctx, id, after); err != nil {
			return err
		}
		if after.CollectFrom == before.Settings.CollectFrom && after.CollectWithin == before.Settings.CollectWithin {
			return nil
		}
		return s.store.ReviewWaiting(ctx, id, s.clock.Now())
	})
}

// changePart replaces a part of an operator, and notes what differs in the audit log. compare returns the facts of the
// part before and after, and save stores it. audit.Overwrite: the part was changed after the revision that the actor
// saw; 0: not told.
func (s *Service) changePart(
	ctx context.Context, actor access.Actor, id, seen int64,
	compare func(before Operator) (was, is map[string]any, err error),
	save func(ctx context.Context, before Operator) error,
) (Operator, error) {
	var changed Operator
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.OperatorByID(ctx, id)
		if err != nil {
			return err
		}
		was, is, err := compare(before)
		if err != nil {
			return err
		}
		concerns := func(line audit.Line) bool {
			for name := range was {
				if line.Changes[name] != nil {
					return true
				}
			}
			return false
		}
		if err := audit.Unchanged(ctx, s.store, object(id), seen, concerns); err != nil {
			return err
		}
		differences := audit.Differences(was, is)
		if len(differences) == 0 {
			changed = before
			return nil
		}
		if err := save(ctx, before); err != nil {
			return err
		}
		if err := s.record(ctx, audit.OperatorChanged, actor, id, differences); err != nil {
			return err
		}
		changed, err = s.store.OperatorByID(ctx, id)
		return err
	})
	return changed, err
}
