package transaction_test

import (
	"context"
	"slices"
	"testing"

	"consigne/internal/kernel/transaction"
)

func TestWithoutTransactionAnActRunsAtOnce(t *testing.T) {
	ran := false
	transaction.AfterCommit(t.Context(), func() { ran = true })
	if !ran {
		t.Error("the act did not run")
	}
}

// The actions of a nested part that was rolled back are dropped. The others run in the order in which
// they were registered, and not before the outermost commit.
func TestActsRunAfterTheOutermostCommit(t *testing.T) {
	var ran []string
	ask := func(ctx context.Context, name string) {
		transaction.AfterCommit(ctx, func() { ran = append(ran, name) })
	}
	outer, commit := transaction.Begin(t.Context())
	ask(outer, "before")
	kept, release := transaction.Begin(outer)
	ask(kept, "kept")
	_, _ = transaction.Begin(kept)
	lost, _ := transaction.Begin(kept)
	ask(lost, "lost")
	release()
	ask(outer, "after")
	if len(ran) != 0 {
		t.Fatalf("ran before the commit: %v", ran)
	}
	commit()
	if want := []string{"before", "kept", "after"}; !slices.Equal(ran, want) {
		t.Errorf("ran %v, want %v", ran, want)
	}
}
