package retention

import (
	"context"
	"time"

	"consigne/internal/domain/account"
	"consigne/internal/kernel/fault"
)

// Letter returns to whom a letter of warning goes, and the day until which the account
// stays. fault.NotFound: they were seen meanwhile, and nobody is to be written to.
func (s *Service) Letter(ctx context.Context, accountID int64) (account.Account, time.Time, error) {
	now := s.clock.Now()
	seen, err := s.store.StandingOf(ctx, accountID, now)
	if err != nil {
		return account.Account{}, time.Time{}, err
	}
	if seen.Warning == nil || s.terms.Decide(seen, now) == Keep {
		return account.Account{}, time.Time{}, fault.Missing()
	}
	to, err := s.accounts.ByID(ctx, accountID)
	return to, s.terms.EndsAt(seen.LastActive, now), err
}

// LetterSent notes that a letter left: the notice runs from here.
func (s *Service) LetterSent(ctx context.Context, accountID int64) error {
	return s.store.WarningSent(ctx, accountID, s.clock.Now())
}

// LetterFailed notes that a letter was given up; refused: by the recipient's server, for
// good. An address that has refused as many as [MaxRefusals] is nobody's: keeping the
// data for ever would help no one, and the notice runs from here.
func (s *Service) LetterFailed(ctx context.Context, accountID int64, refused bool) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		now := s.clock.Now()
		refusals, err := s.store.WarningFailed(ctx, accountID, now, refused)
		if fault.Is(err, fault.NotFound) {
			return nil // taken back
		}
		if err != nil || refusals < MaxRefusals {
			return err
		}
		return s.store.WarningSent(ctx, accountID, now)
	})
}
