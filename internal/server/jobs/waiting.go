package jobs

import (
	"context"
	"errors"
	"time"

	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/stays/waiting"
)

const waitingInterval = time.Minute

// ServeWaiting offers the places that are free to those who wait, and ends what was not answered, every minute until
// ctx ends.
func ServeWaiting(ctx context.Context, runner *queue.Runner, service *waiting.Service, log Log) {
	every(ctx, log, "waiting", waitingInterval,
		func(ctx context.Context) error { return ServeWaitingNow(ctx, runner, service) })
}

// ServeWaitingNow does so once.
func ServeWaitingNow(ctx context.Context, runner *queue.Runner, service *waiting.Service) error {
	passed := runner.Run(ctx, queue.Work{Kind: queue.Waits, Batch: writesAtOnce, Do: service.Pass})
	return errors.Join(passed, service.OfferAll(ctx))
}
