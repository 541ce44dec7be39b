package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
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
	ctx     context.Context // of the outermost call; it outlives the contexts of parts
	aborted error           // why the whole run was rolled back; nil: it was not
}

// part is a transaction, or a part of it that can fail alone.
type part struct {
	*txRun
	depth  int   // 0: the transaction
	failed error // of an act that joined the part, which then stores nothing
}

type partKey struct{}

// partOf returns the part to which the statements of ctx belong, or nil outside of transactions.
func partOf(ctx context.Context) *part {
	p, _ := ctx.Value(partKey{}).(*part)
	return p
}

func (d *DB) Reader(ctx context.Context) Querier {
	if p := partOf(ctx); p != nil {
		return p.txRun
	}
	return d.read
}

func (d *DB) Writer(ctx context.Context) Querier {
	if p := partOf(ctx); p != nil {
		return p.txRun
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
// Within a transaction, act joins it: once act has failed, nothing of the transaction is stored, whatever its
// caller makes of the error. With a context of [transaction.WithSavepoints], act is a part that can fail alone: the
// caller gets the error and may go on. Three things end the whole transaction even then: a lost race, a statement
// that its context cut, and a full disk or another error after which SQLite may have rolled back.
func (d *DB) Atomically(ctx context.Context, act func(ctx context.Context) error) error {
	if outer := partOf(ctx); outer != nil {
		if transaction.AfterSavepoint(ctx) {
			return outer.runAfterSavepoint(ctx, act)
		}
		return outer.join(ctx, act)
	}
	var err error
	for lost := range conflictRetries {
		if err = d.transact(ctx, act); !lostRace(err) {
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
	return fmt.Errorf("%w: transaction lost %d races: %w", fault.Unavailable(msgDown), conflictRetries, err)
}

func (d *DB) transact(ctx context.Context, act func(ctx context.Context) error) error {
	options := &sql.TxOptions{}
	if d.engine == enginePostgres {
		options.Isolation = sql.LevelSerializable
		if other, ok := ctx.Value(isolationKey{}).(sql.IsolationLevel); ok {
			options.Isolation = other
		}
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
	whole := &part{txRun: &txRun{tx: tx, ctx: ctx}}
	within, committed := transaction.Begin(context.WithValue(ctx, partKey{}, whole))
	err = act(within)
	if err = cmp.Or(whole.aborted, err, whole.failed); err != nil { // also one that act ignored
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", cut(ctx, err))
	}
	give() // not before the commit: until then its writes are hidden from the next one, and both would conflict
	committed()
	if d.engine == enginePostgres && ctx.Err() != nil {
		// PostgreSQL answers a commit that is cancelled while it waits for the synchronous standby as if it had succeeded,
		// but it is stored on this server alone. So the caller must take the outcome for unknown.
		return fmt.Errorf("commit: %w", ctx.Err())
	}
	return nil
}

// Snapshot runs reads that have to agree with one another: all of them see the database as it was at the first. In a
// transaction, act joins it. act must not write.
func (d *DB) Snapshot(ctx context.Context, act func(ctx context.Context) error) error {
	if partOf(ctx) != nil {
		return act(ctx)
	}
	options := &sql.TxOptions{ReadOnly: true}
	if d.engine == enginePostgres {
		options.Isolation = sql.LevelRepeatableRead
	}
	tx, err := d.read.BeginTx(ctx, options)
	if err != nil {
		return fmt.Errorf("begin to read: %w", Unavailable(cut(ctx, err)))
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	return act(context.WithValue(ctx, partKey{}, &part{txRun: &txRun{tx: tx, ctx: ctx}}))
}

var errPanicked = errors.New("a part of the transaction panicked")

// join runs act as a part of p that cannot fail alone.
func (p *part) join(ctx context.Context, act func(ctx context.Context) error) error {
	err := errPanicked
	defer func() { p.failed = cmp.Or(p.failed, err) }()
	err = act(ctx)
	return err
}

// runAfterSavepoint runs act after a savepoint, to which it is rolled back when act fails.
func (p *part) runAfterSavepoint(ctx context.Context, act func(ctx context.Context) error) (err error) {
	savepoint := fmt.Sprintf("part_%d", p.depth+1)
	if _, err := p.ExecContext(ctx, "SAVEPOINT "+savepoint); err != nil {
		return fmt.Errorf("savepoint: %w", err)
	}
	inner := &part{txRun: p.txRun, depth: p.depth + 1}
	within, committed := transaction.Begin(context.WithValue(ctx, partKey{}, inner))
	ended := false
	defer func() {
		if !ended { // act panicked, and a caller may recover and go on
			_ = p.undo(savepoint)
		}
	}()
	err = cmp.Or(act(within), inner.failed)
	ended = true
	if lostRace(err) {
		p.abort(err) // the whole transaction runs again
	}
	if err == nil {
		if _, err = p.ExecContext(p.ctx, "RELEASE SAVEPOINT "+savepoint); err == nil {
			committed()
			return nil
		}
		// On PostgreSQL, act passed over a statement that failed.
		err = fmt.Errorf("release savepoint: %w", err)
	}
	if undone := p.undo(savepoint); undone != nil {
		return errors.Join(err, undone)
	}
	return err
}

// undo rolls back to the savepoint and releases it. If it were left, a later rollback of an outer
// part to the same name would stop there.
func (a *txRun) undo(savepoint string) error {
	if a.aborted != nil {
		return nil // everything is rolled back already
	}
	for _, statement := range []string{"ROLLBACK TO SAVEPOINT ", "RELEASE SAVEPOINT "} {
		// This uses the context of the transaction, because that of the part may have ended.
		if _, err := a.tx.ExecContext(a.ctx, statement+savepoint); err != nil {
			a.abort(err)
			return fmt.Errorf("undo a part: %w", err)
		}
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
	if lostRace(err) || ctx.Err() != nil || ofSQLite && rollsBack[failure.Code()&0xff] {
		a.abort(cut(ctx, err))
	}
}

// rollsBack holds the errors after which SQLite may have rolled the transaction back.
var rollsBack = map[int]bool{
	sqlite3.SQLITE_FULL: true, sqlite3.SQLITE_IOERR: true, sqlite3.SQLITE_NOMEM: true, sqlite3.SQLITE_BUSY: true,
	sqlite3.SQLITE_INTERRUPT: true,
}

// ExecContext writes in the transaction.
func (a *txRun) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	result, err := a.tx.ExecContext(ctx, query, args...)
	a.abortOn(ctx, err)
	return result, err
}

// QueryContext reads in the transaction, or writes and reads what was written.
func (a *txRun) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	rows, err := a.tx.QueryContext(ctx, query, args...)
	a.abortOn(ctx, err)
	return rows, err
}

// QueryRowContext does the same with one row.
func (a *txRun) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	row := a.tx.QueryRowContext(ctx, query, args...)
	a.abortOn(ctx, row.Err())
	return row
}

// ErrLostRace marks a lost race that the engine reports as a violated unique index or foreign key
// instead of a serialization failure.
var ErrLostRace = errors.New("lost a race")

// lostRace reports whether an error is a lost race: [ErrLostRace], a serialization failure or a deadlock.
func lostRace(err error) bool {
	if errors.Is(err, ErrLostRace) {
		return true
	}
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
		return failure.Code == "40001" || failure.Code == "40P01"
	}
	return false
}
