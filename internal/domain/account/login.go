package account

import (
	"context"
	"crypto/rand"
	"time"

	"consigne/internal/domain/audit"
	"consigne/internal/domain/outbox"
	"consigne/internal/domain/security"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/network"
)

const (
	// FamiliarFor is how long an address from which the account was signed in to is exempt from the
	// account's limit, which counts the failures of others.
	FamiliarFor = 30 * 24 * time.Hour
	// toldFailures is the number of failures within a day at which the account's owner gets a mail.
	toldFailures = 20
	failuresDay  = 24 * time.Hour
)

// Why a sign-in failed or a bucket locked, as written in the security event.
const (
	reasonUnknown    = "compte inconnu"
	reasonWrong      = "mot de passe"
	reasonBanned     = "compte banni"
	reasonOfPair     = "compte et adresse"
	reasonOfAccount  = "compte"
	reasonOfNetworks = "adresse"
)

// bucket is a counter of failures with its limit.
type bucket struct {
	key    string
	limit  limit
	reason string
	locks  bool // the current attempt locked it
}

// signIn is a sign-in in progress, counted in its buckets before the password is verified.
type signIn struct {
	typed   string // keyed hash of the e-mail that was typed
	network string // keyed hash of the caller's network
	buckets []bucket
}

// Login opens a session. For an unknown account, a wrong password and a ban, the answer and the time it
// takes are the same. fault.TooMany: too many failures, whether the account exists or not.
func (s *Service) Login(ctx context.Context, email, password, address string) (Tokens, error) {
	now := s.clock.Now()
	try, err := s.begin(ctx, email, network.Of(address), now)
	if err != nil {
		return Tokens{}, err
	}
	account, err := s.store.AccountByEmail(ctx, email)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return Tokens{}, err
	}
	right, err := s.hasher.verify(ctx, account.PasswordHash, password)
	if err != nil {
		return Tokens{}, err
	}
	if !right || !account.Active {
		if err := s.failed(ctx, try, account, right, now); err != nil {
			return Tokens{}, err
		}
		return Tokens{}, errBadCredentials()
	}

	session := Session{
		ID: rand.Text(), AccountID: account.ID, Generation: 1,
		CreatedAt: now, RotatedAt: now, ExpiresAt: now.Add(sessionIdle),
	}
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		if err := s.forgive(ctx, try, now); err != nil {
			return err
		}
		if err := s.store.RememberAddress(ctx, account.ID, try.network, now); err != nil {
			return err
		}
		if err := s.store.CreateSession(ctx, session); err != nil {
			return err
		}
		if err := s.store.Touch(ctx, account.ID, now); err != nil {
			return err
		}
		return s.store.Record(ctx, audit.Entry{
			At: now, ActorID: account.ID, Action: audit.LoggedIn, Object: object(account.ID),
		})
	})
	if err != nil {
		return Tokens{}, err
	}
	return s.tokens.issue(session, account.actor(session.ID), account.Email, now)
}

// addressBucket returns the keyed hash under which an address is counted and remembered.
func (s *Service) addressBucket(network string) string { return s.tokens.bucket("adresse", network) }

// begin counts an attempt as a failure in each of its buckets. If one of them is locked, it refuses the
// attempt and changes none.
func (s *Service) begin(ctx context.Context, email, from string, now time.Time) (signIn, error) {
	folded := FoldEmail(email)
	try := signIn{typed: s.tokens.bucket("compte", folded), network: s.addressBucket(from)}
	try.buckets = []bucket{
		{key: s.tokens.bucket("couple", folded+" "+from), limit: limitOfPair, reason: reasonOfPair},
		{key: try.network, limit: limitOfAddress, reason: reasonOfNetworks},
	}
	familiar, err := s.store.KnowsAddress(ctx, folded, try.network, now.Add(-FamiliarFor))
	if err != nil {
		return try, err
	}
	if !familiar {
		try.buckets = append(try.buckets, bucket{key: try.typed, limit: limitOfAccount, reason: reasonOfAccount})
	}
	// An attempt at a locked bucket costs one read and no transaction.
	for _, b := range try.buckets {
		state, err := s.store.LimitState(ctx, b.key)
		if err != nil {
			return try, err
		}
		if _, wait := b.limit.try(state, now); wait > 0 {
			return try, errTooMany(wait)
		}
	}
	return try, s.store.Atomically(ctx, func(ctx context.Context) error {
		for i := range try.buckets {
			b := &try.buckets[i]
			state, err := s.store.LimitState(ctx, b.key)
			if err != nil {
				return err
			}
			after, wait := b.limit.try(state, now)
			if wait > 0 {
				return errTooMany(wait)
			}
			b.locks = after.Until.After(now)
			if err := s.store.SaveLimitState(ctx, b.key, after); err != nil {
				return err
			}
		}
		return nil
	})
}

// forgive takes back what begin counted, after a successful sign-in. The bucket of the pair is cleared.
func (s *Service) forgive(ctx context.Context, try signIn, now time.Time) error {
	for _, b := range try.buckets {
		after := LimitState{}
		if b.reason != reasonOfPair {
			state, err := s.store.LimitState(ctx, b.key)
			if err != nil {
				return err
			}
			after = b.limit.forgiven(state, now)
		}
		if err := s.store.SaveLimitState(ctx, b.key, after); err != nil {
			return err
		}
	}
	return nil
}

// failed records a failed sign-in and the locks that it caused; account is empty when no account has
// the e-mail. The owner gets one mail when the failures of a day reach toldFailures.
func (s *Service) failed(ctx context.Context, try signIn, account Account, right bool, now time.Time) error {
	reason := reasonWrong
	switch {
	case account.ID == 0:
		reason = reasonUnknown
	case right:
		reason = reasonBanned
	}
	event := security.Event{At: now, Kind: security.LoginFailed, AccountID: account.ID, TypedKey: try.typed, Reason: reason}
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		if err := s.Security.Note(ctx, event); err != nil {
			return err
		}
		for _, b := range try.buckets {
			if !b.locks {
				continue
			}
			locked := event
			locked.Kind, locked.Reason = security.LockedOut, b.reason
			if err := s.Security.Note(ctx, locked); err != nil {
				return err
			}
		}
		// An unknown account runs the same statements, so that it takes the same time.
		count, _, err := s.store.CountTry(ctx, s.tokens.bucket("echecs", try.typed), now, failuresDay)
		if err != nil || count != toldFailures || account.PasswordHash == "" || !account.Active {
			return err
		}
		return s.store.QueueMail(ctx, outbox.LoginsFailed, account.ID, now)
	})
}

// limitRequests counts one request and refuses it when the bucket is full.
func (s *Service) limitRequests(ctx context.Context, bucket string, most int, now time.Time) error {
	count, since, err := s.store.CountTry(ctx, bucket, now, requestWindow)
	if err != nil || count <= most {
		return err
	}
	return errTooMany(since.Add(requestWindow).Sub(now))
}

func errTooMany(wait time.Duration) error {
	detail := "Trop de tentatives. Veuillez réessayer " + inFrench(wait) + "."
	return &fault.Error{Kind: fault.TooMany, Message: detail, Detail: detail, RetryAfter: wait}
}
