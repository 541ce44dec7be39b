package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"testing/fstest"
	"time"

	"modernc.org/sqlite"
)

// WithMigration adds a migration of a later release, until restore is called.
func WithMigration(name, text string) (restore func()) {
	files := migrationFiles
	list, _ := fs.Glob(files, "migrations/*.sql")
	more := fstest.MapFS{"migrations/" + name: {Data: []byte(text)}}
	for _, file := range list {
		data, _ := fs.ReadFile(files, file)
		more[file] = &fstest.MapFile{Data: data}
	}
	migrationFiles = more
	return func() { migrationFiles = files }
}

// SchemaVersions lists the schema versions that this binary knows, the oldest first.
func (d *DB) SchemaVersions() ([]int64, error) {
	provider, err := d.migrator(d.write)
	if err != nil {
		return nil, err
	}
	versions := []int64{}
	for _, source := range provider.ListSources() {
		versions = append(versions, source.Version)
	}
	return versions, nil
}

// BrokenReferences counts the rows whose foreign key refers to a missing row (SQLite), or the
// constraints that are not validated (PostgreSQL).
func (d *DB) BrokenReferences(ctx context.Context) (int, error) {
	if !d.OnSQLite() {
		return d.Count(ctx, "check references", `SELECT COUNT(*) FROM pg_constraint WHERE NOT convalidated`)
	}
	return d.Count(ctx, "check references", `SELECT COUNT(*) FROM pragma_foreign_key_check`)
}

// Columns lists every column as `table.column`, with ` not null` after it where that holds, but for the number of the
// writing transaction, which only PostgreSQL needs.
func (d *DB) Columns(ctx context.Context) ([]string, error) {
	query := `SELECT m.name || '.' || c.name || CASE WHEN c."notnull" = 1 OR c.pk > 0 THEN ' not null' ELSE '' END
		FROM sqlite_master m JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name <> 'goose_db_version'
		  AND m.name NOT LIKE 'people_search%' AND m.name <> 'people_terms' ORDER BY 1`
	if !d.OnSQLite() {
		query = `SELECT table_name || '.' || column_name || CASE WHEN is_nullable = 'NO' THEN ' not null' ELSE '' END
			FROM information_schema.columns
			WHERE table_schema = current_schema() AND table_name NOT IN ('goose_db_version', 'people_rows')
			  AND column_name <> 'written_by' ORDER BY 1`
	}
	return Collect(ctx, d.read, "list columns", func(c *string) []any { return []any{c} }, query)
}

// Indexes lists the indexes that the migrations name, except that of trigrams, which is a table of SQLite.
func (d *DB) Indexes(ctx context.Context) ([]string, error) {
	query := `SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1`
	if !d.OnSQLite() {
		query = `SELECT i.relname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
			JOIN pg_namespace n ON n.oid = i.relnamespace
			WHERE n.nspname = current_schema() AND i.relname <> 'people_search'
			  AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = x.indexrelid) ORDER BY 1`
	}
	return Collect(ctx, d.read, "list indexes", func(c *string) []any { return []any{c} }, query)
}

// Sleep keeps a PostgreSQL connection busy for a duration.
func (d *DB) Sleep(ctx context.Context, long time.Duration) error {
	return d.Exec(ctx, "sleep", `SELECT pg_sleep($1)`, long.Seconds())
}

// Busy runs a very long read or write on either engine.
func (d *DB) Busy(ctx context.Context, write bool) error {
	const numbers = `WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 1000000000000)`
	switch {
	case write && d.OnSQLite():
		return d.Exec(ctx, "busy", `INSERT INTO tries (bucket, started_at, count) `+numbers+` SELECT i, i, i FROM r`)
	case write:
		return d.Sleep(ctx, time.Minute)
	case d.OnSQLite():
		_, err := d.Count(ctx, "busy", numbers+` SELECT COUNT(*) FROM r`)
		return err
	}
	_, err := d.Count(ctx, "busy", `SELECT COUNT(*) FROM (SELECT pg_sleep(60)) sleep`)
	return err
}

// PoolSize is the largest number of connections of the write pool.
func (d *DB) PoolSize() int { return d.write.Stats().MaxOpenConnections }

// HoldReaders takes every connection of the read pool until release is called.
func (d *DB) HoldReaders(ctx context.Context) (release func(), err error) {
	held := []*sql.Conn{}
	for err == nil && len(held) < d.read.Stats().MaxOpenConnections {
		var conn *sql.Conn
		if conn, err = d.read.Conn(ctx); err == nil {
			held = append(held, conn)
		}
	}
	return func() {
		for _, conn := range held {
			_ = conn.Close()
		}
	}, err
}

// Setting returns a PostgreSQL setting, as calls have it and as migrations have it.
func (d *DB) Setting(ctx context.Context, name string) (value, ofMigrations string, err error) {
	direct := d.forMigrations(0)
	defer func() { _ = direct.Close() }()
	err = errors.Join(
		d.read.QueryRowContext(ctx, `SELECT current_setting($1)`, name).Scan(&value),
		direct.QueryRowContext(ctx, `SELECT current_setting($1)`, name).Scan(&ofMigrations))
	return value, ofMigrations, err
}

// BusyQueries counts the queries of [DB.Sleep] and [DB.Busy] that run on the server.
func (d *DB) BusyQueries(ctx context.Context) (int, error) {
	return d.Count(ctx, "count queries", `SELECT COUNT(*) FROM pg_stat_activity
		WHERE state = 'active' AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()
		AND application_name = current_setting('application_name')`)
}

// FailCommits makes the commits on SQLite fail with SQLite's error in why, rolled back, until restore is called.
func (d *DB) FailCommits(ctx context.Context, why error) (restore func(), err error) {
	failure, ok := errors.AsType[*sqlite.Error](why)
	if !ok {
		return nil, fmt.Errorf("not of SQLite: %w", why)
	}
	var path string
	if err := d.write.QueryRowContext(ctx, `SELECT file FROM pragma_database_list`).Scan(&path); err != nil {
		return nil, err
	}
	connector, err := newSQLiteConnector(sqliteName(path) + "?_pragma=busy_timeout(10000)&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	before := d.write
	d.write = sql.OpenDB(failingConnector{connector, failure})
	d.write.SetMaxOpenConns(1)
	return func() {
		_ = d.write.Close()
		d.write = before
	}, nil
}

type failingConnector struct {
	sqliteConnector
	why error
}

func (c failingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.sqliteConnector.Connect(ctx)
	full, _ := conn.(sqliteConn)
	return failingConn{full, c.why}, err
}

type failingConn struct {
	sqliteConn
	why error
}

func (c failingConn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	tx, err := c.sqliteConn.BeginTx(ctx, options)
	return failingTx{tx, c.why}, err
}

type failingTx struct {
	driver.Tx
	why error
}

func (tx failingTx) Commit() error { return errors.Join(tx.why, tx.Rollback()) }

// SchemaParts lists the parts of the schema that a start looks for.
func (d *DB) SchemaParts(ctx context.Context) ([]string, error) { return d.schemaParts(ctx) }

// CutNow lets the time pass until the log is cut again.
func (d *DB) CutNow() { d.cuts.next = time.Time{} }
