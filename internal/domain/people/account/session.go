package account

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// Authenticate returns the caller, read from the database at each call: an ended session or a ban takes
// effect at once.
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
	if fault.Is(err, fault.KindNotFound) {
		return access.Actor{}, errBadBearer()
	}
	return actor, err
}

// ActorOf returns the actor of a session, with the rights that it has now. fault.NotFound: the session
// has ended, or its account may no longer sign in.
func (s *Service) ActorOf(ctx context.Context, sessionID string) (access.Actor, error) {
	return s.store.ActorOf(ctx, sessionID, s.clock.Now())
}

// Refresh returns a new pair of tokens for the current refresh token and a bearer of the same session,
// expired or not. The refresh token before the current one returns the current pair again for ten
// seconds, so that two tabs do not sign each other out. After that, such a token must have been stolen,
// and it ends the session.
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
			// No error is returned here, because it would roll back the end of the session.
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

// Invalidate ends the session of the two tokens. A session that has already ended is not an error.
func (s *Service) Invalidate(ctx context.Context, bearer, refreshToken string) error {
	sessionID, _, err := s.sameSession(bearer, refreshToken)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		session, err := s.store.SessionByID(ctx, sessionID)
		if fault.Is(err, fault.KindNotFound) || session.Ended {
			return nil
		}
		if err != nil {
			return err
		}
		if err := s.store.EndSession(ctx, sessionID, now); err != nil {
			return err
		}
		return s.store.Record(ctx, audit.Entry{
			At: now, ActorID: session.AccountID, Action: audit.SessionEnded, Object: object(session.AccountID),
		})
	})
}

// sameSession returns the session and generation of a refresh token. It refuses tokens unless the
// bearer is of the same session.
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
	return s.store.Record(ctx, audit.Entry{At: now, Action: audit.SessionRevoked, Object: object(session.AccountID)})
}

// actor returns the account as the actor of a request.
func (a Account) actor(sessionID string) access.Actor {
	return access.Actor{AccountID: a.ID, SessionID: sessionID, Admin: a.Admin, Roles: a.Roles}
}

// noSession returns the refusal of a session that cannot be refreshed, without the reason; an internal
// error is returned unchanged.
func noSession(err error) error {
	if err == nil || fault.Is(err, fault.KindNotFound) {
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
