package db_test

import (
	"compress/gzip"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"consigne/internal/db"
	"consigne/internal/domain/desk/statistics"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// derived lists the tables that are computed again from others.
var derived = []string{
	"goose_db_version", "rollups", "payment_changes", "rollup_blocks", "stale_rollups", "people",
}

// lastRelease is the schema of the last release. A release may bring several migrations; nobody has a database of a
// schema between two releases. It changes with each release.
const lastRelease = 100

// A small database of every released schema migrates to today's: it gets the same schema as a new one, keeps
// every row, and answers queries. testdata/schemas/README.md says where the databases come from.
func TestEverySchemaMigratesForward(t *testing.T) {
	t.Parallel()
	loads := map[string]func(*testing.T, string) string{"sqlite": loadSQLite, "postgres": loadPostgres}
	for engine, address := range storetest.EmptyURLs(t) {
		load := loads[engine]
		fresh := storetest.Open(t, address)
		versions, err := fresh.SchemaVersions()
		storetest.Check(t, err)
		for _, version := range versions {
			name := fmt.Sprintf("%s-%05d", engine, version)
			file := "testdata/schemas/" + name + ".sql.gz"
			if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
				if version <= lastRelease {
					t.Errorf("%s is missing: run `scripts/dump-schema.sh COMMIT` with the last commit of schema %d", file, version)
				}
				continue
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s, err := store.Open(load(t, readSchema(t, file)))
				storetest.Check(t, err)
				t.Cleanup(func() { _ = s.Close() })
				before, err := storetest.RowCounts(t.Context(), s)
				storetest.Check(t, err)
				if len(before) < 5 || before["accounts"] == 0 {
					t.Fatalf("there is nothing to migrate: %v", before)
				}
				storetest.Check(t, s.Migrate(t.Context()))
				storetest.Check(t, s.Ready(t.Context()))
				checkSameSchema(t, s, fresh)
				checkRowsKept(t, s, before)
				checkAnswers(t, s)
			})
		}
	}
}

func readSchema(t *testing.T, path string) string {
	t.Helper()
	file, err := os.Open(path)
	storetest.Check(t, err)
	defer func() { _ = file.Close() }()
	unzipped, err := gzip.NewReader(file)
	storetest.Check(t, err)
	text, err := io.ReadAll(unzipped)
	storetest.Check(t, err)
	return string(text)
}

func loadSQLite(t *testing.T, dump string) string {
	t.Helper()
	address := storetest.EmptySQLiteURL(t)
	db, err := sql.Open("sqlite", "file:"+db.SQLitePath(address)+"?_pragma=synchronous(OFF)")
	storetest.Check(t, err)
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1) // so that the pragma at the beginning of the dump applies to all of it
	_, err = db.Exec(dump)
	storetest.Check(t, err)
	return address
}

// loadPostgres creates a whole database for the dump, because a dump names its schemas.
func loadPostgres(t *testing.T, dump string) string {
	t.Helper()
	ctx, server := context.Background(), os.Getenv("CONSIGNE_TEST_POSTGRES_URL")
	do := func(address, script string) error {
		connection, err := pgx.Connect(ctx, address)
		if err != nil {
			return err
		}
		defer func() { _ = connection.Close(ctx) }()
		_, err = connection.PgConn().Exec(ctx, script).ReadAll()
		return err
	}
	name := strings.ReplaceAll("schema_"+t.Name()[strings.LastIndex(t.Name(), "-")+1:], "/", "_")
	storetest.Check(t, do(server, `DROP DATABASE IF EXISTS `+name))
	storetest.Check(t, do(server, `CREATE DATABASE `+name+` TEMPLATE template0`))
	t.Cleanup(func() { storetest.Check(t, do(server, `DROP DATABASE `+name+` WITH (FORCE)`)) })
	address, err := url.Parse(server)
	storetest.Check(t, err)
	address.Path = "/" + name
	storetest.Check(t, do(address.String(), dump))
	return address.String()
}

func checkSameSchema(t *testing.T, s, fresh *store.Store) {
	t.Helper()
	for what, list := range map[string]func(*store.Store) ([]string, error){
		"columns": func(s *store.Store) ([]string, error) { return s.Columns(t.Context()) },
		"indexes": func(s *store.Store) ([]string, error) { return s.Indexes(t.Context()) },
	} {
		got, err := list(s)
		storetest.Check(t, err)
		want, err := list(fresh)
		storetest.Check(t, err)
		if !slices.Equal(got, want) {
			has := func(list []string) func(string) bool {
				return func(name string) bool { return slices.Contains(list, name) }
			}
			t.Errorf("%s are not those of a new database: %v instead of %v", what,
				slices.DeleteFunc(slices.Clone(got), has(want)), slices.DeleteFunc(slices.Clone(want), has(got)))
		}
	}
	if n, err := s.BrokenReferences(t.Context()); err != nil || n > 0 {
		t.Errorf("%d broken references, %v", n, err)
	}
}

func checkRowsKept(t *testing.T, s *store.Store, before map[string]int) {
	t.Helper()
	after, err := storetest.RowCounts(t.Context(), s)
	storetest.Check(t, err)
	for _, table := range slices.Sorted(maps.Keys(before)) {
		made := slices.ContainsFunc(derived, func(name string) bool { return strings.HasPrefix(table, name) })
		if !made && after[table] != before[table] {
			t.Errorf("%s had %d rows, and has %d", table, before[table], after[table])
		}
	}
}

// checkAnswers reads lists and figures, and compares the rollups with rebuilt ones.
func checkAnswers(t *testing.T, s *store.Store) {
	t.Helper()
	ctx := t.Context()
	rows, err := storetest.RowCounts(ctx, s)
	storetest.Check(t, err)
	if list, total, err := s.Accounts(ctx, account.Filter{}, 0, 10); err != nil || len(list) != 10 || total < 200 {
		t.Errorf("users: %d of %d, %v", len(list), total, err)
	}
	if list, total, err := s.Accounts(ctx, account.Filter{Search: "consigne.test"}, 0, 10); err != nil || total == 0 {
		t.Errorf("people found: %d of %d, %v", len(list), total, err)
	}
	if _, total, err := s.Payments(ctx, payment.Filter{}, 0, 10); err != nil || total != rows["payments"] {
		t.Errorf("payments: %d of %d, %v", total, rows["payments"], err)
	}
	if _, _, err := s.Stays(ctx, payment.Filter{StaysOnly: true}, 0, 10); err != nil {
		t.Errorf("history: %v", err)
	}
	year := statistics.Period{
		First: clock.DayOf(storetest.Now.AddDate(-3, 0, 0)),
		Last:  clock.DayOf(storetest.Now.AddDate(3, 0, 0)),
	}
	var bills []statistics.Bill
	storetest.Check(t, s.Together(ctx, func(ctx context.Context, sums statistics.Sums) (err error) {
		bills, err = sums.Bills(ctx, 0, []statistics.Period{year})
		return err
	}))
	if len(bills) == 0 && rows["payments"] > 0 {
		t.Error("no statistics of the payments")
	}
	for operatorID := range int64(3) {
		if list, err := s.StationsOf(ctx, operatorID+1); err != nil || len(list) == 0 {
			t.Errorf("stations of operator %d: %d, %v", operatorID+1, len(list), err)
		}
		_, err := s.TariffsOf(ctx, operatorID+1)
		storetest.Check(t, err)
	}
	if n, err := storetest.StationsMisdated(ctx, s); err != nil || n > 0 {
		t.Errorf("%d stations do not tell when they were changed, %v", n, err)
	}
	kept, err := storetest.Rollups(ctx, s)
	storetest.Check(t, err)
	storetest.Check(t, s.RebuildRollups(ctx))
	if rebuilt, err := storetest.Rollups(ctx, s); err != nil || !slices.Equal(kept, rebuilt) {
		t.Errorf("the rollups are not those of the rows: %d, counted anew %d, %v", len(kept), len(rebuilt), err)
	}
}
