package jobs

import (
	"context"
	"time"
)

// Watcher receives the events of the jobs.
type Watcher interface {
	JobStarts(job string, interval time.Duration)
	// JobRan is not called for a run that was cut short because the node stops.
	JobRan(job string, took time.Duration, err error)
}

type watcherKey struct{}

// Watched returns a context that carries the watcher to all jobs, so that it need not be passed to each.
func Watched(ctx context.Context, by Watcher) context.Context {
	return context.WithValue(ctx, watcherKey{}, by)
}

func watcherOf(ctx context.Context) Watcher {
	if by, ok := ctx.Value(watcherKey{}).(Watcher); ok {
		return by
	}
	return nobody{}
}

type nobody struct{}

func (nobody) JobStarts(string, time.Duration)     {}
func (nobody) JobRan(string, time.Duration, error) {}
