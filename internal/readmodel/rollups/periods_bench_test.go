package rollups_test

import (
	"context"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/domain/desk/statistics"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// onRollups runs a benchmark on the rollups of ten million stays on each engine, or on the databases whose addresses
// CONSIGNE_BENCH_ADDRESSES lists. Those are kept, and filled if they are empty.
func onRollups(b *testing.B, measured func(b *testing.B, s *store.Store, today clock.Day)) {
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
			storetest.FillRollups(b, s, clock.DayOf(at))
		}
		began := time.Now()
		storetest.Check(b, s.MakeBlocks(b.Context(), clock.DayOf(at)))
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

// BenchmarkPeriods computes the figures of the built-in dashboard, of periods that begin and end anywhere
// (docs/performance.md), and of some while stays are written as on a busy day.
func BenchmarkPeriods(b *testing.B) {
	onRollups(b, func(b *testing.B, s *store.Store, today clock.Day) {
		for _, c := range []struct {
			name        string
			days, until clock.Day
		}{
			{"a day", 1, 0},
			{"7 days", 7, 0},
			{"30 days", 30, 0},
			{"90 days", 90, 0},
			{"130 days", 130, 13},
			{"a year", 365, 0},
			{"500 days", 500, 11},
			{"three years", 3 * 365, 0},
		} {
			period := statistics.Period{First: today - c.until - c.days + 1, Last: today - c.until}
			b.Run(c.name, func(b *testing.B) { measureReport(b, s, 0, period) })
			b.Run(c.name+"/operator", func(b *testing.B) { measureReport(b, s, 1, period) })
			if c.days == 30 || c.days == 365 {
				b.Run(c.name+"/beside writes", func(b *testing.B) {
					stop := writeStays(b, s)
					defer stop()
					measureReport(b, s, 0, period)
				})
			}
		}
	})
}

func measureReport(b *testing.B, s *store.Store, operatorID int64, period statistics.Period) {
	b.Helper()
	service := statistics.NewService(s, clock.System{})
	before := storetest.ProcessorTime(b, s)
	storetest.Measure(b, func() error {
		_, err := service.Report(b.Context(), operatorID, period)
		return err
	})
	b.ReportMetric(float64((storetest.ProcessorTime(b, s)-before).Microseconds())/1000/float64(b.N), "processor-ms")
}

// writeStays records up to fifty stays a second and folds them every second, until stop is called.
func writeStays(b *testing.B, s *store.Store) (stop func()) {
	b.Helper()
	ctx, cancel := context.WithCancel(b.Context())
	var writers sync.WaitGroup
	writers.Go(func() {
		for n := 0; ctx.Err() == nil; n++ {
			began := time.Now().Add(-time.Hour)
			stays := []stay.Stay{{
				OperatorID: 1, LockerID: 1 + int64(n)%90, AccountID: 1 + int64(n)%5000,
				Place: 2 + int(began.UnixNano()%(1<<40)), StartedAt: began, EndedAt: new(began.Add(time.Minute)),
			}}
			if err := s.ImportUnbilledStays(ctx, stays); err != nil && ctx.Err() == nil {
				b.Error(err)
			}
			if n%50 == 0 {
				if err := s.Fold(ctx); err != nil && ctx.Err() == nil {
					b.Error(err)
				}
			}
			time.Sleep(20 * time.Millisecond)
		}
	})
	return func() {
		cancel()
		writers.Wait()
	}
}
