package api_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/app"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// BenchmarkExport downloads the exports of a million payments and their stays through the real handler. It reports
// rows a second and the most memory that the server held.
func BenchmarkExport(b *testing.B) {
	for engine, address := range map[string]func(testing.TB) string{
		"sqlite":   storetest.SQLiteURL,
		"postgres": storetest.PostgresURL,
	} {
		b.Run(engine, func(b *testing.B) {
			url := address(b)
			database := storetest.Open(b, url)
			storetest.FillPayments(b, database, url, storetest.Million, time.Now())
			for _, list := range []string{"paiements", "usages"} {
				b.Run(list, func(b *testing.B) { exportAll(b, database, list) })
			}
		})
	}
}

func exportAll(b *testing.B, database *store.Store, list string) {
	b.Helper()
	check := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	now := clock.System{}
	node, err := app.New(app.Config{
		Store: database, Clock: now, Secret: bytes.Repeat([]byte("secret"), 6), Provider: simulator.New(), Version: "bench",
		PublicURL: "http://consigne.test",
		Console:   fstest.MapFS{"index.html": {Data: []byte(`<script nonce="CSP_NONCE"></script>`)}},
	})
	check(err)
	handler, err := node.Handler()
	check(err)
	server := httptest.NewServer(handler)
	defer server.Close()
	ctx := context.Background()
	hash, err := node.Accounts.HashPassword(ctx, password)
	check(err)
	email := fmt.Sprintf("admin%d@exemple.test", time.Now().UnixNano())
	_, err = database.CreateAccount(ctx, account.Account{Email: email, Admin: true, Active: true, PasswordHash: hash},
		now.Now())
	check(err)
	ask := func(path, bearer, body string) string {
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+path, strings.NewReader(body))
		check(err)
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Authorization", "Bearer "+bearer)
		response, err := http.DefaultClient.Do(request)
		check(err)
		defer func() { _ = response.Body.Close() }()
		var got struct{ Token string }
		check(json.NewDecoder(response.Body).Decode(&got))
		return got.Token
	}
	bearer := ask("/api/compte/connexion", "", fmt.Sprintf(`{"username": %q, "password": %q}`, email, password))

	var most uint64
	rows := 0
	for b.Loop() {
		stop, stopped := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(stopped)
			for {
				select {
				case <-stop:
					return
				case <-time.After(20 * time.Millisecond):
					var memory runtime.MemStats
					runtime.ReadMemStats(&memory)
					most = max(most, memory.Sys-memory.HeapReleased)
				}
			}
		}()
		response, err := http.Get(server.URL + "/api/" + list + "/exportation/format/csv/" +
			ask("/api/admin/"+list+"/exportation", bearer, `{"filters": {}}`))
		check(err)
		lines := bufio.NewReaderSize(response.Body, 1<<20)
		for {
			_, err := lines.ReadSlice('\n')
			if err == io.EOF {
				break
			}
			check(err)
			rows++
		}
		_ = response.Body.Close()
		close(stop)
		<-stopped
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
	b.ReportMetric(float64(most)/(1<<20), "MiB")
}
