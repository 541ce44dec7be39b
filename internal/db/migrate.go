package db

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// NewerSchema is the error for a database that a later version of Consigne has migrated. This version may not
// write to it, because its writes would leave out what the later version stores with them.
type NewerSchema struct{ Version, Known int64 }

func (e NewerSchema) Error() string {
	return fmt.Sprintf("the database has schema %d, this version knows schema %d", e.Version, e.Known)
}

// Migrate brings the schema up to date. Nodes that start together wait for one another. A database
// of a later version is left unchanged and gives [NewerSchema].
func (d *DB) Migrate(ctx context.Context) error {
	on := d.write
	if server, ok := d.read.(*postgres); ok {
		on = server.withoutTimeouts()
		defer func() { _ = on.Close() }()
	}
	provider, err := d.migrator(on)
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	version, err := provider.GetDBVersion(ctx)
	if err != nil {
		return fmt.Errorf("read the schema's version: %w", err)
	}
	sources := provider.ListSources()
	if known := sources[len(sources)-1].Version; version > known {
		return NewerSchema{Version: version, Known: known}
	}
	return nil
}

// Ready returns nil when the database answers and has exactly the schema of this binary.
func (d *DB) Ready(ctx context.Context) error {
	files, err := fs.Glob(migrations{d.engine}, "*.sql")
	if err != nil {
		return fmt.Errorf("embedded migrations: %w", err)
	}
	var applied int
	var version int64
	err = d.read.QueryRowContext(ctx, `SELECT COUNT(*), COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied AND version_id > 0`).Scan(&applied, &version)
	if err != nil {
		return fmt.Errorf("read the schema's version: %w", err)
	}
	if applied < len(files) {
		return fmt.Errorf("%d of %d migrations are applied", applied, len(files))
	}
	known, err := goose.NumericComponent(files[len(files)-1])
	if err != nil {
		return fmt.Errorf("embedded migrations: %w", err)
	}
	if version > known {
		return NewerSchema{Version: version, Known: known}
	}
	return nil
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
	provider, err := goose.NewProvider(dialect, on, migrations{d.engine}, options...)
	if err != nil {
		return nil, fmt.Errorf("migrations: %w", err)
	}
	return provider, nil
}
