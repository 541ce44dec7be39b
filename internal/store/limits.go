package store

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// cancelPatience is how long a query whose context has ended may take to stop: the
// server is asked to cancel it, so that it works on nothing that nobody waits for; a
// connection that hears nothing by then is closed.
const cancelPatience = 500 * time.Millisecond

// timeouts are those of a session of PostgreSQL, unless its address says otherwise. A
// request ends before them, by its own deadline; they end what has none, and free the
// locks of a node that hangs.
var timeouts = map[string]time.Duration{
	"statement_timeout":                   time.Minute,
	"lock_timeout":                        10 * time.Second, // as SQLite waits
	"idle_in_transaction_session_timeout": time.Minute,
}

// noTimeouts lifts them.
var noTimeouts = map[string]time.Duration{"statement_timeout": 0, "lock_timeout": 0, "idle_in_transaction_session_timeout": 0}

func assign(set string, durations map[string]time.Duration) string {
	statements := ""
	for name, long := range durations {
		statements += fmt.Sprintf("%s %s = %d;", set, name, long.Milliseconds())
	}
	return statements
}

// limited gives each new connection the time-outs that the parameters of its address do
// not name. Statements do so, as poolers refuse such parameters when a connection begins.
func limited(by map[string]time.Duration, given map[string]string) stdlib.OptionOpenDB {
	by = maps.Clone(by)
	for name := range given {
		delete(by, name)
	}
	return stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, assign("SET", by)); err != nil {
			return fmt.Errorf("set time-outs: %w", err)
		}
		return nil
	})
}

// unhurried returns connections without time-outs, which the caller closes.
func (p *postgres) unhurried() *sql.DB { return stdlib.OpenDB(*p.calls, limited(noTimeouts, nil)) }

type unhurriedKey struct{}

// unhurried lets the transactions of ctx take as long as they need: they go over
// everything there is, and nobody waits for them but at a terminal.
func unhurried(ctx context.Context) context.Context {
	return context.WithValue(ctx, unhurriedKey{}, true)
}

// liftTimeouts does so for one transaction.
func (s *Store) liftTimeouts(ctx context.Context, tx *sql.Tx) error {
	if s.engine == engineSQLite {
		return nil // it has none
	}
	if _, err := tx.ExecContext(ctx, assign("SET LOCAL", noTimeouts)); err != nil {
		return fmt.Errorf("lift time-outs: %w", err)
	}
	return nil
}

// execUnhurried runs one write of PostgreSQL that may take as long as it needs.
func (s *Store) execUnhurried(ctx context.Context, what, query string) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", what, unavailable(err))
	}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit
	if err = s.liftTimeouts(ctx, tx); err == nil {
		_, err = tx.ExecContext(ctx, query)
	}
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, unavailable(err))
	}
	return nil
}
