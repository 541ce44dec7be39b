package subscription

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// Days counts subscriptions by the day of what is to happen to them.
type Days map[clock.Day]int

// Total counts all of them.
func (d Days) Total() int {
	total := 0
	for _, n := range d {
		total += n
	}
	return total
}

// InOrder lists the days, the first one first.
func (d Days) InOrder() []clock.Day { return slices.Sorted(maps.Keys(d)) }

// Effect is what an act would do to the subscriptions of a tariff or a person.
type Effect struct {
	Told  Days // of whom a letter would tell the new price, by the first day on which they pay it
	Ended Days // that would end, by that day
	Kept  Days // that would go on by their unit and price, since the tariff is sold by another unit, by the next term
}

// Edit is a change of a tariff that nobody has saved.
type Edit struct {
	Amount *money.Cents // of a term; nil: the same
	Unit   pricing.Unit // of a term; empty: the same
	Taken  []int64      // beneficiaries who are taken off
	Added  []string     // e-mails that are added
}

// EffectStore reads who holds subscriptions that would be renewed.
type EffectStore interface {
	// RenewingAt passes those of a tariff (0: of all) and of an account (0: of all) to batch, with their people.
	RenewingAt(ctx context.Context, tariffID, accountID int64, batch func([]Listed) error) error
}

// EffectOfEdit returns what an edit of a tariff would do to its subscriptions, if it were saved now.
func (s *Service) EffectOfEdit(ctx context.Context, tariffID int64, edit Edit) (Effect, error) {
	effect, now := Effect{Days{}, Days{}, Days{}}, s.clock.Now()
	sold, err := s.store.TariffByID(ctx, tariffID)
	if err != nil {
		return effect, err
	}
	admitted, then := sold.Admission(), sold.With(edit.Taken, edit.Added).Admission()
	next := Notice{Kind: PriceNotice, Number: sold.Version + 1, SentAt: &now, Amount: sold.UnitPrice()}
	if edit.Amount != nil {
		next.Amount = *edit.Amount
	}
	unit := cmp.Or(edit.Unit, sold.Unit)
	changes := unit != sold.Unit || next.Amount != sold.UnitPrice()
	err = s.store.RenewingAt(ctx, tariffID, 0, func(list []Listed) error {
		for _, l := range list {
			if admitted(l.Account.Email) && !then(l.Account.Email) {
				effect.Ended[clock.DayOf(*l.NextAt)]++
			}
			if unit != sold.Unit && l.Renewed && l.Tariff.Unit != unit {
				effect.Kept[clock.DayOf(*l.NextAt)]++
			}
			if !changes || !l.hears(unit, next.Amount) {
				continue
			}
			if from, ever := l.told(next, now).firstAt(next.Number); ever {
				effect.Told[clock.DayOf(from)]++
			}
		}
		return nil
	})
	return effect, err
}

// hears reports whether a letter would tell the subscriber of the price, as SubscriberStore.TellPrice has it.
func (b Bought) hears(unit pricing.Unit, amount money.Cents) bool {
	last := b.Tariff.UnitPrice()
	for _, n := range b.Notices {
		if n.Kind == PriceNotice {
			last = n.Amount
		}
	}
	return b.Renewed && b.Tariff.Unit == unit && last != amount
}

// EffectOfBan returns which subscriptions of a person would end if they were banned.
func (s *Service) EffectOfBan(ctx context.Context, accountID int64) (Effect, error) {
	effect := Effect{Days{}, Days{}, Days{}}
	err := s.store.RenewingAt(ctx, 0, accountID, func(list []Listed) error {
		for _, l := range list {
			effect.Ended[clock.DayOf(*l.NextAt)]++
		}
		return nil
	})
	return effect, err
}
