package account

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/account/totp"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/network"
	"consigne/internal/kernel/text"
)

// Proof is what a person gives to prove who they are besides a password.
type Proof struct {
	Means    Means
	Code     string          // of an application, or a recovery code
	Response json.RawMessage // of a passkey
	Step     string          // the token of AskOwnPasskey, for Reauthenticate by a passkey
}

const msgWrongCode = "Ce code n'est pas correct, ou il a déjà servi."

// SecondFactor ends a sign-in that awaits a second factor. fault.Unauthenticated: the proof is wrong. fault.Gone: the
// step has expired, or there were too many wrong proofs.
func (s *Service) SecondFactor(ctx context.Context, token string, proof Proof, from Caller) (Tokens, error) {
	step, account, err := s.openStep(ctx, token, AwaitsFactor)
	if err != nil {
		return Tokens{}, err
	}
	if err := s.refuseStep(ctx, account, step); err != nil {
		return Tokens{}, err
	}
	now := s.clock.Now()
	try, err := s.beginFactor(ctx, account, step.Way, network.Of(from.Address), now)
	if err != nil {
		return Tokens{}, err
	}
	more, err := s.store.CountStepTry(ctx, step.TokenHash, stepTries)
	if err != nil {
		return Tokens{}, err
	}
	if !more {
		return Tokens{}, goneStep(step.Kind)
	}
	return s.signInBy(ctx, account, step, try, from, reasonFactor, now, func(ctx context.Context) error {
		return s.prove(ctx, account, step, proof, now)
	})
}

// signInBy ends the step and opens a session once prove, in the same transaction, finds the proof right. A wrong one
// counts as a failed sign-in, with the reason.
func (s *Service) signInBy(
	ctx context.Context, account Account, step Step, try signIn, from Caller, reason string, now time.Time,
	prove func(ctx context.Context) error,
) (Tokens, error) {
	var tokens Tokens
	try.proof = step.Proof
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		err := prove(ctx)
		if err == nil {
			err = s.endStep(ctx, step)
		}
		if err == nil {
			tokens, err = s.signIn(ctx, account, try, from.origin(step.Way, step.Provider), now)
		}
		return err
	})
	if wrongProof(err) {
		if err := s.failed(ctx, try, account, reason, now); err != nil {
			return Tokens{}, err
		}
	}
	return tokens, err
}

// Reauthenticate checks again who the actor is: by a factor if the account has one, else by the password. A step-up is
// never weaker than the sign-in: whoever holds the device and the password would otherwise replace the owner's factors.
// The session, which a password or a provider opened, stands for that part; a password that is given besides must be
// right. It returns the token of the step in which the factors, the password and the e-mail can be changed.
// fault.Invalid: the proof is wrong or misses. fault.Gone: the passkey was not asked for, or too long ago.
func (s *Service) Reauthenticate(
	ctx context.Context, actor access.Actor, password string, proof Proof, address string,
) (*Pending, error) {
	now := s.clock.Now()
	account, err := s.store.AccountByID(ctx, actor.AccountID)
	if err != nil {
		return nil, err
	}
	has, err := s.hasFactor(ctx, account.ID)
	if err != nil {
		return nil, err
	}
	if has && proof.Means == "" {
		return nil, errNeedsFactor() // before the password is looked at, so that the answer tells nothing of it
	}
	byFactor := has || password == ""
	var step Step
	if byFactor && proof.Means == Passkey {
		if step, _, err = s.openOwnStep(ctx, actor, proof.Step, AwaitsProof); err != nil {
			return nil, err
		}
	}
	try, err := s.begin(ctx, account.Email, network.Of(address), now)
	if err != nil {
		return nil, err
	}
	if password != "" {
		matched, err := s.hasher.verify(ctx, account.PasswordHash, password)
		if err == nil {
			err = s.renewHash(ctx, account, password, matched)
		}
		if err != nil {
			return nil, err
		}
		if matched == wrongPassword {
			return nil, s.wrongAgain(ctx, try, account, reasonWrong, "motDePasse", "Ce mot de passe n'est pas correct.", now)
		}
	}
	var begun *Pending
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		if byFactor {
			if err := s.proveAgain(ctx, account, step, proof, now); err != nil {
				return err
			}
		} else if has, err := s.hasFactor(ctx, account.ID); err != nil || has {
			return cmp.Or(err, errNeedsFactor()) // added since
		}
		if err := s.forgive(ctx, try, now); err != nil {
			return err
		}
		begun, err = s.begunStep(ctx, Step{Kind: Confirmed, AccountID: account.ID, SessionID: actor.SessionID}, nil, now)
		return err
	})
	if !wrongProof(err) {
		return begun, err
	}
	if proof.Means == Passkey {
		return nil, s.wrongAgain(ctx, try, account, reasonWebAuthn, "reponse", msgWrongWebAuthn, now)
	}
	return nil, s.wrongAgain(ctx, try, account, reasonFactor, "code", msgWrongCode, now)
}

// proveAgain checks the proof of a factor, and ends the step in which a passkey was awaited.
func (s *Service) proveAgain(ctx context.Context, account Account, step Step, proof Proof, now time.Time) error {
	if err := s.prove(ctx, account, step, proof, now); err != nil || proof.Means != Passkey {
		return err
	}
	return s.endStep(ctx, step)
}

// wrongAgain counts a wrong proof of who is signed in, and returns the refusal.
func (s *Service) wrongAgain(
	ctx context.Context, try signIn, account Account, reason, field, detail string, now time.Time,
) error {
	if err := s.failed(ctx, try, account, reason, now); err != nil {
		return err
	}
	return fault.Invalid(field, detail)
}

func (s *Service) hasFactor(ctx context.Context, accountID int64) (bool, error) {
	held, err := s.store.Factors(ctx, accountID)
	return len(held) > 0, err
}

func errNeedsFactor() error {
	return fault.Invalid("code",
		"Votre compte a une double authentification : confirmez par un code de votre application, "+
			"une clé d'accès ou un code de secours.")
}

func errWrongCode() error { return fault.Unauthenticated("Invalid second factor.", msgWrongCode) }

func wrongProof(err error) bool { return fault.Is(err, fault.KindUnauthenticated) }

// prove checks a proof and marks it as used, in the transaction of what it allows. fault.Unauthenticated: it is wrong.
func (s *Service) prove(ctx context.Context, account Account, step Step, proof Proof, now time.Time) error {
	switch proof.Means {
	case TOTP:
		return s.proveByCode(ctx, account, proof.Code, now)
	case Passkey:
		return s.proveByPasskey(ctx, account, step, proof.Response, now)
	case Recovery:
		return s.proveByRecoveryCode(ctx, account, proof.Code, now)
	}
	return errWrongCode()
}

// proveByCode checks the code of an application against those of the account. Each code is good once, also when two
// calls send it at the same time.
func (s *Service) proveByCode(ctx context.Context, account Account, code string, now time.Time) error {
	factors, err := s.store.Factors(ctx, account.ID)
	if err != nil {
		return err
	}
	for _, factor := range factors {
		if factor.Means != TOTP {
			continue
		}
		key, err := s.tokens.open(factor.Secret, sealedFor(account.ID))
		if err != nil {
			continue // CONSIGNE_SECRET has changed since
		}
		step, matches := totp.Match(key, text.Key(code), now)
		if !matches {
			continue
		}
		first, err := s.store.UseStep(ctx, factor.ID, step, now)
		if err != nil || first {
			return err
		}
	}
	return errWrongCode()
}

// proveByRecoveryCode checks a recovery code, and tells the owner of the account that it was used.
func (s *Service) proveByRecoveryCode(ctx context.Context, account Account, code string, now time.Time) error {
	first, err := s.store.UseRecoveryCode(ctx, account.ID, s.tokens.recoveryHash(code), now)
	if err != nil {
		return err
	}
	if !first {
		return errWrongCode()
	}
	return s.tellChange(ctx, factorChange{
		account: account, actorID: account.ID,
		event: security.RecoveryUsed, action: audit.RecoveryUsed, mail: outbox.RecoveryUsed,
	})
}

// factorChange is what is told of a change of second factors.
type factorChange struct {
	account    Account
	actorID    int64
	operatorID int64 // whose audit log tells it; 0: the platform's
	event      security.Kind
	action     audit.Action
	mail       outbox.Kind
	facts      map[string]any
}

// tellChange tells the person, the audit log and those who watch the security of accounts.
func (s *Service) tellChange(ctx context.Context, change factorChange) error {
	now := s.clock.Now()
	if err := s.store.QueueMailAt(ctx, change.mail, change.account.ID, change.account.Email, now); err != nil {
		return err
	}
	if err := s.Security.Note(ctx,
		security.Event{At: now, Kind: change.event, AccountID: change.account.ID, ActorID: change.actorID}); err != nil {
		return err
	}
	return s.record(ctx, change.action, access.Actor{AccountID: change.actorID}, change.operatorID, change.account.ID,
		change.facts)
}
