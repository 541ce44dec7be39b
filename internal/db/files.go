package db

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
)

// sqliteName returns the URI under which SQLite opens a file, without options. Percent signs and
// question marks in the path are escaped.
func sqliteName(path string) string { return "file:" + (&url.URL{Path: path}).EscapedPath() }

// closeToOthers makes a SQLite database and the files beside it readable by their owner only,
// whatever the umask and the mode of the folder. A new database file is created here, because
// SQLite would create it readable by all; SQLite gives the files beside it the same mode. Earlier
// versions left all of them readable: their modes are corrected here.
func closeToOthers(path string) error {
	// An existing file is not opened: closing it would drop the locks that this process holds on it.
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
		path = target // SQLite puts its other files beside the target of a link
	}
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		file := path + suffix
		info, err := os.Stat(file)
		if err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o077 == 0 {
			continue // absent, already restricted, or left for SQLite to refuse
		}
		if err := os.Chmod(file, 0o600); err != nil {
			return fmt.Errorf(
				"d'autres peuvent lire %s, et ses droits ne peuvent pas être corrigés : « chmod 600 %s », par son propriétaire (%w)", file, file, err,
			)
		}
	}
	return nil
}
