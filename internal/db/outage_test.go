package db_test

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/fault"
	"consigne/internal/store/storetest"
)

// A call to a server that is gone fails at once, one to a server that is frozen at its deadline, and calls work again
// when the server is back.
func TestServerOutOfReach(t *testing.T) {
	t.Parallel()
	for name, breaks := range map[string]func(*storetest.Link){
		"gone":   (*storetest.Link).Down,
		"frozen": (*storetest.Link).Freeze,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			link, through := storetest.NewLink(t, storetest.PostgresURL(t))
			s := storetest.Open(t, through)
			locker := storetest.NewLocker(t, s)
			breaks(link)
			calls := map[string]func(ctx context.Context) error{
				"list":  func(ctx context.Context) error { _, err := s.StationsOf(ctx, 1); return err },
				"look":  func(ctx context.Context) error { _, err := s.LockerByID(ctx, locker); return err },
				"count": func(ctx context.Context) error { _, err := s.CountOpenStays(ctx, 1); return err },
				"write": func(ctx context.Context) error {
					return s.SetOutage(ctx, locker, &station.Outage{Cause: station.OtherCause})
				},
				"ready": s.Ready,
				"within": func(ctx context.Context) error {
					return s.Atomically(ctx, func(ctx context.Context) error {
						_, err := s.LockerByID(ctx, locker)
						return err
					})
				},
			}
			for range 2 { // the second round finds the pool as the first left it
				done := make(chan struct{}, len(calls)*4)
				for what, call := range calls {
					for range 4 {
						go func() {
							defer func() { done <- struct{}{} }()
							began := time.Now()
							ctx, cancel := context.WithTimeout(t.Context(), time.Second)
							defer cancel()
							err := call(ctx)
							if took := time.Since(began); took > 2*time.Second ||
								(what != "ready" && !fault.Is(err, fault.KindUnavailable)) || err == nil {
								t.Errorf("%s took %v: %v", what, took, err)
							}
						}()
					}
				}
				for range cap(done) {
					<-done
				}
			}
			link.Thaw()
			link.Up()
			began := time.Now()
			for s.Ready(t.Context()) != nil {
				time.Sleep(10 * time.Millisecond)
			}
			t.Logf("found again after %v", time.Since(began))
			if took := time.Since(began); took > 8*time.Second { // no promise: a busy machine has taken 2.3 s
				t.Errorf("found again after %v", took)
			}
		})
	}
}

// A connection to a server that takes no more writes is closed, and none of the pool stays with it.
func TestADemotedServerIsLeft(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, storetest.PostgresURL(t))
	backend := 0
	err := s.Atomically(t.Context(), func(ctx context.Context) (err error) {
		if backend, err = s.Count(ctx, "test", `SELECT pg_backend_pid()`); err != nil {
			return err
		}
		storetest.Check(t, s.Exec(ctx, "test", `SET TRANSACTION READ ONLY`))
		return s.Exec(ctx, "test", `UPDATE publication SET revision = revision + 1`)
	})
	if !fault.Is(err, fault.KindUnavailable) {
		t.Errorf("a write on a demoted server: %v", err)
	}
	for n, deadline := 1, time.Now().Add(5*time.Second); n > 0; time.Sleep(10 * time.Millisecond) {
		if n, err = s.Count(t.Context(), "test", `SELECT COUNT(*) FROM pg_stat_activity
			WHERE pid = $1`, backend); err != nil || time.Now().After(deadline) {
			t.Fatalf("its connection is still open: %d, %v", n, err)
		}
	}
}

// An address may name several hosts: when one hangs, the next one is used, whether the first hangs
// from the start or later. That the next one answers must not hide that the first hangs.
func TestHostsOfAnAddress(t *testing.T) {
	t.Parallel()
	address := storetest.PostgresURL(t)
	link, through := storetest.NewLink(t, address)
	serving := hostOf(t, address)
	both := strings.Replace(address, serving, hostOf(t, through)+","+serving, 1) + "&connect_timeout=2"
	s := storetest.Open(t, both)
	ask := func() (failed error) {
		done := make(chan error, 4)
		began := time.Now()
		for range cap(done) {
			go func() {
				ctx, cancel := context.WithTimeout(t.Context(), 6*time.Second)
				defer cancel()
				_, err := s.StationsOf(ctx, 1)
				done <- err
			}()
		}
		for range cap(done) {
			if err := <-done; err != nil {
				failed = err
			}
		}
		if took := time.Since(began); took > 7*time.Second {
			t.Errorf("took %v", took)
		}
		return failed
	}
	storetest.Check(t, ask())
	link.Freeze()
	if err := ask(); err != nil && !fault.Is(err, fault.KindUnavailable) { // the calls on the frozen connections
		t.Error(err)
	}
	for range 5 {
		storetest.Check(t, ask())
	}
	storetest.Open(t, both)
}

func hostOf(t *testing.T, address string) string {
	t.Helper()
	read, err := url.Parse(address)
	storetest.Check(t, err)
	return read.Host
}
