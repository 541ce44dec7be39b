package db_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"consigne/internal/db"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// Only their owner can read the files of a SQLite database, whatever the umask, the folder and the modes that
// an earlier version left. The test is not parallel, because the umask belongs to the process.
func TestSQLiteFilesAreTheirOwnersAlone(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	folder := filepath.Join(t.TempDir(), "open to all")
	storetest.Check(t, os.Mkdir(folder, 0o777))
	names := map[string]string{
		"new":           filepath.Join(folder, "neuve.db"),
		"odd name":      filepath.Join(folder, "été 100%25 #1.db"),
		"symbolic link": filepath.Join(folder, "lien.db"),
	}
	elsewhere := filepath.Join(t.TempDir(), "cible.db")
	storetest.Check(t, os.Symlink(elsewhere, names["symbolic link"]))
	for name, path := range names {
		t.Run(name, func(t *testing.T) {
			real := path
			if name == "symbolic link" {
				real = elsewhere
			}
			first := storetest.Open(t, "sqlite:"+path)
			storetest.NewLocker(t, first)
			private(t, real, real+"-wal", real+"-shm")
			for _, file := range []string{real, real + "-wal", real + "-shm"} { // as earlier versions left them
				storetest.Check(t, os.Chmod(file, 0o644))
			}
			again, err := store.Open("sqlite:" + path)
			storetest.Check(t, err)
			private(t, real, real+"-wal", real+"-shm")
			storetest.Check(t, again.Close())

			copied := filepath.Join(folder, name+".copie")
			if _, err := db.CopySQLite(t.Context(), path, copied); err != nil {
				t.Fatal(err)
			}
			private(t, copied)
		})
	}
}

func private(t *testing.T, files ...string) {
	t.Helper()
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil || info.Mode() != 0o600 {
			t.Errorf("%s: %v, %v", file, info, err)
		}
	}
}
