package jobs

import (
	"context"
	"errors"
	"time"

	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/prices/repricing"
)

const (
	// replayInterval is short because a long replay pauses that long between its slices.
	replayInterval = 500 * time.Millisecond
	// refundRound lets the job succeed now and then while it works on a batch that takes hours.
	refundRound = 30 * time.Second
)

// Replayer prices stays again, and prepares and works off batches of refunds.
type Replayer struct {
	Queue   *queue.Runner
	Replays *repricing.Service
	Log     Log
}

// Run goes on with replays and the preparation of batches, twice a second until ctx ends.
func (r *Replayer) Run(ctx context.Context) {
	every(ctx, r.Log, "replayer", replayInterval, r.Replay)
}

// RunRefunds asks for the refunds of batches and ends those that are worked off, every second until ctx ends. It is a
// job of its own, because it waits for the provider.
func (r *Replayer) RunRefunds(ctx context.Context) {
	every(ctx, r.Log, "refunder", collectInterval, r.Refund)
}

// Replay goes on once with each replay that is due, and with each batch to prepare.
func (r *Replayer) Replay(ctx context.Context) error {
	return errors.Join(
		r.Queue.Run(ctx, queue.Work{Kind: queue.Replays, Do: r.Replays.Work, Parked: func(
			ctx context.Context, id int64, _ error,
		) error {
			return r.Replays.GiveUp(ctx, id)
		}}),
		r.Queue.Run(ctx, queue.Work{Kind: queue.Batches, Do: r.Replays.Prepare, Parked: func(
			ctx context.Context, id int64, _ error,
		) error {
			return r.Replays.GiveUpBatch(ctx, id)
		}}),
	)
}

// Refund asks for the refunds of the batches under way, for half a minute, then ends the batches that are worked off.
func (r *Replayer) Refund(ctx context.Context) error {
	return errors.Join(
		r.Queue.Run(ctx, queue.Work{
			Kind: queue.Refunds, AtOnce: callsAtOnce, Timeout: callTimeout, Round: refundRound,
			Do: func(ctx context.Context, id int64) error {
				if err := r.Replays.WorkLine(ctx, id); !errors.Is(err, payment.ErrNoAnswer) {
					return err
				}
				r.Log.WarnContext(ctx, "no answer to a refund of a batch", "line", id)
				return nil // it is asked about like any other
			},
			Parked: func(ctx context.Context, id int64, _ error) error { return r.Replays.GiveUpLine(ctx, id) },
		}),
		r.Replays.Finish(ctx),
	)
}
