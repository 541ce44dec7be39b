package jobs

import (
	"context"
	"errors"
	"time"

	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/places/controller"
)

const (
	silenceInterval = 15 * time.Second
	// longestPause is the longest gap between two checks. After a longer gap this process cannot know what the
	// controllers sent meanwhile.
	longestPause = time.Minute
)

// Listener is the link to the controllers.
type Listener interface {
	// Since returns the time since which it has heard the controllers without a break, or false if it does not hear
	// them.
	Since() (time.Time, bool)
}

// MarkSilences counts the stations that fell silent, every fifteen seconds until ctx ends.
func MarkSilences(
	ctx context.Context, runner *queue.Runner, controllers *controller.Service, listener Listener, log Log,
) {
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
		return errors.Join(controllers.Listens(ctx, since), MarkSilent(ctx, runner, controllers, since))
	})
}

// MarkSilent records the stations that are silent now, for a node that has listened since listeningSince.
func MarkSilent(
	ctx context.Context, runner *queue.Runner, controllers *controller.Service, listeningSince time.Time,
) error {
	quiet, listened := controllers.Quiet(listeningSince)
	if !listened {
		return nil
	}
	return runner.Run(ctx, queue.Work{Kind: queue.Silences, Batch: writesAtOnce, Do: func(
		ctx context.Context, stationID int64,
	) error {
		return controllers.MarkSilent(ctx, stationID, quiet)
	}}, quiet.GoneBefore, quiet.HeardBefore)
}

// awake tracks since when this process has run without a pause. After the machine slept or its clock jumped, every
// station would otherwise seem silent for the length of the gap.
type awake struct{ since, last time.Time }

func (a *awake) look(now time.Time) time.Time {
	now = now.Round(0) // drops the monotonic clock, which does not count sleep
	if gap := now.Sub(a.last); gap > longestPause || gap < 0 {
		a.since = now
	}
	a.last = now
	return a.since
}
