package db_test

import (
	"context"
	"os"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/store/storetest"
)

// The log is cut when something was erased, not before its time otherwise, and again once a reader that prevented it
// has ended.
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
