package db

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"
)

// Migration 26 makes four tables the first partitions of partitioned ones, and everybody waits for it. So what would make it read
// their rows is done before and after it, beside nodes that go on writing: rows are checked by VALIDATE, which keeps nobody out.
// Each part may be interrupted and begun again (docs/adr/0044).

// schemaOfMonths is the migration that partitions tables by month.
const schemaOfMonths = 26

// beginMonths chooses the instant at which months begin.
const beginMonths = `DO $$
DECLARE
    latest BIGINT := GREATEST(CAST(extract(epoch FROM now() + INTERVAL '7 days') * 1000 AS BIGINT),
        (SELECT MAX(started_at) FROM payments), (SELECT MAX(at) FROM journal));
    first TIMESTAMP := date_trunc('month', to_timestamp(latest / 1000) AT TIME ZONE 'UTC') + INTERVAL '1 month';
BEGIN
    EXECUTE format('CREATE OR REPLACE FUNCTION months_begin() RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS ''SELECT CAST(%s AS BIGINT)''',
        CAST(extract(epoch FROM first AT TIME ZONE 'UTC') * 1000 AS BIGINT));
END $$`

// mustLieBefore adds to a table what its rows must fulfil, without reading them. %1$s in a rule is the instant at which months begin.
// Each table has a transaction of its own: one that held two tables could wait for a writer that waits for it.
func mustLieBefore(table string, rules map[string]string) string {
	changes := []string{}
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		constraint := table + "_" + name
		changes = append(changes, `DROP CONSTRAINT IF EXISTS `+constraint+`, ADD CONSTRAINT `+constraint+` CHECK (`+rules[name]+`) NOT VALID`)
	}
	return `DO $$ BEGIN EXECUTE format('ALTER TABLE ` + table + ` ` + strings.Join(changes, `, `) + `', months_begin()); END $$`
}

// monthsChecked is SQL that is 1 when the tables are partitioned, or when their rows are known to lie before months that begin in a
// week or later: after they have begun, nodes of the previous release are refused what they write. An upgrade that was given up may
// have chosen an earlier instant.
const monthsChecked = `SELECT CASE
    WHEN to_regclass('occupations_before') IS NOT NULL THEN 1
    WHEN (SELECT COUNT(*) FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND convalidated
        AND conname ~ '^(occupations|payments|presentations|journal)_(month|bound)$') < 7 THEN 0
    ELSE (SELECT COUNT(*) FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND proname = 'months_begin'
        AND CAST(substring(prosrc FROM '[0-9]+') AS BIGINT) >= extract(epoch FROM now() + INTERVAL '7 days') * 1000)
    END`

// checkMonths checks, before migration 26, that all rows lie before the first month.
func (d *DB) checkMonths(ctx context.Context, wait time.Duration) error {
	const ids = `id IS NOT NULL AND id < 10000000000`
	return d.besideMonths(ctx, wait, monthsChecked, beginMonths,
		mustLieBefore("occupations", map[string]string{"bound": ids, "month": `started_at < %1$s`}),
		mustLieBefore("payments", map[string]string{"bound": ids, "month": `started_at < %1$s AND (occupation_id IS NULL OR occupation_id < 10000000000)`}),
		mustLieBefore("presentations", map[string]string{"bound": ids, "month": `payment_id < 10000000000`}),
		mustLieBefore("journal", map[string]string{"bound": `at IS NOT NULL AND at < %1$s`}),
		`ALTER TABLE occupations VALIDATE CONSTRAINT occupations_bound, VALIDATE CONSTRAINT occupations_month`,
		`ALTER TABLE payments VALIDATE CONSTRAINT payments_bound, VALIDATE CONSTRAINT payments_month`,
		`ALTER TABLE presentations VALIDATE CONSTRAINT presentations_bound, VALIDATE CONSTRAINT presentations_month`,
		`ALTER TABLE journal VALIDATE CONSTRAINT journal_bound`)
}

// monthsReferred is SQL that is 1 when no table waits for the references that migration 26 left to [DB.referToMonths].
const monthsReferred = `SELECT CASE WHEN EXISTS (
    SELECT 1 FROM pg_constraint c JOIN pg_inherits i ON i.inhrelid = c.conrelid
    WHERE c.connamespace = current_schema()::regnamespace AND c.contype = 'f' AND c.conparentid = 0
      AND c.conname IN ('payments_occupation_id_fkey', 'presentations_payment_id_fkey')) THEN 0 ELSE 1 END`

// referToMonths checks, after migration 26, that what payments and attempts refer to exists, and lets the partitioned tables refer
// to one another: a reference of a whole table takes over that of a partition, if it is valid, without reading rows.
func (d *DB) referToMonths(ctx context.Context, wait time.Duration) error {
	return d.besideMonths(ctx, wait, monthsReferred,
		`ALTER TABLE payments_before VALIDATE CONSTRAINT payments_occupation_id_fkey`,
		`ALTER TABLE presentations_before VALIDATE CONSTRAINT presentations_payment_id_fkey`,
		`DO $$ BEGIN
		    IF NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conrelid = 'payments'::regclass AND conname = 'payments_occupation_id_fkey') THEN
		        ALTER TABLE payments ADD CONSTRAINT payments_occupation_id_fkey FOREIGN KEY (occupation_id) REFERENCES occupations (id);
		    END IF;
		END $$`,
		`ALTER TABLE presentations ADD CONSTRAINT presentations_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments (id)`)
}

// besideMonths runs statements, one after the other and each in a transaction of its own, unless the query done gives 1. The
// first that waits too long for a lock is the last, and its error is [lockedOut].
func (d *DB) besideMonths(ctx context.Context, wait time.Duration, done string, statements ...string) error {
	if d.OnSQLite() {
		return nil
	}
	return d.Alone(ctx, "months", func(do func(query string) error) error {
		if n, err := d.Count(ctx, "look for months", done); err != nil || n > 0 {
			return err
		}
		if err := do(assign("SET", map[string]time.Duration{"lock_timeout": wait})); err != nil {
			return err
		}
		for _, statement := range statements {
			if err := do(statement); err != nil {
				return err
			}
		}
		return nil
	})
}
