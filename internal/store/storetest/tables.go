package storetest

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"consigne/internal/db"
	"consigne/internal/store"
)

// Dump returns everything in the database as lower-case text: on SQLite the bytes of its files as they lie.
func Dump(t *testing.T, s *store.Store, engine, file string) []byte {
	t.Helper()
	ctx := context.Background()
	if engine == "sqlite" {
		return SQLiteBytes(t, strings.TrimPrefix(file, "sqlite:"))
	}
	rows, err := dumpPostgres(ctx, s)
	Check(t, err)
	return bytes.ToLower([]byte(strings.Join(rows, "\n")))
}

// SQLiteBytes returns what lies in the files of a SQLite database, in lower case.
func SQLiteBytes(t *testing.T, path string) []byte {
	t.Helper()
	content := []byte{}
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		part, err := os.ReadFile(path + suffix)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		content = append(content, part...)
	}
	return bytes.ToLower(content)
}

// tables lists the tables of the database.
func tables(ctx context.Context, s *store.Store) ([]string, error) {
	query := `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()
		AND table_type = 'BASE TABLE'`
	if s.OnSQLite() {
		query = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`
	}
	return Lines(ctx, s, query)
}

// Lines runs a query that returns one column of texts.
func Lines(ctx context.Context, s *store.Store, query string) ([]string, error) {
	return db.Collect(ctx, s.Committed(), "test", func(line *string) []any { return []any{line} }, query)
}

// RowCounts returns the number of rows of each table.
func RowCounts(ctx context.Context, s *store.Store) (map[string]int, error) {
	names, err := tables(ctx, s)
	counts := map[string]int{}
	for _, table := range names {
		n, failure := s.Count(ctx, "count rows", `SELECT COUNT(*) FROM "`+table+`"`)
		counts[table], err = n, errors.Join(err, failure)
	}
	return counts, err
}

// dumpPostgres lists every row of every table of PostgreSQL as text.
func dumpPostgres(ctx context.Context, s *store.Store) ([]string, error) {
	names, err := tables(ctx, s)
	all := []string{}
	for _, table := range names {
		rows, failure := Lines(ctx, s, `SELECT CAST(t AS TEXT) FROM "`+table+`" t`)
		all, err = append(all, rows...), errors.Join(err, failure)
	}
	return all, err
}

// Rollups folds the rollups and lists them, without those that are zero.
func Rollups(ctx context.Context, s *store.Store) ([]string, error) {
	if err := s.Fold(ctx); err != nil {
		return nil, err
	}
	return Lines(ctx, s, `
		SELECT dimension || ' ' || period || ' ' || value || ' ' || operator_id || CASE WHEN is_test THEN ' test' ELSE '' END
		  || CASE WHEN of_stay THEN ' stay' ELSE '' END || ': ' || n || ', ' || total
		FROM rollups WHERE n <> 0 OR total <> 0 ORDER BY 1`)
}

// StationsMisdated counts the stations whose last change is not the one in the audit log.
func StationsMisdated(ctx context.Context, s *store.Store) (int, error) {
	return s.Count(ctx, "compare changes", `SELECT COUNT(*) FROM stations s
		WHERE s.changed_at <> COALESCE((SELECT MAX(j.at) FROM audit_log j
		WHERE j.station_id = s.id AND (j.action LIKE '%.creation' OR j.action LIKE '%.modification'
		OR j.action LIKE 'casier.%activation'
		  OR j.action = 'casier.suppression')), s.created_at)`)
}
