package db_test

import (
	"context"
	"database/sql"
	"math"
	"net/url"
	"strings"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/station"
	"consigne/internal/kernel/fault"
	"consigne/internal/store/storetest"
)

// Methods that only show data may return data as old as the replica's, but never to a caller who
// has just written, and never within a transaction. No failure of the replica makes a call fail.
func TestReplica(t *testing.T) { // not parallel: it holds the replay back
	ctx := t.Context()
	primary, replica := storetest.ReplicatedURLs(t)
	s := storetest.Open(t, primary)
	storetest.NewLocker(t, s)
	link, through := storetest.NewLink(t, replica)
	told := make(chan error, 100)
	storetest.Check(t, s.ReadFrom(through, func(unused error) { told <- unused }))
	expect := func(used bool) {
		t.Helper()
		for deadline := time.After(20 * time.Second); ; {
			select {
			case err := <-told:
				if (err == nil) == used {
					return
				}
			case <-deadline:
				t.Fatalf("the replica is used: not %v within 20 s", used)
			}
		}
	}
	stations := func(ctx context.Context) int {
		t.Helper()
		began := time.Now()
		list, err := s.Stations.StationsOf(ctx, 1)
		storetest.Check(t, err)
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("a list took %v", took)
		}
		return len(list)
	}
	add := func() (int, context.Context) {
		t.Helper()
		_, err := s.Stations.CreateStation(ctx, station.Station{OperatorID: 1, Name: "Halle", Kind: station.Individual, Active: true}, storetest.Now)
		storetest.Check(t, err)
		position, err := s.Position(ctx)
		storetest.Check(t, err)
		var all int
		storetest.Check(t, s.Atomically(ctx, func(ctx context.Context) error {
			all = stations(ctx)
			return nil
		}))
		return all, s.After(ctx, position)
	}
	hold, release := replay(t, replica)
	lateIsRead := func() {
		t.Helper()
		position, err := s.Position(ctx)
		storetest.Check(t, err)
		hold(position)
		defer release()
		all, after := add()
		gone, cancel := context.WithCancel(ctx)
		cancel()
		_, _ = s.Stations.StationsOf(s.After(gone, math.MaxInt64), 1) // neither a caller that gives up nor a position never reached changes anything
		if got := stations(ctx); got != all-1 {
			t.Errorf("%d of %d stations: not read from the replica", got, all)
		}
		if got := stations(after); got != all {
			t.Errorf("%d of %d stations: who added one does not see it", got, all)
		}
		s.AgeOfReplica(11 * time.Second)
		expect(false)
		if got := stations(ctx); got != all {
			t.Errorf("%d of %d stations: read from a replica that lags", got, all)
		}
	}

	expect(true)
	lateIsRead()
	expect(true)
	all, after := add()
	if got := stations(after); got != all {
		t.Errorf("%d of %d stations once the replay goes on", got, all)
	}

	link.Down()
	all, _ = add()
	if got := stations(ctx); got != all {
		t.Errorf("%d of %d stations without the replica", got, all)
	}
	expect(false)
	link.Up()
	expect(true)
	lateIsRead()
	expect(true)

	link.Freeze()
	all, _ = add()
	if got := stations(ctx); got != all {
		t.Errorf("%d of %d stations beside a frozen replica", got, all)
	}
	link.Thaw()
}

// replay returns functions that pause the replay at a position, and resume it.
func replay(t *testing.T, replica string) (hold func(position int64), release func()) {
	t.Helper()
	admin, err := sql.Open("pgx", replica)
	storetest.Check(t, err)
	do := func(query string) {
		t.Helper()
		_, err := admin.Exec(query)
		storetest.Check(t, err)
	}
	release = func() { do(`SELECT pg_wal_replay_resume()`) }
	t.Cleanup(func() {
		release()
		_ = admin.Close()
	})
	return func(position int64) {
		for replayed := int64(0); replayed < position; time.Sleep(10 * time.Millisecond) {
			storetest.Check(t, admin.QueryRow(`SELECT (pg_last_wal_replay_lsn() - '0/0')::bigint`).Scan(&replayed))
		}
		do(`SELECT pg_wal_replay_pause()`)
		for state := ""; state != "paused"; {
			storetest.Check(t, admin.QueryRow(`SELECT pg_get_wal_replay_pause_state()`).Scan(&state))
		}
	}, release
}

func TestReplicaOfSQLiteIsRefused(t *testing.T) {
	s := storetest.Open(t, storetest.SQLiteURL(t))
	if err := s.ReadFrom("postgres://127.0.0.1/consigne", nil); err == nil {
		t.Error("accepted")
	}
}

// A call to a server that is gone or frozen fails within two seconds, and calls work again when the
// server is back.
func TestServerOutOfReach(t *testing.T) {
	t.Parallel()
	for name, breaks := range map[string]func(*storetest.Link){"gone": (*storetest.Link).Down, "frozen": (*storetest.Link).Freeze} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			link, through := storetest.NewLink(t, storetest.PostgresURL(t))
			s := storetest.Open(t, through)
			locker := storetest.NewLocker(t, s)
			breaks(link)
			calls := map[string]func() error{
				"list":  func() error { _, err := s.Stations.StationsOf(t.Context(), 1); return err },
				"look":  func() error { _, err := s.Stations.LockerByID(t.Context(), locker); return err },
				"count": func() error { _, err := s.Stations.CountOpenStays(t.Context(), 1); return err },
				"write": func() error { return s.Stations.SetLockerActive(t.Context(), locker, false) },
				"ready": func() error { return s.Ready(t.Context()) },
				"within": func() error { // an empty transaction would ask the server nothing
					return s.Atomically(t.Context(), func(ctx context.Context) error {
						_, err := s.Stations.LockerByID(ctx, locker)
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
							err := call()
							if took := time.Since(began); took > 2*time.Second || (what != "ready" && !fault.Is(err, fault.Unavailable)) || err == nil {
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
	if !fault.Is(err, fault.Unavailable) {
		t.Errorf("a write on a demoted server: %v", err)
	}
	for n, deadline := 1, time.Now().Add(5*time.Second); n > 0; time.Sleep(10 * time.Millisecond) {
		if n, err = s.Count(t.Context(), "test", `SELECT COUNT(*) FROM pg_stat_activity WHERE pid = $1`, backend); err != nil || time.Now().After(deadline) {
			t.Fatalf("its connection is still open: %d, %v", n, err)
		}
	}
}

// A long query on a server that answers probes is not cut.
func TestLongQuery(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, storetest.PostgresURL(t))
	queries := s.Asked()
	if err := s.Sleep(t.Context(), 2500*time.Millisecond); err != nil {
		t.Error(err)
	}
	if n := queries.Load(); n == 0 || n > 6 { // one for each 0.4 s of silence
		t.Errorf("asked after %d times", n)
	}
}

// Nor is it on a server that does not answer probes in time, but another call.
func TestLongQueryOfABusyServer(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, storetest.PostgresURL(t))
	s.LoseProbes()
	done := make(chan error, 1)
	go func() { done <- s.Sleep(t.Context(), 2500*time.Millisecond) }()
	for pace := time.NewTicker(700 * time.Millisecond); ; {
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
			return
		case <-pace.C:
			if _, err := s.Stations.StationsOf(t.Context(), 1); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestReadWhileWriting(t *testing.T) {
	t.Parallel()
	if !db.WaitsWhileWriting() {
		t.Error("nobody sees that it waits")
	}
}

// An address may name several hosts: when one hangs, the next one is used, whether the first hangs
// from the start or later. That the next one answers must not hide that the first hangs.
func TestHostsOfAnAddress(t *testing.T) {
	t.Parallel()
	address := storetest.PostgresURL(t)
	link, through := storetest.NewLink(t, address)
	serving := hostOf(t, address)
	s := storetest.Open(t, strings.Replace(address, serving, hostOf(t, through)+","+serving, 1))
	ask := func() (failed error) {
		done := make(chan error, 4)
		began := time.Now()
		for range cap(done) {
			go func() {
				_, err := s.Stations.StationsOf(t.Context(), 1)
				done <- err
			}()
		}
		for range cap(done) {
			if err := <-done; err != nil {
				failed = err
			}
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("took %v", took)
		}
		return failed
	}
	storetest.Check(t, ask())
	link.Freeze()
	if err := ask(); err != nil && !fault.Is(err, fault.Unavailable) { // the calls on the frozen connections
		t.Error(err)
	}
	for range 5 {
		storetest.Check(t, ask())
	}
	storetest.Open(t, strings.Replace(address, serving, hostOf(t, through)+","+serving, 1))
}

func hostOf(t *testing.T, address string) string {
	t.Helper()
	read, err := url.Parse(address)
	storetest.Check(t, err)
	return read.Host
}
