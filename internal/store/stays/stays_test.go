package stays_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestPassedLimits(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		made := storetest.NewTariff(t, s)
		storetest.Check(t, s.ImportUnbilledStays(ctx,
			[]stay.Stay{{OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: storetest.Now, Tariff: &made}}))
		at := func(after time.Duration) int {
			t.Helper()
			passed, err := s.ClaimWork(ctx,
				queue.Claim{
					Kind: queue.Limits, Holder: "essai", DueBy: storetest.Now.Add(after), Until: storetest.Now.Add(after),
					Most: 10,
				})
			storetest.Check(t, err)
			storetest.Check(t, s.FinishWork(ctx, queue.Limits, "essai", []int64{1}))
			return len(passed)
		}
		flag := func(o stay.Stay) {
			t.Helper()
			o.ID = 1
			if open, err := s.FlagStay(ctx, o); err != nil || !open {
				t.Errorf("flag: %v, %v", open, err)
			}
		}
		if at(24*time.Hour) != 0 || at(24*time.Hour+time.Millisecond) != 1 || at(48*time.Hour) != 1 {
			t.Error("the overrun begins just after its limit")
		}
		flag(stay.Stay{Overrun: true})
		if at(48*time.Hour-time.Millisecond) != 0 || at(48*time.Hour) != 1 {
			t.Error("the removal is due at its limit")
		}
		flag(stay.Stay{Overrun: true, Removed: true})
		if at(100*time.Hour) != 0 {
			t.Error("a flagged stay comes again")
		}
	})
}

func TestStayWithoutTariff(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		storetest.Check(t, s.ImportUnbilledStays(ctx,
			[]stay.Stay{{OperatorID: 1, LockerID: storetest.NewLocker(t, s), AccountID: 1, Place: 1, StartedAt: storetest.Now}}))
		stay, err := s.StayByID(ctx, 1)
		storetest.Check(t, err)
		if price := stay.PriceAt(storetest.Now.Add(48 * time.Hour)); stay.Tariff != nil || price.Amount() != 0 ||
			price.Normal != 48*time.Hour {
			t.Errorf("begun before there were tariffs: %+v", price)
		}
	})
}

func TestOnePlaceHoldsOneOpenStay(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		locker := storetest.NewLocker(t, s)
		var months atomic.Int64 // whenever they began
		winners := storetest.Race(20, func() bool {
			started := storetest.Now.AddDate(0, int(months.Add(-1)), 0)
			newStay := stay.Stay{OperatorID: 1, LockerID: locker, AccountID: 1, Place: 1, StartedAt: started}
			return s.ImportUnbilledStays(ctx, []stay.Stay{newStay}) == nil
		})
		if winners != 1 {
			t.Errorf("%d stays opened in one place", winners)
		}
	})
}

// Of concurrent starts that found the place free, it takes one; the others begin again and see it taken.
func TestConcurrentStartsInOnePlace(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		locker := storetest.NewLocker(t, s)
		for round := range 10 {
			var calls atomic.Int64
			winners := storetest.Race(8, func() bool {
				started := storetest.Now.Add(time.Duration(calls.Add(1)%2*2-1) * time.Minute)
				newStay := stay.Stay{OperatorID: 1, LockerID: locker, AccountID: 1, Place: 1, StartedAt: started}
				began := false
				err := s.Atomically(ctx, func(ctx context.Context) (err error) {
					began = false
					taken, err := s.TakenPlaces(ctx, locker, started)
					if err != nil || len(taken) > 0 {
						return err
					}
					if newStay.ID, err = s.StartStay(ctx, newStay); err != nil {
						return err
					}
					_, err = s.CreatePayment(ctx, payment.NewForStay(newStay))
					began = err == nil
					return err
				})
				return err == nil && began
			})
			open, err := s.OpenStaysIn(ctx, locker)
			if err != nil || winners != 1 || len(open) != 1 {
				t.Fatalf("round %d: %d began, %d are open, %v", round, winners, len(open), err)
			}
			open[0].EndedAt = &open[0].StartedAt
			if _, err := s.EndStay(ctx, open[0].Stay); err != nil {
				t.Fatal(err)
			}
		}
	})
}
