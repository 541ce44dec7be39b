// Package db runs SQL on SQLite or PostgreSQL: connections, transactions, migrations, backups. It knows both engines
// and no concept of the product.
//
// Instants are stored as epoch milliseconds. Reads and writes join the transaction that [DB.Atomically]
// put into their context, if there is one. A missing row is a [fault.NotFound] and an unreachable
// database a [fault.Unavailable]; every other error is internal.
package db

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

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// DB is one database. The zero value is not usable: call [Open].
type DB struct {
	engine engine
	read   *sql.DB // on PostgreSQL the same as write
	write  *sql.DB
	config *pgx.ConnConfig // of PostgreSQL

	begun, lostRaces atomic.Int64 // numbers of transactions
	turn             turn         // of a transaction on PostgreSQL
	cuts             cuts         // of SQLite's log
}

type engine string

const (
	engineSQLite   engine = "sqlite"
	enginePostgres engine = "postgres"
)

// Open connects to `sqlite:PATH` or `postgres://…` and applies no migration.
func Open(url string, options ...Option) (*DB, error) {
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok && path != "" {
		return openSQLite(path, openOptionsOf(options))
	}
	if strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://") {
		return openPostgres(url, openOptionsOf(options))
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

// busyTimeout is how long SQLite waits for a lock of another process, in milliseconds.
const busyTimeout = "10000"

// openSQLite opens one connection for writes and a pool for reads. Write transactions take the
// write lock when they begin: deferred transactions of concurrent writers would fail when they
// upgrade their lock, whatever the time-out.
func openSQLite(path string, as openOptions) (*DB, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("create the data folder: %w", err)
	}
	if err := closeToOthers(path); err != nil {
		return nil, err
	}
	common := sqliteName(path) + "?_pragma=busy_timeout(" + busyTimeout +
		")&_pragma=foreign_keys(1)&_pragma=synchronous(FULL)"
	// What is deleted is overwritten with zeros (secure_delete), so that nothing of an erased person is left in the file.
	// The pages that writes touch again and again (the ends of indexes) stay in 32 MiB of memory. A log that readers kept
	// from beginning anew is cut to 64 MiB when it does. What a savepoint would undo is kept in memory (temp_store): as a
	// file for each transaction it takes a seventh of a stay's time. Indexes that migrations build are sorted in files.
	writer, err := newSQLiteConnector(common + "&_pragma=secure_delete(1)&_pragma=journal_mode(WAL)" +
		"&_pragma=cache_size(-32768)&_pragma=journal_size_limit(67108864)&_pragma=temp_store(MEMORY)&_txlock=immediate")
	if err != nil {
		return nil, fmt.Errorf("open sqlite: %w", err)
	}
	write := as.openDB(writer)
	write.SetMaxOpenConns(1)
	if err := write.Ping(); err != nil { // creates the file and switches to WAL before readers connect
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), write.Close())
	}
	reader, err := newSQLiteConnector(common + "&_pragma=query_only(1)")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open sqlite: %w", err), write.Close())
	}
	read := as.openDB(reader)
	read.SetMaxOpenConns(max(2, runtime.NumCPU()))
	read.SetMaxIdleConns(max(2, runtime.NumCPU()))
	return &DB{engine: engineSQLite, read: read, write: write}, nil
}

// Ping returns nil when the database answers.
func (d *DB) Ping(ctx context.Context) error { return d.write.PingContext(ctx) }

// Close ends every connection.
func (d *DB) Close() error {
	errs := []error{d.read.Close()}
	if d.engine == engineSQLite {
		errs = append(errs, d.write.Close()) // the last one, which copies what is left in the log and removes it
	}
	return errors.Join(errs...)
}

// Pools returns the statistics of each connection pool by its name.
func (d *DB) Pools() map[string]sql.DBStats {
	pools := map[string]sql.DBStats{"write": d.write.Stats()}
	if d.engine == engineSQLite {
		pools["read"] = d.read.Stats()
	}
	return pools
}

// Transactions returns how many transactions began since the start, and how many of them lost a
// race and ran again.
func (d *DB) Transactions() (begun, lostRaces int64) {
	return d.begun.Load(), d.lostRaces.Load()
}

type Querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Duplicate reports whether a unique index refused the write.
func Duplicate(err error) bool {
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
		return failure.Code == "23505"
	}
	if failure, ok := errors.AsType[*sqlite.Error](err); ok {
		return failure.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || failure.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY
	}
	return false
}

// Referenced reports whether a foreign key of another table refused the deletion of a row
// (PostgreSQL only).
func Referenced(err error) bool {
	failure, ok := errors.AsType[*pgconn.PgError](err)
	return ok && failure.Code == "23503"
}
