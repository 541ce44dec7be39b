package jobs

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"consigne/internal/kernel/clock"
)

const (
	sweepInterval = time.Hour
	wipeInterval  = 10 * time.Second
	sweepAge      = 24 * time.Hour
	keptAge       = 30 * 24 * time.Hour
)

// Sweeper deletes sign-in attempts, links, sessions and commands a day after they served their purpose. After thirty
// days it deletes mails that were stored here or given up, and the e-mails of deleted tariffs. A failure of one step
// does not prevent the others.
type Sweeper struct {
	Store interface {
		Sweep(ctx context.Context, before time.Time) error
		// TrimMails deletes old mails from the outbox, TrimBeneficiaries the e-mails of deleted tariffs.
		TrimMails(ctx context.Context, before time.Time) error
		TrimBeneficiaries(ctx context.Context, before time.Time) error
		// WipeExpired deletes the opening codes and the export tickets that have expired.
		WipeExpired(ctx context.Context, now time.Time) error
	}
	Clock clock.Clock
	Log   *slog.Logger
}

// RunWipe deletes expired opening codes and export tickets every ten seconds, until ctx ends.
func (s *Sweeper) RunWipe(ctx context.Context) {
	every(ctx, s.Log, "wiper", wipeInterval, func(ctx context.Context) error {
		return s.Store.WipeExpired(ctx, s.Clock.Now())
	})
}

// Run deletes what is old enough every hour, until ctx ends.
func (s *Sweeper) Run(ctx context.Context) {
	every(ctx, s.Log, "sweeper", sweepInterval, func(ctx context.Context) error {
		now := s.Clock.Now()
		return errors.Join(
			s.Store.TrimMails(ctx, now.Add(-keptAge)),
			s.Store.TrimBeneficiaries(ctx, now.Add(-keptAge)),
			s.Store.Sweep(ctx, now.Add(-sweepAge)),
		)
	})
}
