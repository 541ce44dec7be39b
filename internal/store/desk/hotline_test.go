package desk_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/desk/hotline"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// BenchmarkCall reads the calls of people and doors, among a million payments on each engine, or in the databases whose
// addresses CONSIGNE_BENCH_ADDRESSES lists (docs/performance.md).
func BenchmarkCall(b *testing.B) {
	addresses := map[string]func(testing.TB) string{"sqlite": storetest.SQLiteURL, "postgres": storetest.PostgresURL}
	size := storetest.Million
	for _, url := range strings.Fields(os.Getenv("CONSIGNE_BENCH_ADDRESSES")) {
		engine, _, _ := strings.Cut(url, ":")
		addresses[engine], size = func(testing.TB) string { return url }, storetest.TenMillion
	}
	for engine, address := range addresses {
		b.Run(engine, func(b *testing.B) {
			url := address(b)
			s := storetest.Open(b, url)
			empty, err := s.Empty(b.Context())
			storetest.Check(b, err)
			if empty {
				storetest.FillPayments(b, s, url, size, time.Now())
			}
			measure(b, s)
		})
	}
}

func measure(b *testing.B, s *store.Store) {
	service, admin := hotline.NewService(s, clock.System{}), access.Actor{Admin: true}
	people, _, err := s.Stays(b.Context(), payment.Filter{OperatorID: 1}, 0, 20)
	storetest.Check(b, err)
	for _, one := range people { // the filled data has no customers of operators
		storetest.Check(b, s.KnowAccount(b.Context(), one.AccountID, 1))
	}
	i := 0
	next := func() stay.Details { i++; return people[i%len(people)] }
	for name, read := range map[string]func(ctx context.Context) error{
		"person": func(ctx context.Context) error {
			_, err := service.OfCustomer(ctx, admin, 1, next().AccountID, 0, true)
			return err
		},
		"person at a door": func(ctx context.Context) error {
			one := next()
			_, err := service.OfCustomer(ctx, admin, 1, one.AccountID, one.LockerID, true)
			return err
		},
		"door": func(ctx context.Context) error {
			_, err := service.OfDoor(ctx, admin, 1, next().LockerID, true)
			return err
		},
		"search for a telephone": func(ctx context.Context) error {
			_, err := service.Search(ctx, admin, 1, "06 12 34 56 78")
			return err
		},
		"search for a name": func(ctx context.Context) error {
			_, err := service.Search(ctx, admin, 1, "martin")
			return err
		},
		"search for a locker": func(ctx context.Context) error {
			_, err := service.Search(ctx, admin, 1, "c100")
			return err
		},
	} {
		b.Run(name, func(b *testing.B) { storetest.Measure(b, func() error { return read(b.Context()) }) })
	}
}
