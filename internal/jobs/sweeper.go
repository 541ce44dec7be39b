package jobs

import (
	"context"
	"log/slog"
	"time"

	"consigne/internal/clock"
)

const (
	sweepInterval = time.Hour
	wipeInterval  = 10 * time.Second
	sweepAge      = 24 * time.Hour
)

// Sweeper deletes attempts, links, sessions and commands a day after they served their time.
type Sweeper struct {
	Store interface {
		Sweep(ctx context.Context, before time.Time) error
		// WipeExpired deletes the remote codes and the export tickets that have expired.
		WipeExpired(ctx context.Context, now time.Time) error
	}
	Clock clock.Clock
	Log   *slog.Logger
}

// RunWipe wipes expired remote codes and export tickets every ten seconds, until ctx ends.
func (s *Sweeper) RunWipe(ctx context.Context) {
	every(ctx, s.Log, "wiper", wipeInterval, func(ctx context.Context) error {
		return s.Store.WipeExpired(ctx, s.Clock.Now())
	})
}

// Run sweeps every hour, until ctx ends.
func (s *Sweeper) Run(ctx context.Context) {
	every(ctx, s.Log, "sweeper", sweepInterval, func(ctx context.Context) error {
		return s.Store.Sweep(ctx, s.Clock.Now().Add(-sweepAge))
	})
}
