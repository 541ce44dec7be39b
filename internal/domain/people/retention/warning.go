package retention

import (
	"context"
	"time"

	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/fault"
)

// WarningMail returns the recipient of a warning and the day until which the account is kept.
// fault.NotFound: the person has been active since, so the mail must not be sent.
func (s *Service) WarningMail(ctx context.Context, accountID int64) (account.Account, time.Time, error) {
	now := s.clock.Now()
	seen, err := s.store.StandingOf(ctx, accountID, now)
	if err != nil {
		return account.Account{}, time.Time{}, err
	}
	if seen.Warning == nil || s.terms.Decide(seen, now) == Keep {
		return account.Account{}, time.Time{}, fault.NotFound()
	}
	to, err := s.accounts.ByID(ctx, accountID)
	return to, s.terms.EndsAt(seen.LastActive, now), err
}

// WarningSent records that the warning was sent: the notice period starts now.
func (s *Service) WarningSent(ctx context.Context, accountID int64) error {
	return s.store.WarningSent(ctx, accountID, s.clock.Now())
}

// WarningFailed records that the sending of a warning was given up; refused reports that the recipient's
// server refused it for good. After [MaxRefusals] refusals the address counts as unused, and the notice
// period starts now, so that the data is not kept for ever.
func (s *Service) WarningFailed(ctx context.Context, accountID int64, refused bool) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		now := s.clock.Now()
		refusals, err := s.store.WarningFailed(ctx, accountID, now, refused)
		if fault.Is(err, fault.KindNotFound) {
			return nil // the warning was withdrawn
		}
		if err != nil || refusals < MaxRefusals {
			return err
		}
		return s.store.WarningSent(ctx, accountID, now)
	})
}
