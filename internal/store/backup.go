package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// ErrCopyExists tells that a copy would replace a file.
var ErrCopyExists = errors.New("the file exists")

// ErrNameTooLong tells that a copy cannot bear the name that was given.
var ErrNameTooLong = errors.New("the file's name is too long")

// CopySQLite writes a copy of a SQLite database, as it is at one instant, to a file that
// does not exist yet; it returns the copy's size. Whoever writes to the database
// meanwhile goes on. The file appears under its name once it is whole, checked and on
// the disk: a copy that broke off is never taken for one.
func CopySQLite(ctx context.Context, from, to string) (size int64, err error) {
	switch _, err := os.Lstat(to); {
	case err == nil:
		return 0, ErrCopyExists
	case errors.Is(err, syscall.ENAMETOOLONG):
		return 0, ErrNameTooLong
	}
	part, err := os.CreateTemp(filepath.Dir(to), "consigne.*.partiel") // which only its owner may read
	if err != nil {
		return 0, fmt.Errorf("create the copy: %w", err)
	}
	defer func() {
		_ = part.Close()
		if err != nil {
			_ = os.Remove(part.Name())
			_ = os.Remove(part.Name() + "-journal") // SQLite leaves it on a full disk
		}
	}()
	// In one read transaction, so from one instant. SQLite's backup interface begins
	// again whenever another process writes.
	if err := onSQLiteFile(from, "mode=rw", func(db *sql.DB) error {
		_, err := db.ExecContext(ctx, `VACUUM INTO $1`, part.Name())
		return err
	}); err != nil {
		return 0, fmt.Errorf("copy the database: %w", err)
	}
	if err := onSQLiteFile(part.Name(), "mode=ro", func(db *sql.DB) error { return checkCopy(ctx, db) }); err != nil {
		return 0, fmt.Errorf("check the copy: %w", err)
	}
	if err := part.Sync(); err != nil {
		return 0, fmt.Errorf("write the copy: %w", err)
	}
	info, err := part.Stat()
	if err != nil {
		return 0, fmt.Errorf("measure the copy: %w", err)
	}
	if err := os.Rename(part.Name(), to); err != nil {
		return 0, fmt.Errorf("name the copy: %w", err)
	}
	return info.Size(), syncFolder(filepath.Dir(to))
}

func onSQLiteFile(path, mode string, act func(*sql.DB) error) error {
	db, err := sql.Open("sqlite", sqliteName(path)+"?"+mode+"&_pragma=busy_timeout(10000)")
	if err != nil {
		return err
	}
	return errors.Join(act(db), db.Close())
}

// checkCopy returns nil for a sound database with Consigne's tables.
func checkCopy(ctx context.Context, db *sql.DB) error {
	var verdict string
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check`).Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return errors.New(verdict)
	}
	var broken int64
	if err := db.QueryRowContext(ctx, `SELECT COUNT(*) FROM pragma_foreign_key_check`).Scan(&broken); err != nil {
		return err
	}
	if broken > 0 {
		return fmt.Errorf("%d rows refer to some that are not there", broken)
	}
	var version int64 // an empty file is a sound database, but not ours
	return db.QueryRowContext(ctx, `SELECT MAX(version_id) FROM goose_db_version`).Scan(&version)
}

// syncFolder keeps the name of a new file through a power cut.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open the copy's folder: %w", err)
	}
	defer func() { _ = folder.Close() }()
	if err := folder.Sync(); err != nil {
		return fmt.Errorf("write the copy's folder: %w", err)
	}
	return nil
}
