package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// NewerSchema is the error for a database that a later version of Consigne has migrated to a schema beside which this
// version may not run. Oldest is the oldest schema whose binaries may.
type NewerSchema struct{ Version, Known, Oldest int64 }

func (e NewerSchema) Error() string {
	return fmt.Sprintf(
		"the database has schema %d, beside which binaries of schema %d and later may run; this version knows schema %d",
		e.Version, e.Oldest, e.Known,
	)
}

// OldSchema is the error for a database from before release 1.0, whose data this version cannot read. Version is its
// schema.
type OldSchema struct{ Version int64 }

func (e OldSchema) Error() string {
	return fmt.Sprintf("the database has schema %d, from before release 1.0", e.Version)
}

// firstSchema is that of release 1.0. Schemas before it had numbers up to 62.
const firstSchema = 100

// A migration waits this long for a lock, because every call on the table waits behind it. Then it is rolled back and
// tried again after a pause; the last time, it waits for as long as the lock is held.
const (
	migrationLock  = 2 * time.Second
	migrationPause = time.Second
	migrationTries = 30
)

// Migrate brings the schema up to date, beside nodes that go on serving. Nodes that start together wait for one
// another. A database of a later version is left unchanged; it gives [NewerSchema] when this version may not run beside
// it, and [OldSchema] when it is from before release 1.0. One that lacks something that its migrations made gives
// [IncompleteSchema].
func (d *DB) Migrate(ctx context.Context) (err error) {
	if err := d.refuseOld(ctx); err != nil {
		return err
	}
	if d.engine == engineSQLite {
		if _, err := d.write.ExecContext(ctx, `PRAGMA temp_store = FILE`); err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
		defer func() {
			_, undone := d.write.ExecContext(context.WithoutCancel(ctx), `PRAGMA temp_store = MEMORY`)
			err = errors.Join(err, undone)
		}()
	}
	for try := 1; ; try++ {
		err := d.migrateOnce(ctx, try == migrationTries)
		switch {
		case errors.Is(err, goose.ErrNoNextVersion):
			newer, err := d.schemaIsNewer(ctx)
			if err != nil || newer { // newer binaries check it: its migrations may drop what this one no longer uses
				return err
			}
			return d.checkSchema(ctx)
		case err == nil:
			try = 0 // on to the next
			continue
		case !lockedOut(err) || try == migrationTries:
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(migrationPause):
		}
	}
}

// refuseOld returns [OldSchema] when the first migration of release 1.0 was not what made the schema.
func (d *DB) refuseOld(ctx context.Context) error {
	there := `SELECT COUNT(*) FROM sqlite_master WHERE name = 'goose_db_version'`
	if d.engine == enginePostgres {
		there = `SELECT COUNT(*) FROM pg_class WHERE oid = to_regclass('goose_db_version')`
	}
	if n, err := d.Count(ctx, "look for a schema", there); err != nil || n == 0 {
		return err
	}
	old, err := d.Count(ctx, "read the schema's version",
		`SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE version_id BETWEEN 1 AND $1`, firstSchema-1)
	if err != nil || old == 0 {
		return err
	}
	return OldSchema{int64(old)}
}

// lockedOut reports whether a migration was rolled back because of what others did at the same time.
func lockedOut(err error) bool {
	refusal, ok := errors.AsType[*pgconn.PgError](err)
	return lostRace(err) || ok && refusal.Code == "55P03" // lock_not_available
}

// migrateOnce applies the next migration, or returns [goose.ErrNoNextVersion]. A patient one waits for locks without a
// limit.
func (d *DB) migrateOnce(ctx context.Context, patient bool) error {
	on := d.write
	if d.engine == enginePostgres {
		wait := migrationLock
		if patient {
			wait = 0
		}
		on = d.forMigrations(wait)
		defer func() { _ = on.Close() }()
	}
	provider, err := d.migrator(on)
	if err != nil {
		return err
	}
	if _, err := provider.UpByOne(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// Ready returns nil when the database answers and has the schema of this binary, or a newer one beside which this
// binary may run.
func (d *DB) Ready(ctx context.Context) error {
	_, err := d.schemaIsNewer(ctx)
	return err
}

// schemaIsNewer reports whether the schema is that of a later version, beside which this one may run.
func (d *DB) schemaIsNewer(ctx context.Context) (bool, error) {
	files, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		return false, fmt.Errorf("embedded migrations: %w", err)
	}
	var applied int
	var version int64
	err = d.read.QueryRowContext(ctx, `SELECT COUNT(*), COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied
		AND version_id > 0`).Scan(&applied, &version)
	if err != nil {
		return false, fmt.Errorf("read the schema's version: %w", err)
	}
	if applied < len(files) {
		return false, fmt.Errorf("%d of %d migrations are applied", applied, len(files))
	}
	known, err := goose.NumericComponent(files[len(files)-1])
	if err != nil {
		return false, fmt.Errorf("embedded migrations: %w", err)
	}
	if version <= known {
		return false, nil
	}
	var oldest int64
	if err := d.read.QueryRowContext(ctx, `SELECT oldest FROM schema_support`).Scan(&oldest); err != nil {
		return false, fmt.Errorf("read which schemas are supported: %w", err)
	}
	if oldest > known {
		return false, NewerSchema{Version: version, Known: known, Oldest: oldest}
	}
	return true, nil
}

func (d *DB) migrator(on *sql.DB) (*goose.Provider, error) {
	dialect, options := goose.DialectSQLite3, []goose.ProviderOption{}
	if d.engine == enginePostgres {
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300)) // tries every second for five minutes
		if err != nil {
			return nil, fmt.Errorf("migration lock: %w", err)
		}
		dialect, options = goose.DialectPostgres, append(options, goose.WithSessionLocker(locker))
	}
	files, err := migrationsOf(d.engine)
	if err != nil {
		return nil, err
	}
	provider, err := goose.NewProvider(dialect, on, files, options...)
	if err != nil {
		return nil, fmt.Errorf("migrations: %w", err)
	}
	return provider, nil
}
