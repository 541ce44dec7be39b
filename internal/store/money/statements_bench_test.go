package money_test

import (
	"context"
	"testing"
	"time"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/paging"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// BenchmarkStatementOfAMillion reads the open month of an operator with a million entries of that month, a page of
// lines of a figure, and closes the month before.
func BenchmarkStatementOfAMillion(b *testing.B) {
	entries := testenv.Size(1_000_000)
	for engine, address := range storetest.URLs(b) {
		b.Run(engine, func(b *testing.B) {
			s := storetest.Open(b, address)
			books := booksOn(b, s)
			withOperator(b, s)
			november := (october + 1).Begins()
			for written := 0; written < entries; {
				storetest.Check(b, s.Atomically(b.Context(), func(ctx context.Context) error {
					for range min(20_000, entries) {
						kind := ledger.Billed
						if written%2 == 1 {
							kind = ledger.MarkedAsPaid
						}
						at := november.Add(time.Duration(written-entries/10) * 700 * time.Millisecond) // a tenth in October
						if err := s.AppendEntry(ctx, statementEvent(kind, int64(1+written/2), at, 445)); err != nil {
							return err
						}
						written++
					}
					return nil
				}))
				storetest.ChainAll(b, s, books.ledger)
			}
			began := time.Now()
			storetest.Check(b, books.statements.AddUp(b.Context()))
			b.ReportMetric(time.Since(began).Seconds(), "s-add-up")
			storetest.Check(b, s.Analyse(b.Context()))
			b.ResetTimer()
			for b.Loop() {
				began := time.Now()
				report, err := books.statements.Of(b.Context(), 1, october+1)
				storetest.Check(b, err)
				if f, _ := report.Figure("facture"); f.Entries < int64(entries*2/5) {
					b.Fatal(f)
				}
				b.ReportMetric(float64(time.Since(began).Microseconds())/1000, "ms-month")
				began = time.Now()
				_, page, err := books.statements.Lines(b.Context(), 1, october+1, "facture", paging.First(20))
				storetest.Check(b, err)
				if len(page.Items) != 20 {
					b.Fatal(page)
				}
				b.ReportMetric(float64(time.Since(began).Microseconds())/1000, "ms-lines")
			}
			began = time.Now()
			_, err := books.statements.Close(b.Context(), manager, 1, october, "")
			storetest.Check(b, err)
			b.ReportMetric(float64(time.Since(began).Microseconds())/1000, "ms-close")
		})
	}
}
