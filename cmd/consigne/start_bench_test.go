package main

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// searchesOfStart are how many searches a node answers before its memory is read again.
var searchesOfStart = testenv.Size(1000)

// BenchmarkStart measures what a node needs that starts on a database with 100,000 and a million people: the time to
// the first 200 of /readyz, its memory after the first search and after a thousand, and how much more a million takes
// (docs/performance.md). Databases whose addresses CONSIGNE_BENCH_ADDRESSES lists are used instead, and kept; the
// ratios are then of each to the first.
func BenchmarkStart(b *testing.B) {
	binary := buildBinary(b)
	if kept := strings.Fields(os.Getenv("CONSIGNE_BENCH_ADDRESSES")); len(kept) > 0 {
		var first started
		for i, at := range kept {
			s := storetest.Open(b, at)
			people, err := s.Count(b.Context(), "count people", `SELECT COUNT(*) FROM accounts`)
			must(b, err)
			engine, _, _ := strings.Cut(at, ":")
			b.Run(fmt.Sprintf("%s/%d", engine, people), func(b *testing.B) {
				one := measureStart(b, binary, s, at)
				if i == 0 {
					first = one
				}
				one.report(b, first)
			})
		}
		return
	}
	for engine, address := range map[string]func(testing.TB) string{
		"sqlite":   storetest.SQLiteURL,
		"postgres": storetest.PostgresURL,
	} {
		var few started
		for _, people := range []int{100_000, 1_000_000} {
			b.Run(fmt.Sprintf("%s/%d", engine, people), func(b *testing.B) {
				at := address(b)
				s := storetest.Open(b, at)
				storetest.FillPeople(b, s, at, people)
				one := measureStart(b, binary, s, at)
				if people == 100_000 {
					few = one
				}
				one.report(b, few)
			})
		}
	}
}

// started is what a node needed.
type started struct {
	ready                time.Duration // until the first 200 of /readyz
	afterFirst, afterAll float64       // resident memory in MiB, after the first search and after all
}

// report prints the measure, and its ratios to another.
func (s started) report(b *testing.B, other started) {
	b.Helper()
	for _, figure := range []struct {
		name       string
		one, other float64
	}{
		{"ready-ms", float64(s.ready.Milliseconds()), float64(other.ready.Milliseconds())},
		{"MiB-first", s.afterFirst, other.afterFirst},
		{"MiB-all", s.afterAll, other.afterAll},
	} {
		b.ReportMetric(figure.one, figure.name)
		b.ReportMetric(figure.one/figure.other, figure.name+"-ratio")
	}
}

// measureStart starts the binary on a database, and searches people as a manager of operator 1. The quickest of three
// starts counts: the machine may do other work.
func measureStart(b *testing.B, binary string, s *store.Store, at string) started {
	b.Helper()
	token := managerToken(b, s)
	best := startOnce(b, binary, at, token, searchesOfStart)
	for range 2 {
		best.ready = min(best.ready, startOnce(b, binary, at, token, 1).ready)
	}
	return best
}

// managerToken returns the token of a new manager of operator 1.
func managerToken(b *testing.B, s *store.Store) string {
	b.Helper()
	accounts, err := newAccounts(settings{Secret: strings.Repeat("s", 32)}, s)
	must(b, err)
	email := fmt.Sprintf("gestionnaire.%d@exemple.test", time.Now().UnixNano())
	_, err = s.CreateAccount(b.Context(), account.Account{
		Email: email, PasswordHash: cheapPasswordHash, Active: true, Roles: map[int64][]access.Role{1: {access.Manager}},
	}, time.Now())
	must(b, err)
	entered, err := accounts.Login(b.Context(), email, cheapPassword, account.Caller{Address: "192.0.2.1"})
	must(b, err)
	return entered.Tokens.Bearer
}

func startOnce(b *testing.B, binary, at, token string, searches int) started {
	b.Helper()
	address, one := freeAddress(b), started{}
	node := exec.Command(binary, "serve")
	node.Env = append(os.Environ(), "CONSIGNE_LISTEN="+address, "CONSIGNE_DATABASE_URL="+at,
		"CONSIGNE_SECRET="+strings.Repeat("s", 32), "CONSIGNE_OUTBOX="+b.TempDir(), "CONSIGNE_SECOND_FACTOR=aucun")
	began := time.Now()
	must(b, node.Start())
	defer func() {
		_ = node.Process.Signal(syscall.SIGTERM)
		_ = node.Wait()
	}()
	get := func(path string) (int, error) {
		request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, "http://"+address+path, nil)
		must(b, err)
		request.Header.Set("Authorization", "Bearer "+token)
		got, err := http.DefaultClient.Do(request)
		if err != nil {
			return 0, err
		}
		defer func() { _ = got.Body.Close() }()
		_, err = io.Copy(io.Discard, got.Body)
		return got.StatusCode, err
	}
	for {
		if status, err := get("/readyz"); err == nil && status == http.StatusOK {
			break
		}
		if time.Since(began) > time.Minute {
			b.Fatal("the node does not answer")
		}
		time.Sleep(2 * time.Millisecond)
	}
	one.ready = time.Since(began)
	words := []string{"martin", "zo", "torvaldu", "gmail", "delmar", "ron mar", "introuvable", "mairie", "jac", "x"}
	for i := range searches {
		path := "/api/admin/utilisateurs?exploitant=1&search=" + url.QueryEscape(words[i%len(words)])
		if status, err := get(path); err != nil || status != http.StatusOK {
			b.Fatal(path, status, err)
		}
		if i == 0 {
			one.afterFirst = residentMiB(b, node.Process.Pid)
		}
	}
	one.afterAll = residentMiB(b, node.Process.Pid)
	return one
}
