package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/trace/noop"

	"consigne/internal/db"
	"consigne/internal/server/observe"
)

// flushGrace is how long sending the last traces may take when the server stops.
const flushGrace = 2 * time.Second

// checkObserve refuses invalid addresses and ratios, and returns the ratio.
func (s settings) checkObserve() (float64, error) {
	if s.MetricsListen != "" {
		if _, port, err := net.SplitHostPort(s.MetricsListen); err != nil || port == "" {
			return 0, wrong("CONSIGNE_METRICS_LISTEN", "doit être de la forme adresse:port")
		}
		if s.MetricsListen == s.Listen {
			return 0, wrong("CONSIGNE_METRICS_LISTEN", "doit différer de CONSIGNE_LISTEN : les mesures ne sont pas publiques")
		}
	}
	if s.OTLPURL != "" && !isWeb(s.OTLPURL) {
		return 0, wrong("CONSIGNE_OTLP_URL", "doit être une adresse http:// ou https://")
	}
	ratio, err := strconv.ParseFloat(s.TracingRatio, 64)
	if err != nil || !(ratio >= 0 && ratio <= 1) { // also refuses NaN
		return 0, wrong("CONSIGNE_TRACES_RATIO", "doit être un nombre entre 0 et 1, comme 0.1")
	}
	return ratio, nil
}

func newLog(out io.Writer, level slog.Level) *slog.Logger {
	return slog.New(observe.Logs(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: level})))
}

// telemetry holds what observes a node.
type telemetry struct {
	*observe.Node
	tracing []db.Option // empty if queries are not traced
	flush   func()
}

func newTelemetry(ctx context.Context, c config, log *slog.Logger) (telemetry, error) {
	if c.OTLPURL == "" {
		return telemetry{Node: observe.New(version, noop.NewTracerProvider()), flush: func() {}}, nil
	}
	tracing, err := observe.Tracing(ctx, c.OTLPURL, c.ratio, version, log)
	if err != nil {
		return telemetry{}, wrong("CONSIGNE_OTLP_URL", err.Error())
	}
	return telemetry{
		Node: observe.New(version, tracing), tracing: []db.Option{db.WithTracing(tracing)},
		flush: func() {
			grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushGrace)
			defer cancel()
			_ = tracing.Shutdown(grace) // the exporter has logged the reason
		},
	}, nil
}

// serveMetrics serves metrics to Prometheus on an address of their own until ctx ends. It returns as soon as it
// listens.
func serveMetrics(ctx context.Context, address string, handler http.Handler, log *slog.Logger) error {
	if address == "" {
		return nil
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return wrong("CONSIGNE_METRICS_LISTEN", err.Error())
	}
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	go func() { _ = server.Serve(listener) }() // ends when the server is closed with ctx
	log.InfoContext(ctx, "serving metrics", "address", fmt.Sprintf("http://%s/metrics", listener.Addr()))
	return nil
}
