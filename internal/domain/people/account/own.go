package account

import (
	"context"
	"strconv"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
)

// At most mostOwnEmails links to confirm an e-mail are sent for a person in ownEmailWindow, to whatever addresses they
// type.
const (
	mostOwnEmails  = 5
	ownEmailWindow = time.Hour
)

// ChangeOwnPassword sets the password of the actor, in a Confirmed step, and ends their other sessions and their links.
// An e-mail that waits for confirmation is dropped. fault.Forbidden: they must use a provider.
func (s *Service) ChangeOwnPassword(ctx context.Context, actor access.Actor, token, password string) error {
	// A hash is computed for a step that is good, and outside the transaction.
	_, account, err := s.openOwnStep(ctx, actor, token, Confirmed)
	if err != nil {
		return err
	}
	if err := s.refuseCompulsory(ctx, account); err != nil {
		return err
	}
	hash, err := s.newHash(ctx, actor.AccountID, password)
	if err != nil {
		return err
	}
	return s.secure(ctx, actor, token, func(ctx context.Context, account Account) error {
		now := s.clock.Now()
		if err := s.store.RevokePasswordLinks(ctx, account.ID, now); err != nil {
			return err
		}
		return s.setPassword(ctx, account, hash, now)
	})
}

// ChangeOwnEmail asks, in a Confirmed step, for another e-mail of the actor, which takes effect once they confirm it by
// the link sent there. It replaces one that is awaited. fault.TooMany: too many were asked for. fault.Forbidden: they
// must use a provider.
func (s *Service) ChangeOwnEmail(ctx context.Context, actor access.Actor, token, email string) error {
	email = text.Email(email)
	if err := ValidateEmail("email", email); err != nil {
		return err
	}
	bucket := s.tokens.bucket("adresse-propre", strconv.FormatInt(actor.AccountID, 10))
	if err := s.limitWithin(ctx, bucket, mostOwnEmails, ownEmailWindow, s.clock.Now()); err != nil {
		return err
	}
	return s.inConfirmed(ctx, actor, token, func(ctx context.Context, account Account) error {
		if err := s.refuseCompulsory(ctx, account); err != nil {
			return err
		}
		if sameMailbox(email, account.Email) {
			return fault.Invalid("email", "C'est déjà votre adresse.")
		}
		// Nothing counts as awaited: the person asks for a new link, even to the same address.
		if _, err := s.requestEmail(ctx, actor, account, EmailChange{}, email); err != nil {
			return err
		}
		return s.record(ctx, audit.AccountChanged, actor, 0, account.ID, map[string]any{"champs": "email"})
	})
}

// WithdrawOwnEmail ends the change of the actor's e-mail that waits for confirmation, whoever typed it.
func (s *Service) WithdrawOwnEmail(ctx context.Context, actor access.Actor) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		awaited, err := s.awaitedEmail(ctx, actor.AccountID)
		if err != nil {
			return err
		}
		return s.withdrawEmail(ctx, actor, 0, awaited)
	})
}

// awaitedEmail returns the open change of the account's e-mail; zero: there is none.
func (s *Service) awaitedEmail(ctx context.Context, accountID int64) (EmailChange, error) {
	change, err := s.store.PendingEmail(ctx, accountID, s.clock.Now())
	if fault.Is(err, fault.KindNotFound) {
		return EmailChange{}, nil
	}
	return change, err
}

// inConfirmed runs a change of the actor's account in the Confirmed step of the token, which it ends.
func (s *Service) inConfirmed(
	ctx context.Context, actor access.Actor, token string, change func(ctx context.Context, account Account) error,
) error {
	step, account, err := s.openOwnStep(ctx, actor, token, Confirmed)
	if err != nil {
		return err
	}
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		if err := s.endStep(ctx, step); err != nil {
			return err
		}
		return change(ctx, account)
	})
}

// secure does the same for a change of how the actor signs in, after which it ends the other sessions of the account.
func (s *Service) secure(
	ctx context.Context, actor access.Actor, token string, change func(ctx context.Context, account Account) error,
) error {
	return s.inConfirmed(ctx, actor, token, func(ctx context.Context, account Account) error {
		if err := change(ctx, account); err != nil {
			return err
		}
		return s.store.EndOtherSessions(ctx, account.ID, actor.SessionID, s.clock.Now())
	})
}
