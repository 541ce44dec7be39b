package prices_test

import (
	"testing"
	"time"

	"consigne/internal/domain/prices/repricing"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/pricing"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// BenchmarkReplay prices the million stays of two years again, all of one tariff, and measures the same for the lines
// of its CSV.
func BenchmarkReplay(b *testing.B) {
	for engine, address := range storetest.URLs(b) {
		s, until := storetest.Open(b, address), time.Now()
		storetest.FillPayments(b, s, address, storetest.Million, until)
		tariffID, err := s.CreateTariff(b.Context(), tariff.Tariff{
			OperatorID: 1, Version: 1, AdminLabel: "À l'heure", PublicLabel: "Casier",
			Terms: pricing.Terms{Unit: pricing.Hour, Amount: 10},
		}, until)
		storetest.Check(b, err)
		storetest.Check(b, s.Exec(b.Context(), "test", `UPDATE stays SET tariff_id = $1, tariff_version = 1`, tariffID))
		storetest.Check(b, s.Analyse(b.Context()))
		replays := repricing.NewService(s, clock.System{}, nil)
		ask := func() int64 {
			id, err := replays.Ask(b.Context(), access.Actor{AccountID: 1}, tariffID, repricing.Request{
				From: clock.DayOf(until.AddDate(-3, 0, 0)), To: clock.DayOf(until),
				Terms: pricing.Terms{Unit: pricing.Hour, Amount: 5},
			})
			storetest.Check(b, err)
			for {
				storetest.Check(b, replays.Work(b.Context(), id))
				if r, err := replays.Finished(b.Context(), id); err == nil {
					if r.Totals.Old.Count < int64(testenv.Size(900_000)) || r.Totals.More.Count == 0 {
						b.Fatalf("found %+v", r.Totals)
					}
					return id
				}
			}
		}
		var done int64
		b.Run(engine+"/replay", func(b *testing.B) {
			for b.Loop() {
				done = ask()
			}
		})
		b.Run(engine+"/lines", func(b *testing.B) {
			for b.Loop() {
				storetest.Check(b, replays.Lines(b.Context(), done, func([]repricing.Line) error { return nil }))
			}
		})
	}
}
