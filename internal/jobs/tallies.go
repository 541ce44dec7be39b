package jobs

import (
	"context"
	"log/slog"
	"time"
)

const foldInterval = time.Minute

// FoldTallies adds what was written of payments to the tallies of their lists, every
// minute until ctx ends. Lists are exact before that too.
func FoldTallies(ctx context.Context, store interface {
	FoldTallies(ctx context.Context) error
}, log *slog.Logger,
) {
	every(ctx, log, "tallies", foldInterval, store.FoldTallies)
}
