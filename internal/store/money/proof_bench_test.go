package money_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/proof"
	"consigne/internal/domain/money/statement"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// BenchmarkProofOfAMillion verifies a million entries with all that follows from them: half a million payments with
// their attempts, and totals. It is to take less than ten seconds.
func BenchmarkProofOfAMillion(b *testing.B) {
	payments := testenv.Size(1_000_000) / 2
	for engine, address := range storetest.URLs(b) {
		b.Run(engine, func(b *testing.B) {
			s := storetest.Open(b, address)
			d := newDebtors(b, s)
			at := storetest.Now.UnixMilli()
			storetest.Check(b, s.Exec(b.Context(), "fill", `DELETE FROM payments`))
			storetest.Check(b, s.Exec(b.Context(), "fill", `DELETE FROM ledger_waiting`))
			const batch = 25_000 // a statement may take some seconds
			for from := 1; from <= payments; from += batch {
				numbers := fmt.Sprintf(`WITH RECURSIVE n (i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d) `, from,
					min(from+batch-1, payments))
				for _, fill := range []string{
					`INSERT INTO payments (id, uuid, operator_id, account_id, subscription_id, term, is_test, started_at, amount, status,
					  attempts, settled_at, entries) ` + numbers + fmt.Sprintf(`SELECT i, 'p' || i, 1, 2, %d, i - 1, FALSE, %d, 900,
					  'PAID', 1, %[2]d, 0 FROM n`, d.bought.ID, at),
					`INSERT INTO payment_attempts (uuid, payment_id, kind, attempt, amount, outcome, at, answered_at) ` + numbers +
						fmt.Sprintf(`SELECT 'a' || i, i, 'presentation', 1, 900, 'PAID', %d, %[1]d FROM n`, at),
				} {
					storetest.Check(b, s.Exec(b.Context(), "fill", fill))
				}
			}
			storetest.Check(b, s.Exec(b.Context(), "fill", fmt.Sprintf(`UPDATE subscriptions SET next_term = %d`, payments)))
			books := ledger.NewService(s, d.clock, keysOf(b, "a"), nil)
			for written := 0; written < payments; {
				storetest.Check(b, s.Atomically(b.Context(), func(ctx context.Context) error {
					for range min(10_000, payments) {
						written++
						e := ledger.Entry{
							OperatorID: 1, At: storetest.Now, Kind: ledger.Billed, PaymentID: int64(written), Amount: 900,
						}
						settled := e
						settled.Kind, settled.Attempt, settled.Means = ledger.Settled, fmt.Sprintf("a%d", written), "Carte bancaire"
						for _, one := range []ledger.Entry{e, settled} {
							if err := s.AppendEntry(ctx, one); err != nil {
								return err
							}
						}
					}
					return nil
				}))
				storetest.ChainAll(b, s, books)
			}
			storetest.Check(b, statement.NewService(s, d.clock, books, nil).AddUp(b.Context()))
			storetest.Check(b, s.Exec(b.Context(), "fill", `ANALYZE`)) // as PostgreSQL does by itself, in its time
			b.ResetTimer()
			for b.Loop() {
				began, spent := time.Now(), storetest.ProcessorTime(b, s)
				found, err := proof.NewService(s, books).Verify(b.Context(), nil)
				if err != nil || len(found) != 1 || found[0].Broken != nil || found[0].Entries != int64(2*payments) {
					b.Fatal(found, err)
				}
				b.ReportMetric(time.Since(began).Seconds(), "s")
				b.ReportMetric((storetest.ProcessorTime(b, s) - spent).Seconds(), "cpu-s")
			}
		})
	}
}
