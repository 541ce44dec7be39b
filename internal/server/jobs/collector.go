package jobs

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"consigne/internal/domain/payment"
	"consigne/internal/domain/queue"
	"consigne/internal/domain/subscription"
)

const (
	collectInterval = time.Second
	termsInterval   = time.Minute
	// callTimeout bounds a call to the provider.
	callTimeout = 20 * time.Second
	// callsAtOnce is how many are made side by side: they spend their time waiting.
	callsAtOnce = 8
	// writesAtOnce is how many items are claimed together of those that are a short transaction
	// each. They are done one after the other, as side by side they lose races to one another.
	writesAtOnce = 20
)

// Collector presents the payments that are due, asks the provider what became of
// those of which it said nothing, and bills the terms of subscriptions.
type Collector struct {
	Queue         *queue.Runner
	Payments      *payment.Service
	Subscriptions *subscription.Service
	Log           *slog.Logger
}

// Run collects every second, until ctx ends.
func (c *Collector) Run(ctx context.Context) {
	every(ctx, c.Log, "collector", collectInterval, c.CollectDue)
}

// RunTerms bills the terms that have begun every minute, until ctx ends.
func (c *Collector) RunTerms(ctx context.Context) {
	every(ctx, c.Log, "terms", termsInterval, c.BillTerms)
}

// CollectDue presents and asks whatever is due now, once each.
func (c *Collector) CollectDue(ctx context.Context) error {
	return errors.Join(
		c.Queue.Run(ctx, queue.Work{Kind: queue.Payments, AtOnce: callsAtOnce, Timeout: callTimeout, Do: func(ctx context.Context, id int64) error {
			return c.answered(ctx, "payment", id, c.Payments.Present(ctx, id))
		}}),
		c.Queue.Run(ctx, queue.Work{Kind: queue.Presentations, AtOnce: callsAtOnce, Timeout: callTimeout, Do: func(ctx context.Context, id int64) error {
			return c.answered(ctx, "presentation", id, c.Payments.Ask(ctx, id))
		}}),
	)
}

// answered takes a provider that gave no answer for no failure of the item: the presentation
// has a time of its own at which it is asked about again, for as long as it takes.
func (c *Collector) answered(ctx context.Context, what string, id int64, err error) error {
	if !errors.Is(err, payment.ErrNoAnswer) {
		return err
	}
	if !errors.Is(ctx.Err(), context.Canceled) { // the node does not stop
		c.Log.WarnContext(ctx, "no answer to a presentation", what, id, "error", err)
	}
	return nil
}

// BillTerms bills every term that has begun.
func (c *Collector) BillTerms(ctx context.Context) error {
	return c.Queue.Run(ctx, queue.Work{Kind: queue.Terms, Batch: writesAtOnce, Do: c.Subscriptions.BillTerms})
}
