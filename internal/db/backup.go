package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// ErrCopyExists reports that the target file of a copy exists already.
var ErrCopyExists = errors.New("the file exists")

// ErrNameTooLong reports that the file system refuses the name of the copy as too long.
var ErrNameTooLong = errors.New("the file's name is too long")

// CopySQLite writes a copy of a SQLite database, as it is at one instant, to a file that does not
// exist yet, and returns the size of the copy. Other processes can go on writing to the database
// meanwhile. The file gets its name only once it is complete, checked and on the disk, so that an
// interrupted copy is never taken for a backup.
func CopySQLite(ctx context.Context, from, to string) (size int64, err error) {
	switch _, err := os.Lstat(to); {
	case err == nil:
		return 0, ErrCopyExists
	case errors.Is(err, syscall.ENAMETOOLONG):
		return 0, ErrNameTooLong
	}
	part, err := os.CreateTemp(filepath.Dir(to), "consigne.*.partiel") // readable by its owner only
	if err != nil {
		return 0, fmt.Errorf("create the copy: %w", err)
	}
	defer func() {
		_ = part.Close()
		if err != nil {
			_ = os.Remove(part.Name())
			_ = os.Remove(part.Name() + "-journal") // which SQLite leaves behind on a full disk
		}
	}()
	// VACUUM INTO reads in one transaction, so the copy is of one instant. SQLite's backup
	// interface would start again whenever another process writes.
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

// checkCopy returns nil if the database is sound and has Consigne's schema.
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
	var version int64 // an empty file is a sound database, but has no schema
	return db.QueryRowContext(ctx, `SELECT MAX(version_id) FROM goose_db_version`).Scan(&version)
}

// syncFolder flushes a folder to the disk, so that the name of a new file survives a power cut.
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
