// Package store keeps all of Consigne's data in SQLite or PostgreSQL. It holds the only SQL of the
// project, written once for both engines.
//
// Instants are stored as epoch milliseconds. Methods join the transaction that [Store.Atomically]
// put into their context, if there is one. A missing row is a [fault.Missing] and an unreachable
// database a [fault.Unavailable]; every other error is internal.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Store is one database. The zero value is not usable: call [Open].
type Store struct {
	engine engine
	read   pool // on PostgreSQL the same as write
	write  *sql.DB
	people *people

	replica *replica // nil: none, every read uses the primary
	as      opening  // how connections are made

	begun, lostRaces atomic.Int64 // numbers of transactions
}

type engine string

const (
	engineSQLite   engine = "sqlite"
	enginePostgres engine = "postgres"
)

// Open connects to `sqlite:PATH` or `postgres://…` and applies no migration.
func Open(url string, options ...Option) (*Store, error) {
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok && path != "" {
		return openSQLite(path, openingWith(options))
	}
	if strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://") {
		return openPostgres(url, openingWith(options))
	}
	return nil, errors.New("doit commencer par « sqlite: » ou « postgres:// »")
}

// SQLitePath returns the file of an `sqlite:` address, or "" for another engine.
func SQLitePath(url string) string {
	path, _ := strings.CutPrefix(url, "sqlite:")
	if path == url {
		return ""
	}
	return path
}

// openSQLite opens one connection for writes and a pool for reads. Write transactions take the
// write lock when they begin: deferred transactions of concurrent writers would fail when they
// upgrade their lock, whatever the time-out.
func openSQLite(path string, as opening) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("create the data folder: %w", err)
	}
	if err := closeToOthers(path); err != nil {
		return nil, err
	}
	common := sqliteName(path) + "?_pragma=busy_timeout(10000)&_pragma=foreign_keys(1)&_pragma=synchronous(FULL)"
	write, err := as.open("sqlite", common+"&_pragma=journal_mode(WAL)&_txlock=immediate")
	if err != nil {
		return nil, fmt.Errorf("open sqlite: %w", err)
	}
	write.SetMaxOpenConns(1)
	if err := write.Ping(); err != nil { // creates the file and switches to WAL before readers connect
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), write.Close())
	}
	read, err := as.open("sqlite", common+"&_pragma=query_only(1)")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open sqlite: %w", err), write.Close())
	}
	read.SetMaxOpenConns(max(2, runtime.NumCPU()))
	read.SetMaxIdleConns(max(2, runtime.NumCPU()))
	return &Store{engine: engineSQLite, read: newStatements(read), write: write, people: newPeople()}, nil
}

func openPostgres(url string, as opening) (*Store, error) {
	server, err := newPostgres(url, as)
	if err != nil {
		return nil, err
	}
	return &Store{engine: enginePostgres, read: server, write: server.DB, people: newPeople(), as: as}, nil
}

// Ping returns nil when the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.write.PingContext(ctx) }

// Close ends every connection.
func (s *Store) Close() error {
	errs := []error{s.read.Close()}
	if s.engine == engineSQLite {
		errs = append(errs, s.write.Close())
	}
	if s.replica != nil {
		errs = append(errs, s.replica.Close())
	}
	return errors.Join(errs...)
}

type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

type pool interface {
	querier
	Stats() sql.DBStats
	Close() error
}

// duplicate reports whether a unique index refused the write.
func duplicate(err error) bool {
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
		return failure.Code == "23505"
	}
	if failure, ok := errors.AsType[*sqlite.Error](err); ok {
		return failure.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || failure.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY
	}
	return false
}

// Empty reports whether the database has neither an account nor an operator yet.
func (s *Store) Empty(ctx context.Context) (bool, error) {
	count, err := s.count(ctx, "look for data", `SELECT (SELECT COUNT(*) FROM accounts) + (SELECT COUNT(*) FROM operators)`)
	return count == 0, err
}

// referenced reports whether a foreign key of another table refused the deletion of a row
// (PostgreSQL only).
func referenced(err error) bool {
	failure, ok := errors.AsType[*pgconn.PgError](err)
	return ok && failure.Code == "23503"
}
