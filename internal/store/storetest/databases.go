package storetest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/store"
	"consigne/internal/testenv"
)

// Every test has a database of its own. Running all migrations for each would take longer than most tests, so they run
// once on a template, of which a test gets a copy: on SQLite once in a process, on PostgreSQL once on a server.

// EmptySQLiteURL returns the address of a file in the test's own folder that does not exist yet.
func EmptySQLiteURL(t testing.TB) string {
	return "sqlite:" + filepath.Join(t.TempDir(), "consigne.db")
}

// SQLiteURL returns the address of a new, migrated database in the test's own folder.
func SQLiteURL(t testing.TB) string {
	t.Helper()
	content, err := sqliteTemplate()
	Check(t, err)
	address := EmptySQLiteURL(t)
	Check(t, os.WriteFile(db.SQLitePath(address), content, 0o600))
	return address
}

// sqliteTemplate returns the content of the file of a migrated database.
var sqliteTemplate = sync.OnceValues(func() (content []byte, err error) {
	folder, err := os.MkdirTemp("", "consigne-template")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	file := filepath.Join(folder, "consigne.db")
	if err := migrate("sqlite:" + file); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
})

// EmptyPostgresURL creates a database without any table for the test and returns its address. Without a PostgreSQL
// server it skips the test, or fails it under `make test`.
func EmptyPostgresURL(t testing.TB) string {
	t.Helper()
	return newPostgresDatabase(t, postgresServer(t), func(string, *sql.Conn) (string, error) { return "template0", nil })
}

// PostgresURL creates a migrated database for the test and returns its address. Without a PostgreSQL server it skips
// the test, or fails it under `make test`.
func PostgresURL(t testing.TB) string {
	t.Helper()
	return newPostgresDatabase(t, postgresServer(t), postgresTemplate)
}

// postgresServer returns the address of the PostgreSQL server, or skips or fails the test that needs it.
func postgresServer(t testing.TB) string {
	t.Helper()
	testenv.Needs(t, HasPostgres(), "PostgreSQL (CONSIGNE_TEST_POSTGRES_URL)")
	return os.Getenv(postgresVariable)
}

func newPostgresDatabase(
	t testing.TB, server string, template func(server string, on *sql.Conn) (string, error),
) string {
	t.Helper()
	admin, err := sql.Open("pgx", server)
	Check(t, err)
	t.Cleanup(func() { _ = admin.Close() })
	on, err := admin.Conn(t.Context())
	Check(t, err)
	defer func() { _ = on.Close() }()
	from, err := template(server, on)
	Check(t, err)
	name := fmt.Sprintf("test_%d_%s", time.Now().UnixNano(), notInNames.ReplaceAllString(strings.ToLower(t.Name()), "_"))
	name = name[:min(len(name), 60)]
	_, err = on.ExecContext(t.Context(), `CREATE DATABASE `+name+` TEMPLATE `+from)
	Check(t, err)
	t.Cleanup(func() { _, _ = admin.Exec(`DROP DATABASE ` + name + ` WITH (FORCE)`) })
	return withPath(t, server, name)
}

var notInNames = regexp.MustCompile(`[^a-z0-9_]`)

// postgresTemplate returns the name of a migrated database on the server to copy. The first test of all processes that
// use the server creates it. Its name changes with the migrations, so that a server may outlive a change of them.
func postgresTemplate(server string, on *sql.Conn) (string, error) {
	ctx := context.Background()
	name := "consigne_" + db.MigrationsDigest()
	known := func() (exists bool, err error) {
		err = on.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)`, name).Scan(&exists)
		return exists, err
	}
	if exists, err := known(); exists || err != nil {
		return name, err
	}
	if _, err := on.ExecContext(ctx, `SELECT pg_advisory_lock(1)`); err != nil {
		return "", err
	}
	defer func() { _, _ = on.ExecContext(ctx, `SELECT pg_advisory_unlock(1)`) }()
	if exists, err := known(); exists || err != nil {
		return name, err
	}
	// Migrated under another name: a test that sees the final one finds the schema complete.
	unfinished := name + "_new"
	for _, statement := range []string{
		`DROP DATABASE IF EXISTS ` + unfinished + ` WITH (FORCE)`,
		`CREATE DATABASE ` + unfinished + ` TEMPLATE template0`,
	} {
		if _, err := on.ExecContext(ctx, statement); err != nil {
			return "", err
		}
	}
	address, err := atPath(server, unfinished)
	if err != nil {
		return "", err
	}
	if err := migrate(address); err != nil {
		return "", err
	}
	// waits until its last connection has ended
	_, err = on.ExecContext(ctx, `ALTER DATABASE `+unfinished+` RENAME TO `+name)
	return name, err
}

// migrate applies every migration to the database at the address.
func migrate(address string) error {
	s, err := store.Open(address)
	if err != nil {
		return err
	}
	return errors.Join(s.Migrate(context.Background()), s.Close())
}

func withPath(t testing.TB, server, path string) string {
	t.Helper()
	address, err := atPath(server, path)
	Check(t, err)
	return address
}

// atPath returns the address of another database of the server.
func atPath(server, path string) (string, error) {
	address, err := url.Parse(server)
	if err != nil {
		return "", err
	}
	address.Path = "/" + strings.TrimPrefix(path, "/")
	return address.String(), nil
}
