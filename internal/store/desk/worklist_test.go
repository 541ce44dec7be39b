package desk_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/pricing"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// waiting is an operator with two individual lockers and two customers, next to another operator
// with the same.
type waiting struct {
	t                *testing.T
	store            *store.Store
	operator, tariff int64
	terms            tariff.Tariff
	lockers          []int64
	people           []int64
}

func newWaiting(t *testing.T, s *store.Store, name string) *waiting {
	t.Helper()
	ctx := context.Background()
	w := &waiting{
		t: t, store: s,
		operator: storetest.Must(t)(s.CreateOperator(ctx, operator.Operator{Name: name}, storetest.Now)),
	}
	for i, who := range []account.Account{{FirstName: "Zoé", LastName: "Zola"}, {}} {
		who.Email, who.Active = fmt.Sprintf("%d@%s.test", i, name), true
		w.people = append(w.people, storetest.Must(t)(s.CreateAccount(ctx, who, storetest.Now)))
	}
	site := storetest.Must(t)(s.CreateStation(ctx,
		station.Station{OperatorID: w.operator, Name: "Gare", Kind: station.Individual, Active: true}, storetest.Now))
	for i := range 30 {
		w.lockers = append(w.lockers, storetest.Must(t)(s.CreateLocker(ctx, station.Locker{
			StationID: site, Name: fmt.Sprint("A", i), Type: station.Bike, Active: true, Capacity: 1,
		}, storetest.Now)))
	}
	w.terms = tariff.Tariff{
		OperatorID: w.operator, Version: 1, AdminLabel: "T", PublicLabel: "Abonnement vélo",
		Terms: pricing.Terms{Unit: pricing.Hour, OverrunAfter: new(int64(60)), RemovalAfter: new(int64(120))},
	}
	w.terms.ID = storetest.Must(t)(s.CreateTariff(ctx, w.terms, storetest.Now))
	w.tariff = w.terms.ID
	return w
}

// pay creates a stay that ended ago before storetest.Now, with a payment in the status.
func (w *waiting) pay(person int, status payment.Status, ago time.Duration, test bool) {
	w.t.Helper()
	end := storetest.Now.Add(-ago)
	newStay := stay.Stay{
		OperatorID: w.operator, LockerID: w.lockers[0], AccountID: w.people[person], Place: 1, Test: test,
		StartedAt: end.Add(-time.Minute), EndedAt: &end, Price: 50,
	}
	p := payment.NewForStay(newStay)
	p.Status, p.PresentedAt, p.DueAt = status, &end, nil
	storetest.Check(w.t, w.store.ImportStays(context.Background(), []payment.Billed{{Stay: newStay, Payment: p}}))
}

// park creates an open stay that began since before storetest.Now.
func (w *waiting) park(locker, person int, since time.Duration) {
	w.t.Helper()
	storetest.Check(w.t, w.store.ImportUnbilledStays(context.Background(), []stay.Stay{{
		OperatorID: w.operator, LockerID: w.lockers[locker], AccountID: w.people[person], Place: 1,
		StartedAt: storetest.Now.Add(-since), Tariff: &w.terms,
	}}))
}

func TestFailedPayments(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		here, elsewhere := newWaiting(t, s, "Ici"), newWaiting(t, s, "Ailleurs")
		elsewhere.pay(0, payment.PermanentError, 1000*time.Hour, false)
		here.pay(0, payment.PermanentError, 900*time.Hour, true)
		for _, settled := range []payment.Status{
			payment.Paid, payment.Unpaid, payment.Manual, payment.Cancelled,
			payment.NotPresented, payment.Free,
		} {
			here.pay(0, settled, 800*time.Hour, false)
		}
		here.pay(1, payment.Invalid, 400*time.Hour, false)
		for i := range 22 {
			here.pay(0, payment.PermanentError, time.Duration(i+1)*time.Hour, false)
		}
		sub := subscription.Subscription{
			OperatorID: here.operator, AccountID: here.people[0], TariffID: here.tariff,
			TariffVersion: 1, StartsAt: storetest.Now,
		}
		sub.ID = storetest.Must(t)(s.CreateSubscription(ctx, sub))
		failed := payment.Payment{
			UUID: uuid.NewString(), OperatorID: here.operator, AccountID: here.people[0], SubscriptionID: sub.ID,
			StartedAt: storetest.Now, Amount: 1500, Status: payment.PermanentError,
			PresentedAt: new(storetest.Now.Add(-300 * time.Hour)),
		}
		storetest.Check(t, s.ImportTerms(ctx, []payment.Billed{{Payment: failed}}))

		got, err := s.FailedPayments(ctx, worklist.Query{OperatorID: here.operator, Now: storetest.Now})
		storetest.Check(t, err)
		if got.Total != 24 || len(got.First) != worklist.Shown {
			t.Fatalf("%d, of which %d are shown", got.Total, len(got.First))
		}
		first, second, third := got.First[0], got.First[1], got.First[2]
		if first.Status != payment.Invalid || first.Amount != 50 ||
			first.Account != (worklist.Account{ID: here.people[1], Name: "1@Ici.test"}) ||
			!first.Since.Equal(
				storetest.Now.Add(-400*time.Hour),
			) || first.Place == nil || first.Place.LockerName != "A0" || first.Place.StationName != "Gare" {
			t.Errorf("the longest failed: %+v", first)
		}
		if second.Place != nil || second.Label != "Abonnement vélo" || second.Account.Name != "Zoé Zola" {
			t.Errorf("of a subscription: %+v", second)
		}
		if !third.Since.Equal(storetest.Now.Add(-22 * time.Hour)) {
			t.Errorf("oldest first: %+v", third)
		}
	})
}

func TestStaysPastTheirLimits(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		here, elsewhere := newWaiting(t, s, "Ici"), newWaiting(t, s, "Ailleurs")
		elsewhere.park(0, 0, 3*time.Hour)
		here.park(0, 0, 60*time.Minute) // exactly at the overrun limit: not past it
		here.park(1, 0, 61*time.Minute)
		here.park(2, 1, 119*time.Minute)
		here.park(3, 0, 120*time.Minute) // exactly at the removal limit: removed
		for i := range 24 {
			here.park(4+i, 0, time.Duration(i+4)*time.Hour)
		}
		overrun, err := s.OverrunStays(ctx, worklist.Query{OperatorID: here.operator, Now: storetest.Now})
		storetest.Check(t, err)
		if overrun.Total != 2 || overrun.First[0].Place.LockerID != here.lockers[2] ||
			overrun.First[1].Place.LockerID != here.lockers[1] ||
			!overrun.First[0].Since.Equal(storetest.Now.Add(-59*time.Minute)) || !overrun.First[0].StartedAt.Equal(
			storetest.Now.Add(-119*time.Minute),
		) {
			t.Errorf("overrun: %+v", overrun)
		}
		removed, err := s.RemovedStays(ctx, worklist.Query{OperatorID: here.operator, Now: storetest.Now})
		storetest.Check(t, err)
		if removed.Total != 25 || len(removed.First) != worklist.Shown ||
			removed.First[0].Place.LockerID != here.lockers[27] {
			t.Errorf("removed: %d, %d, %+v", removed.Total, len(removed.First), removed.First[0])
		}
		storetest.Check(t, s.Atomically(ctx, func(ctx context.Context) error {
			_, err := s.EndStay(ctx,
				stay.Stay{ID: overrun.First[0].ID, StartedAt: overrun.First[0].StartedAt, EndedAt: &storetest.Now})
			return err
		}))
		if left, err := s.OverrunStays(ctx, worklist.Query{OperatorID: here.operator, Now: storetest.Now}); err != nil ||
			left.Total != 1 {
			t.Errorf("after one has ended: %+v, %v", left, err)
		}
	})
}

func TestFullSpaces(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		w := newWaiting(t, s, "Ici")
		space := func(kind station.Kind, active bool, l station.Locker) int64 {
			l.StationID = storetest.Must(t)(s.CreateStation(ctx,
				station.Station{OperatorID: w.operator, Name: string(kind), Kind: kind, Active: active}, storetest.Now))
			l.Type, l.Name = station.Space, "Abri"
			return storetest.Must(t)(s.CreateLocker(ctx, l, storetest.Now))
		}
		fill := func(locker int64, stays int) {
			for place := range stays {
				storetest.Check(t, s.ImportUnbilledStays(ctx, []stay.Stay{{
					OperatorID: w.operator, LockerID: locker, AccountID: w.people[0], Place: place + 1, StartedAt: storetest.Now,
				}}))
			}
		}
		w.park(0, 0, time.Minute) // an individual locker is no space
		full := space(station.Collective, true, station.Locker{Active: true, Capacity: 2})
		fill(full, 2)
		fill(space(station.Collective, true, station.Locker{Active: true, Capacity: 2}), 1)
		fill(space(station.Collective, true, station.Locker{Active: false, Capacity: 1}), 1)
		fill(space(station.Collective, false, station.Locker{Active: true, Capacity: 1}), 1)
		counted := space(station.CountedCollective, true,
			station.Locker{Active: true, Capacity: 8, Count: &station.Count{Occupied: 9, At: storetest.Now}})
		fill(space(station.CountedCollective, true,
			station.Locker{Active: true, Capacity: 1, Count: &station.Count{At: storetest.Now}}), 1)

		got, err := s.FullSpaces(ctx, worklist.Query{OperatorID: w.operator, Now: storetest.Now})
		storetest.Check(t, err)
		if got.Total != 2 || got.First[0].Place.LockerID != counted || got.First[0].Occupied != 9 ||
			got.First[1].Place.LockerID != full || got.First[1].Capacity != 2 {
			t.Errorf("%+v", got)
		}
	})
}

func TestExpiringCards(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		// In Europe/Paris it is already December.
		now := time.Date(2026, time.November, 30, 23, 30, 0, 0, time.UTC)
		w := newWaiting(t, s, "Ici")
		tomorrow, yesterday := now.AddDate(0, 0, 1), now.AddDate(0, 0, -1)
		running := subscription.Subscription{StartsAt: yesterday, Renewed: true, NextAt: &tomorrow}
		ended := subscription.Subscription{StartsAt: now.AddDate(0, -1, 0), EndsAt: &yesterday}
		begins := subscription.Subscription{StartsAt: tomorrow}
		tested := running
		tested.Test = true
		last := subscription.Subscription{StartsAt: yesterday, EndsAt: &tomorrow}
		nobody := int64(0)
		for _, c := range []struct {
			name, expires string
			subscriptions []subscription.Subscription
		}{
			{"février", "02/27", []subscription.Subscription{running}},
			{"janvier", "01/27", []subscription.Subscription{running, last}},
			{"passée", "11/26", []subscription.Subscription{running}},
			{"décembre", "12/26", []subscription.Subscription{last}},
			{"échue", "12/26", []subscription.Subscription{ended}},
			{"à venir", "12/26", []subscription.Subscription{begins}},
			{"personnel", "12/26", []subscription.Subscription{tested}},
			{"sans abonnement", "12/26", nil},
			{"sans carte", "", []subscription.Subscription{running}},
		} {
			id := storetest.Must(t)(s.CreateAccount(ctx,
				account.Account{LastName: c.name, Email: c.name + "@x.test", Active: true}, now))
			if c.expires == "" {
				nobody = id
			} else {
				storetest.Check(t, s.SaveCard(ctx, id, w.operator,
					payment.Card{Reference: "x", PAN: "**** 4242", Expires: c.expires}, now))
			}
			for _, sub := range c.subscriptions {
				sub.OperatorID, sub.AccountID, sub.TariffID, sub.TariffVersion = w.operator, id, w.tariff, 1
				storetest.Must(t)(s.CreateSubscription(ctx, sub))
			}
		}
		// This person has no card at the operator; their card at another operator must not be listed.
		elsewhere := newWaiting(t, s, "Ailleurs").operator
		storetest.Check(t, s.SaveCard(ctx, nobody, elsewhere,
			payment.Card{Reference: "x", PAN: "**** 0002", Expires: "12/26"}, now))
		got, err := s.ExpiringCards(ctx, worklist.Query{OperatorID: w.operator, Now: now})
		storetest.Check(t, err)
		if got.Total != 3 || got.First[0].Account.Name != "passée" || got.First[1].Account.Name != "décembre" ||
			got.First[2].Account.Name != "janvier" {
			t.Fatalf("at %s: %+v", now.In(clock.Paris), got)
		}
		if c := got.First[2]; c.PAN != "**** 4242" || c.Expires != "01/27" || c.NextAt == nil || !c.NextAt.Equal(tomorrow) {
			t.Errorf("%+v", c)
		}
		if got.First[1].NextAt != nil {
			t.Errorf("one that is not renewed: %+v", got.First[1])
		}
		// In January the card of February waits since the first of the month, which is less than a day ago.
		for at, picked := range map[time.Time]int{
			now: 0, now.AddDate(0, 0, 1): 3, time.Date(2027, time.January, 1, 12, 0, 0, 0, time.UTC): 3, // of four
		} {
			old, err := s.ExpiringCards(ctx, worklist.Query{OperatorID: w.operator, Now: at, Age: 24 * time.Hour})
			if err != nil || old.Picked != picked || len(old.First) != picked {
				t.Errorf("a day old at %s: %+v, %v", at, old, err)
			}
		}
		if other, err := s.ExpiringCards(ctx, worklist.Query{OperatorID: elsewhere, Now: now}); err != nil ||
			other.Total != 0 || other.First == nil {
			t.Errorf("elsewhere: %+v, %v", other, err)
		}
	})
}
