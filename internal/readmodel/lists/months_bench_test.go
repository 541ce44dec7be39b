package lists_test

import (
	"fmt"
	"testing"
	"time"

	"consigne/internal/domain/payment"
	"consigne/internal/domain/stay"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// BenchmarkMonths compares a million payments in the partitions of their months with the same in one partition: pages of
// payments, look-ups, a stay written, by the processor time of a call, and the bytes of a row (docs/performance.md).
// PostgreSQL only.
func BenchmarkMonths(b *testing.B) {
	if !storetest.HasPostgres() {
		b.Skip(storetest.NotTried)
	}
	now := time.Now()
	for _, as := range []struct {
		name  string
		inOne bool
	}{{"in one", true}, {"by month", false}} {
		b.Run(as.name, func(b *testing.B) {
			url := storetest.PostgresURL(b)
			s, size := storetest.Open(b, url), storetest.Million
			size.InOne = as.inOne
			began := time.Now()
			storetest.FillPayments(b, s, url, size, now)
			b.Logf("filled in %v", time.Since(began).Round(time.Second))
			logSizes(b, s)
			measureMonths(b, s, now)
		})
	}
}

func measureMonths(b *testing.B, s *store.Store, now time.Time) {
	b.Helper()
	ctx := b.Context()
	for _, c := range historyFilters(now) {
		for _, at := range benchPages[:2] {
			filter := at.of(c.filter)
			b.Run(c.name+at.name, func(b *testing.B) {
				storetest.MeasureProcessor(b, s, nothing, func() error {
					_, _, err := s.Lists.Payments(ctx, filter, 10*(at.page-1), 10)
					return err
				}, nothing)
			})
		}
	}
	page, _, err := s.Lists.Payments(ctx, payment.Filter{Started: payment.Span{Before: new(now.AddDate(0, -3, 0))}}, 0, 10)
	if err != nil || len(page) != 10 {
		b.Fatal(len(page), err)
	}
	n := 0
	for name, call := range map[string]func(payment.Details) error{
		"places of a locker": func(p payment.Details) error { _, err := s.Stays.TakenPlaces(ctx, 1+p.LockerID, now); return err },
		"open stays of one":  func(p payment.Details) error { _, err := s.Stays.OpenStaysOf(ctx, p.AccountID, 1); return err },
		"a stay": func(p payment.Details) error {
			_, err := s.Stays.StayByID(ctx, max(p.StayID, page[0].StayID))
			return err
		},
		"a payment":            func(p payment.Details) error { _, err := s.Payments.PaymentDetails(ctx, p.ID); return err },
		"payments of a person": func(p payment.Details) error { _, _, err := s.Payments.PaymentsOf(ctx, p.AccountID, 0, 10); return err },
		"a stay written": func(payment.Details) error {
			n++
			started := now.Add(time.Duration(n) * time.Millisecond)
			ended := started.Add(time.Hour)
			return s.Payments.ImportUnbilledStays(ctx, []stay.Stay{{OperatorID: 1, LockerID: 1, AccountID: 1, Place: 2, StartedAt: started, EndedAt: &ended, Price: 50}})
		},
	} {
		b.Run(name, func(b *testing.B) {
			i := 0
			storetest.MeasureProcessor(b, s, nothing, func() error { i++; return call(page[i%len(page)]) }, nothing)
		})
	}
}

func nothing() error { return nil }

// logSizes tells what the rows and the indexes of the partitioned tables take.
func logSizes(b *testing.B, s *store.Store) {
	b.Helper()
	list, err := storetest.Lines(b.Context(), s, `
		SELECT p.relname || ': ' || COUNT(*) || ' partitions, ' || SUM(t.reltuples)::bigint || ' rows, '
		  || SUM(pg_table_size(t.oid)) / 1000000 || ' MB of rows, ' || SUM(pg_indexes_size(t.oid)) / 1000000 || ' MB of indexes'
		FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent JOIN pg_class t ON t.oid = i.inhrelid
		WHERE p.relname IN ('occupations', 'payments', 'presentations') GROUP BY p.relname ORDER BY 1`)
	if err != nil {
		b.Fatal(err)
	}
	b.Log(fmt.Sprintln(list))
}
