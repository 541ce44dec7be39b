package people_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/account"
	"consigne/internal/domain/operator"
	"consigne/internal/kernel/access"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

const benchAccounts = 200_000

// BenchmarkAccounts reads lists of users among 200,000; operator 1 knows nine tenths of them, operator
// 2 the rest (docs/performance.md).
func BenchmarkAccounts(b *testing.B) {
	for engine, address := range map[string]func(testing.TB) string{"sqlite": storetest.SQLiteURL, "postgres": storetest.PostgresURL} {
		b.Run(engine, func(b *testing.B) {
			at := address(b)
			s := storetest.Open(b, at)
			fillAccounts(b, b.Context(), s)
			b.Run("start", func(b *testing.B) {
				for b.Loop() {
					if err := storetest.Open(b, at).People.Read(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run("first search", func(b *testing.B) { searchAtStart(b, at) })
			if err := s.People.Read(b.Context()); err != nil {
				b.Fatal(err)
			}
			listAccounts(b, s)
		})
	}
}

// searchAtStart reports how long lists take while a node reads all people into memory.
func searchAtStart(b *testing.B, at string) {
	b.Helper()
	for name, filter := range map[string]account.Filter{
		"everyone": {}, "word of few": {Search: "torvaldu"}, "word of everybody": {Search: "exemple.test"}, "managers of an operator": {OperatorID: 1, Roles: []access.Role{access.Manager}},
	} {
		b.Run(name, func(b *testing.B) {
			var most time.Duration
			for b.Loop() {
				s, read := storetest.Open(b, at), make(chan error, 1)
				go func() { read <- s.People.Read(b.Context()) }()
				start := time.Now()
				if _, _, err := s.Accounts.Accounts(b.Context(), filter, 0, 10); err != nil {
					b.Fatal(err)
				}
				most = max(most, time.Since(start))
				if err := <-read; err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(most.Milliseconds()), "most-ms")
		})
	}
}

func listAccounts(b *testing.B, s *store.Store) {
	b.Helper()
	const rare, some, thousands, everybody = "torvaldu", "delmar", "ron", "exemple.test"
	for _, c := range []struct {
		name   string
		filter account.Filter
		page   int // -1: the last page
		writes int // how many people change before each search
	}{
		{name: "everyone"},
		{name: "everyone, page 1000", page: 1000},
		{name: "everyone, last page", page: -1},
		{name: "one letter", filter: account.Filter{Search: "x"}},
		{name: "two letters", filter: account.Filter{Search: "ro"}},
		{name: "three letters", filter: account.Filter{Search: thousands}},
		{name: "word of nobody", filter: account.Filter{Search: "introuvable"}},
		{name: "word of nobody, its letters frequent", filter: account.Filter{Search: "monronmar"}},
		{name: "word of few", filter: account.Filter{Search: rare}},
		{name: "word of hundreds", filter: account.Filter{Search: some}},
		{name: "word of everybody", filter: account.Filter{Search: everybody}},
		{name: "words of thousands", filter: account.Filter{Search: "ron mar"}},
		{name: "words of everybody", filter: account.Filter{Search: "exemple test a e"}},
		{name: "word of everybody and of few", filter: account.Filter{Search: everybody + " " + rare}},
		{name: "whole e-mail", filter: account.Filter{Search: "17@exemple.test"}},
		{name: "last name", filter: account.Filter{LastName: thousands}},
		{name: "first name", filter: account.Filter{FirstName: "mar"}},
		{name: "e-mail", filter: account.Filter{Email: "@exemple"}},
		{name: "every filter", filter: account.Filter{Search: "ex", LastName: "ron", FirstName: "a", Email: "test", Roles: []access.Role{access.Customer}}},
		{name: "managers", filter: account.Filter{Roles: []access.Role{access.Manager}}},
		{name: "customers", filter: account.Filter{Roles: []access.Role{access.Customer}}},
		{name: "administrators", filter: account.Filter{Admins: true}},
		{name: "managers by name", filter: account.Filter{Roles: []access.Role{access.Manager}, Search: "mar"}},
		{name: "one person just changed", filter: account.Filter{Search: thousands}, writes: 1},
		{name: "twenty people just changed", filter: account.Filter{Search: thousands}, writes: 20},
		{name: "customers and administrators by name", filter: account.Filter{Roles: []access.Role{access.Customer}, Admins: true, Search: thousands}},
	} {
		for _, scope := range []struct {
			name     string
			operator int64
		}{{"platform", 0}, {"operator", 1}} {
			c.filter.OperatorID = scope.operator
			b.Run(scope.name+"/"+c.name, func(b *testing.B) {
				offset := 10 * c.page
				if c.page < 0 {
					_, total, err := s.Accounts.Accounts(b.Context(), c.filter, 0, 10)
					if err != nil {
						b.Fatal(err)
					}
					offset = total - 10
				}
				storetest.MeasureQuantiles(b, func() error { return renameSome(b.Context(), s, c.writes) }, func() error {
					_, _, err := s.Accounts.Accounts(b.Context(), c.filter, offset, 10)
					return err
				})
			})
		}
	}
}

// renameSome renames people in that many different blocks.
func renameSome(ctx context.Context, s *store.Store, writes int) error {
	if writes == 0 {
		return nil
	}
	return s.Atomically(ctx, func(ctx context.Context) error {
		for range writes {
			id := rand.Int64N(benchAccounts) + 1
			a := account.Account{ID: id, Email: fmt.Sprintf("%d@exemple.test", id), LastName: fmt.Sprintf("delron%d", rand.IntN(1000))}
			if err := s.Accounts.SetIdentity(ctx, a); err != nil {
				return err
			}
		}
		return nil
	})
}

// fillAccounts inserts rows in bulk: creating one account at a time takes minutes.
func fillAccounts(b *testing.B, ctx context.Context, s *store.Store) {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	syllables := strings.Fields("al ber char del du en fran gi hé jac la mar no oli pé qui ron san tor val")
	name := func(n int) string {
		name := ""
		for range n {
			name += syllables[min(random.IntN(len(syllables)), random.IntN(len(syllables)))] // some syllables more often than others
		}
		return name
	}
	err := s.Atomically(ctx, func(ctx context.Context) error {
		for _, name := range []string{"Grand", "Petit"} {
			if _, err := s.Operators.CreateOperator(ctx, operator.Operator{Name: name}, storetest.Now); err != nil {
				return err
			}
		}
		const batch = 500
		for from := 1; from <= benchAccounts; from += batch {
			accounts, known, roles := []string{}, []string{}, []string{}
			for id := from; id < from+batch; id++ {
				last, first := name(2+random.IntN(2)), name(2)
				role, host := access.Customer, 1
				if id%20_000 == 0 {
					role = access.Manager
				}
				if id%10 == 9 {
					host = 2
				}
				fold := strings.NewReplacer("é", "e").Replace
				email := fmt.Sprintf("%s.%s%d@exemple.test", fold(first), fold(last), id)
				accounts = append(accounts, fmt.Sprintf("(%d, '%s', '%s', '%s', '%s', '%s', '%s', '%s', 0, %t)", id, email, email, email, last, fold(last), first, fold(first), id == 5))
				known = append(known, fmt.Sprintf("(%d, %d)", id, host))
				roles = append(roles, fmt.Sprintf("(%d, %d, '%s')", id, host, role))
			}
			for _, write := range []struct {
				into string
				rows []string
			}{
				{`accounts (id, email, email_key, email_folded, last_name, last_folded, first_name, first_folded, created_at, is_admin)`, accounts},
				{`account_operators (account_id, operator_id)`, known},
				{`account_roles (account_id, operator_id, role)`, roles},
			} {
				if err := s.Exec(ctx, "test", `INSERT INTO `+write.into+` VALUES `+strings.Join(write.rows, ", ")); err != nil {
					return err
				}
			}
		}
		return s.Exec(ctx, "test", `INSERT INTO people_versions (block, version) SELECT DISTINCT id / 128, 1 FROM accounts`)
	})
	if err != nil {
		b.Fatal(err)
	}
	for _, upkeep := range []string{`VACUUM`, `ANALYZE`} { // as autovacuum would
		if err := s.Exec(ctx, "test", upkeep); err != nil {
			b.Fatal(err)
		}
	}
}
