package subscription

import (
	"context"
	"fmt"
	"slices"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// PlaceStore tells what is taken of what a tariff sells.
type PlaceStore interface {
	// TakenOfTariff counts, by station, what is taken of a tariff at an instant: its subscriptions that are not over, its
	// lockers that those of other tariffs hold, and the places that are offered to who waits. Station 0: the subscriptions
	// that count at no one station.
	TakenOfTariff(ctx context.Context, tariffID int64, at time.Time) (map[int64]int, error)
	// GiveLocker makes a locker the place of a subscription, in place of the one that it has. It returns false when a
	// subscription that is not over at the instant holds the locker.
	GiveLocker(ctx context.Context, lockerID, subscriptionID int64, at time.Time) (bool, error)
	// TakeLocker takes the place of a subscription back, if it has one.
	TakeLocker(ctx context.Context, subscriptionID int64) error
	// SetSubscriptionStation stores where a subscription counts in the quota.
	SetSubscriptionStation(ctx context.Context, subscriptionID, stationID int64) error
	// LockerOffered reports whether a locker is offered to somebody who waits, at an instant.
	LockerOffered(ctx context.Context, lockerID int64, at time.Time) (bool, error)
	// FreeLockers lists, by station, the lockers of a tariff that nobody holds, that are offered to nobody and in which
	// nobody but the account has a stay.
	FreeLockers(ctx context.Context, tariffID, accountID int64, at time.Time) (map[int64][]int64, error)
	// OpenStaysOfOthers counts the stays in progress in a locker that are not those of the account.
	OpenStaysOfOthers(ctx context.Context, lockerID, accountID int64) (int, error)
}

const (
	msgWhichStation = "Veuillez préciser la station : cet abonnement est vendu à plusieurs, en nombre limité."
	msgNotThere     = "Cet abonnement ne donne accès à aucun casier de cette station."
	msgFull         = "Cet abonnement est complet : il reste la liste d'attente."
	msgFullAt       = "Cet abonnement est complet à la station «\u00a0%s\u00a0» : il reste la liste d'attente."
	msgNoOwnPlace   = "Cet abonnement ne comprend pas de casier attribué."
	msgNotItsLocker = "Cet abonnement ne donne pas accès à ce casier, ou ce n'est pas un casier individuel."
	msgOtherStation = "Ce casier n'est pas à cette station."
	msgHeld         = "Ce casier est attribué à une autre personne."
	msgOffered      = "Ce casier est offert à une personne de la liste d'attente."
	msgInUse        = "Ce casier est occupé par une autre personne."
	msgNoPlace      = "Veuillez préciser le casier ou la station."
	fieldStation    = "idStation"
	fieldLocker     = "idCasier"
)

// Left returns how many subscriptions of a tariff can still be sold at a station, or, of station 0, at one where none
// counts; limited false: any number. taken is that of PlaceStore. A subscription that counts at no one station may be
// used at any, and so takes a place at each.
func Left(t tariff.Tariff, taken map[int64]int, stationID int64) (left int, limited bool) {
	if stationID != 0 {
		for _, site := range t.Sites {
			if site.StationID != stationID {
				continue
			}
			most, limited := mostAt(t, site)
			return max(most-taken[stationID]-taken[0], 0), limited
		}
		return 0, true
	}
	if !t.OwnPlace {
		return 0, false
	}
	for _, site := range t.Sites {
		most, _ := mostAt(t, site)
		left += max(most-taken[site.StationID], 0)
	}
	return max(left-taken[0], 0), true
}

// mostAt returns how many subscriptions of a tariff may run at a station: its quota, and no more than the lockers there
// if each is to have its own.
func mostAt(t tariff.Tariff, site tariff.Site) (most int, limited bool) {
	if t.OwnPlace && site.Kind == station.Individual {
		most = len(site.Lockers)
	}
	if site.Quota != nil && (!t.OwnPlace || int(*site.Quota) < most) {
		most = int(*site.Quota)
	}
	return most, t.OwnPlace || site.Quota != nil
}

// stationOf returns the station at which a new subscription counts: the one that is told, or else the only one of the
// tariff or the only one with a quota. 0: none. fault.Invalid: it must be told, or is no station of the tariff.
func stationOf(t tariff.Tariff, told int64) (int64, error) {
	quotas, there := []int64{}, told == 0
	for _, site := range t.Sites {
		if site.Quota != nil {
			quotas = append(quotas, site.StationID)
		}
		there = there || site.StationID == told
	}
	switch {
	case !there:
		return 0, fault.Invalid(fieldStation, msgNotThere)
	case told != 0:
		return told, nil
	case len(t.Sites) == 1:
		return t.Sites[0].StationID, nil
	case len(quotas) > 1:
		return 0, fault.Invalid(fieldStation, msgWhichStation)
	case len(quotas) == 1:
		return quotas[0], nil
	}
	return 0, nil
}

// checkLeft refuses a subscription for which no place is left at its station (0: at none).
func checkLeft(t tariff.Tariff, taken map[int64]int, stationID int64) error {
	left, limited := Left(t, taken, stationID)
	if !limited || left > 0 {
		return nil
	}
	for _, site := range t.Sites {
		if site.StationID == stationID {
			return fault.Conflict(fmt.Sprintf(msgFullAt, site.Name))
		}
	}
	return fault.Conflict(msgFull)
}

// siteOfLocker returns the station of a locker that may be the place of somebody who has subscribed to the tariff.
// fault.Invalid: it may not, or is not at the station that is told (0: none).
func siteOfLocker(t tariff.Tariff, lockerID, told int64) (tariff.Site, tariff.LockerRef, error) {
	if !t.OwnPlace {
		return tariff.Site{}, tariff.LockerRef{}, fault.Invalid(fieldLocker, msgNoOwnPlace)
	}
	for _, site := range t.Sites {
		for _, l := range site.Lockers {
			switch {
			case l.ID != lockerID || site.Kind != station.Individual:
			case told != 0 && told != site.StationID:
				return site, l, fault.Invalid(fieldLocker, msgOtherStation)
			default:
				return site, l, nil
			}
		}
	}
	return tariff.Site{}, tariff.LockerRef{}, fault.Invalid(fieldLocker, msgNotItsLocker)
}

// place gives a new subscription its station, if a place is left there once those who wait were offered theirs.
func (s *Service) place(ctx context.Context, b *Bought, order Order, now time.Time) (err error) {
	told := order.StationID
	if order.LockerID != 0 {
		site, _, err := siteOfLocker(b.Tariff, order.LockerID, told)
		if err != nil {
			return err
		}
		told = site.StationID
	}
	if b.StationID, err = stationOf(b.Tariff, told); err != nil {
		return err
	}
	if _, limited := Left(b.Tariff, nil, b.StationID); limited {
		if err := s.Waits.Offer(ctx, b.TariffID); err != nil {
			return err
		}
	}
	if err := s.Waits.Bought(ctx, b.AccountID, b.TariffID); err != nil {
		return err
	}
	return s.checkLeft(ctx, *b, b.StationID, now)
}

// checkLeft refuses to count a subscription at a station where no place is left. Where it counts already does not
// matter.
func (s *Service) checkLeft(ctx context.Context, b Bought, stationID int64, now time.Time) error {
	if _, limited := Left(b.Tariff, nil, stationID); !limited {
		return nil
	}
	taken, err := s.store.TakenOfTariff(ctx, b.TariffID, now)
	if err != nil {
		return err
	}
	if b.ID != 0 {
		taken[b.StationID]--
	}
	return checkLeft(b.Tariff, taken, stationID)
}

// FreeLocker is a locker that a subscription may get.
type FreeLocker struct {
	tariff.LockerRef
	Station Station
}

// FreeLockers lists the lockers that staff may give a subscription, in the order of its tariff's stations; none where
// the tariff has no places of one's own or the subscription is over. At another station its quota may refuse it yet.
func (s *Service) FreeLockers(ctx context.Context, id int64) ([]FreeLocker, error) {
	now, list := s.clock.Now(), []FreeLocker{}
	b, err := s.store.SubscriptionByID(ctx, id)
	if err != nil || !b.Runs(now) || !b.OffersPlace {
		return list, err
	}
	t, err := s.store.TariffByID(ctx, b.TariffID) // as it is today
	if err != nil {
		return nil, err
	}
	free, err := s.store.FreeLockers(ctx, b.TariffID, b.AccountID, now)
	for _, site := range t.Sites {
		for _, l := range site.Lockers {
			if slices.Contains(free[site.StationID], l.ID) {
				list = append(list, FreeLocker{l, Station{site.StationID, site.Name}})
			}
		}
	}
	return list, err
}

// Place is where staff put a subscription.
type Place struct {
	StationID int64  // 0: where it is
	LockerID  *int64 // 0: none; nil: the one that it has, unless the station is another
}

// PutAt changes the station or the locker of a subscription. fault.Conflict: it is over, no place is left there, or the
// locker is not free.
func (s *Service) PutAt(ctx context.Context, actor access.Actor, id int64, place Place) (Bought, error) {
	if place.StationID == 0 && place.LockerID == nil {
		return Bought{}, fault.Invalid(fieldLocker, msgNoPlace)
	}
	var put Bought
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		now := s.clock.Now()
		before, err := s.store.SubscriptionByID(ctx, id)
		if err != nil {
			return err
		}
		if !before.Runs(now) {
			return fault.Conflict(msgOver)
		}
		b := before
		if b.Tariff, err = s.store.TariffByID(ctx, b.TariffID); err != nil { // as it is today
			return err
		}
		if err := s.putAt(ctx, actor, b, place, now); err != nil {
			return err
		}
		put, err = s.store.SubscriptionByID(ctx, id)
		return err
	})
	return put, err
}

func (s *Service) putAt(ctx context.Context, actor access.Actor, b Bought, place Place, now time.Time) error {
	stationID, lockerID := place.StationID, b.LockerID
	switch {
	case place.LockerID != nil:
		lockerID = *place.LockerID
	case stationID != b.StationID:
		lockerID = 0
	}
	if lockerID != 0 {
		site, _, err := siteOfLocker(b.Tariff, lockerID, stationID)
		if err != nil {
			return err
		}
		stationID = site.StationID
	}
	if stationID != 0 && stationID != b.StationID {
		if _, err := stationOf(b.Tariff, stationID); err != nil {
			return err
		}
		if err := s.checkLeft(ctx, b, stationID, now); err != nil {
			return err
		}
		if err := s.store.SetSubscriptionStation(ctx, b.ID, stationID); err != nil {
			return err
		}
		changes := map[string]any{"station": []any{stationOrNil(b.StationID), stationID}}
		if err := s.record(ctx, audit.SubscriptionMoved, actor.AccountID, b, changes); err != nil {
			return err
		}
	}
	switch lockerID {
	case b.LockerID:
		return nil
	case 0:
		if err := s.store.TakeLocker(ctx, b.ID); err != nil {
			return err
		}
		return s.record(ctx, audit.PlaceTaken, actor.AccountID, b, map[string]any{"casier": b.LockerName})
	}
	return s.giveLocker(ctx, actor, b, lockerID)
}

// giveLocker makes a locker of its tariff the place of a subscription. fault.Conflict: somebody else has it, or is in
// it.
func (s *Service) giveLocker(ctx context.Context, actor access.Actor, b Bought, lockerID int64) error {
	_, locker, err := siteOfLocker(b.Tariff, lockerID, 0)
	if err != nil {
		return err
	}
	others, err := s.store.OpenStaysOfOthers(ctx, lockerID, b.AccountID)
	if err != nil {
		return err
	}
	if others > 0 {
		return fault.Conflict(msgInUse)
	}
	offered, err := s.store.LockerOffered(ctx, lockerID, s.clock.Now())
	if err != nil {
		return err
	}
	if offered {
		return fault.Conflict(msgOffered)
	}
	given, err := s.store.GiveLocker(ctx, lockerID, b.ID, s.clock.Now())
	switch {
	case err != nil:
		return err
	case !given:
		return fault.Conflict(msgHeld)
	}
	changes := map[string]any{"casier": locker.Name}
	if b.LockerName != "" {
		changes["casier"] = []any{b.LockerName, locker.Name}
	}
	return s.record(ctx, audit.PlaceGiven, actor.AccountID, b, changes)
}

func stationOrNil(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}
