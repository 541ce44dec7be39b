package store

import (
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

// attempt is one run of a transaction. Once it is lost, its connection is rolled back and
// every further read or write in it fails: whoever passes over the error cannot have
// what comes next stored without what came before.
type attempt struct {
	tx   *sql.Tx
	ctx  context.Context // of the outermost call: it outlives those of the nested parts
	lost error           // why nothing of it can stay
}

// nesting is how deep in a transaction a context is.
type nesting struct {
	*attempt
	depth int // 0: not nested
}

type nestingKey struct{}

func inTransaction(ctx context.Context) bool {
	_, in := ctx.Value(nestingKey{}).(nesting)
	return in
}

func (s *Store) reader(ctx context.Context) querier {
	if n, ok := ctx.Value(nestingKey{}).(nesting); ok {
		return n.attempt
	}
	if replica, ok := ctx.Value(replicaKey{}).(secondHand); ok {
		return replica
	}
	return s.read
}

func (s *Store) writer(ctx context.Context) querier {
	if n, ok := ctx.Value(nestingKey{}).(nesting); ok {
		return n.attempt
	}
	return s.write
}

// conflictRetries bounds how often a transaction that lost a race runs again.
const conflictRetries = 100

// Atomically runs act in one transaction, as if no other ran beside it on either
// engine: all that act wrote stays, or none when it returns an error or panics. On
// PostgreSQL a transaction that lost a race runs again from its start, so act
// does nothing but read and write through its context; what must happen once all
// is stored, it hands to [transaction.AfterCommit].
//
// Within a transaction, act is a part of it that can fail alone: the caller that gets
// its error may go on. Only what ends the whole transaction (a lost race, a statement
// cut by its context, a disk without room) ends it even when the caller goes on.
func (s *Store) Atomically(ctx context.Context, act func(ctx context.Context) error) error {
	if outer, nested := ctx.Value(nestingKey{}).(nesting); nested {
		return outer.nest(ctx, act)
	}
	var err error
	for lost := range conflictRetries {
		err = s.transact(ctx, act)
		if !lostRace(err) {
			return unavailable(err)
		}
		// Those who run again at once lose to one another, and cost the others time.
		select {
		case <-ctx.Done():
			return unavailable(ctx.Err())
		case <-time.After(rand.N(time.Millisecond << min(lost, 6))):
		}
		s.lostRaces.Add(1)
	}
	return fmt.Errorf("%w: transaction lost %d races: %w", fault.Down(msgDown), conflictRetries, err)
}

func (s *Store) transact(ctx context.Context, act func(ctx context.Context) error) error {
	options := &sql.TxOptions{}
	if s.engine == enginePostgres {
		options.Isolation = sql.LevelSerializable
	}
	s.begun.Add(1)
	tx, err := s.write.BeginTx(ctx, options)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit
	if ctx.Value(unhurriedKey{}) != nil {
		if err := s.liftTimeouts(ctx, tx); err != nil {
			return err
		}
	}
	a := &attempt{tx: tx, ctx: ctx}
	within, committed := transaction.Begin(context.WithValue(ctx, nestingKey{}, nesting{attempt: a}))
	err = act(within)
	if a.lost != nil {
		return a.lost // also when act passed over it, or tells it in words of its own
	}
	if err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", cut(ctx, err))
	}
	committed()
	return nil
}

// nest runs act as a part of the transaction: what it wrote goes when it fails, what
// was written before it stays.
func (outer nesting) nest(ctx context.Context, act func(ctx context.Context) error) (err error) {
	savepoint := fmt.Sprintf("nested_%d", outer.depth+1)
	if _, err := outer.ExecContext(ctx, "SAVEPOINT "+savepoint); err != nil {
		return fmt.Errorf("savepoint: %w", err)
	}
	within, committed := transaction.Begin(context.WithValue(ctx, nestingKey{}, nesting{attempt: outer.attempt, depth: outer.depth + 1}))
	ended := false
	defer func() {
		if !ended { // act panicked, and whoever recovers may go on
			_ = outer.undo(savepoint)
		}
	}()
	err = act(within)
	ended = true
	if lostRace(err) {
		outer.lose(err) // the whole transaction starts over
	}
	if err != nil {
		if undone := outer.undo(savepoint); undone != nil {
			return errors.Join(err, undone)
		}
		return err
	}
	if _, err := outer.ExecContext(outer.ctx, "RELEASE SAVEPOINT "+savepoint); err != nil {
		return fmt.Errorf("release savepoint: %w", err)
	}
	committed()
	return nil
}

// undo takes back what was written since the savepoint, and forgets it: left behind, it
// would be what an outer part of the same name goes back to.
func (a *attempt) undo(savepoint string) error {
	if a.lost != nil {
		return nil // nothing is left to take back
	}
	// The context of the part may be over, that of the transaction not.
	if _, err := a.tx.ExecContext(a.ctx, "ROLLBACK TO SAVEPOINT "+savepoint); err != nil {
		a.lose(err)
		return fmt.Errorf("roll back to savepoint: %w", err)
	}
	if _, err := a.tx.ExecContext(a.ctx, "RELEASE SAVEPOINT "+savepoint); err != nil {
		a.lose(err)
		return fmt.Errorf("release savepoint: %w", err)
	}
	return nil
}

// lose gives the whole transaction up.
func (a *attempt) lose(why error) {
	if a.lost == nil {
		a.lost = cut(a.ctx, why)
		_ = a.tx.Rollback() // the engine may have done so by itself
	}
}

// heed gives the transaction up when a statement failed in a way after which it cannot
// go on: PostgreSQL refuses the rest, SQLite may have rolled back and would commit what
// comes next statement by statement.
func (a *attempt) heed(ctx context.Context, err error) {
	if err == nil {
		return
	}
	failure, ofSQLite := errors.AsType[*sqlite.Error](err)
	if lostRace(err) || ctx.Err() != nil || ofSQLite && rollsBack[failure.Code()&0xff] {
		a.lose(cut(ctx, err))
	}
}

// rollsBack holds the errors after which SQLite may have rolled the transaction back.
var rollsBack = map[int]bool{
	sqlite3.SQLITE_FULL: true, sqlite3.SQLITE_IOERR: true, sqlite3.SQLITE_NOMEM: true, sqlite3.SQLITE_BUSY: true, sqlite3.SQLITE_INTERRUPT: true,
}

// ExecContext writes in the transaction.
func (a *attempt) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	result, err := a.tx.ExecContext(ctx, query, args...)
	a.heed(ctx, err)
	return result, err
}

// QueryContext reads in the transaction.
func (a *attempt) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	rows, err := a.tx.QueryContext(ctx, query, args...)
	a.heed(ctx, err)
	return rows, err
}

// QueryRowContext reads one row in the transaction.
func (a *attempt) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	row := a.tx.QueryRowContext(ctx, query, args...)
	a.heed(ctx, row.Err())
	return row
}

// errLostRace marks the loss of a race that a unique index decided.
var errLostRace = errors.New("lost a race")

// lostRace tells a serialization failure or a deadlock from the rest.
func lostRace(err error) bool {
	if errors.Is(err, errLostRace) {
		return true
	}
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
		return failure.Code == "40001" || failure.Code == "40P01"
	}
	return false
}
