package db_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"consigne/internal/db"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/transaction"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// A commit that fails stores nothing, fails its transaction, and runs nothing that waits for it.
func TestACommitFails(t *testing.T) {
	t.Parallel()
	on, err := db.Open("sqlite:" + filepath.Join(t.TempDir(), "commits.db"))
	storetest.Check(t, err)
	t.Cleanup(func() { storetest.Check(t, on.Close()) })
	storetest.Check(t, on.Exec(t.Context(), "test", `CREATE TABLE names (name TEXT, pad BLOB)`))
	storetest.Check(t, on.Exec(t.Context(), "test", `PRAGMA max_page_count = 50`))
	full := on.Exec(t.Context(), "test", `INSERT INTO names (name, pad) VALUES ('never', zeroblob(1000000))`)
	if !fault.Is(full, fault.KindUnavailable) {
		t.Fatalf("full: %v", full)
	}
	restore, err := on.FailCommits(t.Context(), full)
	storetest.Check(t, err)
	heard := false
	write := func(name string) error {
		return on.Atomically(t.Context(), func(ctx context.Context) error {
			transaction.AfterCommit(ctx, func() { heard = true })
			return on.Exec(ctx, "test", `INSERT INTO names (name) VALUES ($1)`, name)
		})
	}
	if err := write("never"); !fault.Is(err, fault.KindUnavailable) || fault.Of(err).Detail != fault.Of(full).Detail ||
		heard {
		t.Errorf("%v; heard of a commit: %v", err, heard)
	}
	restore()
	if err := write("with room again"); err != nil || !heard {
		t.Errorf("%v; heard of a commit: %v", err, heard)
	}
	stored, err := db.Collect(t.Context(), on.Committed(), "test", func(name *string) []any { return []any{name} },
		`SELECT name FROM names`)
	if err != nil || !slices.Equal(stored, []string{"with room again"}) {
		t.Errorf("stored %v, %v", stored, err)
	}
}

// A statement with the context of a transaction that has ended is refused: it would be stored by itself.
func TestAContextEndsWithItsTransaction(t *testing.T) {
	withNames(t, func(t *testing.T, s *store.Store) {
		var after context.Context
		storetest.Check(t, s.Atomically(t.Context(), func(ctx context.Context) error {
			after = ctx
			return s.Exec(ctx, "add", addName, "within")
		}))
		if err := s.Exec(after, "add", addName, "after"); err == nil {
			t.Error("a transaction that has ended wrote")
		}
		if got := names(t.Context(), t, s); !slices.Equal(got, []string{"within"}) {
			t.Errorf("stored %v", got)
		}
	})
}
