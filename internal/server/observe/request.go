package observe

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// methods lists the HTTP methods used as label values; a client may send any other text.
var methods = []string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch,
	http.MethodDelete, http.MethodOptions,
}

// Request starts the measure and the trace of a request; the returned function ends them. The trace has no parent:
// the trace headers of a client do not decide which of our traces are kept.
func (n *Node) Request(ctx context.Context, method string) (context.Context, func(route string, status int)) {
	began := time.Now()
	n.inFlight.Inc()
	if !slices.Contains(methods, method) {
		method = "other"
	}
	ctx, span := n.tracer.Start(ctx, method, trace.WithNewRoot(), trace.WithSpanKind(trace.SpanKindServer))
	return ctx, func(route string, status int) {
		n.inFlight.Dec()
		route = strings.TrimPrefix(route, method+" ")
		n.requests.WithLabelValues(method, route, statusClass(status)).Observe(time.Since(began).Seconds())
		if span.IsRecording() {
			span.SetName(method + " " + route)
			span.SetAttributes(attribute.String("http.request.method", method), attribute.String("http.route", route),
				attribute.Int("http.response.status_code", status))
			if status >= http.StatusInternalServerError || status == 0 {
				span.SetStatus(codes.Error, "")
			}
		}
		span.End()
	}
}
