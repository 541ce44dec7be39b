package lists_test

import (
	"fmt"
	"math"
	"testing"

	"consigne/internal/domain/payment"
	"consigne/internal/readmodel/lists"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// BenchmarkDeepPages reads pages of the history that much precedes: the days before them skipped, and read (docs/performance.md).
func BenchmarkDeepPages(b *testing.B) {
	onHistory(b, func(b *testing.B, s *store.Store) {
		for _, c := range []paymentFilter{
			{"no filter", payment.Filter{}},
			{"operator", payment.Filter{OperatorID: 1, WithoutTests: true}},
			{"paid", payment.Filter{Statuses: []payment.Status{payment.Paid}}},
			{"three statuses", payment.Filter{Statuses: []payment.Status{payment.Unpaid, payment.Cancelled, payment.NotPresented}}},
			{"a station", payment.Filter{StationIDs: []int64{3}}},
			{"bikes", payment.Filter{LockerTypes: []int{1}}},
			{"past a limit", payment.Filter{StopReasons: []payment.StayStatus{payment.StayOverrun}}},
		} {
			_, total, err := s.Lists.Stays(b.Context(), c.filter, 0, 10)
			storetest.Check(b, err)
			for name, offset := range map[string]int{"page 1,000": min(9990, total/2), "at three quarters": total * 3 / 4} {
				for way, after := range map[string]int{"read": math.MaxInt, "skipped": 1000} {
					b.Run(fmt.Sprintf("%s/%s/%s", c.name, name, way), func(b *testing.B) {
						lists.SkipAfter(b, after)
						storetest.Measure(b, func() error {
							_, _, err := s.Lists.Stays(b.Context(), c.filter, offset, 10)
							return err
						})
					})
				}
			}
		}
	})
}
