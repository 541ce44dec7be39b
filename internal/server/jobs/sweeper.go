package jobs

import (
	"context"
	"time"

	"consigne/internal/domain/people/retention"
)

const (
	sweepInterval = time.Hour
	wipeInterval  = 10 * time.Second
)

// Wipe deletes expired opening codes and export tickets every ten seconds, until ctx ends.
func Wipe(ctx context.Context, sweeper *retention.Sweeper, log Log) {
	every(ctx, log, "wiper", wipeInterval, sweeper.WipeExpired)
}

// Sweep deletes what is old enough every hour, until ctx ends.
func Sweep(ctx context.Context, sweeper *retention.Sweeper, log Log) {
	every(ctx, log, "sweeper", sweepInterval, sweeper.Sweep)
}
