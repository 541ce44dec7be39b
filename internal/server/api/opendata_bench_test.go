package api_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"consigne/internal/app"
	"consigne/internal/store/storetest"
)

// BenchmarkOpenData requests the open data of a thousand stations, 40 of which have 25,000 lines in the audit log. It
// measures requests served from the cache, requests that check whether it is current (once a second at most), and
// requests after a change.
func BenchmarkOpenData(b *testing.B) {
	for engine, address := range map[string]func(testing.TB) string{
		"sqlite":   storetest.SQLiteURL,
		"postgres": storetest.PostgresURL,
	} {
		b.Run(engine, func(b *testing.B) {
			url := address(b)
			database := storetest.Open(b, url)
			storetest.FillPublished(b, database, url, 25_000)
			now := &movableClock{now: time.Now()}
			node, err := app.New(app.Config{
				Store: database, Clock: now, Secret: bytes.Repeat([]byte("secret"), 6), PublicURL: "http://consigne.test",
				Version: "bench",
				Console: fstest.MapFS{"index.html": {Data: []byte(`<script nonce="CSP_NONCE"></script>`)}},
			})
			if err != nil {
				b.Fatal(err)
			}
			handler, err := node.Handler()
			if err != nil {
				b.Fatal(err)
			}
			for _, path := range []string{"stations.geojson", "stationnement-cyclable.csv"} {
				for _, c := range []struct {
					name   string
					before func()
				}{
					{"served", func() { now.advance(time.Millisecond) }},
					{"checked", func() { now.advance(2 * time.Second) }},
					{"made", func() { now.advance(time.Hour) }},
				} {
					b.Run(path+"/"+c.name, func(b *testing.B) { measureDocument(b, handler, "/api/ouvert/"+path, c.before) })
				}
			}
		})
	}
}

// measureDocument reports the median and the 99th percentile of the calls' durations.
func measureDocument(b *testing.B, handler http.Handler, path string, before func()) {
	b.Helper()
	times := []time.Duration{}
	for i := 0; b.Loop(); i++ {
		before()
		request := httptest.NewRequestWithContext(b.Context(), http.MethodGet, path, nil)
		request.RemoteAddr = fmt.Sprintf("10.%d.%d.%d:1000", i>>16&255, i>>8&255, i&255) // below the limit of each address
		answer := httptest.NewRecorder()
		start := time.Now()
		handler.ServeHTTP(answer, request)
		times = append(times, time.Since(start))
		if answer.Code != http.StatusOK || answer.Body.Len() < 100_000 {
			b.Fatalf("%d: %.200s", answer.Code, answer.Body)
		}
	}
	slices.Sort(times)
	for name, rank := range map[string]int{"p50-ms": 50, "p99-ms": 99} {
		b.ReportMetric(float64(times[min(len(times)*rank/100, len(times)-1)].Microseconds())/1000, name)
	}
}
