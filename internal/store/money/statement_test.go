package money_test

import (
	"testing"
	"time"

	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// What is carried over is looked up by payment, however much is: each addition to the totals of a stay that was billed
// asks, with the writer of SQLite held.
func TestCarriedPaymentsAreLookedUp(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		for _, query := range []string{
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
				INSERT INTO ledger (operator_id, sequence, at, kind, payment_id, attempt, document, amount, vat_rate, vat, means,
				previous, hash)
				SELECT 1, i, i, 'encaisse', i, '', '', 5, 2000, 1, '', '', '' FROM n`,
			`INSERT INTO statement_marks (operator_id, mark, kind, at, sequence) SELECT 1, 'repris', kind, at, sequence
				FROM ledger WHERE sequence % 2 = 0`,
		} {
			storetest.Check(t, s.Exec(t.Context(), "test", query))
		}
		if !s.OnSQLite() {
			storetest.Check(t, s.Exec(t.Context(), "test", `ANALYZE ledger, statement_marks`))
		}
		least := time.Hour
		for range 10 {
			began := time.Now()
			carried, err := s.CarriedPayments(t.Context(), 1, []int64{70_000, 70_001, 80_000})
			least = min(least, time.Since(began))
			if err != nil || len(carried) != 2 || !carried[70_000] || !carried[80_000] {
				t.Fatal(carried, err)
			}
		}
		if least > 20*time.Millisecond {
			t.Errorf("it takes %s to look three payments up", least)
		}
	})
}
