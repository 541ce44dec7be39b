package storetest

import (
	"context"
	"testing"
	"time"

	"consigne/internal/store"
)

// ChainAll chains every event of money, and fails the test if one still waits after a minute. PostgreSQL keeps an event
// back for a moment while a transaction of any other test is under way.
func ChainAll(t testing.TB, s *store.Store, books interface{ Chain(context.Context) error }) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		Check(t, books.Chain(t.Context()))
		waiting, err := s.OperatorsWaiting(t.Context())
		Check(t, err)
		if len(waiting) == 0 {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the events of operators %v still wait", waiting)
		}
	}
}
