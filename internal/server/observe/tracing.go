package observe

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"consigne/internal/adapter/outgoing"
)

// exportTimeout bounds a call to the collector. No request waits for it: spans that the collector does not take are
// lost, and at most 2,048 wait for it.
const exportTimeout = 5 * time.Second

// mostExportAnswer is the largest answer read from the collector, in bytes.
const mostExportAnswer = 1 << 20

// Tracing returns a tracer provider that sends that ratio of the traces to the collector at that address.
func Tracing(
	ctx context.Context, address string, ratio float64, version string, log *slog.Logger,
) (*sdktrace.TracerProvider, error) {
	where, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	if where.Path == "" || where.Path == "/" {
		where.Path = "/v1/traces" // path that OTLP prescribes
	}
	sent, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(where.String()),
		otlptracehttp.WithHTTPClient(outgoing.Client(exportTimeout, mostExportAnswer)),
		otlptracehttp.WithRetry(otlptracehttp.RetryConfig{Enabled: false}))
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	return sdktrace.NewTracerProvider(
		sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(ratio))),
		sdktrace.WithBatcher(&exporter{SpanExporter: sent, log: log}),
		sdktrace.WithResource(resource.NewSchemaless(attribute.String("service.name", "consigne"),
			attribute.String("service.version", version))),
	), nil
}

// exporter logs once when the collector stops answering and once when it answers again. The library would print every
// failure outside the structured log.
type exporter struct {
	sdktrace.SpanExporter
	log    *slog.Logger
	silent atomic.Bool
}

func (e *exporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	err := e.SpanExporter.ExportSpans(ctx, spans)
	if e.silent.Swap(err != nil) == (err != nil) {
		return nil
	}
	if err != nil {
		e.log.WarnContext(ctx, "traces are not taken by their collector and are lost", "error", err)
	} else {
		e.log.InfoContext(ctx, "traces are taken by their collector again")
	}
	return nil
}

// Logs adds the trace id to each log line of a request whose trace is kept.
func Logs(to slog.Handler) slog.Handler { return logs{to} }

type logs struct{ slog.Handler }

func (l logs) Handle(ctx context.Context, line slog.Record) error {
	if span := trace.SpanContextFromContext(ctx); span.IsSampled() {
		line.AddAttrs(slog.String("trace_id", span.TraceID().String()))
	}
	return l.Handler.Handle(ctx, line)
}

func (l logs) WithAttrs(attrs []slog.Attr) slog.Handler { return logs{l.Handler.WithAttrs(attrs)} }

func (l logs) WithGroup(name string) slog.Handler { return logs{l.Handler.WithGroup(name)} }
