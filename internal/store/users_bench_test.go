package store_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"consigne/internal/access"
	"consigne/internal/account"
	"consigne/internal/operator"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// BenchmarkUsers reads lists of users among 200,000, of whom nine tenths are known
// to operator 1 and the rest to operator 2.
func BenchmarkUsers(b *testing.B) {
	for engine, address := range map[string]func(testing.TB) string{"sqlite": storetest.SQLiteURL, "postgres": storetest.PostgresURL} {
		b.Run(engine, func(b *testing.B) {
			s := storetest.Open(b, address(b))
			fillUsers(b, b.Context(), s)
			for _, c := range []struct {
				name   string
				filter account.Filter
				page   int
			}{
				{name: "all"},
				{name: "all, page 1000", page: 1000},
				{name: "operator", filter: account.Filter{OperatorID: 1}},
				{name: "operator, page 1000", filter: account.Filter{OperatorID: 1}, page: 1000},
				{name: "name", filter: account.Filter{Search: "Nom123"}},
				{name: "name, operator", filter: account.Filter{Search: "nom12", OperatorID: 1}},
				{name: "two words", filter: account.Filter{Search: "nom12 prénom7", OperatorID: 1}},
				{name: "e-mail", filter: account.Filter{Search: "u150000@"}},
				{name: "nobody", filter: account.Filter{Search: "introuvable"}},
				{name: "everybody", filter: account.Filter{Search: "exemple.test"}},
				{name: "everybody, operator", filter: account.Filter{Search: "exemple.test", OperatorID: 1}},
				{name: "two letters", filter: account.Filter{Search: "om", OperatorID: 1}},
				{name: "managers", filter: account.Filter{Roles: []access.Role{access.Manager}, OperatorID: 1}},
				{name: "customers", filter: account.Filter{Roles: []access.Role{access.Customer}, OperatorID: 1}},
				{name: "administrators", filter: account.Filter{Admins: true}},
			} {
				b.Run(c.name, func(b *testing.B) {
					for b.Loop() {
						if _, _, err := s.Users(b.Context(), c.filter, 10*c.page, 10); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		})
	}
}

func fillUsers(b *testing.B, ctx context.Context, s *store.Store) {
	b.Helper()
	err := s.Atomically(ctx, func(ctx context.Context) error {
		for _, name := range []string{"Grand", "Petit"} {
			if _, err := s.CreateOperator(ctx, operator.Operator{Name: name}, now); err != nil {
				return err
			}
		}
		for i := range 200_000 {
			host := int64(1)
			if i%10 == 9 {
				host = 2
			}
			role := access.Customer
			if i%20_000 == 0 {
				role = access.Manager
			}
			if _, err := s.CreateAccount(ctx, account.Account{
				LastName: fmt.Sprintf("Nom%d", i*7%2003), FirstName: fmt.Sprintf("Prénom%d", i*11%499), Email: fmt.Sprintf("u%d@exemple.test", i),
				Active: true, Admin: i == 5, Roles: map[int64][]access.Role{host: {role}},
			}, now.Add(time.Duration(i)*time.Second)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	for _, upkeep := range []string{`VACUUM`, `ANALYZE`} { // as autovacuum would
		if err := s.Exec(ctx, upkeep); err != nil {
			b.Fatal(err)
		}
	}
}
