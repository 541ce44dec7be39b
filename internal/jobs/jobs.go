// Package jobs does what nobody waits for. The state in the tables is the queue:
// a worker claims a row for a while, acts, and writes the outcome; a lease that
// runs out is taken up by any node.
package jobs

import (
	"context"
	"log/slog"
	"time"
)

// every runs act at once and then at each interval, until ctx ends.
func every(ctx context.Context, log *slog.Logger, name string, interval time.Duration, act func(ctx context.Context) error) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	watcher := watcherOf(ctx)
	watcher.JobStarts(name, interval)
	for {
		began := time.Now()
		err := act(ctx)
		if ctx.Err() == nil {
			watcher.JobRan(name, time.Since(began), err)
		}
		if err != nil && ctx.Err() == nil {
			log.ErrorContext(ctx, "job failed", "job", name, "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
