package db

import (
	"context"
	"fmt"
	"time"
)

// Alone runs long work on PostgreSQL that no other node does at the same time: it waits for them. do runs a statement outside any
// transaction, as CREATE INDEX CONCURRENTLY and VACUUM must be, without time-outs.
func (d *DB) Alone(ctx context.Context, what string, work func(do func(query string) error) error) error {
	if d.engine != enginePostgres {
		return fmt.Errorf("%s: only on PostgreSQL", what)
	}
	pool := d.forMigrations(0)
	defer func() { _ = pool.Close() }()
	on, err := pool.Conn(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", what, Unavailable(err))
	}
	defer func() { _ = on.Close() }() // which releases the lock
	do := func(query string) error {
		if _, err := on.ExecContext(ctx, query); err != nil {
			return fmt.Errorf("%s: %w", what, Unavailable(err))
		}
		return nil
	}
	// Tried again and again: a statement that waits holds a snapshot, for which CREATE INDEX CONCURRENTLY would wait.
	for locked := false; !locked; {
		if err := on.QueryRowContext(ctx, `SELECT pg_try_advisory_lock(hashtext(CAST(current_schema() AS TEXT) || CAST($1 AS TEXT)))`, what).Scan(&locked); err != nil {
			return fmt.Errorf("%s: %w", what, Unavailable(err))
		}
		if !locked {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(time.Second):
			}
		}
	}
	return work(do)
}
