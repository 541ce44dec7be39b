package db

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// timeouts are the settings of a PostgreSQL session, unless its address sets others. Requests have
// a shorter deadline of their own; these settings end statements that have none, and free the locks
// of a node that hangs.
var timeouts = map[string]time.Duration{
	"statement_timeout":                   time.Minute,
	"lock_timeout":                        10 * time.Second, // the same as SQLite's busy_timeout
	"idle_in_transaction_session_timeout": time.Minute,
}

// noTimeouts switches those settings off.
var noTimeouts = map[string]time.Duration{
	"statement_timeout": 0, "lock_timeout": 0,
	"idle_in_transaction_session_timeout": 0,
}

func assign(set string, durations map[string]time.Duration) string {
	statements := ""
	for name, long := range durations {
		statements += fmt.Sprintf("%s %s = %d;", set, name, long.Milliseconds())
	}
	return statements
}

// limited sets, on each new connection, the time-outs that the address does not set itself, and switches the compiler
// of queries off: it takes 20 to 100 ms for a query that runs for five. It uses SET statements, because poolers refuse
// such parameters at connection time.
func limited(by map[string]time.Duration, given map[string]string) stdlib.OptionOpenDB {
	by = maps.Clone(by)
	for name := range given {
		delete(by, name)
	}
	settings := assign("SET", by)
	if given["jit"] == "" {
		settings += "SET jit = off;"
	}
	return stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, settings); err != nil {
			return fmt.Errorf("set up a connection: %w", err)
		}
		return nil
	})
}

// forMigrations returns connections without time-outs, but for the wait for a lock (0: without a limit). The caller
// closes them.
func (d *DB) forMigrations(wait time.Duration) *sql.DB {
	by := maps.Clone(noTimeouts)
	by["lock_timeout"] = wait
	return stdlib.OpenDB(*d.config, limited(by, nil))
}

type withoutTimeoutsKey struct{}

// WithoutTimeouts removes the time-outs from the transactions of ctx. It is for work that goes over a
// whole table, for which no request waits, only an operator at a terminal.
func WithoutTimeouts(ctx context.Context) context.Context {
	return context.WithValue(ctx, withoutTimeoutsKey{}, true)
}

// liftTimeouts removes the time-outs from one transaction.
func (d *DB) liftTimeouts(ctx context.Context, tx *sql.Tx) error {
	if d.engine == engineSQLite {
		return nil // SQLite has no such time-outs
	}
	if _, err := tx.ExecContext(ctx, assign("SET LOCAL", noTimeouts)); err != nil {
		return fmt.Errorf("lift time-outs: %w", err)
	}
	return nil
}

type isolationKey struct{}

// ReadCommitted makes each statement in the transactions of ctx see what is committed when it begins, on PostgreSQL. It
// is for work that no read before it decides, so that it neither conflicts with serializable writers nor they with it.
func ReadCommitted(ctx context.Context) context.Context {
	return context.WithValue(ctx, isolationKey{}, sql.LevelReadCommitted)
}

// RepeatableRead makes the transactions of ctx see what was committed when they began, on PostgreSQL. It is for a long
// one that locks what it writes: while a serializable one goes on, the server forgets nothing of what all others have
// read, and refuses them when its memory for that is full.
func RepeatableRead(ctx context.Context) context.Context {
	return context.WithValue(ctx, isolationKey{}, sql.LevelRepeatableRead)
}
