// Package storetest gives tests a fresh, migrated database of each engine.
package storetest

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"consigne/internal/store"
	"consigne/internal/testenv"
)

// NotTried says what a run without PostgreSQL leaves out.
const NotTried = "PostgreSQL was not tried: CONSIGNE_TEST_POSTGRES_URL is not set (`make test` sets it)"

// HasPostgres reports whether there is a PostgreSQL server to test on.
func HasPostgres() bool { return os.Getenv("CONSIGNE_TEST_POSTGRES_URL") != "" }

// OnEachEngine runs a test on a fresh, migrated database of each engine.
func OnEachEngine(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	for engine, address := range map[string]func(testing.TB) string{"sqlite": SQLiteURL, "postgres": PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			test(t, Open(t, address(t)))
		})
	}
}

// URLs returns the address of a new database of each engine. Without a PostgreSQL server, SQLite is alone.
func URLs(t testing.TB) map[string]string {
	t.Helper()
	urls := map[string]string{"sqlite": SQLiteURL(t)}
	if HasPostgres() || testenv.Required() {
		urls["postgres"] = PostgresURL(t)
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

// SQLiteURL returns the address of a new file in the test's own folder.
func SQLiteURL(t testing.TB) string { return "sqlite:" + filepath.Join(t.TempDir(), "consigne.db") }

// PostgresURL creates a schema for the test and returns its address. Without a PostgreSQL server it skips
// the test, or fails it under `make test`.
func PostgresURL(t testing.TB) string {
	t.Helper()
	testenv.Needs(t, HasPostgres(), "PostgreSQL (CONSIGNE_TEST_POSTGRES_URL)")
	server := os.Getenv("CONSIGNE_TEST_POSTGRES_URL")
	admin, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	admin.SetMaxOpenConns(1)
	schema := fmt.Sprintf("test_%d_%s", time.Now().UnixNano(), strings.ToLower(strings.NewReplacer("/", "_", "#", "_").Replace(t.Name())))
	schema = schema[:min(len(schema), 60)]
	makeExtension(t, admin)
	if _, err := admin.Exec(`CREATE SCHEMA "` + schema + `"`); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = admin.Exec(`DROP SCHEMA "` + schema + `" CASCADE`)
		_, _ = admin.Exec(`DROP SCHEMA IF EXISTS "` + schema + `_bi" CASCADE`)
		_ = admin.Close()
	})
	return inSchema(t, server, schema)
}

// ReplicaURL returns the address of the database of PostgresURL on the replica.
func ReplicaURL(t testing.TB, primary string) string {
	t.Helper()
	server := os.Getenv("CONSIGNE_TEST_REPLICA_URL")
	testenv.Needs(t, server != "", "a replica of PostgreSQL (CONSIGNE_TEST_REPLICA_URL)")
	address, err := url.Parse(primary)
	if err != nil {
		t.Fatal(err)
	}
	return inSchema(t, server, address.Query().Get("search_path"))
}

func inSchema(t testing.TB, server, schema string) string {
	t.Helper()
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	query := address.Query()
	query.Set("search_path", schema)
	address.RawQuery = query.Encode()
	return address.String()
}

// makeExtension creates the extension that the first migration creates in a real database. It takes
// a lock, because here many schemas of one database are migrated at the same time.
func makeExtension(t testing.TB, admin *sql.DB) {
	t.Helper()
	for _, statement := range []string{
		`SELECT pg_advisory_lock(1)`, `CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public`, `SELECT pg_advisory_unlock(1)`,
	} {
		if _, err := admin.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
}
