package jobs

import (
	"context"
	"log/slog"
	"time"

	"consigne/internal/domain/queue"
)

const (
	foldInterval = time.Minute
	tidyInterval = 30 * time.Second
)

// TidyWork forgets what is kept of work that somebody else has done, every thirty seconds
// until ctx ends.
func TidyWork(ctx context.Context, runner *queue.Runner, log *slog.Logger) {
	every(ctx, log, "tidying", tidyInterval, runner.Tidy)
}

// FoldTallies adds what was written of payments to the tallies of their lists, every
// minute until ctx ends. Lists are exact before that too.
func FoldTallies(ctx context.Context, store interface {
	FoldTallies(ctx context.Context) error
}, log *slog.Logger,
) {
	every(ctx, log, "tallies", foldInterval, store.FoldTallies)
}
