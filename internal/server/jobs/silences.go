package jobs

import (
	"context"
	"log/slog"
	"time"

	"consigne/internal/domain/controller"
	"consigne/internal/domain/queue"
)

const (
	silenceInterval = 15 * time.Second
	// longestPause is how far apart two looks may be for what was heard between them to count.
	longestPause = time.Minute
)

// Listener hears the controllers.
type Listener interface {
	// Since tells since when it has heard them without a break; false: it does not hear them.
	Since() (time.Time, bool)
}

// MarkSilences counts the stations that fell silent, every fifteen seconds until ctx ends.
func MarkSilences(ctx context.Context, runner *queue.Runner, controllers *controller.Service, listener Listener, log *slog.Logger) {
	awake := awake{}
	every(ctx, log, "silences", silenceInterval, func(ctx context.Context) error {
		awakeSince := awake.look(time.Now())
		since, listening := listener.Since()
		if !listening {
			return nil
		}
		if since.Before(awakeSince) {
			since = awakeSince
		}
		return MarkSilent(ctx, runner, controllers, since)
	})
}

// MarkSilent counts the stations that are silent now as such, for a node that has listened
// since that instant.
func MarkSilent(ctx context.Context, runner *queue.Runner, controllers *controller.Service, listeningSince time.Time) error {
	quiet, listened := controllers.Quiet(listeningSince)
	if !listened {
		return nil
	}
	return runner.Run(ctx, queue.Work{Kind: queue.Silences, Batch: writesAtOnce, Do: func(ctx context.Context, stationID int64) error {
		return controllers.MarkSilent(ctx, stationID, quiet)
	}}, quiet.GoneBefore, quiet.HeardBefore)
}

// awake knows since when this process runs without a pause. After the sleep of its machine,
// or a leap of its clock, every station would seem unheard for as long.
type awake struct{ since, last time.Time }

func (a *awake) look(now time.Time) time.Time {
	now = now.Round(0) // the monotonic clock does not see it
	if gap := now.Sub(a.last); gap > longestPause || gap < 0 {
		a.since = now
	}
	a.last = now
	return a.since
}
