package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"sync/atomic"
	"time"
)

func init() { exportBatch = 100 } // so that small exports have several batches

// Exec runs a statement for which no method exists.
func (s *Store) Exec(ctx context.Context, query string) error { return s.exec(ctx, "test", query) }

// ErrLostRace is the error of a method that lost a race at a unique index.
var ErrLostRace = errLostRace

// HoldPeople blocks searches in memory, as a first read of all people does, until letGo is called.
func (s *Store) HoldPeople() (letGo func()) {
	s.people.mutex.Lock()
	return s.people.mutex.Unlock
}

// Downgrade migrates the schema down to a version.
func (s *Store) Downgrade(ctx context.Context, version int64) error {
	provider, err := s.migrator(s.write)
	if err != nil {
		return err
	}
	if _, err := provider.DownTo(ctx, version); err != nil {
		return fmt.Errorf("downgrade: %w", err)
	}
	return nil
}

// SchemaVersions lists the schema versions that this binary knows, the oldest first.
func (s *Store) SchemaVersions() ([]int64, error) {
	provider, err := s.migrator(s.write)
	if err != nil {
		return nil, err
	}
	versions := []int64{}
	for _, source := range provider.ListSources() {
		versions = append(versions, source.Version)
	}
	return versions, nil
}

// RowCounts returns the number of rows of each table.
func (s *Store) RowCounts(ctx context.Context) (map[string]int, error) {
	query := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`
	if s.engine == enginePostgres {
		query = `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`
	}
	tables, err := collect(ctx, s.read, "list tables", func(name *string) []any { return []any{name} }, query)
	counts := map[string]int{}
	for _, table := range tables {
		n, failure := s.count(ctx, "count rows", `SELECT COUNT(*) FROM "`+table+`"`)
		counts[table], err = n, errors.Join(err, failure)
	}
	return counts, err
}

// BrokenReferences counts the rows whose foreign key refers to a missing row (SQLite), or the
// constraints that are not validated (PostgreSQL).
func (s *Store) BrokenReferences(ctx context.Context) (int, error) {
	if s.engine == enginePostgres {
		return s.count(ctx, "check references", `SELECT COUNT(*) FROM pg_constraint WHERE NOT convalidated`)
	}
	return s.count(ctx, "check references", `SELECT COUNT(*) FROM pragma_foreign_key_check`)
}

// Columns lists every column as `table.column`, with ` not null` after it where that holds.
func (s *Store) Columns(ctx context.Context) ([]string, error) {
	query := `SELECT m.name || '.' || c.name || CASE WHEN c."notnull" = 1 OR c.pk > 0 THEN ' not null' ELSE '' END
		FROM sqlite_master m JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name <> 'goose_db_version' ORDER BY 1`
	if s.engine == enginePostgres {
		query = `SELECT table_name || '.' || column_name || CASE WHEN is_nullable = 'NO' THEN ' not null' ELSE '' END
			FROM information_schema.columns
			WHERE table_schema = current_schema() AND table_name <> 'goose_db_version' ORDER BY 1`
	}
	return collect(ctx, s.read, "list columns", func(c *string) []any { return []any{c} }, query)
}

// Indexes lists the indexes that the migrations name.
func (s *Store) Indexes(ctx context.Context) ([]string, error) {
	query := `SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1`
	if s.engine == enginePostgres {
		query = `SELECT i.relname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_namespace n ON n.oid = i.relnamespace
			WHERE n.nspname = current_schema() AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = x.indexrelid) ORDER BY 1`
	}
	return collect(ctx, s.read, "list indexes", func(c *string) []any { return []any{c} }, query)
}

// Dump lists every row of every table of PostgreSQL as text.
func (s *Store) Dump(ctx context.Context) ([]string, error) {
	text := func(line *string) []any { return []any{line} }
	tables, err := collect(ctx, s.read, "list tables", text, `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`)
	if err != nil {
		return nil, err
	}
	all := []string{}
	for _, table := range tables {
		rows, err := collect(ctx, s.read, "dump "+table, text, `SELECT CAST(t AS TEXT) FROM "`+table+`" t`)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}

// Tallies lists the sums of the rollups and their changes, without those that are zero.
func (s *Store) Tallies(ctx context.Context) ([]string, error) {
	return collect(ctx, s.read, "list tallies", func(line *string) []any { return []any{line} }, `
		SELECT dimension || ' ' || period || ' ' || value || ' ' || operator_id || CASE WHEN is_test THEN ' test' ELSE '' END
		  || CASE WHEN of_stay THEN ' stay' ELSE '' END || ': ' || CAST(SUM(n) AS BIGINT) || ', ' || CAST(SUM(total) AS BIGINT)
		FROM (SELECT * FROM payment_tallies UNION ALL SELECT * FROM payment_tally_changes) m
		GROUP BY dimension, period, value, operator_id, is_test, of_stay HAVING SUM(n) <> 0 OR SUM(total) <> 0 ORDER BY 1`)
}

// AgeOfReplica makes the recorded positions that the replica has not reached older by a duration.
func (s *Store) AgeOfReplica(by time.Duration) {
	s.replica.mu.Lock()
	defer s.replica.mu.Unlock()
	if len(s.replica.ahead) == 0 {
		s.replica.ahead = []moment{{time.Now(), s.replica.replayed + 1}}
	}
	for i := range s.replica.ahead {
		s.replica.ahead[i].at = s.replica.ahead[i].at.Add(-by)
	}
}

// Sleep keeps a PostgreSQL connection busy for a duration.
func (s *Store) Sleep(ctx context.Context, long time.Duration) error {
	return s.exec(ctx, "sleep", `SELECT pg_sleep($1)`, long.Seconds())
}

// Busy runs a very long read or write on either engine.
func (s *Store) Busy(ctx context.Context, write bool) error {
	const numbers = `WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 1000000000000)`
	switch {
	case write && s.engine == engineSQLite:
		return s.exec(ctx, "busy", `INSERT INTO attempts (bucket, started_at, count) `+numbers+` SELECT i, i, i FROM r`)
	case write:
		return s.Sleep(ctx, time.Minute)
	case s.engine == engineSQLite:
		_, err := s.count(ctx, "busy", numbers+` SELECT COUNT(*) FROM r`)
		return err
	}
	_, err := s.count(ctx, "busy", `SELECT COUNT(*) FROM (SELECT pg_sleep(60)) sleep`)
	return err
}

// Unhurried removes the time-outs from the transactions of ctx.
func Unhurried(ctx context.Context) context.Context { return unhurried(ctx) }

// PoolSize is the largest number of connections of the write pool.
func (s *Store) PoolSize() int { return s.write.Stats().MaxOpenConnections }

// HoldReaders takes every connection of the read pool until release is called.
func (s *Store) HoldReaders(ctx context.Context) (release func(), err error) {
	pool := s.write
	if sqlite, ok := s.read.(*statements); ok {
		pool = sqlite.DB
	}
	held := []*sql.Conn{}
	for err == nil && len(held) < pool.Stats().MaxOpenConnections {
		var conn *sql.Conn
		if conn, err = pool.Conn(ctx); err == nil {
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
func (s *Store) Setting(ctx context.Context, name string) (value, ofMigrations string, err error) {
	p, _ := s.read.(*postgres)
	unhurried := p.unhurried()
	defer func() { _ = unhurried.Close() }()
	err = errors.Join(
		p.QueryRowContext(ctx, `SELECT current_setting($1)`, name).Scan(&value),
		unhurried.QueryRowContext(ctx, `SELECT current_setting($1)`, name).Scan(&ofMigrations))
	return value, ofMigrations, err
}

// BusyQueries counts the queries of [Store.Sleep] and [Store.Busy] that run on the server.
func (s *Store) BusyQueries(ctx context.Context) (int, error) {
	return s.count(ctx, "count queries", `SELECT COUNT(*) FROM pg_stat_activity
		WHERE state = 'active' AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()
		AND application_name = current_setting('application_name')`)
}

// Asked counts the watcher's probes from now on.
func (s *Store) Asked() *atomic.Int64 {
	count := new(atomic.Int64)
	p, _ := s.read.(*postgres)
	dial := p.config.DialFunc
	p.config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		count.Add(1)
		return dial(ctx, network, address)
	}
	return count
}

// WaitsWhileWriting reports whether a connection still counts as waiting for a read after a write
// on it has ended.
func WaitsWhileWriting() bool {
	near, far := net.Pipe()
	defer func() { _ = far.Close() }()
	p := &postgres{wires: map[*wire]struct{}{}, heard: map[string]*atomic.Int64{}}
	w := p.watched(near, "")
	go func() { _, _ = w.Read(make([]byte, 1)) }()
	time.Sleep(20 * time.Millisecond)
	go func() { _, _ = far.Read(make([]byte, 1)) }()
	_, _ = w.Write([]byte{1})
	time.Sleep(patience)
	return p.waitsInVain() != nil
}

// StationsMisdated counts the stations whose last change is not the one in the audit log.
func (s *Store) StationsMisdated(ctx context.Context) (int, error) {
	return s.count(ctx, "compare changes", `SELECT COUNT(*) FROM stations s WHERE s.changed_at <> COALESCE((SELECT MAX(j.at) FROM journal j
		WHERE j.station_id = s.id AND (j.action LIKE '%.creation' OR j.action LIKE '%.modification' OR j.action LIKE 'casier.%activation'
		  OR j.action = 'casier.suppression')), s.created_at)`)
}
