package operator

import (
	"context"
	"fmt"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// Settings is what an operator decides for its customers (docs/rules.md#settings).
type Settings struct {
	GraceDays int // how long a subscription whose term is not paid still opens
	OfferDays int // how long a place is offered to who waits for it
}

// SettingsInput is typed settings. What is nil stays as it is.
type SettingsInput struct {
	GraceDays *int
	OfferDays *int
}

const (
	maxGraceDays = 90
	maxOfferDays = 60
)

// over returns the settings with what was typed in their place.
func (in SettingsInput) over(s Settings) (Settings, error) {
	var broken fault.Broken
	set := func(field string, typed, kept *int, least, most int) {
		if typed == nil {
			return
		}
		*kept = *typed
		broken.Unless(*typed >= least && *typed <= most, field,
			fmt.Sprintf("Ce délai est compris entre %d et %d jours", least, most))
	}
	set("delaiGraceJours", in.GraceDays, &s.GraceDays, 0, maxGraceDays)
	set("delaiOffreJours", in.OfferDays, &s.OfferDays, 1, maxOfferDays)
	return s, broken.Err()
}

// facts returns the fields that the audit log compares, by their names on the wire.
func (s Settings) facts() map[string]any {
	return map[string]any{"delaiGraceJours": int64(s.GraceDays), "delaiOffreJours": int64(s.OfferDays)}
}

// SettingsStore stores settings, which OperatorStore returns with their operators.
type SettingsStore interface {
	// SetSettings replaces the settings of an operator in service.
	SetSettings(ctx context.Context, operatorID int64, s Settings) error
}

// ChangeSettings changes the settings of an operator. audit.Overwrite: they were changed after the revision that the
// actor saw; 0: not told.
func (s *Service) ChangeSettings(
	ctx context.Context, actor access.Actor, id, seen int64, typed SettingsInput,
) (Operator, error) {
	var after Settings
	return s.changePart(ctx, actor, id, seen, func(before Operator) (was, is map[string]any, err error) {
		after, err = typed.over(before.Settings)
		return before.Settings.facts(), after.facts(), err
	}, func(ctx context.Context, _ Operator) error { return s.store.SetSettings(ctx, id, after) })
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
