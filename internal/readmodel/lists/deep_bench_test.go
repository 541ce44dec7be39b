package lists_test

import (
	"math"
	"testing"

	"consigne/internal/domain/payment"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/readmodel/lists"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// BenchmarkDeepPages reads the first page of the history, and pages that much precedes: the days before them skipped, and read
// (docs/performance.md).
func BenchmarkDeepPages(b *testing.B) {
	onHistory(b, func(b *testing.B, s *store.Store) {
		midnight := clock.DayOf(lastStart(b, s)).Begins()
		year := payment.Span{From: new(clock.DayOf(midnight.AddDate(-1, 0, 0)).Begins()), Before: &midnight}
		rare, overrun := []payment.Status{payment.Unpaid, payment.Failed, payment.PermanentError}, []payment.StayStatus{payment.StayOverrun}
		for _, c := range []paymentFilter{
			{"no filter", payment.Filter{}},
			{"operator", payment.Filter{OperatorID: 1, WithoutTests: true}},
			{"paid", payment.Filter{Statuses: []payment.Status{payment.Paid}}},
			{"three statuses", payment.Filter{Statuses: rare}},
			{"year, three statuses", payment.Filter{Started: year, Statuses: rare}},
			{"a station", payment.Filter{StationIDs: []int64{3}}},
			{"ten stations", payment.Filter{StationIDs: []int64{5, 6, 7, 8, 9, 10, 11, 12, 13, 14}}},
			{"bikes", payment.Filter{LockerTypes: []int{2}}},
			{"past a limit", payment.Filter{StopReasons: overrun}},
			{"year, past a limit", payment.Filter{Started: year, StopReasons: overrun}},
			{"1 € at least", payment.Filter{MinAmount: new(money.Cents(100))}},
			{"4 € at least", payment.Filter{MinAmount: new(money.Cents(400))}},
			{"year, 4 € at least", payment.Filter{Started: year, MinAmount: new(money.Cents(400))}},
			{"an hour at least", payment.Filter{MinMinutes: new(int64(60))}},
			{"a day at least", payment.Filter{MinMinutes: new(int64(1440))}},
			{"ended in a year", payment.Filter{Ended: year}},
			{"uuid, one digit", payment.Filter{UUID: "a"}},
			{"a station, paid", payment.Filter{StationIDs: []int64{3}, Statuses: []payment.Status{payment.Paid}}},
			{"an hour and 4 € at least", payment.Filter{MinMinutes: new(int64(60)), MinAmount: new(money.Cents(400))}},
		} {
			_, total, err := s.Lists.Stays(b.Context(), c.filter, 0, 10)
			storetest.Check(b, err)
			page := func(name string, offset, after int) {
				b.Run(c.name+"/"+name, func(b *testing.B) {
					lists.SkipAfter(b, after)
					storetest.Measure(b, func() error {
						_, _, err := s.Lists.Stays(b.Context(), c.filter, offset, 10)
						return err
					})
				})
			}
			page("page 1", 0, math.MaxInt)
			for name, offset := range map[string]int{"page 1,000": min(9990, total/2), "at three quarters": total * 3 / 4} {
				page(name+"/read", offset, math.MaxInt)
				page(name+"/skipped", offset, 1000)
			}
		}
	})
}
