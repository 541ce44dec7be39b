package worklist

import (
	"context"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
)

// List is the worklist of an operator.
type List struct {
	Payments Section[Payment]
	Overrun  Section[Stay]
	Removed  Section[Stay]
	Spaces   Section[Space]
	Silent   Section[SilentStation]
	Cards    *Section[Card] // nil: the actor may not read about users
}

// Total returns the number of entries of all kinds.
func (l List) Total() int {
	total := l.Payments.Total + l.Overrun.Total + l.Removed.Total + l.Spaces.Total + l.Silent.Total
	if l.Cards != nil {
		total += l.Cards.Total
	}
	return total
}

// Service reads worklists.
type Service struct {
	store Reader
	clock clock.Clock
}

// NewService returns a Service on the store.
func NewService(store Reader, clock clock.Clock) *Service {
	return &Service{store: store, clock: clock}
}

// Of returns the worklist of an operator as the actor may see it. heard: this site hears controllers;
// if not, what is stored of them is out of date, and no station is listed as silent.
func (s *Service) Of(ctx context.Context, actor access.Actor, operatorID int64, heard bool) (list List, err error) {
	now := s.clock.Now()
	if list.Payments, err = s.store.FailedPayments(ctx, operatorID); err != nil {
		return List{}, err
	}
	if list.Overrun, err = s.store.OverrunStays(ctx, operatorID, now); err != nil {
		return List{}, err
	}
	if list.Removed, err = s.store.RemovedStays(ctx, operatorID, now); err != nil {
		return List{}, err
	}
	if list.Spaces, err = s.store.FullSpaces(ctx, operatorID); err != nil {
		return List{}, err
	}
	if heard {
		if list.Silent, err = s.store.SilentStations(ctx, operatorID); err != nil {
			return List{}, err
		}
	}
	// To settle a card one contacts its holder, and not every member of staff may read about users.
	if actor.Can(access.HotlineRead, operatorID) {
		cards, err := s.store.ExpiringCards(ctx, operatorID, now)
		if err != nil {
			return List{}, err
		}
		list.Cards = &cards
	}
	return list, nil
}
