package db

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"reflect"
	"slices"

	"github.com/jackc/pgx/v5"
)

// ReadAhead announces what a transaction on PostgreSQL is about to read, so that it waits for the server once and not once a query. Each
// of the functions is called and stops at its first query, with an error that is dropped. These queries are sent together
// with the next statement; the rows of each are kept for when the transaction runs it again with the same arguments, once, or until
// the next announcement. So nothing may be announced that a write before that second call changes. Nothing is announced on SQLite, outside of
// a transaction, and in one that runs with savepoints.
func (d *DB) ReadAhead(ctx context.Context, reads ...func(ctx context.Context) error) {
	of, in := ctx.Value(nestingKey{}).(nesting)
	if !in || d.engine == engineSQLite || of.savepoints {
		return
	}
	ctx = context.WithValue(ctx, aheadKey{}, new(announcement))
	for _, read := range reads {
		_ = read(ctx) // errAnnounced, or an error that the second call returns too
	}
}

// aheadKey is the context key of the [announcement] of queries that are not yet run.
type aheadKey struct{}

// announcement is one call of [DB.ReadAhead].
type announcement struct{ reads []*aheadRead }

func announced(ctx context.Context) bool { return ctx.Value(aheadKey{}) != nil }

// errAnnounced ends a function of [DB.ReadAhead] at its first query.
var errAnnounced = errors.New("this query is run later")

// aheadRead is a query that was announced.
type aheadRead struct {
	query   string
	args    []any
	sent    bool
	columns columns
	values  [][][]byte // by row and column
}

// is reports whether the read is of that query.
func (r *aheadRead) is(query string, args []any) bool {
	return r.query == query && reflect.DeepEqual(r.args, args)
}

// announce keeps a query back, and ends its caller. What remains of an earlier announcement was not read when it was expected, and may have
// changed: it is dropped.
func (c *batchingConn) announce(of *announcement, query string, args []driver.NamedValue) error {
	values, err := valuesAsOfNow(args)
	if err != nil {
		return err
	}
	c.ahead = of
	if slices.ContainsFunc(of.reads, func(r *aheadRead) bool { return r.is(query, values) }) {
		return errAnnounced
	}
	read := &aheadRead{query: query, args: values}
	of.reads = append(of.reads, read)
	c.kept = append(c.kept, statement{what: "read ahead", query: query, args: values, ahead: read})
	return errAnnounced
}

// readAhead returns the rows of a query that was announced; nil: it was not. It is sent now if it was not yet.
func (c *batchingConn) readAhead(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if c.ahead == nil || len(c.ahead.reads) == 0 {
		return nil, nil
	}
	values, err := valuesAsOfNow(args)
	at := slices.IndexFunc(c.ahead.reads, func(r *aheadRead) bool { return r.is(query, values) })
	if at < 0 || err != nil {
		return nil, err
	}
	read := c.ahead.reads[at]
	c.ahead.reads = slices.Delete(c.ahead.reads, at, at+1)
	if !read.sent {
		if err := c.flush(ctx); err != nil {
			return nil, err
		}
	}
	return &aheadRows{read: read}, nil
}

// receive stores the rows, which are the next of a batch's results.
func (r *aheadRead) receive(c *batchingConn, results pgx.BatchResults) error {
	r.sent = true
	rows, err := results.Query()
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		row := make([][]byte, len(rows.RawValues()))
		for i, raw := range rows.RawValues() {
			row[i] = slices.Clone(raw)
		}
		r.values = append(r.values, row)
	}
	r.columns = columns{types: c.Conn.Conn().TypeMap(), fields: slices.Clone(rows.FieldDescriptions())}
	return rows.Err()
}

// aheadRows are the rows of a query that was announced.
type aheadRows struct {
	read *aheadRead
	next int
}

// Columns implements driver.Rows.
func (r *aheadRows) Columns() []string { return r.read.columns.names() }

// Close implements driver.Rows.
func (r *aheadRows) Close() error { return nil }

// Next implements driver.Rows.
func (r *aheadRows) Next(into []driver.Value) error {
	if r.next == len(r.read.values) {
		return io.EOF
	}
	r.next++
	return r.read.columns.scan(r.read.values[r.next-1], into)
}
