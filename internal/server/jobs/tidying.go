package jobs

import (
	"context"
	"time"

	"consigne/internal/domain/machines/queue"
	"consigne/internal/kernel/clock"
)

const (
	foldInterval   = time.Second
	blocksInterval = 10 * time.Minute
	tidyInterval   = 30 * time.Second
)

// TidyWork deletes the failure records of items that were completed by other means, every thirty seconds until ctx
// ends.
func TidyWork(ctx context.Context, runner *queue.Runner, log Log) {
	every(ctx, log, "tidying", tidyInterval, runner.Tidy)
}

// FoldRollups folds the recent changes of payments into the rollups of their lists, every second until ctx ends.
// Lists are exact without it too, but work each waiting change out.
func FoldRollups(ctx context.Context, rollups interface {
	Fold(ctx context.Context) error
}, log Log,
) {
	every(ctx, log, "rollups", foldInterval, rollups.Fold)
}

// MakeBlocks adds the rollups of past days up to blocks of days, every ten minutes until ctx ends. Statistics are exact
// without it too, but read each day that changed since.
func MakeBlocks(ctx context.Context, rollups interface {
	MakeBlocks(ctx context.Context, today clock.Day) error
}, log Log,
) {
	every(ctx, log, "blocks", blocksInterval,
		func(ctx context.Context) error { return rollups.MakeBlocks(ctx, clock.DayOf(time.Now())) })
}
