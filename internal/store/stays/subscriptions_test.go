package stays_test

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// What is paid opens; what is not closes at its instant, until it is settled.
func TestSubscribedAndHeldTariffs(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx, now := context.Background(), storetest.Now
		in := func(days int) time.Time { return now.AddDate(0, 0, days) }
		made := storetest.NewTariff(t, s)
		bought := subscription.Subscription{
			OperatorID: 1, AccountID: 1, TariffID: made.ID, TariffVersion: made.Version, Renewed: true,
		}
		subscribed := func(what string, at time.Time, want bool) {
			t.Helper()
			got, err := s.SubscribedTariffs(ctx, 1, at)
			storetest.Check(t, err)
			if slices.Equal(got, []int64{made.ID}) != want {
				t.Errorf("%s: subscribed %v, want %v", what, got, want)
			}
		}
		held := func(what string, from time.Time, until *time.Time, want bool) {
			t.Helper()
			got, err := s.HeldTariffs(ctx, 1, from, until)
			storetest.Check(t, err)
			if slices.Equal(got, []int64{made.ID}) != want {
				t.Errorf("%s: held %v, want %v", what, got, want)
			}
		}

		never := bought
		never.StartsAt, never.EndsAt = in(50), new(in(50).Add(time.Millisecond))
		storetest.Must(t)(s.CreateSubscription(ctx, never))
		held("what never begins", now, nil, false)

		starts := in(10)
		bought.StartsAt, bought.NextAt = starts, &starts
		id := storetest.Must(t)(s.CreateSubscription(ctx, bought))
		subscribed("before it begins", in(9), false)
		subscribed("from its start", in(10), true)
		held("until it begins", now, new(in(10)), false)
		held("into it", now, new(in(10).Add(time.Millisecond)), true)
		held("for ever", now, nil, true)

		p := payment.Payment{
			UUID: "terme", OperatorID: 1, AccountID: 1, SubscriptionID: id, StartedAt: starts, Amount: 1500,
			Status: payment.NotPresented,
		}
		p.ID = storetest.Must(t)(s.CreatePayment(ctx, p))
		save := func(change func(p *payment.Payment)) {
			t.Helper()
			before := p
			change(&p)
			if saved, err := s.SavePayment(ctx, before, p); err != nil || !saved {
				t.Fatalf("%+v: %v, %v", p, saved, err)
			}
		}
		subscribed("not presented", in(20), true)
		save(func(p *payment.Payment) { p.Status, p.Attempts, p.ClosesAt = payment.Unpaid, 1, new(in(17)) })
		read, err := s.SubscriptionByID(ctx, id)
		if err != nil || read.ClosesAt != nil { // its term is not counted as billed yet
			t.Errorf("%+v, %v", read.ClosesAt, err)
		}
		subscribed("in the days of grace", in(17).Add(-time.Millisecond), true)
		subscribed("after them", in(17), false)
		held("what is not paid", in(17), nil, true)
		save(func(p *payment.Payment) { p.Status, p.Attempts = payment.InProgress, 2 })
		subscribed("presented again", in(18), false)
		save(func(p *payment.Payment) { p.Status, p.SettledAt = payment.Paid, new(in(19)) })
		subscribed("paid", in(19), true)
		subscribed("as it was before", in(18), false)

		next := payment.Payment{
			UUID: "suivant", OperatorID: 1, AccountID: 1, SubscriptionID: id, Term: 1, StartedAt: in(40), Amount: 1500,
			Status: payment.NotPresented, ClosesAt: new(in(40)),
		}
		storetest.Must(t)(s.CreatePayment(ctx, next))
		subscribed("the next term has no card", in(40), false)
		subscribed("the one before it", in(39), true)
	})
}

// A place is taken from the purchase to the end, wherever the subscription counts, and by no other tariff's.
func TestPlacesTakenOfATariff(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx, now := context.Background(), storetest.Now
		made := storetest.NewTariff(t, s)
		other := made
		other.ID = storetest.Must(t)(s.CreateTariff(ctx, other, now))
		in := func(days int) *time.Time { return new(now.AddDate(0, 0, days)) }
		for _, sub := range []subscription.Subscription{
			{TariffID: made.ID, StationID: 1, StartsAt: *in(-10), NextAt: in(20)},
			{TariffID: made.ID, StationID: 1, StartsAt: *in(10), NextAt: in(10)},
			{TariffID: made.ID, StationID: 1, StartsAt: *in(-40), EndsAt: in(-1)},
			{TariffID: made.ID, StationID: 1, StartsAt: *in(-10), EndsAt: in(5)},
			{TariffID: made.ID, StartsAt: *in(-10), NextAt: in(20)},
			{TariffID: other.ID, StationID: 1, StartsAt: *in(-10), NextAt: in(20)},
		} {
			sub.OperatorID, sub.AccountID, sub.TariffVersion = 1, 1, made.Version
			storetest.Must(t)(s.CreateSubscription(ctx, sub))
		}
		for days, want := range map[int]map[int64]int{0: {0: 1, 1: 3}, 5: {0: 1, 1: 2}} {
			if got, err := s.TakenOfTariff(ctx, made.ID, *in(days)); err != nil || !maps.Equal(got, want) {
				t.Errorf("in %d days: %v, %v, want %v", days, got, err, want)
			}
		}
	})
}
