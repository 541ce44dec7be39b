package storetest

import (
	"context"
	"strings"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"consigne/internal/db"
	"consigne/internal/store"
)

// Traced opens a database and returns it with a measure, under which requests are to run, and
// with what returns the text of their queries since it was last called, one line each.
func Traced(
	t testing.TB, address string,
) (s *store.Store, measure func(context.Context, string) (context.Context, func(string, int)), queries func() []string) {
	t.Helper()
	seen := tracetest.NewSpanRecorder()
	remains := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(seen))
	s, err := store.Open(address, db.WithTracing(remains))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	measure = func(ctx context.Context, method string) (context.Context, func(string, int)) {
		ctx, span := remains.Tracer("test").Start(ctx, method)
		return ctx, func(string, int) { span.End() }
	}
	queries = func() []string {
		texts := []string{}
		for _, span := range seen.Ended() {
			for _, attribute := range span.Attributes() {
				texts = append(texts, strings.Join(strings.Fields(attribute.Value.AsString()), " "))
			}
		}
		seen.Reset()
		return texts
	}
	return s, measure, queries
}
