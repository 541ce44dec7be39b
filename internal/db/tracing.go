package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strconv"

	"github.com/XSAM/otelsql"
	"github.com/jackc/pgx/v5/pgconn"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
	"modernc.org/sqlite"
)

// Option changes how a database is opened.
type Option func(*openOptions)

// openOptions holds how connections are made. Without tracing, they are made as the drivers do.
type openOptions struct {
	tracing []otelsql.Option
}

// WithTracing records the queries of calls that are already traced; a job that polls its queue every
// second begins no trace of its own. Spans hold the text of a query with its placeholders. They
// hold neither values nor the database's error messages, which quote values.
func WithTracing(by trace.TracerProvider) Option {
	return func(o *openOptions) {
		o.tracing = []otelsql.Option{
			otelsql.WithTracerProvider(by),
			otelsql.WithSpanErrorAttributesGetter(errorCode),
			otelsql.WithSpanOptions(otelsql.SpanOptions{
				SpanFilter: func(ctx context.Context, _ otelsql.Method, _ string, _ []driver.NamedValue) bool {
					return trace.SpanFromContext(ctx).IsRecording()
				},
				RecordError:          func(error) bool { return false },
				OmitConnResetSession: true, OmitConnPrepare: true, OmitRows: true, OmitConnectorConnect: true,
			}),
		}
	}
}

// WithWitness shows each statement to a function as it is run, with its arguments, for tests that read plans. Arguments
// may be personal data: nothing else is shown them.
func WithWitness(see func(query string, args []driver.NamedValue)) Option {
	return func(o *openOptions) {
		o.tracing = []otelsql.Option{otelsql.WithSpanOptions(otelsql.SpanOptions{
			SpanFilter: func(ctx context.Context, method otelsql.Method, query string, args []driver.NamedValue) bool {
				if method == otelsql.MethodConnQuery || method == otelsql.MethodStmtQuery {
					see(query, args)
				}
				return false
			},
		})}
	}
}

func openOptionsOf(options []Option) openOptions {
	o := openOptions{}
	for _, option := range options {
		option(&o)
	}
	return o
}

func (o openOptions) openDB(connector driver.Connector) *sql.DB {
	if o.tracing == nil {
		return sql.OpenDB(connector)
	}
	return otelsql.OpenDB(connector, o.tracing...)
}

// errorCode returns the error's code, the only part of it that a span may hold.
func errorCode(err error) []attribute.KeyValue {
	code := ""
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
		code = failure.Code
	} else if failure, ok := errors.AsType[*sqlite.Error](err); ok {
		code = strconv.Itoa(failure.Code())
	} else if errors.Is(err, driver.ErrSkip) {
		return nil
	} else {
		code = "other"
	}
	return []attribute.KeyValue{attribute.String("error.type", code)}
}
