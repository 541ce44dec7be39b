package jobs

import (
	"context"
	"time"

	"consigne/internal/domain/money/reconciliation"
)

const reconcileInterval = time.Minute

// Reconcile asks every minute, until ctx ends, whether the statements of the payment provider are due to be read and
// compared. The database decides which node does it.
func Reconcile(ctx context.Context, service *reconciliation.Service, log Log) {
	every(ctx, log, "reconciler", reconcileInterval, service.Run)
}
