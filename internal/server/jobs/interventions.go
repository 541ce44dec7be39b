package jobs

import (
	"context"
	"time"

	"consigne/internal/domain/places/intervention"
)

const watchInterval = time.Minute

// WatchPlaces opens interventions for what doors and controllers do, every minute until ctx ends. listener is nil on a
// node without controllers; while it does not hear them, what is stored of them is not looked at.
func WatchPlaces(ctx context.Context, service *intervention.Service, listener Listener, log Log) {
	every(ctx, log, "interventions", watchInterval, func(ctx context.Context) error {
		heard := false
		if listener != nil {
			_, heard = listener.Since()
		}
		return service.Watch(ctx, heard)
	})
}
