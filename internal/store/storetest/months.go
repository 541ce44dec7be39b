package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"consigne/internal/store"
)

// beginMonths lets the months of an empty PostgreSQL database begin at an instant, and makes those until another.
func beginMonths(do func(query string), from, until time.Time) {
	begin := time.Date(from.UTC().Year(), from.UTC().Month(), 1, 0, 0, 0, 0, time.UTC)
	do(fmt.Sprintf(`DO $$
		DECLARE
		    f RECORD;
		BEGIN
		    FOR f IN SELECT pg_get_functiondef(oid) AS definition FROM pg_proc
		        WHERE pronamespace = current_schema()::regnamespace AND proname IN ('months_begin', 'first_id_of_month')
		    LOOP
		        EXECUTE replace(f.definition, months_begin()::text, '%d');
		    END LOOP;
		END $$`, begin.UnixMilli()))
	for month := begin; month.Before(until.AddDate(0, 1, 0)); month = month.AddDate(0, 1, 0) {
		for _, table := range []string{"occupations", "payments", "presentations"} {
			do(fmt.Sprintf(`SELECT attach_month('%[1]s', %[2]d) WHERE to_regclass('%[1]s_%[3]s') IS NULL`, table, month.UnixMilli(), month.Format("200601")))
		}
	}
}

// BeginMonths lets the months of an empty database begin at an instant, and makes those until another, on PostgreSQL.
func BeginMonths(t testing.TB, s *store.Store, from, until time.Time) {
	t.Helper()
	if !s.OnSQLite() {
		beginMonths(func(query string) { Check(t, s.Exec(context.Background(), "begin months", query)) }, from, until)
	}
}

// MonthsBegin returns the start of the first month that has partitions.
func MonthsBegin(t testing.TB, s *store.Store) time.Time {
	t.Helper()
	begin, err := s.MonthsBegin(context.Background())
	Check(t, err)
	return begin
}

// Partitions lists the partitions of a table that are attached.
func Partitions(ctx context.Context, s *store.Store, table string) ([]string, error) {
	return Lines(ctx, s, `SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = '`+table+`'::regclass ORDER BY 1`)
}

// OfMonth names the partition of a table for the month of an instant.
func OfMonth(table string, at time.Time) string {
	return strings.Join([]string{table, at.UTC().Format("200601")}, "_")
}
