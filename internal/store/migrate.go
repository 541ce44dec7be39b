package store

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations
var migrations embed.FS

// Migrate brings the schema up to date. Nodes that start together wait for one another.
func (s *Store) Migrate(ctx context.Context) error {
	provider, err := s.migrator()
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	if err := s.foldNames(ctx); err != nil {
		return err
	}
	return s.tallyOlderPayments(ctx)
}

// Ready returns nil when the database answers and its schema is this binary's.
func (s *Store) Ready(ctx context.Context) error {
	files, err := fs.Glob(migrations, "migrations/"+string(s.engine)+"/*.sql")
	if err != nil {
		return fmt.Errorf("embedded migrations: %w", err)
	}
	var applied int
	err = s.read.QueryRowContext(ctx, `SELECT COUNT(*) FROM goose_db_version WHERE is_applied AND version_id > 0`).Scan(&applied)
	if err != nil {
		return fmt.Errorf("read the schema's version: %w", err)
	}
	if applied < len(files) {
		return fmt.Errorf("%d of %d migrations are applied", applied, len(files))
	}
	return nil
}

func (s *Store) migrator() (*goose.Provider, error) {
	folder, err := fs.Sub(migrations, "migrations/"+string(s.engine))
	if err != nil {
		return nil, fmt.Errorf("embedded migrations: %w", err)
	}
	dialect, options := goose.DialectSQLite3, []goose.ProviderOption{}
	if s.engine == enginePostgres {
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return nil, fmt.Errorf("migration lock: %w", err)
		}
		dialect, options = goose.DialectPostgres, append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(dialect, s.write, folder, options...)
	if err != nil {
		return nil, fmt.Errorf("migrations: %w", err)
	}
	return provider, nil
}
