// Package jobs runs the background work. Work that is split into items goes through package queue; every node runs
// the rest, which is harmless in parallel.
package jobs

import (
	"context"
	"errors"
	"time"

	"consigne/internal/domain/machines/queue"
)

// every runs act at once and then at each interval, until ctx ends. A run that fails or panics is logged and reported
// to the metrics, and act runs again at the next interval.
func every(
	ctx context.Context, log Log, name string, interval time.Duration, act func(ctx context.Context) error,
) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	if log.Metrics != nil {
		log.Metrics.JobStarts(name, interval)
	}
	for {
		began := time.Now()
		err := queue.Protect(func() error { return act(ctx) })
		if ctx.Err() == nil && log.Metrics != nil {
			log.Metrics.JobRan(name, time.Since(began), err)
		}
		if err != nil && ctx.Err() == nil {
			log.ErrorContext(ctx, "job failed", facts(name, err)...)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func facts(name string, err error) []any {
	facts := []any{"job", name, "error", err}
	if panicked, ok := errors.AsType[*queue.PanicError](err); ok {
		facts = append(facts, "stack", string(panicked.Stack))
	}
	return facts
}
