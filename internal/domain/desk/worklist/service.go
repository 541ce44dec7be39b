package worklist

import (
	"context"
	"time"

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
	Unpaid   Section[Unpaid]
	Offers   Section[Offer]
	Cards    *Section[Card] // nil: the actor may not read about users

	Differences *Section[Difference] // nil: the actor does not deal with accounts
	Closings    *Section[Closing]    // nil: the same
	Refunds     *Section[Refund]     // nil: the same
}

// Total returns the number of lines of all kinds that are not postponed.
func (l List) Total() int {
	total := l.Payments.Total + l.Overrun.Total + l.Removed.Total + l.Spaces.Total + l.Silent.Total + l.Unpaid.Total +
		l.Offers.Total
	if l.Cards != nil {
		total += l.Cards.Total
	}
	if l.Differences != nil {
		total += l.Differences.Total
	}
	if l.Closings != nil {
		total += l.Closings.Total
	}
	if l.Refunds != nil {
		total += l.Refunds.Total
	}
	return total
}

// Postponed returns the number of postponed lines of all kinds.
func (l List) Postponed() int {
	total := l.Payments.Postponed + l.Overrun.Postponed + l.Removed.Postponed + l.Spaces.Postponed + l.Silent.Postponed +
		l.Unpaid.Postponed + l.Offers.Postponed
	if l.Cards != nil {
		total += l.Cards.Postponed
	}
	if l.Differences != nil {
		total += l.Differences.Postponed
	}
	if l.Closings != nil {
		total += l.Closings.Postponed
	}
	if l.Refunds != nil {
		total += l.Refunds.Postponed
	}
	return total
}

// Service reads worklists, and lets staff say who deals with a line.
type Service struct {
	store Store
	clock clock.Clock
}

// NewService returns a Service on the store.
func NewService(store Store, clock clock.Clock) *Service {
	return &Service{store: store, clock: clock}
}

// Of returns the worklist of an operator as the actor may see it now. heard: this site hears controllers;
// if not, what is stored of them is out of date, and no station is listed as silent.
func (s *Service) Of(ctx context.Context, actor access.Actor, q Query, heard bool) (list List, err error) {
	q.Now = s.clock.Now()
	if list.Payments, err = s.store.FailedPayments(ctx, q); err != nil {
		return List{}, err
	}
	if list.Unpaid, err = s.store.UnpaidSubscriptions(ctx, q); err != nil {
		return List{}, err
	}
	if list.Overrun, err = s.store.OverrunStays(ctx, q); err != nil {
		return List{}, err
	}
	if list.Removed, err = s.store.RemovedStays(ctx, q); err != nil {
		return List{}, err
	}
	if list.Spaces, err = s.store.FullSpaces(ctx, q); err != nil {
		return List{}, err
	}
	if list.Offers, err = s.store.UnansweredOffers(ctx, q); err != nil {
		return List{}, err
	}
	if heard {
		if list.Silent, err = s.store.SilentStations(ctx, q); err != nil {
			return List{}, err
		}
	}
	if actor.Can(rightOver(KindCard), q.OperatorID) {
		cards, err := s.store.ExpiringCards(ctx, q)
		if err != nil {
			return List{}, err
		}
		list.Cards = &cards
	}
	if actor.Can(rightOver(KindDifference), q.OperatorID) {
		differences, err := s.store.OpenDifferences(ctx, q)
		if err != nil {
			return List{}, err
		}
		list.Differences = &differences
	}
	if actor.Can(rightOver(KindClosing), q.OperatorID) {
		closings, err := s.store.RefusedClosings(ctx, q)
		if err != nil {
			return List{}, err
		}
		list.Closings = &closings
	}
	if actor.Can(rightOver(KindRefund), q.OperatorID) {
		refunds, err := s.store.RefundRequests(ctx, q)
		if err != nil {
			return List{}, err
		}
		list.Refunds = &refunds
	}
	return list, nil
}

// LastExpiry returns the month of expiry, as YYMM, up to which a card is on the worklist.
func LastExpiry(now time.Time) string {
	year, month, _ := now.In(clock.Paris).Date()
	return time.Date(year, month+1, 1, 0, 0, 0, 0, clock.Paris).Format("0601")
}

// CardSince returns since when a card that expires in that month (MM/YY) and was saved then is on the worklist.
func CardSince(expires string, saved time.Time) time.Time {
	month, err := time.ParseInLocation("01/06", expires, clock.Paris)
	if first := month.AddDate(0, -1, 0); err == nil && first.After(saved) {
		return first.UTC()
	}
	return saved
}
