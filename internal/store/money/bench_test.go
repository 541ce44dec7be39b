package money_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/proof"
	"consigne/internal/kernel/clock"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// BenchmarkLedgerOfAMillion verifies a ledger of a million entries: in the database, then as an archive. Beside the
// time that passes it tells that of the processor, since the machine may do other things: each is to be less than ten
// seconds.
func BenchmarkLedgerOfAMillion(b *testing.B) {
	entries := testenv.Size(1_000_000)
	for engine, address := range storetest.URLs(b) {
		b.Run(engine, func(b *testing.B) {
			s := storetest.Open(b, address)
			service := serviceOn(b, s, noon)
			for written := 0; written < entries; {
				storetest.Check(b, s.Atomically(b.Context(), func(ctx context.Context) error {
					for range min(20_000, entries) {
						e := event(1, written)
						e.Kind, e.VATRate, e.VAT, e.At = ledger.Billed, 0, 0, noon.Add(time.Duration(written)*time.Second)
						if err := s.AppendEntry(ctx, e); err != nil {
							return err
						}
						written++
					}
					return nil
				}))
				storetest.ChainAll(b, s, service)
			}
			var archive bytes.Buffer
			_, err := service.Export(b.Context(), 1, clock.DayOf(noon), clock.DayOf(noon)+20, &archive)
			storetest.Check(b, err)
			b.ResetTimer()
			for b.Loop() {
				began, spent := time.Now(), storetest.ProcessorTime(b, s)
				if got := verify(b, service); got[1] != int64(entries) {
					b.Fatal(got)
				}
				b.ReportMetric(time.Since(began).Seconds(), "s-database")
				b.ReportMetric((storetest.ProcessorTime(b, s) - spent).Seconds(), "cpu-s-database")
				began, spent = time.Now(), storetest.ProcessorTime(b, s)
				found, err := proof.VerifyArchive(bytes.NewReader(archive.Bytes()), int64(archive.Len()), nil)
				if err != nil || found.Broken != nil || found.Entries != int64(entries) {
					b.Fatal(found, err)
				}
				b.ReportMetric(time.Since(began).Seconds(), "s-archive")
				b.ReportMetric((storetest.ProcessorTime(b, s) - spent).Seconds(), "cpu-s-archive")
				b.ReportMetric(float64(archive.Len())/1e6, "MB")
			}
		})
	}
}
