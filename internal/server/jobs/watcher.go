package jobs

import (
	"context"
	"time"
)

// Watcher is told what the jobs do.
type Watcher interface {
	JobStarts(job string, interval time.Duration)
	// JobRan is not told of a run that the stop of the node cut short.
	JobRan(job string, took time.Duration, err error)
}

type watcherKey struct{}

// Watched returns a context whose jobs are watched: it reaches each of them, so that
// none has to be given its watcher.
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
