package db_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// Spans show the text of queries without values, even when the database's error quotes one. Queries
// outside a trace create no span.
func TestTracingHoldsNoValues(t *testing.T) {
	for engine, address := range map[string]func(testing.TB) string{
		"sqlite":   storetest.SQLiteURL,
		"postgres": storetest.PostgresURL,
	} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			seen := tracetest.NewSpanRecorder()
			remains := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(seen))
			s, err := store.Open(address(t), db.WithTracing(remains))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			if err := s.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			add := func(ctx context.Context) error {
				return s.Atomically(ctx, func(ctx context.Context) error {
					_, err := s.CreateAccount(ctx, account.Account{Email: "secrete@exemple.test", LastName: "Quintefeuille"},
						time.Now())
					return err
				})
			}
			if err := add(t.Context()); err != nil || len(seen.Ended()) != 0 {
				t.Fatalf("outside a trace: %v, %d spans", err, len(seen.Ended()))
			}
			ctx, span := remains.Tracer("test").Start(t.Context(), "request")
			if err := add(ctx); err == nil {
				t.Fatal("an address was given twice")
			}
			span.End()
			text := ""
			for _, ended := range seen.Ended() {
				text += fmt.Sprintf("%s %v %v %v\n", ended.Name(), ended.Attributes(), ended.Events(), ended.Status())
			}
			for _, part := range []string{"sql.conn.begin_tx", "INSERT INTO accounts", "error.type", "sql.tx.rollback"} {
				if !strings.Contains(text, part) {
					t.Errorf("no span tells of %q:\n%s", part, text)
				}
			}
			for _, secret := range []string{"secrete", "Quintefeuille"} {
				if strings.Contains(text, secret) {
					t.Errorf("%q stands in the spans:\n%s", secret, text)
				}
			}
		})
	}
}
