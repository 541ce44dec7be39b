package stays_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"consigne/internal/domain/people/account"
	"consigne/internal/domain/stays/waiting"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// waiters puts so many people on the list of tariff 1, for station 1, and returns their waits.
func waiters(t *testing.T, s *store.Store, count int) []waiting.Wait {
	t.Helper()
	ctx := context.Background()
	storetest.NewTariff(t, s)
	list := make([]waiting.Wait, count)
	for i := range list {
		accountID := int64(1)
		if i > 0 {
			accountID = storetest.Must(t)(s.CreateAccount(ctx, account.Account{
				Email: fmt.Sprintf("%c@exemple.test", 'a'+i), LastName: "Nom", Active: true,
			}, storetest.Now))
		}
		list[i] = waiting.Wait{
			OperatorID: 1, AccountID: accountID, TariffID: 1, StationIDs: []int64{1}, AskedAt: storetest.Now,
			ConfirmedAt: storetest.Now,
		}
		list[i].ID = storetest.Must(t)(s.AddWait(ctx, list[i]))
	}
	return list
}

// must returns the value of a read that does not fail.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// What is saved is read, in the order of the list; a place is offered once, and an open offer takes it.
func TestWaitsAreKept(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx, now := context.Background(), storetest.Now
		list := waiters(t, s, 3)
		order := func(want ...int) {
			t.Helper()
			got, err := s.WaitsInOrder(ctx, 1)
			storetest.Check(t, err)
			for i, at := range want {
				if len(got) != len(want) || got[i].ID != list[at].ID {
					t.Fatalf("order: %+v, want %v", got, want)
				}
				if listed := must(s.ListedWait(ctx, got[i].ID)); listed.Rank != i+1 {
					t.Errorf("rank %d, want %d", listed.Rank, i+1)
				}
			}
		}
		order(0, 1, 2)
		first := must(s.WaitByID(ctx, list[0].ID))
		last := must(s.WaitByID(ctx, list[2].ID))
		last.Position, last.RankComment = first.Position, "Urgence"
		storetest.Check(t, s.MoveWait(ctx, last, true))
		order(2, 0, 1)

		until := now.Add(7 * 24 * time.Hour)
		last.Offer = &waiting.Offer{StationID: 1, LockerID: 1, MadeAt: now, Until: until}
		storetest.Check(t, s.SaveWait(ctx, last))
		read := must(s.ListedWait(ctx, last.ID))
		if read.Rank != 1 || read.RankComment != "Urgence" || read.Offer == nil || !read.Offer.Until.Equal(until) ||
			read.OfferedAt.Name != "Gare" || read.Locker != "A1" || read.Tariff != "Été" || read.PublicLabel != "Casier" ||
			len(read.StationIDs) != 1 || read.Account.Email != "c@exemple.test" {
			t.Errorf("listed: %+v", read)
		}
		for at, want := range map[time.Time]int{now: 1, until: 0} {
			if taken := must(s.TakenOfTariff(ctx, 1, at)); taken[1] != want {
				t.Errorf("taken at %s: %v, want %d", at, taken, want)
			}
		}
		if free := must(s.FreeLockers(ctx, 1, 0, now)); len(free) != 0 {
			t.Errorf("a locker that is offered is free: %v", free)
		}
		first.Offer = &waiting.Offer{StationID: 1, LockerID: 1, MadeAt: now, Until: until}
		if err := s.SaveWait(ctx, first); err == nil {
			t.Error("a locker is offered twice")
		}
		if tariffs := must(s.TariffsWaitedFor(ctx)); len(tariffs) != 1 {
			t.Errorf("tariffs waited for: %v", tariffs)
		}

		last.Offer, last.EndedAt, last.Ending = nil, &now, waiting.Served
		storetest.Check(t, s.SaveWait(ctx, last))
		order(0, 1)
		if free := must(s.FreeLockers(ctx, 1, 0, now)); len(free[1]) != 1 {
			t.Errorf("free again: %v", free)
		}
		if _, err := s.OpenWait(ctx, last.AccountID, 1); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("ended, and open: %v", err)
		}
		if all := must(s.WaitsOf(ctx, last.AccountID)); len(all) != 1 || all[0].Rank != 0 {
			t.Errorf("of the account: %+v", all)
		}
		if _, err := s.AddWait(ctx, list[0]); err == nil {
			t.Error("a person waits twice for a tariff")
		}
	})
}

// The filters of the list agree with the states of the rule; demand counts who waits at each station.
func TestWaitsAreFiltered(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx, now := context.Background(), storetest.Now
		list := waiters(t, s, 5)
		for i, change := range []func(w *waiting.Wait){
			func(*waiting.Wait) {},
			func(w *waiting.Wait) {
				w.Offer = &waiting.Offer{StationID: 1, MadeAt: now, Until: now.Add(time.Hour)}
			},
			func(w *waiting.Wait) { w.Offer = &waiting.Offer{StationID: 1, MadeAt: now, Until: now} },
			func(w *waiting.Wait) { w.LapsedAt = &now },
			func(w *waiting.Wait) { w.EndedAt, w.Ending = &now, waiting.Removed },
		} {
			w := must(s.WaitByID(ctx, list[i].ID))
			change(&w)
			storetest.Check(t, s.SaveWait(ctx, w))
		}
		for _, state := range []waiting.State{waiting.InLine, waiting.Offered, waiting.Lapsed, waiting.Over} {
			want := 0
			for _, w := range list {
				w = must(s.WaitByID(ctx, w.ID))
				if w.State(now) == state && w.EndedAt == nil {
					want++
				}
			}
			found, total, err := s.ListedWaits(ctx,
				waiting.Filter{OperatorID: 1, States: []waiting.State{state}, Now: now}, 0, 10)
			if err != nil || len(found) != want || total != want {
				t.Errorf("%s: %d of %d, %v, want %d", state, len(found), total, err, want)
			}
		}
		for name, filter := range map[string]waiting.Filter{
			"another operator": {OperatorID: 2}, "another station": {OperatorID: 1, StationIDs: []int64{9}},
			"another tariff": {OperatorID: 1, TariffIDs: []int64{9}}, "another person": {OperatorID: 1, AccountID: 99},
		} {
			if _, total, err := s.ListedWaits(ctx, filter, 0, 10); err != nil || total != 0 {
				t.Errorf("%s: %d, %v", name, total, err)
			}
		}
		demand := must(s.Demands(ctx, 1))
		if len(demand) != 1 || demand[0].People != 4 || demand[0].Offers != 2 || demand[0].Station != "Gare" {
			t.Errorf("demand: %+v", demand)
		}
		if lines, _, err := s.ListedWaits(ctx, waiting.Filter{OperatorID: 1}, 0, 2); err != nil || len(lines) != 2 {
			t.Errorf("a page: %d, %v", len(lines), err)
		}
	})
}
