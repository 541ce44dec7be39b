package jobs

import (
	"context"
	"time"

	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/stays/stay"
)

const limitsInterval = 15 * time.Second

// FlagPassedLimits flags the stays whose overrun or removal limit has passed, every fifteen seconds until ctx ends.
func FlagPassedLimits(ctx context.Context, runner *queue.Runner, stays *stay.Service, log Log) {
	every(ctx, log, "limits", limitsInterval, func(ctx context.Context) error { return runner.Run(ctx, Limits(stays)) })
}

// Limits returns the work that flags a stay whose overrun or removal limit has passed.
func Limits(stays *stay.Service) queue.Work {
	return queue.Work{Kind: queue.Limits, Batch: writesAtOnce, Do: stays.FlagPassedLimits}
}
