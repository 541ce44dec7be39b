package calls_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/call"
	"consigne/internal/domain/opening"
	"consigne/internal/domain/payment"
	"consigne/internal/domain/refusal"
	"consigne/internal/domain/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// large are the tables that grow with use. A call reads them by index alone.
const large = `occupations|payments|presentations|journal|refusals|openings|mails|subscriptions|account_operators`

func TestCallsReadByIndex(t *testing.T) {
	for engine, address := range storetest.URLs(t) {
		t.Run(engine, func(t *testing.T) {
			s, watch, seen := storetest.Watched(t, address)
			w := storetest.NewPayers(t, s)
			draw := testenv.Random(t)
			for range 20 {
				p := w.Draw(draw, 0)
				p.OperatorID, p.AccountID, p.LockerID = 1, 1, 1
				storetest.Check(t, s.Payments.ImportStays(t.Context(), []payment.Billed{{Payment: p, Stay: stay.Stay{
					OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: p.StartedAt, EndedAt: p.EndedAt,
				}}}))
			}
			storetest.Check(t, s.Accounts.KnowAccount(t.Context(), 1, 1))
			storetest.Check(t, s.Accounts.SetActive(t.Context(), 1, false))
			storetest.Check(t, s.Openings.SaveCode(t.Context(), opening.Code{LockerID: 1, Digits: "123456", ExpiresAt: storetest.Now.Add(opening.CodeLife)}))
			storetest.Check(t, s.Refusals.KeepRefusal(t.Context(), refusal.Refusal{At: storetest.Now, OperatorID: 1, LockerID: 1, AccountID: 1, Kind: refusal.Banned}, 10, storetest.Now))
			service, admin := call.NewService(s.ForCalls(), storetest.Fixed(storetest.Now)), access.Actor{Admin: true}
			seen()
			ctx, done := watch(t.Context(), "test")
			_, err := service.Search(ctx, admin, 1, "gare a1")
			storetest.Check(t, err)
			person, err := service.OfCustomer(ctx, admin, 1, 1, 0, true)
			storetest.Check(t, err)
			_, err = service.OfDoor(ctx, admin, 1, 1, true)
			storetest.Check(t, err)
			done("", 200)
			if person.Door == nil || len(person.Findings) == 0 || len(person.Payments) == 0 || len(person.Events) == 0 {
				t.Fatalf("too little is read: %+v", person)
			}
			planned := 0
			for _, query := range seen() {
				if !strings.HasPrefix(query, "SELECT") {
					continue
				}
				planned++
				for _, scanned := range scans(t, address, query) {
					t.Errorf("all of %s is read: %s", scanned, query)
				}
			}
			if planned < 20 {
				t.Errorf("only %d queries", planned)
			}
		})
	}
}

// scans lists the large tables that the engine reads as a whole for a query.
func scans(t *testing.T, address, query string) []string {
	t.Helper()
	args := 0
	for _, mark := range regexp.MustCompile(`\$(\d+)`).FindAllStringSubmatch(query, -1) {
		var n int
		_, err := fmt.Sscan(mark[1], &n)
		storetest.Check(t, err)
		args = max(args, n)
	}
	if file := db.SQLitePath(address); file != "" {
		return sqliteScans(t, file, query, args)
	}
	return postgresScans(t, address, query, args)
}

func sqliteScans(t *testing.T, file, query string, args int) (whole []string) {
	t.Helper()
	direct, err := sql.Open("sqlite", "file:"+file)
	storetest.Check(t, err)
	defer func() { _ = direct.Close() }()
	rows, err := direct.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, make([]any, args)...)
	storetest.Check(t, err)
	defer func() { _ = rows.Close() }()
	aliases := map[string]string{}
	for _, named := range regexp.MustCompile(`\b(`+large+`) ([a-z]+)\b`).FindAllStringSubmatch(query, -1) {
		aliases[named[1]], aliases[named[2]] = named[1], named[1]
	}
	for rows.Next() {
		var id, parent, unused int
		var detail string
		storetest.Check(t, rows.Scan(&id, &parent, &unused, &detail))
		if part, ok := strings.CutPrefix(detail, "MATERIALIZE "); ok {
			delete(aliases, part) // the alias of a part of the query too, which is small
		}
		if scanned, ok := strings.CutPrefix(detail, "SCAN "); ok {
			name, _, _ := strings.Cut(scanned, " ")
			if table := aliases[name]; table != "" {
				whole = append(whole, table)
			}
		}
	}
	storetest.Check(t, rows.Err())
	return whole
}

func postgresScans(t *testing.T, address, query string, args int) (whole []string) {
	t.Helper()
	direct, err := sql.Open("pgx", address)
	storetest.Check(t, err)
	defer func() { _ = direct.Close() }()
	direct.SetMaxOpenConns(1)
	values := ""
	if args > 0 {
		values = "(" + strings.TrimSuffix(strings.Repeat("NULL, ", args), ", ") + ")"
	}
	for _, statement := range []string{`SET enable_seqscan = off`, `SET plan_cache_mode = force_generic_plan`, `PREPARE planned AS ` + query} {
		_, err := direct.ExecContext(t.Context(), statement)
		storetest.Check(t, err)
	}
	var plan string
	storetest.Check(t, direct.QueryRowContext(t.Context(), `EXPLAIN (FORMAT JSON) EXECUTE planned`+values).Scan(&plan))
	var parsed any
	storetest.Check(t, json.Unmarshal([]byte(plan), &parsed))
	isLarge := regexp.MustCompile(`^(` + large + `)$`)
	var walk func(node any)
	walk = func(node any) {
		switch node := node.(type) {
		case []any:
			for _, child := range node {
				walk(child)
			}
		case map[string]any:
			name, _ := node["Relation Name"].(string)
			if isLarge.MatchString(name) && node["Index Cond"] == nil && node["Recheck Cond"] == nil {
				whole = append(whole, name)
			}
			for _, child := range node {
				walk(child)
			}
		}
	}
	walk(parsed)
	return whole
}

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
	service, admin := call.NewService(s.ForCalls(), clock.System{}), access.Actor{Admin: true}
	people, _, err := s.Lists.Stays(b.Context(), payment.Filter{OperatorID: 1}, 0, 20)
	storetest.Check(b, err)
	for _, one := range people { // the filled data has no customers of operators
		storetest.Check(b, s.Accounts.KnowAccount(b.Context(), one.AccountID, 1))
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
