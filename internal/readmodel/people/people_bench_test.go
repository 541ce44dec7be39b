package people_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"consigne/internal/domain/account"
	"consigne/internal/domain/operator"
	"consigne/internal/kernel/access"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// benchSizes are how many people there are: what a search takes must not grow with them.
var benchSizes = []int{100_000, 1_000_000}

// BenchmarkAccounts reads lists of users (docs/performance.md). Operator 1 knows nine tenths of them, operator 2 the
// rest, operator 3 one in a hundred thousand. CONSIGNE_BENCH_PEOPLE is one size instead of both.
func BenchmarkAccounts(b *testing.B) {
	sizes := benchSizes
	if only, err := strconv.Atoi(os.Getenv("CONSIGNE_BENCH_PEOPLE")); err == nil {
		sizes = []int{only}
	}
	for engine, address := range map[string]func(testing.TB) string{"sqlite": storetest.SQLiteURL, "postgres": storetest.PostgresURL} {
		for _, size := range sizes {
			b.Run(fmt.Sprintf("%s/%d", engine, size), func(b *testing.B) {
				at := address(b)
				s := storetest.Open(b, at)
				fillAccounts(b, s, at, size)
				b.Run("memory", func(b *testing.B) { measureMemory(b, at) })
				listAccounts(b, s, size)
			})
		}
	}
}

// measureMemory reports what a node that has just opened the database and searched keeps in memory, and how long that took.
func measureMemory(b *testing.B, at string) {
	b.Helper()
	held := func() uint64 {
		var figures runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&figures)
		return figures.HeapAlloc
	}
	for b.Loop() {
		before := held()
		s := storetest.Open(b, at)
		if _, _, err := s.Accounts.Accounts(b.Context(), account.Filter{Search: "martin"}, 0, 10); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(int64(held()-before)/1024), "KiB")
		runtime.KeepAlive(s)
	}
}

// processorTime returns the processor time that this process has taken.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func listAccounts(b *testing.B, s *store.Store, size int) {
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
		{name: "one letter of few", filter: account.Filter{Search: "z"}},
		{name: "two letters of few", filter: account.Filter{Search: "zo"}},
		{name: "word of one in a hundred", filter: account.Filter{Search: "martin"}},
		{name: "word of one in a hundred, page 900", filter: account.Filter{Search: "martin"}, page: 900},
		{name: "domain of a quarter", filter: account.Filter{Email: "@gmail.exemple"}},
		{name: "domain of a quarter, page 1000", filter: account.Filter{Email: "@gmail.exemple"}, page: 999},
		{name: "domain of a twentieth", filter: account.Filter{Search: "mairie.exemple"}},
		{name: "word of one in a hundred and domain of a quarter", filter: account.Filter{Search: "martin gmail"}},
		{name: "telephone", filter: account.Filter{Search: "06 12 34 56 78", Phone: "0612345678"}},
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
					offset = max(total-10, 0)
				}
				calls, before := 0, processorTime(b)
				storetest.MeasureQuantiles(b, func() error { return renameSome(b.Context(), s, c.writes, size) }, func() error {
					calls++
					_, _, err := s.Accounts.Accounts(b.Context(), c.filter, offset, 10)
					return err
				})
				b.ReportMetric(float64((processorTime(b)-before).Microseconds())/1000/float64(calls), "cpu-ms") // without PostgreSQL's
			})
		}
	}
}

// renameSome renames that many people.
func renameSome(ctx context.Context, s *store.Store, writes, size int) error {
	if writes == 0 {
		return nil
	}
	return s.Atomically(ctx, func(ctx context.Context) error {
		for range writes {
			id := rand.Int64N(int64(size)) + 1
			a := account.Account{ID: id, Email: fmt.Sprintf("%d@exemple.test", id), LastName: fmt.Sprintf("delron%d", rand.IntN(1000))}
			if err := s.Accounts.SetIdentity(ctx, a); err != nil {
				return err
			}
		}
		return nil
	})
}

// fillAccounts inserts rows in bulk: creating one account at a time takes minutes.
func fillAccounts(b *testing.B, s *store.Store, address string, size int) {
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
	for _, name := range []string{"Grand", "Petit", "Minuscule"} {
		if _, err := s.Operators.CreateOperator(b.Context(), operator.Operator{Name: name}, storetest.Now); err != nil {
			b.Fatal(err)
		}
	}
	fold := strings.NewReplacer("é", "e").Replace
	storetest.InBulk(b, address, func(do func(query string)) {
		const batch = 500
		for from := 1; from <= size; from += batch {
			accounts, known, roles := []string{}, []string{}, []string{}
			for id := from; id < from+batch; id++ {
				last, first, domain := name(2+random.IntN(2)), name(2), []string{"gmail.", "orange.", "laposte.", ""}[random.IntN(4)]
				if random.IntN(100) == 0 {
					last = "martin"
				}
				if random.IntN(20) == 0 {
					domain = "mairie."
				}
				role, host := access.Customer, 1
				if id%20_000 == 0 {
					role = access.Manager
				}
				switch {
				case id%100_000 == 99_999:
					host = 3
				case id%10 == 9:
					host = 2
				}
				email := fmt.Sprintf("%s.%s%d@%sexemple.test", fold(first), fold(last), id, domain)
				accounts = append(accounts, fmt.Sprintf("(%d, '%s', '%s', '%s', '%s', '%s', '%s', '%s', 0, %t, '06%08d')",
					id, email, email, email, last, fold(last), first, fold(first), id == 5, random.IntN(100_000_000)))
				known = append(known, fmt.Sprintf("(%d, %d)", id, host))
				roles = append(roles, fmt.Sprintf("(%d, %d, '%s')", id, host, role))
			}
			do(`INSERT INTO accounts (id, email, email_key, email_folded, last_name, last_folded, first_name, first_folded, created_at, is_admin, phone) VALUES ` +
				strings.Join(accounts, ", "))
			do(`INSERT INTO account_operators (account_id, operator_id) VALUES ` + strings.Join(known, ", "))
			do(`INSERT INTO account_roles (account_id, operator_id, role) VALUES ` + strings.Join(roles, ", "))
		}
	})
}
