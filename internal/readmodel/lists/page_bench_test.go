package lists_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// BenchmarkPayments reads pages of payments with their totals: the median and the 99th percentile of what a call takes
// of the processor, that of the database included (docs/performance.md). There are a million payments on each engine,
// or ten million in the databases whose addresses CONSIGNE_BENCH_ADDRESSES lists: those are kept, and filled if they
// are empty.
func BenchmarkPayments(b *testing.B) {
	size, addresses := storetest.Million, map[string]func() string{
		"sqlite":   func() string { return storetest.SQLiteURL(b) },
		"postgres": func() string { return storetest.PostgresURL(b) },
	}
	if kept := strings.Fields(os.Getenv("CONSIGNE_BENCH_ADDRESSES")); len(kept) > 0 {
		size = storetest.TenMillion
		clear(addresses)
		for _, url := range kept {
			engine, _, _ := strings.Cut(url, ":")
			addresses[engine] = func() string { return url }
		}
	}
	for engine, address := range addresses {
		b.Run(engine, func(b *testing.B) {
			url := address()
			s := storetest.Open(b, url)
			empty, err := s.Empty(b.Context())
			storetest.Check(b, err)
			if empty {
				storetest.FillPayments(b, s, url, size, time.Now())
			}
			measureLists(b, s)
		})
	}
}

func measureLists(b *testing.B, s *store.Store) {
	b.Helper()
	newest, _, err := s.Payments(b.Context(), payment.Filter{}, 0, 1)
	if err != nil || len(newest) != 1 {
		b.Fatal(len(newest), err)
	}
	stationID, err := s.Count(b.Context(), "choose a station", `SELECT MAX(id) FROM stations WHERE operator_id = 3`)
	storetest.Check(b, err)
	lockerID, err := s.Count(b.Context(), "choose a locker", `SELECT MIN(id) FROM lockers
		WHERE station_id = $1`, stationID)
	storetest.Check(b, err)
	for _, c := range paymentFilters(clock.DayOf(newest[0].StartedAt), int64(stationID), int64(lockerID)) {
		for _, at := range []struct {
			name       string
			operatorID int64
			page       int
		}{{"platform", 0, 1}, {"platform, page 1000", 0, 1000}, {"operator of a tenth", 3, 1}} {
			filter := c.filter
			filter.OperatorID, filter.WithoutTests = at.operatorID, at.operatorID != 0
			b.Run(c.name+"/"+at.name, func(b *testing.B) {
				nothing := func() error { return nil }
				storetest.MeasureProcessor(b, s, nothing, func() error {
					_, _, err := s.Payments(b.Context(), filter, 10*(at.page-1), 10)
					return err
				}, nothing)
			})
		}
	}
}

type paymentFilter struct {
	name   string
	filter payment.Filter
}

// paymentFilters lists the commonest filters; the station and its locker are the operator's of a tenth.
func paymentFilters(today clock.Day, stationID, lockerID int64) []paymentFilter {
	days := func(from, before clock.Day) payment.Span {
		return payment.Span{From: new((today - from).Begins()), Before: new((today - before).Begins())}
	}
	return []paymentFilter{
		{"no filter", payment.Filter{}},
		{"today", payment.Filter{Started: days(0, -1)}},
		{"a month", payment.Filter{Started: days(60, 30)}},
		{"PAID", payment.Filter{Statuses: []payment.Status{payment.Paid}}},
		{"PERMANENT_ERROR", payment.Filter{Statuses: []payment.Status{payment.PermanentError}}},
		{"three statuses", payment.Filter{Statuses: []payment.Status{payment.Unpaid, payment.Failed, payment.CardUnusable}}},
		{"a station", payment.Filter{StationIDs: []int64{stationID}}},
		{"a locker", payment.Filter{LockerIDs: []int64{lockerID}}},
		{"4 € at least", payment.Filter{MinAmount: new(money.Cents(400))}},
		{"a word of few people", payment.Filter{Search: "noel-re"}},
		{"a word of many", payment.Filter{Search: "martin"}},
		{"a word of everybody", payment.Filter{Email: ".test"}},
		{"in progress", payment.Filter{StayStatuses: []payment.StayStatus{payment.StayRunning}}},
	}
}
