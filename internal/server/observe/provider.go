package observe

import (
	"context"
	"errors"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"consigne/internal/domain/money/payment"
)

// The operations of a payment provider, as values of a label.
const (
	opCollect  = "collect"
	opCharge   = "charge"
	opRefund   = "refund"
	opRefunded = "refunded"
	opCard     = "card"
)

var operations = []string{opCollect, opCharge, opRefund, opRefunded, opCard}

// provider counts and times the calls to the provider that it wraps.
type provider struct {
	node *Node
	payment.Provider
}

// Provider wraps a payment provider and measures its calls.
func (n *Node) Provider(watched payment.Provider) payment.Provider { return provider{n, watched} }

func (p provider) Collect(ctx context.Context, charge payment.Order) (payment.Answer, error) {
	return p.order(ctx, opCollect, charge, p.Provider.Collect)
}

func (p provider) Charge(ctx context.Context, charge payment.Order) (payment.Answer, error) {
	return p.order(ctx, opCharge, charge, p.Provider.Charge)
}

func (p provider) Refund(ctx context.Context, refund payment.Order) (payment.Answer, error) {
	return p.order(ctx, opRefund, refund, p.Provider.Refund)
}

func (p provider) Refunded(ctx context.Context, refund payment.Order) (payment.Answer, error) {
	return p.order(ctx, opRefunded, refund, p.Provider.Refunded)
}

func (p provider) Card(ctx context.Context, holder payment.Holder, token string) (payment.Card, error) {
	ctx, done := p.node.call(ctx, opCard)
	card, err := p.Provider.Card(ctx, holder, token)
	done(outcomeOf(nil), err)
	return card, err
}

func (p provider) order(ctx context.Context, operation string, order payment.Order,
	act func(context.Context, payment.Order) (payment.Answer, error),
) (payment.Answer, error) {
	ctx, done := p.node.call(ctx, operation)
	answer, err := act(ctx, order)
	done(strings.ToLower(string(answer.Outcome)), err)
	return answer, err
}

// call starts the measure of a call; the returned function ends it. An error is counted but its text is not recorded:
// it may quote what was sent.
func (n *Node) call(ctx context.Context, operation string) (context.Context, func(outcome string, err error)) {
	began := time.Now()
	ctx, span := n.tracer.Start(ctx, "provider "+operation, trace.WithSpanKind(trace.SpanKindClient))
	return ctx, func(outcome string, err error) {
		switch {
		case errors.Is(err, payment.ErrUnknownOrder), errors.Is(err, payment.ErrUnknownCard): // both are valid answers
			outcome = "unknown"
		case err != nil:
			outcome = callFailed
			span.SetStatus(codes.Error, "")
		}
		n.calls.WithLabelValues(operation, outcome).Observe(time.Since(began).Seconds())
		span.SetAttributes(attribute.String("outcome", outcome))
		span.End()
	}
}
