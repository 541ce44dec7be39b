package people_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// benchSizes are how many people there are: what a search takes must not grow with them.
var benchSizes = []int{100_000, 1_000_000}

// BenchmarkAccounts reads lists of users (docs/performance.md). CONSIGNE_BENCH_PEOPLE is one size instead of both. The
// databases whose addresses CONSIGNE_BENCH_ADDRESSES lists are used instead, kept, and filled with a million people if
// they are empty.
func BenchmarkAccounts(b *testing.B) {
	sizes := benchSizes
	if testenv.Smoke() {
		sizes = sizes[:1]
	}
	if only, err := strconv.Atoi(os.Getenv("CONSIGNE_BENCH_PEOPLE")); err == nil {
		sizes = []int{only}
	}
	if kept := strings.Fields(os.Getenv("CONSIGNE_BENCH_ADDRESSES")); len(kept) > 0 {
		for _, at := range kept {
			engine, _, _ := strings.Cut(at, ":")
			b.Run(engine, func(b *testing.B) { onPeople(b, at, 1_000_000) })
		}
		return
	}
	for engine, address := range map[string]func(testing.TB) string{
		"sqlite":   storetest.SQLiteURL,
		"postgres": storetest.PostgresURL,
	} {
		for _, size := range sizes {
			b.Run(fmt.Sprintf("%s/%d", engine, size), func(b *testing.B) { onPeople(b, address(b), size) })
		}
	}
}

func onPeople(b *testing.B, at string, size int) {
	b.Helper()
	s := storetest.Open(b, at)
	empty, err := s.Empty(b.Context())
	storetest.Check(b, err)
	if empty {
		storetest.FillPeople(b, s, at, size)
	}
	b.Run("memory", func(b *testing.B) { measureMemory(b, at) })
	listAccounts(b, s, size)
}

// measureMemory reports what a node that has just opened the database and searched keeps in memory, and how long that
// took.
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
		if _, _, err := s.Accounts(b.Context(), account.Filter{Search: "martin"}, 0, 10); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(int64(held()-before)/1024), "KiB")
		runtime.KeepAlive(s)
	}
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
		{name: "every filter", filter: account.Filter{
			Search: "ex", LastName: "ron", FirstName: "a", Email: "test",
			Roles: []access.Role{access.Customer},
		}},
		{name: "managers", filter: account.Filter{Roles: []access.Role{access.Manager}}},
		{name: "customers", filter: account.Filter{Roles: []access.Role{access.Customer}}},
		{name: "administrators", filter: account.Filter{Admins: true}},
		{name: "managers by name", filter: account.Filter{Roles: []access.Role{access.Manager}, Search: "mar"}},
		{name: "one person just changed", filter: account.Filter{Search: thousands}, writes: 1},
		{name: "twenty people just changed", filter: account.Filter{Search: thousands}, writes: 20},
		{
			name:   "customers and administrators by name",
			filter: account.Filter{Roles: []access.Role{access.Customer}, Admins: true, Search: thousands},
		},
	} {
		for _, scope := range []struct {
			name     string
			operator int64
		}{{"platform", 0}, {"operator", 1}} {
			c.filter.OperatorID = scope.operator
			b.Run(scope.name+"/"+c.name, func(b *testing.B) {
				offset := 10 * c.page
				if c.page < 0 {
					_, total, err := s.Accounts(b.Context(), c.filter, 0, 10)
					if err != nil {
						b.Fatal(err)
					}
					offset = max(total-10, 0)
				}
				calls, before := 0, storetest.ProcessorTime(b, s)
				storetest.MeasureQuantiles(b, func() error { return renameSome(b.Context(), s, c.writes, size) }, func() error {
					calls++
					_, _, err := s.Accounts(b.Context(), c.filter, offset, 10)
					return err
				})
				// writes included
				b.ReportMetric(float64((storetest.ProcessorTime(b, s)-before).Microseconds())/1000/float64(calls), "cpu-ms")
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
			a := account.Account{
				ID: id, Email: fmt.Sprintf("%d@exemple.test", id),
				LastName: fmt.Sprintf("delron%d", rand.IntN(1000)),
			}
			if err := s.SetIdentity(ctx, a); err != nil {
				return err
			}
		}
		return nil
	})
}
