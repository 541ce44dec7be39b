package rollups_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/statistics"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// onTallies runs a benchmark on the rollups of ten million stays on each engine, or on the databases whose addresses
// CONSIGNE_BENCH_ADDRESSES lists. Those are kept, and filled if they are empty.
func onTallies(b *testing.B, measured func(b *testing.B, s *store.Store, today clock.Day)) {
	b.Helper()
	const few = 20 // one stay in so many is filled: lockers and stays in progress are read from them
	at := time.Now()
	run := func(b *testing.B, url string) {
		b.Helper()
		s := storetest.Open(b, url)
		empty, err := s.Empty(b.Context())
		storetest.Check(b, err)
		if empty {
			size := storetest.TenMillion
			size.Stays, size.Terms, size.Accounts = size.Stays/few, size.Terms/few, size.Accounts/few
			storetest.FillPayments(b, s, url, size, at)
			storetest.FillTallies(b, s, clock.DayOf(at))
		}
		began := time.Now()
		storetest.Check(b, s.Rollups.MakeBlocks(b.Context(), clock.DayOf(at)))
		b.Log("blocks made in", time.Since(began))
		measured(b, s, clock.DayOf(at))
	}
	addresses := strings.Fields(os.Getenv("CONSIGNE_BENCH_ADDRESSES"))
	if len(addresses) == 0 {
		addresses = []string{storetest.SQLiteURL(b), storetest.PostgresURL(b)}
	}
	for _, url := range addresses {
		engine, _, _ := strings.Cut(url, ":")
		b.Run(engine, func(b *testing.B) { run(b, url) })
	}
}

// BenchmarkPeriods computes the figures of the built-in dashboard of periods that begin and end anywhere (docs/performance.md).
func BenchmarkPeriods(b *testing.B) {
	onTallies(b, func(b *testing.B, s *store.Store, today clock.Day) {
		service := statistics.NewService(s.ForStatistics(), clock.System{})
		for _, c := range []struct {
			name        string
			days, until clock.Day
		}{
			{"a day", 1, 0}, {"7 days", 7, 0}, {"30 days", 30, 0}, {"90 days", 90, 0}, {"130 days", 130, 13}, {"a year", 365, 0}, {"500 days", 500, 11}, {"three years", 3 * 365, 0},
		} {
			for whose, operatorID := range map[string]int64{"": 0, "/operator": 1} {
				b.Run(c.name+whose, func(b *testing.B) {
					storetest.Measure(b, func() error {
						_, err := service.Report(b.Context(), operatorID, statistics.Period{First: today - c.until - c.days + 1, Last: today - c.until})
						return err
					})
				})
			}
		}
	})
}
