package db_test

import (
	"bytes"
	"context"
	"database/sql"
	"os"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/operator"
	"consigne/internal/store/storetest"
)

// logSize returns the size of the file of SQLite's log.
func (l ledger) logSize() int64 {
	l.t.Helper()
	var path string
	storetest.Check(l.t, l.Committed().QueryRowContext(l.t.Context(), `SELECT file FROM pragma_database_list`).Scan(&path))
	info, err := os.Stat(path + "-wal")
	storetest.Check(l.t, err)
	return info.Size()
}

// The log is cut when something was erased, not before its time otherwise, and again once a reader that prevented it has ended.
func TestTheLogIsCut(t *testing.T) {
	t.Parallel()
	l := newLedger(t)
	ctx := t.Context()
	cut := func(want bool) {
		t.Helper()
		storetest.Check(t, l.CutLog(ctx))
		if empty := l.logSize() == 0; empty != want {
			t.Errorf("the log is empty: %v", empty)
		}
	}
	cut(true) // what an earlier run left
	storetest.Check(t, l.add(ctx, "one"))
	cut(false)
	storetest.Check(t, l.Atomically(ctx, func(ctx context.Context) error {
		l.CutSoon(ctx)
		return l.add(ctx, "two")
	}))
	cut(true)

	storetest.Check(t, l.Snapshot(ctx, func(reading context.Context) error {
		n, err := l.Count(reading, "test", `SELECT n FROM counter`)
		storetest.Check(t, l.Atomically(ctx, func(ctx context.Context) error {
			l.CutSoon(ctx)
			return l.add(ctx, "three")
		}))
		began := time.Now()
		cut(false)
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("writes waited %v for a reader", took)
		}
		storetest.Check(t, l.add(ctx, "four"))
		if again, err := l.Count(reading, "test", `SELECT n FROM counter`); err != nil || again != n {
			t.Errorf("read %d and %d, %v", n, again, err)
		}
		return err
	}))
	l.CutNow()
	cut(true)
	if names := l.names(); len(names) != 4 {
		t.Errorf("kept %v", names)
	}
}

// The file of an earlier version, which did not overwrite what it deleted, is written anew once.
func TestAnOldFileIsWrittenAnew(t *testing.T) {
	t.Parallel()
	address := storetest.EmptySQLiteURL(t)
	s, path, ctx := storetest.Open(t, address), db.SQLitePath(address), t.Context()
	storetest.Must(t)(s.Operators.CreateOperator(ctx, operator.Operator{Name: "Ancien"}, storetest.Now))
	storetest.Check(t, s.Downgrade(ctx, 58))
	storetest.Check(t, s.Close())
	old, err := sql.Open("sqlite", path)
	storetest.Check(t, err)
	for _, statement := range []string{
		`INSERT INTO contacts (operator_id, last_name, name_folded, first_name, phone, email, function) VALUES (1, 'Quintefeuille', '', '', '', '', '')`,
		`DELETE FROM contacts`,
	} {
		_, err := old.ExecContext(ctx, statement)
		storetest.Check(t, err)
	}
	storetest.Check(t, old.Close())
	left := func() bool { return bytes.Contains(storetest.SQLiteBytes(t, path), []byte("quintefeuille")) }
	if !left() {
		t.Error("nothing was left to begin with")
	}
	s = storetest.Open(t, address)
	storetest.Check(t, s.CutLog(ctx))
	if left() {
		t.Error("it is left")
	}
}
