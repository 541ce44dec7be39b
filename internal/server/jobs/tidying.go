package jobs

import (
	"context"
	"log/slog"
	"time"

	"consigne/internal/domain/queue"
)

const (
	foldInterval = time.Second
	tidyInterval = 30 * time.Second
)

// TidyWork deletes the failure records of items that were completed by other means, every thirty seconds until ctx
// ends.
func TidyWork(ctx context.Context, runner *queue.Runner, log *slog.Logger) {
	every(ctx, log, "tidying", tidyInterval, runner.Tidy)
}

// FoldRollups folds the recent changes of payments into the rollups of their lists, every second until ctx ends.
// Lists are exact without it too, but work each waiting change out.
func FoldRollups(ctx context.Context, rollups interface {
	Fold(ctx context.Context) error
}, log *slog.Logger,
) {
	every(ctx, log, "rollups", foldInterval, rollups.Fold)
}
