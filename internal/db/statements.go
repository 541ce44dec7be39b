package db

import (
	"context"
	"database/sql/driver"
	"errors"

	"modernc.org/sqlite"
)

// mostStatements bounds the memory for prepared statements, since filters make ever new texts.
const mostStatements = 256

// sqliteConnector makes connections to SQLite that keep their statements prepared, within transactions and outside of
// them: parsing a statement takes as long as running many of them. (pgx does this by itself for PostgreSQL.)
type sqliteConnector struct{ driver.Connector }

func newSQLiteConnector(name string) (sqliteConnector, error) {
	connector, err := sqlite.NewConnector(name)
	return sqliteConnector{connector}, err
}

// Connect implements driver.Connector.
func (c sqliteConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	full, ok := conn.(sqliteConn)
	if !ok {
		return nil, errors.Join(errors.New("the SQLite driver has changed"), conn.Close())
	}
	return &keepingConn{sqliteConn: full, byText: map[string]*keptStatement{}}, nil
}

// sqliteConn is what the driver's connections implement.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// keepingConn is a connection with its prepared statements. One goroutine at a time uses it.
type keepingConn struct {
	sqliteConn
	byText map[string]*keptStatement
}

// sqliteStatement is what the driver's statements implement.
type sqliteStatement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

type keptStatement struct {
	prepared sqliteStatement
	inUse    bool // its rows are being read
	dropped  bool // to be closed after use
}

// ExecContext runs the prepared statement for the text.
func (c *keepingConn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	kept := c.kept(ctx, text)
	if kept == nil {
		return c.sqliteConn.ExecContext(ctx, text, args)
	}
	return kept.prepared.ExecContext(ctx, args)
}

// QueryContext runs the prepared statement for the text.
func (c *keepingConn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	kept := c.kept(ctx, text)
	if kept == nil {
		return c.sqliteConn.QueryContext(ctx, text, args)
	}
	rows, err := kept.prepared.QueryContext(ctx, args)
	if err != nil {
		return nil, err
	}
	kept.inUse = true
	return &keptRows{Rows: rows, of: kept}, nil
}

// kept returns the prepared statement for the text. It returns nil while the rows of an earlier run are being read, and
// for a faulty text; running it as text then gives the error.
func (c *keepingConn) kept(ctx context.Context, text string) *keptStatement {
	if kept := c.byText[text]; kept != nil {
		if kept.inUse {
			return nil
		}
		return kept
	}
	given, err := c.PrepareContext(ctx, text)
	if err != nil {
		return nil
	}
	prepared, ok := given.(sqliteStatement)
	if !ok {
		_ = given.Close()
		return nil
	}
	if len(c.byText) == mostStatements { // those that are used often are soon prepared again
		_ = c.drop()
	}
	kept := &keptStatement{prepared: prepared}
	c.byText[text] = kept
	return kept
}

func (c *keepingConn) drop() error {
	errs := []error{}
	for _, kept := range c.byText {
		kept.dropped = true
		if !kept.inUse {
			errs = append(errs, kept.prepared.Close())
		}
	}
	clear(c.byText)
	return errors.Join(errs...)
}

// Close closes the statements, then the connection.
func (c *keepingConn) Close() error { return errors.Join(c.drop(), c.sqliteConn.Close()) }

// keptRows are the rows of a prepared statement, which is free once they are closed.
type keptRows struct {
	driver.Rows
	of *keptStatement
}

// Close implements driver.Rows.
func (r *keptRows) Close() error {
	err := r.Rows.Close()
	r.of.inUse = false
	if r.of.dropped {
		err = errors.Join(err, r.of.prepared.Close())
	}
	return err
}
