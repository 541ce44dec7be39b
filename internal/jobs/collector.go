package jobs

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"consigne/internal/payment"
	"consigne/internal/subscription"
)

const (
	collectInterval = time.Second
	termsInterval   = time.Minute
	// callTimeout bounds a call to the provider, well within the lease on it.
	callTimeout = 20 * time.Second
	// callsAtOnce is how many are made side by side: they spend their time waiting.
	callsAtOnce = 8
)

// Collector presents the payments that are due, asks the provider what became of
// those of which it said nothing, and bills the terms of subscriptions.
type Collector struct {
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
	every(ctx, c.Log, "terms", termsInterval, c.Subscriptions.BillTerms)
}

// CollectDue presents and asks whatever is due now, once each.
func (c *Collector) CollectDue(ctx context.Context) error {
	due, err := c.Payments.Due(ctx)
	if err != nil {
		return err
	}
	atOnce(ctx, due, func(id int64) {
		c.log(ctx, "payment not presented", c.call(ctx, func(ctx context.Context) error { return c.Payments.Present(ctx, id) }))
	})
	unanswered, err := c.Payments.Unanswered(ctx)
	if err != nil {
		return err
	}
	atOnce(ctx, unanswered, func(uuid string) {
		c.log(ctx, "no answer to a presentation", c.call(ctx, func(ctx context.Context) error { return c.Payments.Ask(ctx, uuid) }), "presentation", uuid)
	})
	return nil
}

func (c *Collector) call(ctx context.Context, act func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return act(ctx)
}

// log tells of a failure: what was not settled is asked again later.
func (c *Collector) log(ctx context.Context, what string, err error, facts ...any) {
	if err != nil && ctx.Err() == nil {
		c.Log.WarnContext(ctx, what, append(facts, "error", err)...)
	}
}

// atOnce does something with each of a list, a few side by side.
func atOnce[T any](ctx context.Context, list []T, act func(T)) {
	var workers sync.WaitGroup
	items := make(chan T)
	for range min(callsAtOnce, len(list)) {
		workers.Go(func() {
			for item := range items {
				if ctx.Err() == nil {
					act(item)
				}
			}
		})
	}
	for _, item := range list {
		items <- item
	}
	close(items)
	workers.Wait()
}
