package db_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestBothEnginesHaveTheSameSchema(t *testing.T) {
	ctx := context.Background()
	lite, postgres := storetest.Open(t, storetest.EmptySQLiteURL(t)), storetest.Open(t, storetest.EmptyPostgresURL(t))
	for what, list := range map[string]func(*store.Store) ([]string, error){
		"columns": func(s *store.Store) ([]string, error) { return s.Columns(ctx) },
		"indexes": func(s *store.Store) ([]string, error) { return s.Indexes(ctx) },
	} {
		a, err := list(lite)
		storetest.Check(t, err)
		b, err := list(postgres)
		storetest.Check(t, err)
		slices.Sort(a)
		slices.Sort(b)
		if len(a) == 0 || !slices.Equal(a, b) {
			t.Errorf("%s differ:\nsqlite   %v\npostgres %v", what, a, b)
		}
	}
}

func TestReadyNeedsTheSchema(t *testing.T) {
	for engine, address := range storetest.EmptyURLs(t) {
		t.Run(engine, func(t *testing.T) {
			s, err := store.Open(address)
			storetest.Check(t, err)
			defer func() { _ = s.Close() }()
			if s.Ready(context.Background()) == nil {
				t.Error("ready before the first migration")
			}
			storetest.Check(t, s.Migrate(context.Background()))
			storetest.Check(t, s.Migrate(context.Background())) // a second node finds nothing to do
			if err := s.Ready(context.Background()); err != nil {
				t.Errorf("not ready after the migrations: %v", err)
			}
		})
	}
}

// A node goes on, and starts, on a later schema until a migration says that its version may not run beside it.
func TestALaterSchema(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		calls := func() map[string]error {
			return map[string]error{"Migrate": s.Migrate(t.Context()), "Ready": s.Ready(t.Context())}
		}
		storetest.Check(t, s.Exec(t.Context(), "test", `INSERT INTO goose_db_version (version_id, is_applied)
			VALUES (99999, TRUE)`))
		for what, err := range calls() {
			if err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
		storetest.Check(t, s.Exec(t.Context(), "test", `UPDATE schema_support SET oldest = 99998`))
		for what, err := range calls() {
			if newer, ok := errors.AsType[db.NewerSchema](err); !ok || newer.Version != 99999 || newer.Oldest != 99998 ||
				newer.Known < 11 {
				t.Errorf("%s: %v", what, err)
			}
		}
	})
}

// What release 1.0 has not made is refused, by its schema, and left as it is.
func TestADatabaseFromBeforeTheFirstReleaseIsRefused(t *testing.T) {
	for engine, address := range storetest.EmptyURLs(t) {
		t.Run(engine, func(t *testing.T) {
			s, err := store.Open(address)
			storetest.Check(t, err)
			t.Cleanup(func() { _ = s.Close() })
			for _, statement := range []string{
				`CREATE TABLE goose_db_version (id BIGINT, version_id BIGINT NOT NULL, is_applied BOOLEAN NOT NULL)`,
				`INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (1, 0, TRUE), (2, 1, TRUE), (3, 61, TRUE)`,
			} {
				storetest.Check(t, s.Exec(t.Context(), "test", statement))
			}
			if old, ok := errors.AsType[db.OldSchema](s.Migrate(t.Context())); !ok || old.Version != 61 {
				t.Errorf("%v", old)
			}
			if n, err := s.Count(t.Context(), "test", `SELECT COUNT(*) FROM goose_db_version`); err != nil || n != 3 {
				t.Errorf("%d rows, %v", n, err)
			}
		})
	}
}

// A migration that finds a table in use lets the calls behind it pass, and tries again.
func TestAMigrationWaitsWithoutHoldingUpCalls(t *testing.T) {
	s := storetest.Open(t, storetest.EmptyPostgresURL(t))
	storetest.NewLocker(t, s)
	t.Cleanup(db.WithMigration("99999_test.sql", "-- +goose Up\nALTER TABLE stations ADD COLUMN later BIGINT;\n"))
	reading, release, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		done <- s.Atomically(t.Context(), func(ctx context.Context) error {
			err := s.Exec(ctx, "hold", `LOCK TABLE stations IN ACCESS SHARE MODE`)
			close(reading)
			<-release
			return err
		})
	}()
	<-reading
	migrated := make(chan error, 1)
	go func() { migrated <- s.Migrate(t.Context()) }()
	for began, longest := time.Now(),
		time.Duration(0); time.Since(began) < 4*time.Second; time.Sleep(50 * time.Millisecond) {
		call := time.Now()
		if _, err := s.Count(t.Context(), "test", `SELECT COUNT(*) FROM stations`); err != nil {
			t.Error(err)
		}
		if longest = max(longest, time.Since(call)); longest > 8*time.Second {
			t.Fatalf("a call waited for %v", longest)
		}
	}
	close(release)
	storetest.Check(t, <-done)
	storetest.Check(t, <-migrated)
}

func TestOpenRefusesOtherAddresses(t *testing.T) {
	for _, address := range []string{"", "sqlite:", "mysql://localhost/x", "consigne.db"} {
		if _, err := store.Open(address); err == nil {
			t.Errorf("%q was opened", address)
		}
	}
}
