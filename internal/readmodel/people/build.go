package people

import (
	"context"
	"strconv"

	"consigne/internal/db"
)

// builtAtOnce is how many accounts one transaction reads: writes about accounts wait for it.
const builtAtOnce = 5000

// Build fills people on a PostgreSQL that is older than the table, and makes its trigram index. Nodes of the previous release
// go on writing meanwhile: the triggers of migration 23 keep what they write, each transaction locks them out for a moment, and the
// index is made without a lock. On SQLite, which has one node, the migration has done it all.
func (x *Index) Build(ctx context.Context) error {
	if x.db.OnSQLite() {
		return nil
	}
	if built, err := x.built(ctx); err != nil || built {
		return err
	}
	return x.db.Alone(ctx, "build people", func(do func(query string) error) error {
		built, err := x.built(ctx) // by a node that was first
		if err != nil || built {
			return err
		}
		for after, more := int64(0), true; more; {
			if after, more, err = x.add(ctx, after); err != nil {
				return err
			}
		}
		for _, query := range []string{
			`DROP INDEX IF EXISTS people_search`, // what is left of an attempt that was cut short
			`CREATE INDEX CONCURRENTLY people_search ON people USING gin (
				(ARRAY[operator_id]), (last_folded || E'\n' || first_folded || E'\n' || email_folded) public.gin_trgm_ops,
				people_grams(last_folded || E'\n' || first_folded || E'\n' || email_folded), phone public.gin_trgm_ops
			) WITH (fastupdate = off)`,
			`VACUUM ANALYZE people`,
		} {
			if err := do(query); err != nil {
				return err
			}
		}
		return nil
	})
}

// built reports whether the trigram index, which is made last, is there.
func (x *Index) built(ctx context.Context) (bool, error) {
	n, err := x.db.Count(ctx, "look for the index of people", `SELECT COUNT(*) FROM pg_index WHERE indexrelid = to_regclass('people_search') AND indisvalid`)
	return n == 1, err
}

// add adds the rows of the accounts that follow one, and returns the last of these.
func (x *Index) add(ctx context.Context, after int64) (last int64, more bool, err error) {
	err = x.db.Atomically(db.WithoutTimeouts(ctx), func(ctx context.Context) error {
		// Locked first: what is read next is what is committed.
		if err := x.db.Exec(ctx, "build people", `LOCK TABLE accounts, account_operators, account_roles IN SHARE MODE`); err != nil {
			return err
		}
		ends, err := db.Collect(ctx, x.db.Reader(ctx), "build people", func(id *int64) []any { return []any{id} },
			`SELECT COALESCE(MAX(id), 0) FROM (SELECT id FROM accounts WHERE id > $1 ORDER BY id LIMIT `+strconv.Itoa(builtAtOnce)+`) a`, after)
		if err != nil || ends[0] == 0 {
			return err
		}
		last, more = ends[0], true
		return x.db.Exec(ctx, "build people", `
			INSERT INTO people (id, operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits)
			SELECT id, operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits FROM people_rows
			WHERE account_id > $1 AND account_id <= $2 ON CONFLICT (id) DO NOTHING`, after, last)
	})
	return last, more, err
}
