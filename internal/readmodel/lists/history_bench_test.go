package lists_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/payment"
	"consigne/internal/domain/statistics"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// onHistory runs a benchmark on a million payments on each engine, or on the databases whose
// addresses CONSIGNE_BENCH_ADDRESSES lists. Those are kept, and filled with ten million payments if
// they are empty.
func onHistory(b *testing.B, measured func(b *testing.B, s *store.Store)) {
	b.Helper()
	addresses := strings.Fields(os.Getenv("CONSIGNE_BENCH_ADDRESSES"))
	if len(addresses) == 0 {
		for engine, address := range map[string]func(testing.TB) string{"sqlite": storetest.SQLiteURL, "postgres": storetest.PostgresURL} {
			b.Run(engine, func(b *testing.B) {
				url := address(b)
				s := storetest.Open(b, url)
				storetest.FillPayments(b, s, url, storetest.Million, time.Now())
				measured(b, s)
			})
		}
		return
	}
	for _, url := range addresses {
		engine, _, _ := strings.Cut(url, ":")
		b.Run(engine, func(b *testing.B) {
			s := storetest.Open(b, url)
			empty, err := s.Empty(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			if empty {
				storetest.FillPayments(b, s, url, storetest.TenMillion, time.Now())
			}
			measured(b, s)
		})
	}
}

// BenchmarkHistory reads pages of stays with their exact total (docs/performance.md).
func BenchmarkHistory(b *testing.B) {
	onHistory(b, func(b *testing.B, s *store.Store) {
		for _, c := range historyFilters(lastStart(b, s)) {
			for _, at := range benchPages {
				filter := at.of(c.filter)
				b.Run(c.name+at.name, func(b *testing.B) {
					storetest.Measure(b, func() error {
						_, _, err := s.Lists.Stays(b.Context(), filter, 10*(at.page-1), 10)
						return err
					})
				})
			}
		}
	})
}

// BenchmarkStatistics computes the figures of the built-in dashboard.
func BenchmarkStatistics(b *testing.B) {
	onHistory(b, func(b *testing.B, s *store.Store) {
		today := clock.DayOf(lastStart(b, s))
		service := statistics.NewService(s.ForStatistics(), clock.System{})
		for name, days := range map[string]clock.Day{"7 days": 7, "30 days": 30, "90 days": 90, "a year": 365} {
			for whose, operatorID := range map[string]int64{"": 0, "/operator": 1} {
				b.Run(name+whose, func(b *testing.B) {
					storetest.Measure(b, func() error {
						_, err := service.Report(b.Context(), operatorID, statistics.Period{First: today - days + 1, Last: today})
						return err
					})
				})
			}
		}
	})
}

// lastStart returns the start of the newest stay.
func lastStart(b *testing.B, s *store.Store) time.Time {
	b.Helper()
	stays, _, err := s.Lists.Stays(b.Context(), payment.Filter{}, 0, 1)
	if err != nil || len(stays) != 1 {
		b.Fatal(len(stays), err)
	}
	return stays[0].StartedAt
}

// historyFilters lists filters with spans of whole days and further criteria, then filters without a span.
func historyFilters(now time.Time) []paymentFilter {
	day := func(n int) *time.Time { return new((clock.DayOf(now) - clock.Day(n)).Begins()) }
	year := payment.Span{From: day(365), Before: day(0)}
	month := payment.Span{From: day(75), Before: day(45)}
	return []paymentFilter{
		{"all", payment.Filter{}},
		{"day", payment.Filter{Started: payment.Span{From: day(100), Before: day(99)}}},
		{"month", payment.Filter{Started: month}},
		{"year", payment.Filter{Started: year}},
		{"ended month", payment.Filter{Ended: month}},
		{"ended year", payment.Filter{Ended: year}},
		{"settled month", payment.Filter{Settled: month}},
		{"presented day", payment.Filter{Attempted: payment.Span{From: day(100), Before: day(99)}}},
		{"month, a station", payment.Filter{Started: month, StationIDs: []int64{5}}},
		{"year, a station", payment.Filter{Started: year, StationIDs: []int64{5}}},
		{"year, bikes", payment.Filter{Started: year, LockerTypes: []int{2}}},
		{"month, a locker", payment.Filter{Started: month, LockerIDs: []int64{100}}},
		{"year, paid", payment.Filter{Started: year, Statuses: []payment.Status{payment.Paid}}},
		{"year, three statuses", payment.Filter{Started: year, Statuses: []payment.Status{payment.Unpaid, payment.Failed, payment.PermanentError}}},
		{"year, past a limit", payment.Filter{Started: year, StopReasons: []payment.StayStatus{payment.StayOverrun}}},
		{"year, an hour at least", payment.Filter{Started: year, MinMinutes: new(int64(60))}},
		{"year, 1 € at least", payment.Filter{Started: year, MinAmount: new(money.Cents(100))}},
		{"month, a station, paid", payment.Filter{Started: month, StationIDs: []int64{5}, Statuses: []payment.Status{payment.Paid}}},
		{"month, paid, an hour at least", payment.Filter{Started: month, MinMinutes: new(int64(60)), Statuses: []payment.Status{payment.Paid}}},
		{"a station", payment.Filter{StationIDs: []int64{5}}},
		{"a station, paid", payment.Filter{StationIDs: []int64{5}, Statuses: []payment.Status{payment.Paid}}},
		{"ten stations", payment.Filter{StationIDs: []int64{5, 6, 7, 8, 9, 10, 11, 12, 13, 14}}},
		{"a locker", payment.Filter{LockerIDs: []int64{100}}},
		{"bikes", payment.Filter{LockerTypes: []int{2}}},
		{"paid", payment.Filter{Statuses: []payment.Status{payment.Paid}}},
		{"in progress", payment.Filter{StayStatuses: []payment.StayStatus{payment.StayRunning}}},
		{"past a limit", payment.Filter{StopReasons: []payment.StayStatus{payment.StayOverrun}}},
		{"an hour at least", payment.Filter{MinMinutes: new(int64(60))}},
		{"4 € at least", payment.Filter{MinAmount: new(money.Cents(400))}},
		{"search martin", payment.Filter{Search: "martin"}},
		{"name dup", payment.Filter{LastName: "dup"}},
		{"e-mail of a quarter", payment.Filter{Email: "@gmail.test"}},
		{"an hour at least, 1 € at least", payment.Filter{MinMinutes: new(int64(60)), MinAmount: new(money.Cents(100))}},
		{"search martin, paid", payment.Filter{Search: "martin", Statuses: []payment.Status{payment.Paid}}},
	}
}
