package money_test

import (
	"testing"
	"time"

	"consigne/internal/domain/money/statement"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// Whether an entry is carried over is looked up by payment, however many were: each addition to the totals asks, with
// the writer of SQLite held.
func TestFirstEntriesAreLookedUp(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		storetest.Check(t, s.Exec(t.Context(), "test", `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
			INSERT INTO ledger (operator_id, sequence, at, kind, payment_id, attempt, document, amount, vat_rate, vat, means,
			previous, hash)
			SELECT 1, i, i, CASE WHEN i % 2 = 0 THEN 'encaisse' ELSE 'facture' END, (i + 1) / 2, '', '', 5, 2000, 1, '', '', '' FROM n`))
		if !s.OnSQLite() {
			storetest.Check(t, s.Exec(t.Context(), "test", `ANALYZE ledger`))
		}
		least := time.Hour
		for range 10 {
			began := time.Now()
			firsts, err := s.FirstsOf(t.Context(), []int64{35_000, 35_001, 80_000})
			least = min(least, time.Since(began))
			if err != nil || len(firsts) != 2 || firsts[35_000] != (statement.Firsts{Billed: 69_999, Settled: 70_000}) {
				t.Fatal(firsts, err)
			}
		}
		if least > 20*time.Millisecond {
			t.Errorf("it takes %s to look three payments up", least)
		}
	})
}
