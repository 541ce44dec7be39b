package jobs

import (
	"context"
	"errors"
	"time"

	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/subscription"
)

const (
	collectInterval = time.Second
	termsInterval   = time.Minute
	// callTimeout bounds a call to the payment provider.
	callTimeout = 20 * time.Second
	// callsAtOnce is how many calls run in parallel: they spend their time waiting.
	callsAtOnce = 8
	// writesAtOnce is how many items are claimed together when each is one short transaction. They are done one after
	// the other, because parallel ones conflict with one another.
	writesAtOnce = 20
)

// Collector attempts the payments that are due, asks the provider about attempts without an outcome, and bills the
// terms of subscriptions.
type Collector struct {
	Queue         *queue.Runner
	Payments      *payment.Service
	Subscriptions *subscription.Service
	Log           Log
}

// Run presents the payments that are due every second, until ctx ends.
func (c *Collector) Run(ctx context.Context) {
	every(ctx, c.Log, "collector", collectInterval, c.PresentDue)
}

// RunAsking asks about payment attempts every second, until ctx ends. It is a job of its own, so
// that no payment waits for questions to a provider that is slow to answer them.
func (c *Collector) RunAsking(ctx context.Context) {
	every(ctx, c.Log, "asker", collectInterval, c.AskDue)
}

// RunTerms bills the terms that have begun, every minute until ctx ends.
func (c *Collector) RunTerms(ctx context.Context) {
	every(ctx, c.Log, "terms", termsInterval, c.BillTerms)
}

// CollectDue works once on each payment that is due and each attempt that is to be asked about.
func (c *Collector) CollectDue(ctx context.Context) error {
	return errors.Join(c.PresentDue(ctx), c.AskDue(ctx))
}

// PresentDue presents every payment that is due now.
func (c *Collector) PresentDue(ctx context.Context) error {
	return c.Queue.Run(ctx, queue.Work{Kind: queue.Payments, AtOnce: callsAtOnce, Timeout: callTimeout, Do: func(
		ctx context.Context, id int64,
	) error {
		return c.answered(ctx, "payment", id, c.Payments.Present(ctx, id))
	}})
}

// AskDue asks about every payment attempt that is to be asked about now.
func (c *Collector) AskDue(ctx context.Context) error {
	return c.Queue.Run(ctx, queue.Work{Kind: queue.Attempts, AtOnce: callsAtOnce, Timeout: callTimeout, Do: func(
		ctx context.Context, id int64,
	) error {
		return c.answered(ctx, "attempt", id, c.Payments.Ask(ctx, id))
	}})
}

// answered turns payment.ErrNoAnswer into success, because a provider that gives no answer is no failure of the item:
// the attempt has its own schedule on which it is asked about again, without a limit of tries.
func (c *Collector) answered(ctx context.Context, what string, id int64, err error) error {
	if !errors.Is(err, payment.ErrNoAnswer) {
		return err
	}
	if !errors.Is(ctx.Err(), context.Canceled) { // the node is not stopping
		c.Log.WarnContext(ctx, "no answer to a payment attempt", what, id, "error", err)
	}
	return nil
}

// BillTerms bills every term that has begun.
func (c *Collector) BillTerms(ctx context.Context) error {
	return c.Queue.Run(ctx, queue.Work{Kind: queue.Terms, Batch: writesAtOnce, Do: c.Subscriptions.BillTerms})
}
