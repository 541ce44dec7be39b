package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/transaction"
)

// txRun is one run of a transaction. Once it is lost, its connection is rolled back and every
// further read or write in it fails, so that a caller that ignores an error cannot store later
// writes without the earlier ones.
type txRun struct {
	tx      *sql.Tx
	ctx     context.Context // of the outermost call; it outlives the contexts of nested parts
	aborted error           // why the whole run was rolled back; nil: it was not

	savepoints bool // nested parts begin with a savepoint; see runNested
	writes     int  // number of statements that may have written
	broken     bool // a statement failed, after which PostgreSQL refuses all others up to a savepoint
	plansKept  bool // see KeepPlans
}

// nesting is the position of a context in a transaction.
type nesting struct {
	*txRun
	depth int // 0: the outermost part
}

type nestingKey struct{}

func inTransaction(ctx context.Context) bool {
	_, in := ctx.Value(nestingKey{}).(nesting)
	return in
}

func (d *DB) Reader(ctx context.Context) Querier {
	if n, ok := ctx.Value(nestingKey{}).(nesting); ok {
		return n.txRun
	}
	return d.read
}

func (d *DB) Writer(ctx context.Context) Querier {
	if n, ok := ctx.Value(nestingKey{}).(nesting); ok {
		return n.txRun
	}
	return d.write
}

// conflictRetries bounds how often a transaction that lost a race runs again.
const conflictRetries = 100

// Atomically runs act in one transaction, serializable on either engine: all writes of act are
// stored, or none when it returns an error or panics. On PostgreSQL a transaction that lost a race
// runs again from its start. So act must only read and write through its context; it passes
// anything that must happen once everything is stored to [transaction.AfterCommit].
//
// Within a transaction, act is a part that can fail alone: the caller gets the error and may go on.
// Three things end the whole transaction even if the caller goes on: a lost race, a statement that
// its context cut, and a full disk or another error after which SQLite may have rolled back.
func (d *DB) Atomically(ctx context.Context, act func(ctx context.Context) error) error {
	if outer, nested := ctx.Value(nestingKey{}).(nesting); nested {
		return outer.runNested(ctx, act)
	}
	var err error
	savepoints := false
	for lost := range conflictRetries {
		err = d.transact(ctx, savepoints, act)
		if errors.Is(err, errNeedsSavepoints) {
			savepoints = true
			err = d.transact(ctx, savepoints, act)
		}
		if !lostRace(err) {
			return Unavailable(err)
		}
		// Transactions that run again at once would lose to one another again, and delay the others.
		select {
		case <-ctx.Done():
			return Unavailable(ctx.Err())
		case <-time.After(rand.N(time.Millisecond << min(lost, 6))):
		}
		d.lostRaces.Add(1)
	}
	return fmt.Errorf("%w: transaction lost %d races: %w", fault.Down(msgDown), conflictRetries, err)
}

func (d *DB) transact(ctx context.Context, savepoints bool, act func(ctx context.Context) error) error {
	options := &sql.TxOptions{}
	if d.engine == enginePostgres && ctx.Value(readCommittedKey{}) == nil {
		options.Isolation = sql.LevelSerializable
	}
	d.begun.Add(1)
	give := d.turn.take(ctx)
	defer give()
	tx, err := d.write.BeginTx(ctx, options)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit
	if ctx.Value(withoutTimeoutsKey{}) != nil {
		if err := d.liftTimeouts(ctx, tx); err != nil {
			return err
		}
	}
	a := &txRun{tx: tx, ctx: ctx, savepoints: savepoints}
	within, committed := transaction.Begin(context.WithValue(ctx, nestingKey{}, nesting{txRun: a}))
	err = act(within)
	if a.aborted != nil {
		return a.aborted // even if act ignored the error or returned another one
	}
	if err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", cut(ctx, err))
	}
	give() // not before the commit: until then its writes are hidden from the next one, and both would conflict
	committed()
	if d.engine == enginePostgres && ctx.Err() != nil {
		// PostgreSQL answers a commit that is cancelled while it waits for the synchronous standby as if it had succeeded, but
		// it is stored on this server alone. So the caller must take the outcome for unknown.
		return fmt.Errorf("commit: %w", ctx.Err())
	}
	return nil
}

// errNeedsSavepoints makes a transaction run again with savepoints, because writes of a nested part have to be undone.
var errNeedsSavepoints = errors.New("a nested part is to be undone")

// runNested runs act as a part of the transaction. When act fails, only its own writes are undone.
//
// A savepoint costs two statements, and hardly any part fails after it has written. So a transaction first runs without
// savepoints. A part that fails before its first write leaves nothing to undo; when one fails later, the whole
// transaction starts over with savepoints.
func (outer nesting) runNested(ctx context.Context, act func(ctx context.Context) error) error {
	if outer.savepoints {
		return outer.runAfterSavepoint(ctx, act)
	}
	before, ended := outer.writes, false
	undoable := func() bool { return outer.writes == before && !outer.broken }
	defer func() {
		if !ended && !undoable() { // act panicked, and a caller may recover and go on
			outer.abort(errNeedsSavepoints)
		}
	}()
	within, committed := transaction.Begin(context.WithValue(ctx, nestingKey{}, nesting{txRun: outer.txRun, depth: outer.depth + 1}))
	err := act(within)
	ended = true
	switch {
	case lostRace(err):
		outer.abort(err) // the whole transaction runs again
	case outer.aborted != nil && err == nil:
		return outer.aborted // act passed over it
	case outer.broken || err != nil && !undoable():
		outer.abort(errNeedsSavepoints)
	case err == nil:
		committed()
	}
	return err
}

func (outer nesting) runAfterSavepoint(ctx context.Context, act func(ctx context.Context) error) (err error) {
	savepoint := fmt.Sprintf("nested_%d", outer.depth+1)
	if _, err := outer.ExecContext(ctx, "SAVEPOINT "+savepoint); err != nil {
		return fmt.Errorf("savepoint: %w", err)
	}
	within, committed := transaction.Begin(context.WithValue(ctx, nestingKey{}, nesting{txRun: outer.txRun, depth: outer.depth + 1}))
	ended := false
	defer func() {
		if !ended { // act panicked, and a caller may recover and go on
			_ = outer.undo(savepoint)
		}
	}()
	err = act(within)
	ended = true
	if lostRace(err) {
		outer.abort(err) // the whole transaction runs again
	}
	if err == nil {
		if _, err = outer.ExecContext(outer.ctx, "RELEASE SAVEPOINT "+savepoint); err == nil {
			committed()
			return nil
		}
		// On PostgreSQL, act passed over a statement that failed.
		err = fmt.Errorf("release savepoint: %w", err)
	}
	if undone := outer.undo(savepoint); undone != nil {
		return errors.Join(err, undone)
	}
	return err
}

const rollbackTo = "ROLLBACK TO SAVEPOINT "

// undo rolls back to the savepoint and releases it. If it were left, a later rollback of an outer
// part to the same name would stop there.
func (a *txRun) undo(savepoint string) error {
	if a.aborted != nil {
		return nil // everything is rolled back already
	}
	// This uses the context of the transaction, because that of the part may have ended.
	if _, err := a.tx.ExecContext(a.ctx, rollbackTo+savepoint); err != nil {
		a.abort(err)
		return fmt.Errorf("roll back to savepoint: %w", err)
	}
	if _, err := a.tx.ExecContext(a.ctx, "RELEASE SAVEPOINT "+savepoint); err != nil {
		a.abort(err)
		return fmt.Errorf("release savepoint: %w", err)
	}
	return nil
}

// abort rolls the whole transaction back, for the reason why.
func (a *txRun) abort(why error) {
	if a.aborted == nil {
		a.aborted = cut(a.ctx, why)
		_ = a.tx.Rollback() // the engine may have rolled back already
	}
}

// abortOn gives the transaction up when a statement failed in a way after which it cannot go on:
// PostgreSQL refuses further statements, and SQLite may have rolled back and would then commit each
// further statement on its own.
func (a *txRun) abortOn(ctx context.Context, err error) {
	if err == nil {
		return
	}
	failure, ofSQLite := errors.AsType[*sqlite.Error](err)
	a.broken = a.broken || !ofSQLite
	if lostRace(err) || ctx.Err() != nil || ofSQLite && rollsBack[failure.Code()&0xff] {
		a.abort(cut(ctx, err))
	}
}

// rollsBack holds the errors after which SQLite may have rolled the transaction back.
var rollsBack = map[int]bool{
	sqlite3.SQLITE_FULL: true, sqlite3.SQLITE_IOERR: true, sqlite3.SQLITE_NOMEM: true, sqlite3.SQLITE_BUSY: true, sqlite3.SQLITE_INTERRUPT: true,
}

// mayWrite reports whether a query may write. Those that only read begin with SELECT.
func mayWrite(query string) bool { return !strings.HasPrefix(strings.TrimSpace(query), "SELECT") }

// ExecContext writes in the transaction.
func (a *txRun) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	a.writes++
	result, err := a.tx.ExecContext(ctx, query, args...)
	a.abortOn(ctx, err)
	return result, err
}

// QueryContext reads in the transaction, or writes and reads what was written.
func (a *txRun) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if mayWrite(query) {
		a.writes++
	}
	rows, err := a.tx.QueryContext(ctx, query, args...)
	a.abortOn(ctx, err)
	return rows, err
}

// QueryRowContext does the same with one row.
func (a *txRun) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if mayWrite(query) {
		a.writes++
	}
	row := a.tx.QueryRowContext(ctx, query, args...)
	a.abortOn(ctx, row.Err())
	return row
}

// ErrLostRace marks a lost race that the engine reports as a violated unique index or foreign key
// instead of a serialization failure.
var ErrLostRace = errors.New("lost a race")

// lostRace reports whether an error is a lost race: errLostRace, a serialization failure or a deadlock.
func lostRace(err error) bool {
	if errors.Is(err, ErrLostRace) {
		return true
	}
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
		return failure.Code == "40001" || failure.Code == "40P01"
	}
	return false
}
