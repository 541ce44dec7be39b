package stay

import (
	"context"
	"slices"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/fault"
)

// Start begins a stay at the operator. The instant at (nil: now) may be in the past, because a
// controller may have been offline, but not in the future nor more than a year ago. A locker holds one
// stay, a space as many as it has places; the database decides between concurrent callers. A refusal at
// a locker of the operator is recorded.
func (s *Service) Start(ctx context.Context, operatorID, lockerID, accountID int64, at *time.Time) (Details, error) {
	return s.Report(ctx, operatorID, lockerID, accountID, at, nil)
}

// Report begins a stay as Start does, or records one that ended at to, because a controller was offline. Such a
// one may lie before, after or between others of the locker, and is refused neither because the locker is out of
// service nor because the customer is banned: it has happened. A refusal is recorded.
func (s *Service) Report(
	ctx context.Context, operatorID, lockerID, accountID int64, from, to *time.Time,
) (Details, error) {
	stay, customer, err := s.start(ctx, operatorID, lockerID, accountID, from, to)
	s.refusals.Note(ctx, operatorID, lockerID, customer.ID, err)
	return stay, err
}

// start begins a stay, or records one that ended at to. Of a refused one it returns the customer too, if the operator
// knows them.
func (s *Service) start(
	ctx context.Context, operatorID, lockerID, accountID int64, at, to *time.Time,
) (stay Details, known Customer, err error) {
	now := s.clock.Now()
	started, ended, err := lasts(now, at, to)
	if err != nil {
		if customer, unknown := s.store.CustomerOf(ctx, accountID, operatorID); unknown == nil && customer.Known {
			known = customer
		}
		return stay, known, err
	}
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		known = Customer{}
		locker, err := s.store.LockerForStay(ctx, lockerID)
		if err != nil {
			return err
		}
		if locker.OperatorID != operatorID {
			return fault.NotFound()
		}
		customer, err := s.store.CustomerOf(ctx, accountID, operatorID)
		if fault.Is(err, fault.KindNotFound) || err == nil && !customer.Known {
			return refusal.As(refusal.UnknownCustomer, fault.NotFound())
		}
		if err != nil {
			return err
		}
		known = customer
		place, err := s.freePlace(ctx, locker, started, ended, now)
		if err != nil {
			return err
		}
		if ended == nil { // what is over has happened, whatever was forbidden since
			if err := mayStart(locker, customer, now); err != nil {
				return err
			}
		}
		applied, err := s.chooseTariff(ctx, lockerID, customer, started, ended, at != nil)
		if err != nil {
			return err
		}
		newStay := Stay{
			OperatorID: operatorID, LockerID: lockerID, AccountID: customer.ID, Place: place, Test: customer.Staff,
			StartedAt: started,
			Tariff:    &applied,
		}
		if ended != nil {
			newStay = newStay.endedAt(*ended)
		}
		if newStay.ID, err = s.store.StartStay(ctx, newStay); err != nil {
			return err
		}
		bill, err := s.bills.OpenStay(ctx, newStay)
		if err != nil {
			return err
		}
		if !customer.Remembered {
			if err := s.store.RememberCustomer(ctx, customer.ID, operatorID); err != nil {
				return err
			}
		}
		stay = Details{
			Stay: newStay, Station: locker.Station, Locker: locker.Shown, Account: customer.Account,
			PaymentID: bill.PaymentID, PaymentStatus: bill.Status,
		}
		if err := s.record(ctx, audit.StayStarted, 0, stay.atStart(), nil, webhook.StayStarted); err != nil || ended == nil {
			return err
		}
		return s.recordEnd(ctx, 0, stay, false)
	})
	return stay, known, err
}

// chooseTariff returns the tariff under which the stay begins. late: of those that were in force then, or else of those
// that came to the locker since. A subscription that pays for as many stays at once already is passed over.
// fault.Conflict: none applies.
func (s *Service) chooseTariff(
	ctx context.Context, lockerID int64, customer Customer, at time.Time, until *time.Time, late bool,
) (applied tariff.Tariff, err error) {
	var candidates, cameLater []tariff.Tariff
	if late {
		candidates, cameLater, err = s.store.TariffsOfLockerAt(ctx, lockerID, at)
	} else {
		candidates, err = s.store.TariffsOfLocker(ctx, lockerID)
	}
	if err != nil {
		return tariff.Tariff{}, err
	}
	subscription := func(t tariff.Tariff) bool { return t.Subscription }
	var subscribed []int64
	if slices.ContainsFunc(candidates, subscription) || slices.ContainsFunc(cameLater, subscription) {
		if subscribed, err = s.store.SubscribedTariffs(ctx, customer.ID, at); err != nil {
			return tariff.Tariff{}, err
		}
	}
	held := subscribed
	if len(held) > 0 {
		spans, err := s.store.SpansOf(ctx, customer.ID, at, late)
		if err != nil {
			return tariff.Tariff{}, err
		}
		subscribed = NotUsedUp(held, slices.Concat(candidates, cameLater), spans, at, until)
	}
	choose := func(subscribed []int64) (tariff.Tariff, bool) {
		person := tariff.Customer{Email: customer.Email, Subscribed: subscribed}
		if chosen, found := tariff.Choose(candidates, person, at); found {
			return chosen, true
		}
		return tariff.Choose(cameLater, person, at)
	}
	applied, found := choose(subscribed)
	if !found {
		if _, would := choose(held); would {
			return applied, refusal.As(refusal.UsedUp, fault.Conflict(msgUsedUp))
		}
		return applied, refusal.As(refusal.NoTariff, fault.Conflict(msgNoTariff))
	}
	applied.Revision, applied.Periods, applied.Beneficiaries, applied.Follows = 0, nil, nil, nil // no part of its version
	return applied, nil
}

// NotUsedUpNow returns those of the tariffs to which an account has subscribed, at a locker with these ones, that pay
// for one more stay that begins now.
func NotUsedUpNow(
	ctx context.Context, store interface {
		SpansOf(ctx context.Context, accountID int64, after time.Time, ended bool) ([]Span, error)
	}, accountID int64, subscribed []int64, there []tariff.Tariff, now time.Time,
) ([]int64, error) {
	if len(subscribed) == 0 {
		return subscribed, nil
	}
	spans, err := store.SpansOf(ctx, accountID, now, false)
	return NotUsedUp(subscribed, there, spans, now, nil), err
}

// freePlace returns the lowest place that no other stay holds from the instant on, or until the other one.
func (s *Service) freePlace(
	ctx context.Context, locker Locker, from time.Time, to *time.Time, now time.Time,
) (int, error) {
	if to != nil {
		taken, err := s.store.TakenBetween(ctx, locker.ID, from, *to)
		place, found := locker.freePlace(taken)
		if err == nil && !found {
			err = refusal.As(refusal.Overlap, fault.Conflict(msgOverlap))
		}
		return place, err
	}
	taken, err := s.store.TakenPlaces(ctx, locker.ID, from)
	if err != nil {
		return 0, err
	}
	if place, found := locker.freePlace(taken); found {
		return place, nil
	}
	open, err := s.store.TakenPlaces(ctx, locker.ID, now)
	if err != nil {
		return 0, err
	}
	return 0, locker.full(len(open))
}
