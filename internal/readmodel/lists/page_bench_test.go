package lists_test

import (
	"testing"
	"time"

	"consigne/internal/domain/payment"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// BenchmarkPayments reads lists of payments among a million, with their totals. The results to read
// are the median and the 99th percentile of the calls (docs/performance.md): -benchtime 100x makes
// a hundred calls of each.
func BenchmarkPayments(b *testing.B) {
	for engine, address := range map[string]func(testing.TB) string{"sqlite": storetest.SQLiteURL, "postgres": storetest.PostgresURL} {
		b.Run(engine, func(b *testing.B) {
			url := address(b)
			s, now := storetest.Open(b, url), time.Now()
			storetest.FillPayments(b, s, url, storetest.Million, now)
			measureLists(b, s, now)
		})
	}
}

func measureLists(b *testing.B, s *store.Store, now time.Time) {
	b.Helper()
	for _, c := range paymentFilters(now) {
		for _, at := range benchPages {
			filter := at.of(c.filter)
			b.Run(c.name+at.name, func(b *testing.B) {
				storetest.Measure(b, func() error {
					_, _, err := s.Lists.Payments(b.Context(), filter, 10*(at.page-1), 10)
					return err
				})
			})
		}
	}
}

type benchPage struct {
	name       string
	operatorID int64
	page       int
}

var benchPages = []benchPage{
	{"", 0, 1}, {"/page 100", 0, 100}, {"/page 1000", 0, 1000}, {"/operator", 1, 1}, {"/operator, page 1000", 1, 1000}, {"/small operator", 3, 1},
}

func (at benchPage) of(filter payment.Filter) payment.Filter {
	filter.OperatorID, filter.WithoutTests = at.operatorID, at.operatorID != 0
	return filter
}

type paymentFilter struct {
	name   string
	filter payment.Filter
}

// paymentFilters lists filters with one criterion each, that many or few payments match, and then
// filters with several.
func paymentFilters(now time.Time) []paymentFilter {
	today := now.In(clock.Paris)
	day := func(n int) *time.Time {
		return new(time.Date(today.Year(), today.Month(), today.Day()-n, 0, 0, 0, 0, clock.Paris))
	}
	return []paymentFilter{
		{"all", payment.Filter{}},
		{"search martin", payment.Filter{Search: "martin"}},
		{"search bourgeois-dupont", payment.Filter{Search: "bourgeois-"}},
		{"search a", payment.Filter{Search: "a"}},
		{"search ade", payment.Filter{Search: "ade"}},
		{"search two words", payment.Filter{Search: "zoé dupont"}},
		{"search nobody", payment.Filter{Search: "introuvable"}},
		{"nom", payment.Filter{LastName: "dup"}},
		{"nom rare", payment.Filter{LastName: "noel-re"}},
		{"nom 2 letters", payment.Filter{LastName: "ma"}},
		{"prenom", payment.Filter{FirstName: "jean"}},
		{"email broad", payment.Filter{Email: "@gmail.test"}},
		{"email everybody", payment.Filter{Email: ".test"}},
		{"email rare", payment.Filter{Email: "1234@"}},
		{"uuid 1", payment.Filter{UUID: "a"}},
		{"uuid 3", payment.Filter{UUID: "abc"}},
		{"uuid 8", payment.Filter{UUID: "abcdef01"}},
		{"start year", payment.Filter{Started: payment.Span{From: day(365)}}},
		{"start old month", payment.Filter{Started: payment.Span{From: day(365), Before: day(335)}}},
		{"start day", payment.Filter{Started: payment.Span{From: day(100), Before: day(99)}}},
		{"end year", payment.Filter{Ended: payment.Span{From: day(365)}}},
		{"end old month", payment.Filter{Ended: payment.Span{From: day(365), Before: day(335)}}},
		{"end day", payment.Filter{Ended: payment.Span{From: day(100), Before: day(99)}}},
		{"settled year", payment.Filter{Settled: payment.Span{From: day(365)}}},
		{"settled old month", payment.Filter{Settled: payment.Span{From: day(365), Before: day(335)}}},
		{"settled day", payment.Filter{Settled: payment.Span{From: day(100), Before: day(99)}}},
		{"presented year", payment.Filter{Attempted: payment.Span{From: day(365)}}},
		{"presented day", payment.Filter{Attempted: payment.Span{From: day(100), Before: day(99)}}},
		{"minutes broad", payment.Filter{MinMinutes: new(int64(60))}},
		{"minutes 3%", payment.Filter{MinMinutes: new(int64(1440))}},
		{"minutes rare", payment.Filter{MinMinutes: new(int64(10000))}},
		{"amount broad", payment.Filter{MinAmount: new(money.Cents(50))}},
		{"amount 3%", payment.Filter{MinAmount: new(money.Cents(400))}},
		{"amount rare", payment.Filter{MinAmount: new(money.Cents(1650))}},
		{"amount 0", payment.Filter{MaxAmount: new(money.Cents(0))}},
		{"station", payment.Filter{StationIDs: []int64{5}}},
		{"ten stations", payment.Filter{StationIDs: []int64{5, 6, 7, 8, 9, 10, 11, 12, 13, 14}}},
		{"locker", payment.Filter{LockerIDs: []int64{100}}},
		{"type broad", payment.Filter{LockerTypes: []int{2}}},
		{"type rare", payment.Filter{LockerTypes: []int{4}}},
		{"paid", payment.Filter{Statuses: []payment.Status{payment.Paid}}},
		{"permanent error", payment.Filter{Statuses: []payment.Status{payment.PermanentError}}},
		{"running", payment.Filter{Statuses: []payment.Status{payment.Running}}},
		{"in progress", payment.Filter{Statuses: []payment.Status{payment.InProgress}}},
		{"three statuses", payment.Filter{Statuses: []payment.Status{payment.Unpaid, payment.Failed, payment.CardUnusable}}},
		{"use ended", payment.Filter{StayStatuses: []payment.StayStatus{payment.StayEnded}}},
		{"use running", payment.Filter{StayStatuses: []payment.StayStatus{payment.StayRunning}}},
		{"use removed", payment.Filter{StayStatuses: []payment.StayStatus{payment.StayRemoved}}},
		{"use overrun", payment.Filter{StayStatuses: []payment.StayStatus{payment.StayOverrun}}},
		{"combo month+errors", payment.Filter{Started: payment.Span{From: day(60), Before: day(30)}, Statuses: []payment.Status{payment.PermanentError}}},
		{"combo station+paid", payment.Filter{StationIDs: []int64{5}, Statuses: []payment.Status{payment.Paid}}},
		{"combo month+station+amount", payment.Filter{Started: payment.Span{From: day(60), Before: day(30)}, StationIDs: []int64{5}, MinAmount: new(money.Cents(100))}},
	}
}
