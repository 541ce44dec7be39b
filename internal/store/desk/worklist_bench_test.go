package desk_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/desk/worklist"
	"consigne/internal/store/storetest"
)

// BenchmarkFailedPayments lists the failed payments of an operator with 16,000 of them, among a million payments; or
// those of the filled databases whose addresses CONSIGNE_BENCH_ADDRESSES lists (docs/performance.md).
func BenchmarkFailedPayments(b *testing.B) {
	addresses := strings.Fields(os.Getenv("CONSIGNE_BENCH_ADDRESSES"))
	given := len(addresses) > 0
	if !given {
		addresses = []string{storetest.SQLiteURL(b), storetest.PostgresURL(b)}
	}
	for _, url := range addresses {
		engine, _, _ := strings.Cut(url, ":")
		b.Run(engine, func(b *testing.B) {
			s := storetest.Open(b, url)
			if !given {
				storetest.FillPayments(b, s, url, storetest.Million, time.Now())
			}
			for _, c := range []struct {
				name  string
				query worklist.Query
			}{
				{"most urgent", worklist.Query{}},
				{"largest", worklist.Query{Order: worklist.Largest}},
				{"postponed", worklist.Query{Postponed: true}},
			} {
				c.query.OperatorID, c.query.Now = 1, time.Now()
				b.Run(c.name, func(b *testing.B) {
					lines := 0
					storetest.Measure(b, func() error {
						section, err := s.FailedPayments(b.Context(), c.query)
						lines = section.Total
						return err
					})
					b.ReportMetric(float64(lines), "lines")
				})
			}
		})
	}
}
