package store_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// BenchmarkHotReads measures the query that identifies the caller of every call, and the lists of
// an operator of 2,000 stations and 4,500 lockers, 500 of them in one station. Only the ratios
// within one run are comparable.
func BenchmarkHotReads(b *testing.B) {
	for engine, address := range storetest.URLs(b) {
		s := storetest.Open(b, address)
		ctx := context.Background()
		fillForBench(b, ctx, s)
		for name, read := range map[string]func() error{
			"actor":    func() error { _, err := s.ActorOf(ctx, "s1", storetest.Now); return err },
			"stations": func() error { _, err := s.StationsOf(ctx, 1); return err },
			"lockers":  func() error { _, err := s.LockersOf(ctx, 1); return err },
			"uses":     func() error { _, err := s.OpenStaysAt(ctx, 1); return err },
			"tariffs":  func() error { _, _, err := s.TariffsAtStation(ctx, 1); return err },
			"counters": func() error { _, err := s.OperatorCounters(ctx, 1); return err },
		} {
			b.Run(engine+"/"+name, func(b *testing.B) {
				for b.Loop() {
					if err := read(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func fillForBench(b *testing.B, ctx context.Context, s *store.Store) {
	b.Helper()
	const stations, lockers, most = 2000, 2, 500
	err := s.Atomically(ctx, func(ctx context.Context) error {
		if _, err := s.CreateOperator(ctx, operator.Operator{Name: "Élan"}, storetest.Now); err != nil {
			return err
		}
		if _, err := s.CreateAccount(ctx, account.Account{
			Email: "a@exemple.test", Active: true, Roles: map[int64][]access.Role{1: {access.Manager}},
		}, storetest.Now); err != nil {
			return err
		}
		var stays []stay.Stay
		for i := range stations {
			id, err := s.CreateStation(ctx,
				station.Station{OperatorID: 1, Name: fmt.Sprint("Station ", i), Kind: station.Individual, Active: true},
				storetest.Now)
			if err != nil {
				return err
			}
			n := lockers
			if i == 0 {
				n = most
			}
			for j := range n {
				locker, err := s.CreateLocker(ctx,
					station.Locker{StationID: id, Type: station.Bike, Active: j > 0, Capacity: 1, Tags: []string{"abrité"}},
					storetest.Now)
				if err != nil {
					return err
				}
				if j%2 == 1 {
					stays = append(stays, stay.Stay{OperatorID: 1, LockerID: locker, AccountID: 1, Place: 1, StartedAt: storetest.Now})
				}
			}
		}
		if err := s.ImportUnbilledStays(ctx, stays); err != nil {
			return err
		}
		return s.CreateSession(ctx,
			account.Session{
				ID: "s1", AccountID: 1, CreatedAt: storetest.Now, RotatedAt: storetest.Now,
				ExpiresAt: storetest.Now.Add(time.Hour),
			})
	})
	if err != nil {
		b.Fatal(err)
	}
	if err := s.Exec(ctx, "test", `ANALYZE`); err != nil { // as autovacuum would
		b.Fatal(err)
	}
}
