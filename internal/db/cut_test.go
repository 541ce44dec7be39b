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

// The log is cut when something was erased, not before its time otherwise, and again once a reader that prevented it has ended.
func TestTheLogIsCut(t *testing.T) {
	t.Parallel()
	address := storetest.SQLiteURL(t)
	s, ctx := storetest.Open(t, address), t.Context()
	storetest.Check(t, s.Exec(ctx, "test", `CREATE TABLE names (id BIGINT, name TEXT NOT NULL UNIQUE)`))
	add := func(ctx context.Context, name string) error { return s.Exec(ctx, "add", addName, name) }
	erase := func(name string) error {
		return s.Atomically(ctx, func(ctx context.Context) error {
			s.CutSoon(ctx)
			return add(ctx, name)
		})
	}
	cut := func(want bool) {
		t.Helper()
		storetest.Check(t, s.CutLog(ctx))
		info, err := os.Stat(db.SQLitePath(address) + "-wal")
		storetest.Check(t, err)
		if empty := info.Size() == 0; empty != want {
			t.Errorf("the log has %d bytes", info.Size())
		}
	}
	cut(true) // what an earlier run left
	storetest.Check(t, add(ctx, "one"))
	cut(false)
	storetest.Check(t, erase("two"))
	cut(true)

	storetest.Check(t, s.Snapshot(ctx, func(reading context.Context) error {
		n := len(names(reading, t, s))
		storetest.Check(t, erase("three"))
		began := time.Now()
		cut(false)
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("writes waited %v for a reader", took)
		}
		storetest.Check(t, add(ctx, "four"))
		if again := len(names(reading, t, s)); again != n {
			t.Errorf("read %d and %d", n, again)
		}
		return nil
	}))
	s.CutNow()
	cut(true)
	if kept := names(ctx, t, s); len(kept) != 4 {
		t.Errorf("kept %v", kept)
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
