package jobs

import (
	"context"
	"log/slog"
	"time"

	"consigne/internal/controller"
)

const silenceInterval = 15 * time.Second

// Listener hears the controllers.
type Listener interface {
	// Since tells since when it has heard them without a break; false: it does not hear them.
	Since() (time.Time, bool)
}

// MarkSilences counts the stations that fell silent, every fifteen seconds until ctx ends.
func MarkSilences(ctx context.Context, controllers *controller.Service, listener Listener, log *slog.Logger) {
	every(ctx, log, "silences", silenceInterval, func(ctx context.Context) error {
		since, listening := listener.Since()
		if !listening {
			return nil
		}
		return controllers.MarkSilent(ctx, since)
	})
}
