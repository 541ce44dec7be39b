package db_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

const late = "La réponse demande trop de temps. Veuillez réessayer dans un instant."

// wantLate checks that a call failed as too late, and soon enough.
func wantLate(t *testing.T, what string, began time.Time, err error) {
	t.Helper()
	if refusal := fault.Of(err); refusal == nil || refusal.Kind != fault.KindUnavailable || refusal.Detail != late {
		t.Errorf("%s: %v", what, err)
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("%s took %v", what, took)
	}
}

// A query ends with its context, on the server too, and its connection can be used again.
func TestAQueryEndsWithItsContext(t *testing.T) {
	busy := map[string]func(ctx context.Context, s *store.Store) error{
		"read":  func(ctx context.Context, s *store.Store) error { return s.Busy(ctx, false) },
		"write": func(ctx context.Context, s *store.Store) error { return s.Busy(ctx, true) },
		"read in a transaction": func(ctx context.Context, s *store.Store) error {
			return s.Atomically(ctx, func(ctx context.Context) error { return s.Busy(ctx, false) })
		},
		"write in a transaction": func(ctx context.Context, s *store.Store) error {
			return s.Atomically(ctx, func(ctx context.Context) error { return s.Busy(ctx, true) })
		},
	}
	for engine, address := range map[string]func(testing.TB) string{
		"sqlite":   storetest.SQLiteURL,
		"postgres": storetest.PostgresURL,
	} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			url := address(t)
			if engine == "postgres" {
				url += "&application_name=busy"
			}
			s := storetest.Open(t, url)
			for what, call := range busy {
				began := time.Now()
				ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
				wantLate(t, what, began, call(ctx, s))
				cancel()

				ctx, cancel = context.WithCancel(t.Context())
				time.AfterFunc(50*time.Millisecond, cancel)
				if err := call(ctx, s); !errors.Is(err, context.Canceled) || fault.Of(err) != nil {
					t.Errorf("%s, given up: %v", what, err)
				}
			}
			if engine == "postgres" {
				for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
					n, err := s.BusyQueries(t.Context())
					storetest.Check(t, err)
					if n == 0 {
						break
					}
					if time.Since(began) > time.Second {
						t.Fatalf("%d queries go on", n)
					}
				}
			}
			storetest.Must(t)(s.CreateAccount(t.Context(), account.Account{Email: "after@exemple.test"}, storetest.Now))
		})
	}
}

// Statements without a deadline of their own have a time-out, as have waits for locks. Transactions
// marked with WithoutTimeouts have none.
func TestStatementsHaveLimits(t *testing.T) {
	t.Parallel()
	address := storetest.PostgresURL(t)
	s := storetest.Open(t, address)
	for name, want := range map[string]string{
		"statement_timeout": "1min", "lock_timeout": "10s",
		"idle_in_transaction_session_timeout": "1min",
	} {
		if got, ofMigrations, err := s.Setting(t.Context(), name); err != nil || got != want || ofMigrations != "0" {
			t.Errorf("%s is %s, of migrations %s, %v", name, got, ofMigrations, err)
		}
	}
	hurried, err := store.Open(address + "&statement_timeout=300&lock_timeout=200&idle_in_transaction_session_timeout=100")
	storetest.Check(t, err)
	t.Cleanup(func() { _ = hurried.Close() })
	if got, ofMigrations, err := hurried.Setting(t.Context(), "statement_timeout"); err != nil || got != "300ms" ||
		ofMigrations != "0" {
		t.Errorf("of the address: %s, of migrations %s, %v", got, ofMigrations, err)
	}
	began := time.Now()
	wantLate(t, "statement", began, hurried.Busy(t.Context(), false))
	storetest.Check(t, hurried.Atomically(db.WithoutTimeouts(t.Context()), func(ctx context.Context) error {
		time.Sleep(200 * time.Millisecond)
		return hurried.Sleep(ctx, 400*time.Millisecond)
	}))

	locker := storetest.NewLocker(t, s)
	storetest.Check(t, s.Atomically(t.Context(), func(ctx context.Context) error {
		if err := s.SetOutage(ctx, locker, &station.Outage{Cause: station.OtherCause}); err != nil {
			return err
		}
		began := time.Now()
		wantLate(t, "lock", began, hurried.SetOutage(t.Context(), locker, nil))
		return nil
	}))

	err = hurried.Atomically(t.Context(), func(ctx context.Context) error {
		if err := hurried.SetOutage(ctx, locker, nil); err != nil {
			return err
		}
		time.Sleep(300 * time.Millisecond)
		return hurried.SetOutage(ctx, locker, nil)
	})
	if !fault.Is(err, fault.KindUnavailable) {
		t.Errorf("an idle transaction: %v", err)
	}
}

// A call that finds every connection taken waits until its deadline and no longer.
func TestAFullPool(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		locker := storetest.NewLocker(t, s)
		release, held := make(chan struct{}), sync.WaitGroup{}
		var begun sync.WaitGroup
		for range s.PoolSize() {
			begun.Add(1)
			held.Go(func() {
				_ = s.Atomically(t.Context(), func(context.Context) error {
					begun.Done()
					<-release
					return nil
				})
			})
		}
		begun.Wait()
		for what, call := range map[string]func(ctx context.Context) error{
			"transaction": func(ctx context.Context) error {
				return s.Atomically(ctx,
					func(context.Context) error { return nil })
			},
			"write": func(ctx context.Context) error {
				return s.SetOutage(ctx, locker, &station.Outage{Cause: station.OtherCause})
			},
		} {
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			wantLate(t, what, began, call(ctx))
			cancel()
		}
		close(release)
		held.Wait()

		free, err := s.HoldReaders(t.Context())
		storetest.Check(t, err)
		for range 2 { // the first call would prepare the statement for later ones
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			_, err := s.CountOpenStays(ctx, 1)
			wantLate(t, "read", began, err)
			cancel()
		}
		free()
		storetest.Check(t, s.Ready(t.Context()))
		storetest.Check(t, s.SetOutage(t.Context(), locker, &station.Outage{Cause: station.OtherCause}))
	})
}
