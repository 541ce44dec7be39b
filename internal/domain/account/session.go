package account

import (
	"context"
	"time"

	"consigne/internal/domain/journal"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// Authenticate returns who is calling, as the database knows it now: an ended
// session or a ban counts at once.
func (s *Service) Authenticate(ctx context.Context, bearer string) (access.Actor, error) {
	if bearer == "" {
		return access.Actor{}, errNoBearer()
	}
	now := s.clock.Now()
	sessionID, expired, ok := s.tokens.readBearer(bearer, now)
	switch {
	case !ok:
		return access.Actor{}, errBadBearer()
	case expired:
		return access.Actor{}, errExpiredBearer()
	}
	actor, err := s.store.ActorOf(ctx, sessionID, now)
	if fault.Is(err, fault.NotFound) {
		return access.Actor{}, errBadBearer()
	}
	return actor, err
}

// ActorOf returns whose session it is, with the rights of now. fault.NotFound: it has
// ended, or its account may not enter any more.
func (s *Service) ActorOf(ctx context.Context, sessionID string) (access.Actor, error) {
	return s.store.ActorOf(ctx, sessionID, s.clock.Now())
}

// Refresh gives a new pair for the current refresh token, shown with a bearer of
// the same session, expired or not. The token before it gives the current pair
// again for ten seconds, so that two tabs do not log each other out; later it
// can only have been stolen, and ends the session.
func (s *Service) Refresh(ctx context.Context, bearer, refreshToken string) (Tokens, error) {
	sessionID, generation, err := s.sameSession(bearer, refreshToken)
	if err != nil {
		return Tokens{}, err
	}
	now := s.clock.Now()
	var pair Tokens
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		pair = Tokens{}
		session, err := s.store.SessionByID(ctx, sessionID)
		if err != nil || session.Ended || !now.Before(session.ExpiresAt) {
			return noSession(err)
		}
		actor, err := s.store.ActorOf(ctx, sessionID, now)
		if err != nil {
			return noSession(err)
		}
		account, err := s.store.AccountByID(ctx, actor.AccountID)
		if err != nil {
			return noSession(err)
		}

		switch {
		case generation == session.Generation:
			session.RotatedAt = now
			session.ExpiresAt = earlier(now.Add(sessionIdle), session.CreatedAt.Add(sessionLife))
			moved, err := s.store.RotateSession(ctx, session)
			if err != nil {
				return err
			}
			if !moved {
				return errBadRefresh()
			}
			session.Generation++
			if err := s.store.Touch(ctx, account.ID, now); err != nil {
				return err
			}
		case generation == session.Generation-1 && now.Sub(session.RotatedAt) <= refreshGrace:
		default:
			// Nothing is returned as an error, so that the end of the session stays.
			return s.revoke(ctx, session, now)
		}
		pair, err = s.tokens.issue(session, actor, account.Email, now)
		return err
	})
	if err == nil && pair == (Tokens{}) {
		err = errBadRefresh()
	}
	return pair, err
}

// Invalidate ends the session of both tokens; it is no error that it has ended already.
func (s *Service) Invalidate(ctx context.Context, bearer, refreshToken string) error {
	sessionID, _, err := s.sameSession(bearer, refreshToken)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		session, err := s.store.SessionByID(ctx, sessionID)
		if fault.Is(err, fault.NotFound) || session.Ended {
			return nil
		}
		if err != nil {
			return err
		}
		if err := s.store.EndSession(ctx, sessionID, now); err != nil {
			return err
		}
		return s.store.Record(ctx, journal.Entry{
			At: now, ActorID: session.AccountID, Action: journal.SessionEnded, Object: object(session.AccountID),
		})
	})
}

// sameSession reads the session of a refresh token, if the bearer is of the same one.
func (s *Service) sameSession(bearer, refreshToken string) (sessionID string, generation int64, err error) {
	if refreshToken == "" {
		return "", 0, errNoRefresh()
	}
	sessionID, generation, ok := s.tokens.readRefresh(refreshToken)
	holder, _, signed := s.tokens.readBearer(bearer, s.clock.Now())
	if !ok || !signed || holder != sessionID {
		return "", 0, errBadRefresh()
	}
	return sessionID, generation, nil
}

func (s *Service) revoke(ctx context.Context, session Session, now time.Time) error {
	if err := s.store.EndSession(ctx, session.ID, now); err != nil {
		return err
	}
	return s.store.Record(ctx, journal.Entry{At: now, Action: journal.SessionRevoked, Object: object(session.AccountID)})
}

// actor is the account as a caller.
func (a Account) actor(sessionID string) access.Actor {
	return access.Actor{AccountID: a.ID, SessionID: sessionID, Admin: a.Admin, Roles: a.Roles}
}

// noSession hides why there is no session, but no internal error.
func noSession(err error) error {
	if err == nil || fault.Is(err, fault.NotFound) {
		return errBadRefresh()
	}
	return err
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
