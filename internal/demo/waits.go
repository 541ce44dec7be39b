package demo

import (
	"context"
	"slices"

	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/domain/stays/waiting"
)

// waitedFor is the operator, by its place in plans, whose subscription with places of one's own is sold out at a
// station.
const waitedFor = 1

// askedAgo is how many days ago the people asked who wait there. The first has an offer of a locker.
var askedAgo = []int{46, 31, 17, 4}

// addWaits sells a subscription out at a station: one subscriber has a locker there, another locker is offered to the
// first of those who wait. It draws nothing.
func (l *loader) addWaits(ctx context.Context) error {
	f, now := l.fleets[waitedFor], l.options.Now
	at := slices.IndexFunc(f.subscriptions, func(t tariff.Tariff) bool { return t.OwnPlace })
	sold := f.subscriptions[at]
	stationID, free := f.freeLockers(2)
	running, holder := int64(0), subscription.Subscription{}
	for _, customer := range f.customers {
		for _, sub := range f.subscribed[customer] {
			if sub.TariffID == sold.ID && (sub.EndsAt == nil || sub.EndsAt.After(now)) {
				running, holder = running+1, sub
			}
		}
	}
	quota := running + 1 // and the offer
	if err := l.store.SetQuota(ctx, sold.ID, stationID, &quota); err != nil {
		return err
	}
	if err := l.store.SetSubscriptionStation(ctx, holder.ID, stationID); err != nil {
		return err
	}
	if _, err := l.store.GiveLocker(ctx, free[0], holder.ID, now); err != nil {
		return err
	}
	waits := slices.DeleteFunc(slices.Clone(f.customers), func(id int64) bool { return len(f.subscribed[id]) > 0 })
	for i, days := range askedAgo {
		wait := waiting.Wait{
			OperatorID: f.id, AccountID: waits[i], TariffID: sold.ID, StationIDs: []int64{stationID},
			AskedAt: l.daysAgo(days), ConfirmedAt: l.daysAgo(days),
		}
		var err error
		if wait.ID, err = l.store.AddWait(ctx, wait); err != nil {
			return err
		}
		if i > 0 {
			continue
		}
		wait.Offer = &waiting.Offer{
			StationID: stationID, LockerID: free[1], MadeAt: l.daysAgo(2), Until: now.AddDate(0, 0, 5),
		}
		if err := l.store.SaveWait(ctx, wait); err != nil {
			return err
		}
	}
	return nil
}

// freeLockers returns the first individual station where so many lockers are in service and nobody is in them, with
// these lockers.
func (f *fleet) freeLockers(n int) (stationID int64, lockers []int64) {
	for _, fitted := range f.fittings {
		lockers = nil
		for _, locker := range fitted.lockers {
			taken := slices.ContainsFunc(f.places, func(p place) bool { return p.lockerID == locker.ID && p.occupied })
			if fitted.site.kind == station.Individual && !fitted.site.closed && locker.Active && !taken {
				lockers = append(lockers, locker.ID)
			}
		}
		if len(lockers) >= n {
			return fitted.stationID, lockers
		}
	}
	return 0, nil
}
