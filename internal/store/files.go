package store

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
)

// sqliteName returns what SQLite is told to open for a file, percent signs and question
// marks included, without its options.
func sqliteName(path string) string { return "file:" + (&url.URL{Path: path}).EscapedPath() }

// closeToOthers makes sure that only their owner can read a SQLite database and the files
// beside it, whatever the umask and the folder. A new database is created here, because
// SQLite would create it readable by all; the files beside it get its mode from SQLite.
// Versions before left all of them readable: they are closed here.
func closeToOthers(path string) error {
	// A file that is there is not opened: closing it would drop the locks that this
	// process holds on it.
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		made, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return fmt.Errorf("create the database: %w", err)
		}
		if err := made.Close(); err != nil {
			return fmt.Errorf("create the database: %w", err)
		}
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // beside which SQLite puts the other files
	}
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		file := path + suffix
		info, err := os.Stat(file)
		if err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o077 == 0 {
			continue // absent, closed already, or for SQLite to refuse
		}
		if err := os.Chmod(file, 0o600); err != nil {
			return fmt.Errorf("d'autres peuvent lire %s, et ses droits ne peuvent pas être corrigés : « chmod 600 %s », par son propriétaire (%w)", file, file, err)
		}
	}
	return nil
}
