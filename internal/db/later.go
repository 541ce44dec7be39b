package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// Later runs a write of which only a failure matters. In a transaction on PostgreSQL, the write is kept back and sent with the
// next statement that has a result, or with the commit, which saves waiting for the server. Statements keep their
// order. A write that fails then makes the transaction fail with its name, at the statement that it was sent with; in a nested
// part it fails that part. On SQLite, and outside of a transaction, it runs at once.
func (d *DB) Later(ctx context.Context, what, query string, args ...any) error {
	if d.keepsBack(ctx) {
		ctx = context.WithValue(ctx, keepKey{}, statement{what: what})
	}
	return d.Exec(ctx, what, query, args...)
}

// keepsBack reports whether writes of the context may be kept back.
func (d *DB) keepsBack(ctx context.Context) bool {
	return d.engine == enginePostgres && inTransaction(ctx)
}

// LaterSet is [DB.Later] for a conditional write that succeeds by what the transaction has read. It returns true for a write that
// is kept back; when that then changes no row, another transaction was first, and this one runs again, to read why. A write
// that runs at once returns whether it changed a row.
func (d *DB) LaterSet(ctx context.Context, what, query string, args ...any) (bool, error) {
	if !d.keepsBack(ctx) {
		return d.CompareAndSet(ctx, what, query, args...)
	}
	return true, d.Later(ctx, what, `WITH changed AS (`+query+` RETURNING 1) SELECT `+oneOf+` FROM changed`, args...)
}

// lostWith reports whether a failure of a statement that was kept back means that another transaction was first.
func (s statement) lostWith(err error) bool {
	failure, refused := errors.AsType[*pgconn.PgError](err)
	return refused && (failure.Code == divisionByZero && strings.Contains(s.query, oneOf) || failure.Code == uniqueViolation && s.unique)
}

const (
	divisionByZero  = "22012"
	uniqueViolation = "23505"
)

// oneOf divides by zero when no row was changed: the statements sent after that one, with the commit, are then not run.
const oneOf = `1 / COUNT(*)`

// keepKey is the context key of a write that is to be kept back: a [statement] without its text and arguments.
type keepKey struct{}

// keptError is the failure of a statement that was kept back.
type keptError struct {
	what string
	err  error
}

func (e *keptError) Error() string { return e.what + ": " + e.err.Error() }
func (e *keptError) Unwrap() error { return e.err }

// keptRefused reports whether the database refused a statement that was kept back, other than for its own state.
func keptRefused(err error) bool {
	_, kept := errors.AsType[*keptError](err)
	_, refused := errors.AsType[*pgconn.PgError](err)
	return kept && refused && !outOfReach(err) && !late(err) && !full(err)
}

// postgresConnector makes connections to PostgreSQL that keep statements back within transactions.
type postgresConnector struct{ driver.Connector }

// Connect implements driver.Connector.
func (c postgresConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	full, ok := conn.(*stdlib.Conn)
	if !ok {
		return nil, errors.Join(errors.New("the PostgreSQL driver has changed"), conn.Close())
	}
	return &batchingConn{Conn: full, prepared: map[string]bool{}}, nil
}

// batchingConn is a connection whose transactions keep statements back: their beginning, writes of [DB.Later], and queries of
// [DB.ReadAhead]. These are sent together with the next statement. One goroutine at a time uses it.
type batchingConn struct {
	*stdlib.Conn
	within   bool // in a transaction, whose beginning was sent or is kept back
	kept     []statement
	ahead    *announcement   // the last one, with what is not yet read again; nil: there is none
	prepared map[string]bool // texts; see prepare
}

// mostPrepared is how many statements a connection keeps prepared. When there are more, all are dropped, and those in use are soon
// prepared again.
const mostPrepared = 256

// statement is one that is sent with others.
type statement struct {
	what, query string
	args        []any
	unique      bool       // a duplicate means that another transaction was first
	ahead       *aheadRead // where its rows go; nil: it has none
}

var errNotBegun = errors.New("the transaction did not begin")

var beginnings = map[sql.IsolationLevel]string{
	sql.LevelDefault:        `BEGIN`,
	sql.LevelRepeatableRead: `BEGIN ISOLATION LEVEL REPEATABLE READ`,
	sql.LevelSerializable:   `BEGIN ISOLATION LEVEL SERIALIZABLE`,
}

// BeginTx keeps the beginning back.
func (c *batchingConn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	if c.Conn.Conn().IsClosed() {
		return nil, driver.ErrBadConn
	}
	begin, known := beginnings[sql.IsolationLevel(options.Isolation)]
	if !known {
		return nil, fmt.Errorf("isolation level %v is not supported", options.Isolation)
	}
	if options.ReadOnly {
		begin += ` READ ONLY`
	}
	c.within, c.kept = true, append(c.kept[:0], statement{what: "begin", query: begin})
	return &batchingTx{ctx: ctx, conn: c}, nil
}

// ExecContext runs a write after what was kept back, or keeps it back too.
func (c *batchingConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if err := c.begun(); err != nil {
		return nil, err
	}
	if kept, keep := ctx.Value(keepKey{}).(statement); keep && c.within {
		values, err := valuesAsOfNow(args)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		kept.query, kept.args = query, values
		c.kept = append(c.kept, kept)
		return driver.ResultNoRows, nil
	}
	if strings.HasPrefix(query, rollbackTo) {
		c.kept = c.kept[:0] // a savepoint is sent at once, so what is kept came after it
	}
	if len(c.kept) > 0 && len(args) > 0 {
		results, err := c.sendKept(ctx, &statement{query: query, args: valuesOf(args)})
		if err != nil {
			return nil, err
		}
		tag, err := results.Exec()
		return driver.RowsAffected(tag.RowsAffected()), firstOf(err, results.Close())
	}
	if len(args) > 0 {
		if err := c.prepare(ctx, query); err != nil {
			return nil, err
		}
	}
	if len(c.kept) > 0 { // before a text without arguments, which may hold several statements and is not prepared
		if err := c.flush(ctx); err != nil {
			return nil, err
		}
	}
	return c.Conn.ExecContext(ctx, query, args)
}

// QueryContext runs a query after what was kept back.
func (c *batchingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if err := c.begun(); err != nil {
		return nil, err
	}
	if of, announced := ctx.Value(aheadKey{}).(*announcement); announced {
		return nil, c.announce(of, query, args)
	}
	if rows, err := c.readAhead(ctx, query, args); rows != nil || err != nil {
		return rows, err
	}
	if len(c.kept) == 0 {
		if err := c.prepare(ctx, query); err != nil {
			return nil, err
		}
		return c.Conn.QueryContext(ctx, query, args)
	}
	results, err := c.sendKept(ctx, &statement{query: query, args: valuesOf(args)})
	if err != nil {
		return nil, err
	}
	rows, err := results.Query()
	if err != nil {
		_ = results.Close() // gives the same error
		return nil, err
	}
	r := &batchRows{rows: rows, results: results}
	if r.first = rows.Next(); rows.Err() != nil {
		return nil, r.Close()
	}
	r.columns = columns{types: c.Conn.Conn().TypeMap(), fields: rows.FieldDescriptions()}
	return r, nil
}

// prepare prepares a statement of a transaction under its text. Those that the driver prepares itself are forgotten with each
// failure, such as a lost race. To plan them again, over all months, takes longer than to run them, and so makes more
// transactions lose.
func (c *batchingConn) prepare(ctx context.Context, query string) (err error) {
	if !c.within || c.prepared[query] {
		return nil
	}
	on := c.Conn.Conn()
	if len(c.prepared) >= mostPrepared {
		clear(c.prepared)
		err = on.DeallocateAll(ctx)
	}
	if err == nil {
		_, err = on.Prepare(ctx, query, query)
	}
	if err == nil {
		c.prepared[query] = true
	}
	return err
}

// begun returns an error when the beginning of the transaction was sent and failed: what came next would be stored at once.
func (c *batchingConn) begun() error {
	if c.within && len(c.kept) == 0 && !c.inTransaction() {
		return errNotBegun
	}
	return nil
}

func (c *batchingConn) inTransaction() bool { return c.Conn.Conn().PgConn().TxStatus() != 'I' }

// flush sends what was kept back, and no other statement.
func (c *batchingConn) flush(ctx context.Context) error {
	results, err := c.sendKept(ctx, nil)
	if err != nil {
		return err
	}
	return results.Close()
}

// sendKept sends what was kept back, and one more statement if there is one, whose result is the next of those returned.
func (c *batchingConn) sendKept(ctx context.Context, last *statement) (pgx.BatchResults, error) {
	kept := c.kept
	c.kept = c.kept[:0]
	var batch pgx.Batch
	for _, s := range kept {
		if err := c.prepare(ctx, s.query); err != nil {
			return nil, &keptError{s.what, err}
		}
		batch.Queue(s.query, s.args...)
	}
	if last != nil {
		if err := c.prepare(ctx, last.query); err != nil {
			return nil, err
		}
		batch.Queue(last.query, last.args...)
	}
	results := c.Conn.Conn().SendBatch(ctx, &batch)
	for _, s := range kept {
		var err error
		if s.ahead != nil {
			err = s.ahead.receive(c, results)
		} else {
			_, err = results.Exec()
		}
		if err == nil {
			continue
		}
		_ = results.Close() // gives the same error
		if s.lostWith(err) {
			err = errors.Join(ErrLostRace, err)
		}
		return nil, &keptError{s.what, err}
	}
	return results, nil
}

// batchingTx is a transaction on a batchingConn.
type batchingTx struct {
	ctx  context.Context
	conn *batchingConn
}

// Commit sends what was kept back with the commit. A transaction of which nothing was sent has nothing to store.
func (t *batchingTx) Commit() error {
	c := t.conn
	defer c.reset()
	if len(c.kept) > 0 && c.kept[0].what == "begin" && len(c.kept) == 1 {
		return nil
	}
	if err := c.begun(); err != nil {
		return err
	}
	results, err := c.sendKept(t.ctx, &statement{query: `COMMIT`})
	var tag pgconn.CommandTag
	if err == nil {
		tag, err = results.Exec()
		err = firstOf(err, results.Close())
	}
	switch {
	case err == nil && tag.String() == "ROLLBACK": // a statement had failed
		return pgx.ErrTxCommitRollback
	case err != nil && c.inTransaction():
		_ = t.rollback()
	}
	return err
}

// Rollback drops what was kept back.
func (t *batchingTx) Rollback() error {
	defer t.conn.reset()
	if !t.conn.inTransaction() {
		return nil
	}
	return t.rollback()
}

// rollback does not end with the context of the transaction, which may be why it is rolled back: the pool would keep the connection
// with its locks until somebody uses it. One that cannot be rolled back is closed.
func (t *batchingTx) rollback() error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), cancelTimeout)
	defer cancel()
	on := t.conn.Conn.Conn()
	_, err := on.Exec(ctx, `ROLLBACK`)
	if err != nil {
		_ = on.Close(ctx)
	}
	return err
}

func (c *batchingConn) reset() {
	clear(c.kept)
	c.within, c.kept, c.ahead = false, c.kept[:0], nil
}

func firstOf(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

func valuesOf(args []driver.NamedValue) []any {
	values := make([]any, len(args))
	for i, arg := range args {
		values[i] = arg.Value
	}
	return values
}

// valuesAsOfNow returns what pointers in the arguments point to, which may change before they are sent.
func valuesAsOfNow(args []driver.NamedValue) ([]any, error) {
	values := make([]any, len(args))
	for i, arg := range args {
		value, err := driver.DefaultParameterConverter.ConvertValue(arg.Value)
		if err != nil {
			return nil, fmt.Errorf("argument %d: %w", arg.Ordinal, err)
		}
		if text, ok := value.([]byte); ok {
			value = slices.Clone(text)
		}
		values[i] = value
	}
	return values, nil
}
