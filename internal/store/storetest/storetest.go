// Package storetest gives tests a fresh, migrated database of each engine.
package storetest

import (
	"context"
	"os"
	"testing"

	"consigne/internal/store"
	"consigne/internal/testenv"
)

// NotTried describes what a run without PostgreSQL leaves out.
const NotTried = "PostgreSQL was not tried: CONSIGNE_TEST_POSTGRES_URL is not set (`make test` sets it)"

const postgresVariable = "CONSIGNE_TEST_POSTGRES_URL"

// HasPostgres reports whether there is a PostgreSQL server to test on.
func HasPostgres() bool { return os.Getenv(postgresVariable) != "" }

// OnSQLite runs a test beside the others, on a fresh, migrated database of SQLite alone.
func OnSQLite(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	t.Parallel()
	test(t, Open(t, SQLiteURL(t)))
}

// OnEachEngine runs a test on a fresh, migrated database of each engine.
func OnEachEngine(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	OnEachAddress(t, func(t *testing.T, address string) { test(t, Open(t, address)) })
}

// OnEachAddress runs a test on the address of a fresh, migrated database of each engine.
func OnEachAddress(t *testing.T, test func(t *testing.T, address string)) {
	t.Helper()
	for engine, address := range map[string]func(testing.TB) string{"sqlite": SQLiteURL, "postgres": PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			test(t, address(t))
		})
	}
}

// URLs returns the address of a new, migrated database of each engine. Without a PostgreSQL server, SQLite is alone.
func URLs(t testing.TB) map[string]string { return urls(t, SQLiteURL, PostgresURL) }

// EmptyURLs returns the address of a new database without any table of each engine. Without a PostgreSQL server,
// SQLite is alone.
func EmptyURLs(t testing.TB) map[string]string { return urls(t, EmptySQLiteURL, EmptyPostgresURL) }

func urls(t testing.TB, sqlite, postgres func(testing.TB) string) map[string]string {
	t.Helper()
	urls := map[string]string{"sqlite": sqlite(t)}
	if HasPostgres() || testenv.Required() {
		urls["postgres"] = postgres(t)
	} else {
		t.Log(NotTried)
	}
	return urls
}

// Open opens and migrates the database at the address, and closes it at the end of the test.
func Open(t testing.TB, address string) *store.Store {
	t.Helper()
	s, err := store.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if err := s.Migrate(context.Background()); err != nil {
		t.Fatal(err)
	}
	return s
}
