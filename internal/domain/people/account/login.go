package account

import (
	"context"
	"crypto/rand"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/network"
	"consigne/internal/kernel/text"
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
	reasonFactor     = "second facteur"
	reasonProvider   = "fournisseur obligatoire"
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
	proof   ProviderProof
}

// SignIn is the outcome of a sign-in: a session, or the step that comes before it.
type SignIn struct {
	Tokens  Tokens
	Pending *Pending // nil: the session is open
}

// Login checks the password. It opens a session, unless the account has a second factor or must add one: that comes
// first. For an unknown account, a wrong password and a ban, the answer and the time it takes are the same.
// fault.TooMany: too many failures, whether the account exists or not. fault.Forbidden: the accounts of the domain must
// use a provider; only an administrator's password opens one, and any other gets that answer.
func (s *Service) Login(ctx context.Context, email, password string, from Caller) (SignIn, error) {
	now, email := s.clock.Now(), text.Email(email)
	try, err := s.begin(ctx, email, network.Of(from.Address), now)
	if err != nil {
		return SignIn{}, err
	}
	account, err := s.store.AccountByEmail(ctx, email)
	if err != nil && !fault.Is(err, fault.KindNotFound) {
		return SignIn{}, err
	}
	provider, err := s.compulsory(ctx, email)
	if err != nil {
		return SignIn{}, err
	}
	matched, err := s.hasher.verify(ctx, account.PasswordHash, password)
	if err != nil {
		return SignIn{}, err
	}
	right := matched != wrongPassword
	if !right || !account.Active || provider != "" && !account.Admin {
		refusal, reason := errBadCredentials(), reasonOf(account, right)
		if provider != "" {
			refusal, reason = errMustUse(provider), reasonProvider
		}
		if err := s.failed(ctx, try, account, reason, now); err != nil {
			return SignIn{}, err
		}
		return SignIn{}, refusal
	}
	if err := s.renewHash(ctx, account, password, matched); err != nil {
		return SignIn{}, err
	}
	origin := from.origin(ByPassword, "")
	var entered SignIn
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		var err error
		if entered.Pending, err = s.nextStep(ctx, account, origin, ProviderProof{}, now); err != nil {
			return err
		}
		if entered.Pending != nil {
			return s.takeBack(ctx, try, now)
		}
		entered.Tokens, err = s.signIn(ctx, account, try, origin, now)
		return err
	})
	return entered, err
}

// nextStep begins what must come between the beginning of a sign-in and the session, or returns nil.
func (s *Service) nextStep(
	ctx context.Context, account Account, origin Origin, proof ProviderProof, now time.Time,
) (*Pending, error) {
	step := Step{AccountID: account.ID, Way: origin.Way, Provider: origin.Provider, Proof: proof}
	means, err := s.meansOf(ctx, account.ID)
	if err != nil {
		return nil, err
	}
	if len(means) > 0 {
		step.Kind = AwaitsFactor
		return s.begunStep(ctx, step, means, now)
	}
	must, err := s.mustHaveFactor(ctx, account)
	if err != nil || !must {
		return nil, err
	}
	means = []Means{TOTP}
	if s.passkeys != nil {
		means = append(means, Passkey)
	}
	step.Kind = AwaitsEnrolment
	return s.begunStep(ctx, step, means, now)
}

// signIn opens a session, and forgives the failures before it.
func (s *Service) signIn(
	ctx context.Context, account Account, try signIn, origin Origin, now time.Time,
) (Tokens, error) {
	session := Session{
		ID: rand.Text(), AccountID: account.ID, Origin: origin, Generation: 1,
		CreatedAt: now, RotatedAt: now, ExpiresAt: now.Add(sessionIdle),
	}
	if err := s.forgive(ctx, try, now); err != nil {
		return Tokens{}, err
	}
	if err := s.noteAddress(ctx, account.ID, try.network, now); err != nil {
		return Tokens{}, err
	}
	if err := s.store.CreateSession(ctx, session); err != nil {
		return Tokens{}, err
	}
	if try.proof.IdentityID != 0 {
		if err := s.store.KeepProof(ctx, session.ID, try.proof); err != nil {
			return Tokens{}, err
		}
	}
	if err := s.store.Touch(ctx, account.ID, now); err != nil {
		return Tokens{}, err
	}
	if err := s.store.Record(ctx, audit.Entry{
		At: now, ActorID: account.ID, Action: audit.LoggedIn, Object: object(account.ID),
	}); err != nil {
		return Tokens{}, err
	}
	return s.tokens.issue(session, account.actor(session.ID), account.Email, now)
}

// noteAddress remembers from where the account is signed in to, and tells of an address from which it was not lately.
func (s *Service) noteAddress(ctx context.Context, accountID int64, address string, now time.Time) error {
	first, err := s.store.RememberAddress(ctx, accountID, address, now, now.Add(-FamiliarFor))
	if err != nil || !first {
		return err
	}
	return s.Security.Note(ctx,
		security.Event{At: now, Kind: security.NewAddress, AccountID: accountID, ActorID: accountID})
}

// addressBucket returns the keyed hash under which an address is counted and remembered.
func (s *Service) addressBucket(network string) string { return s.tokens.bucket("adresse", network) }

// begin counts an attempt as a failure in each of its buckets: those of the e-mail and of the network from which it
// comes.
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
	return try, s.count(ctx, try, now)
}

// beginFactor counts an attempt at a second factor. After a provider it has buckets of its own, which only who came
// from there can fill: passwords typed by others, which open nothing where a provider is compulsory, would lock the
// person out.
func (s *Service) beginFactor(
	ctx context.Context, account Account, way Way, from string, now time.Time,
) (signIn, error) {
	if way != ByProvider {
		return s.begin(ctx, account.Email, from, now)
	}
	folded := FoldEmail(account.Email)
	try := signIn{typed: s.tokens.bucket("compte", folded), network: s.addressBucket(from)}
	try.buckets = []bucket{
		{key: s.tokens.bucket("couple-fournisseur", folded+" "+from), limit: limitOfPair, reason: reasonOfPair},
		{key: s.tokens.bucket("compte-fournisseur", folded), limit: limitOfAccount, reason: reasonOfAccount},
	}
	return try, s.count(ctx, try, now)
}

// count counts the attempt in each of its buckets. If one of them is locked, it refuses the attempt and changes none.
func (s *Service) count(ctx context.Context, try signIn, now time.Time) error {
	// An attempt at a locked bucket costs one read and no transaction.
	for _, b := range try.buckets {
		state, err := s.store.LimitState(ctx, b.key)
		if err != nil {
			return err
		}
		if _, wait := b.limit.try(state, now); wait > 0 {
			return errTooMany(wait)
		}
	}
	return s.store.Atomically(ctx, func(ctx context.Context) error {
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
	if err := s.takeBack(ctx, try, now); err != nil {
		return err
	}
	for _, b := range try.buckets {
		if b.reason != reasonOfPair {
			continue
		}
		if err := s.store.SaveLimitState(ctx, b.key, LimitState{}); err != nil {
			return err
		}
	}
	return nil
}

// takeBack takes back what begin counted, after a password that was right. The failures before it stay: who knows the
// password could otherwise try codes of a second factor without end.
func (s *Service) takeBack(ctx context.Context, try signIn, now time.Time) error {
	for _, b := range try.buckets {
		state, err := s.store.LimitState(ctx, b.key)
		if err != nil {
			return err
		}
		if err := s.store.SaveLimitState(ctx, b.key, b.limit.forgiven(state, now)); err != nil {
			return err
		}
	}
	return nil
}

// reasonOf returns why a password did not open the account, which is empty when no account has the e-mail.
func reasonOf(account Account, right bool) string {
	switch {
	case account.ID == 0:
		return reasonUnknown
	case right:
		return reasonBanned
	}
	return reasonWrong
}

// failed records a failed sign-in and the locks that it caused; account is empty when no account has
// the e-mail. The owner gets one mail when the failures of a day reach toldFailures.
func (s *Service) failed(ctx context.Context, try signIn, account Account, reason string, now time.Time) error {
	event := security.Event{
		At: now, Kind: security.LoginFailed, AccountID: account.ID, TypedKey: try.typed,
		Reason: reason,
	}
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
	return s.limitWithin(ctx, bucket, most, requestWindow, now)
}

// limitWithin does the same with another window.
func (s *Service) limitWithin(ctx context.Context, bucket string, most int, window time.Duration, now time.Time) error {
	count, since, err := s.store.CountTry(ctx, bucket, now, window)
	if err != nil || count <= most {
		return err
	}
	return errTooMany(since.Add(window).Sub(now))
}

func errTooMany(wait time.Duration) error {
	detail := "Trop de tentatives. Veuillez réessayer " + inFrench(wait) + "."
	return &fault.Error{Kind: fault.KindTooMany, Message: detail, Detail: detail, RetryAfter: wait}
}
