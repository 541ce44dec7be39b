package account

import (
	"context"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// MostSessions is the number of sessions that are shown, the last used first. An application may have opened many more.
const MostSessions = 100

// OwnSessions lists the open sessions of the actor.
func (s *Service) OwnSessions(ctx context.Context, actor access.Actor) ([]Session, error) {
	return s.store.OpenSessions(ctx, actor.AccountID, s.clock.Now(), MostSessions)
}

// EndOwnSession ends a session of the actor. fault.NotFound: none of theirs is open with that id.
func (s *Service) EndOwnSession(ctx context.Context, actor access.Actor, sessionID string) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		return s.endSession(ctx, actor, Account{ID: actor.AccountID}, 0, sessionID)
	})
}

// EndOwnOtherSessions ends all sessions of the actor but the current one, and the sign-ins under way.
func (s *Service) EndOwnOtherSessions(ctx context.Context, actor access.Actor) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		return s.endSessions(ctx, actor, Account{ID: actor.AccountID}, 0)
	})
}

// SessionsOf lists the open sessions of another account. fault.NotFound: the operator knows no such account, or, with
// operatorID 0, there is none. fault.Forbidden: the actor does not rank above the account everywhere it has roles.
func (s *Service) SessionsOf(ctx context.Context, actor access.Actor, id, operatorID int64) ([]Session, error) {
	if _, err := s.Outranked(ctx, actor, id, operatorID); err != nil {
		return nil, err
	}
	return s.store.OpenSessions(ctx, id, s.clock.Now(), MostSessions)
}

// EndSessionOf ends a session of such an account, and tells the person. fault.NotFound also means that none of theirs
// is open with that id.
func (s *Service) EndSessionOf(ctx context.Context, actor access.Actor, id, operatorID int64, sessionID string) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		account, err := s.Outranked(ctx, actor, id, operatorID)
		if err != nil {
			return err
		}
		return s.endSession(ctx, actor, account, operatorID, sessionID)
	})
}

// EndSessionsOf ends all sessions of such an account and its sign-ins under way, and tells the person.
func (s *Service) EndSessionsOf(ctx context.Context, actor access.Actor, id, operatorID int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		account, err := s.Outranked(ctx, actor, id, operatorID)
		if err != nil {
			return err
		}
		return s.endSessions(ctx, actor, account, operatorID)
	})
}

// Outranked finds another account above which the actor ranks everywhere it has roles. fault.NotFound: the operator
// knows no such account, or, with operatorID 0, there is none. fault.Forbidden: the actor does not rank above.
func (s *Service) Outranked(ctx context.Context, actor access.Actor, id, operatorID int64) (Account, error) {
	if actor.Is(id) {
		return Account{}, fault.Conflict(msgOwnAccount)
	}
	if _, err := s.store.AccountDetails(ctx, id, operatorID); err != nil {
		return Account{}, err
	}
	account, err := s.store.AccountByID(ctx, id)
	if err == nil && !actor.MayEdit(account.actor("")) {
		err = fault.Forbidden()
	}
	return account, err
}

// endSession ends one session of the account. Which of two calls ends it, the database decides.
func (s *Service) endSession(
	ctx context.Context, actor access.Actor, account Account, operatorID int64, sessionID string,
) error {
	ended, err := s.store.EndOpenSession(ctx, account.ID, sessionID, s.clock.Now())
	if err != nil {
		return err
	}
	if !ended {
		return fault.NotFound()
	}
	return s.tellSessionsEnded(ctx, actor, account, operatorID, 1)
}

// endSessions ends the sessions of the account but that of the call. It tells nobody when none was open.
func (s *Service) endSessions(ctx context.Context, actor access.Actor, account Account, operatorID int64) error {
	ended, err := s.store.EndOpenSessions(ctx, account.ID, actor.SessionID, s.clock.Now())
	if err != nil || ended == 0 {
		return err
	}
	return s.tellSessionsEnded(ctx, actor, account, operatorID, ended)
}

// tellSessionsEnded tells the audit log, those who watch the security of accounts and, when somebody else did it, the
// person.
func (s *Service) tellSessionsEnded(
	ctx context.Context, actor access.Actor, account Account, operatorID int64, ended int,
) error {
	now := s.clock.Now()
	if !actor.Is(account.ID) {
		if err := s.store.QueueMailAt(ctx, outbox.SessionsEnded, account.ID, account.Email, now); err != nil {
			return err
		}
	}
	if err := s.Security.Note(ctx,
		security.Event{At: now, Kind: security.SessionsEnded, AccountID: account.ID, ActorID: actor.AccountID}); err != nil {
		return err
	}
	return s.record(ctx, audit.SessionsEnded, actor, operatorID, account.ID, map[string]any{"sessions": ended})
}
