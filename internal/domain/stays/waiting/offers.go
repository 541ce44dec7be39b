package waiting

import (
	"context"
	"errors"
	"math"
	"slices"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// Pass does what time brings to a wait: its offer runs out and goes to the next, the person is asked whether they
// still wait, or leaves the list because they have not answered.
func (s *Service) Pass(ctx context.Context, id int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.WaitByID(ctx, id)
		if err != nil {
			return err
		}
		now := s.clock.Now()
		after, step := before.Passed(now)
		if step == NoStep {
			return nil
		}
		if err := s.store.SaveWait(ctx, after); err != nil {
			return err
		}
		switch step {
		case OfferLapse:
			changes := map[string]any{"station": before.Offer.StationID}
			if err := s.record(ctx, audit.WaitLapsed, access.Actor{}, after, changes); err != nil {
				return err
			}
			return s.Offer(ctx, after.TariffID)
		case Question:
			if err := s.store.QueueMailOfWait(ctx, outbox.StillWaiting, after.AccountID, id, now); err != nil {
				return err
			}
			return s.record(ctx, audit.WaitAsked, access.Actor{}, after, nil)
		case Leave, NoStep:
		}
		return s.record(ctx, audit.WaitEnded, access.Actor{}, after, map[string]any{"motif": string(after.Ending)})
	})
}

// OfferAll offers what is free of every tariff for which somebody waits. A tariff that fails does not keep the others
// from their offers.
func (s *Service) OfferAll(ctx context.Context) error {
	tariffs, err := s.store.TariffsWaitedFor(ctx)
	if err != nil {
		return err
	}
	var failed error
	for _, id := range tariffs {
		failed = errors.Join(failed, s.offerIfFree(ctx, id))
	}
	return failed
}

// offerIfFree looks first, so that nothing is locked where nothing is free.
func (s *Service) offerIfFree(ctx context.Context, tariffID int64) error {
	sold, err := s.store.TariffByID(ctx, tariffID)
	if err == nil {
		vacancies, failed := s.vacancies(ctx, sold)
		if failed != nil || !anyFree(vacancies) {
			return failed
		}
	} else if !fault.Is(err, fault.KindNotFound) {
		return err
	}
	return s.Offer(ctx, tariffID)
}

// Offer implements subscription.Waits: it offers the free places of a tariff to those who wait first. Nobody waits any
// longer for a tariff that does not exist any more.
func (s *Service) Offer(ctx context.Context, tariffID int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		sold, err := s.store.TariffByID(ctx, tariffID)
		if fault.Is(err, fault.KindNotFound) {
			return s.endAll(ctx, tariffID)
		}
		if err != nil {
			return err
		}
		return s.offer(ctx, sold)
	})
}

func (s *Service) endAll(ctx context.Context, tariffID int64) error {
	waiting, err := s.store.WaitsInOrder(ctx, tariffID)
	for _, e := range waiting {
		if err == nil {
			err = s.end(ctx, access.Actor{}, e, Gone)
		}
	}
	return err
}

func (s *Service) offer(ctx context.Context, sold tariff.Tariff) error {
	now := s.clock.Now()
	vacancies, err := s.vacancies(ctx, sold)
	if err != nil || !anyFree(vacancies) {
		return err
	}
	waiting, err := s.store.WaitsInOrder(ctx, sold.ID)
	if err != nil {
		return err
	}
	matches, err := Matches(waiting, vacancies, func(e Wait) (bool, error) { return s.mayServe(ctx, e, sold) })
	if err != nil || len(matches) == 0 {
		return err
	}
	days, err := s.store.OfferDays(ctx, sold.OperatorID)
	if err != nil {
		return err
	}
	for _, m := range matches {
		e := m.Wait.offered(m.Place, days, now)
		if err := s.store.SaveWait(ctx, e); err != nil {
			return err
		}
		if err := s.store.QueueMailOfWait(ctx, outbox.OfferMade, e.AccountID, e.ID, now); err != nil {
			return err
		}
		changes := map[string]any{"station": m.Place.StationID}
		if m.Place.LockerID != 0 {
			changes["casier"] = m.Place.LockerID
		}
		if err := s.record(ctx, audit.WaitOffered, access.Actor{}, e, changes); err != nil {
			return err
		}
		if err := s.store.Announce(ctx, offerEvent(e)); err != nil {
			return err
		}
	}
	return nil
}

// vacancies tells what is free of a tariff at each of its stations.
func (s *Service) vacancies(ctx context.Context, sold tariff.Tariff) ([]Vacancy, error) {
	now := s.clock.Now()
	taken, err := s.store.TakenOfTariff(ctx, sold.ID, now)
	if err != nil {
		return nil, err
	}
	lockers := map[int64][]int64{}
	if sold.OwnPlace {
		if lockers, err = s.store.FreeLockers(ctx, sold.ID, 0, now); err != nil {
			return nil, err
		}
	}
	list := make([]Vacancy, len(sold.Sites))
	for i, site := range sold.Sites {
		left, limited := subscription.Left(sold, taken, site.StationID)
		if !limited { // its quota was taken away: there is a place for everybody
			left = math.MaxInt
		}
		list[i] = Vacancy{
			StationID: site.StationID, Free: left, Own: sold.OwnPlace, LockerIDs: lockers[site.StationID],
		}
	}
	return list, nil
}

// counted reports whether a tariff has places that are counted, at one of its stations at least.
func counted(sold tariff.Tariff) bool {
	return sold.OwnPlace || slices.ContainsFunc(sold.Sites, func(site tariff.Site) bool { return site.Quota != nil })
}

// mayServe reports whether somebody who waits could buy the tariff now. Who is banned or not among its beneficiaries
// keeps the rank, because either may pass.
func (s *Service) mayServe(ctx context.Context, e Wait, sold tariff.Tariff) (bool, error) {
	customer, err := s.store.CustomerOf(ctx, e.AccountID, e.OperatorID)
	if fault.Is(err, fault.KindNotFound) {
		return false, nil
	}
	if err != nil || !customer.Active || !sold.Admits(customer.Email) {
		return false, err
	}
	held, err := s.store.HeldTariffs(ctx, e.AccountID, s.clock.Now(), nil)
	return !slices.Contains(held, sold.ID), err
}

func offerEvent(e Wait) webhook.Event {
	data := webhook.OfferData{
		IDExploitant: e.OperatorID, IDAttente: e.ID, IDUtilisateur: e.AccountID, IDTarif: e.TariffID,
		IDStation: e.Offer.StationID, JusquAu: webhook.InParis(e.Offer.Until),
	}
	if e.Offer.LockerID != 0 {
		data.IDCasier = &e.Offer.LockerID
	}
	return webhook.OfOffer(data, e.Offer.MadeAt)
}
