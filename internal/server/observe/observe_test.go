package observe_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.opentelemetry.io/otel/trace/noop"

	"consigne/internal/server/observe"
)

// Whatever a client sends, labels come from closed lists, and no request remains counted as in flight.
func TestLabelsAreBounded(t *testing.T) {
	t.Parallel()
	node := observe.New("1", noop.NewTracerProvider())
	for _, method := range []string{"JEAN@EXEMPLE.TEST", "PROPFIND"} {
		_, done := node.Request(t.Context(), method)
		done("console", 405)
	}
	_, done := node.Request(t.Context(), "GET")
	done("GET /api/x/{id}", 0)
	answer := httptest.NewRecorder()
	node.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	for _, line := range []string{
		`consigne_http_request_duration_seconds_count{method="other",route="console",status="4xx"} 2`,
		`consigne_http_request_duration_seconds_count{method="GET",route="/api/x/{id}",status="none"} 1`,
		`consigne_http_requests_in_flight 0`,
	} {
		if !strings.Contains(answer.Body.String(), line+"\n") {
			t.Errorf("no line %s", line)
		}
	}
}

// A collector that accepts connections and never answers does not slow down requests, delays the stop by no more than
// the time granted, and causes one log line.
func TestSilentCollector(t *testing.T) {
	t.Parallel()
	hold := make(chan bool)
	collector := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hold }))
	defer collector.Close()
	defer close(hold)
	var log lines
	tracing, err := observe.Tracing(t.Context(), collector.URL, 1, "1", slog.New(slog.NewJSONHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	node := observe.New("1", tracing)
	began := time.Now()
	for range 20_000 { // ten times what the queue of spans holds
		_, done := node.Request(t.Context(), "GET")
		done("GET /api/x", 200)
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("20,000 requests took %v", took)
	}
	grace, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	began = time.Now()
	_ = tracing.Shutdown(grace)
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("the stop took %v", took)
	}
	if lines := log.Load(); lines > 1 {
		t.Errorf("the log says it %d times", lines)
	}
}

// An hourly job whose first run fails or takes long triggers no alert before its third run is due.
func TestAJobBegins(t *testing.T) {
	node := observe.New("1", noop.NewTracerProvider())
	node.JobStarts("sweeper", time.Hour)
	answer := httptest.NewRecorder()
	node.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	if body := answer.Body.String(); !strings.Contains(body,
		`consigne_job_last_success_timestamp_seconds{task="sweeper"} 1`) {
		t.Error(body)
	}
}

// lines counts log lines.
type lines struct{ atomic.Int64 }

func (l *lines) Write(p []byte) (int, error) {
	l.Add(1)
	return len(p), nil
}

// Measures the cost of a request: without traces, with one in ten kept, with all kept.
func BenchmarkRequest(b *testing.B) {
	collector := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer collector.Close()
	run := func(name string, node *observe.Node) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, done := node.Request(b.Context(), "GET")
				done("GET /api/admin/paiements", 200)
			}
		})
	}
	run("off", observe.New("1", noop.NewTracerProvider()))
	for name, ratio := range map[string]float64{"tenth": 0.1, "all": 1} {
		tracing, err := observe.Tracing(b.Context(), collector.URL, ratio, "1", slog.New(slog.DiscardHandler))
		if err != nil {
			b.Fatal(err)
		}
		run(name, observe.New("1", tracing))
		_ = tracing.Shutdown(b.Context())
	}
}
