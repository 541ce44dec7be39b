package account

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/account/totp"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/network"
	"consigne/internal/kernel/text"
)

// issuer is the name under which applications show the codes of this service.
const issuer = "Consigne"

// NewKey is the key of an application that gives codes, before it is confirmed by one.
type NewKey struct {
	Text string // as it is typed
	Link string // as a QR code holds it
}

// stepState is the state of a step in which a factor is being added or used.
type stepState struct {
	Key     []byte                `json:"key,omitempty"` // of an application
	Passkey *webauthn.SessionData `json:"passkey,omitempty"`
}

// BeginTOTP returns a new key for an application. It replaces one that the step has given before.
func (s *Service) BeginTOTP(ctx context.Context, token string) (NewKey, error) {
	step, account, err := s.openStep(ctx, token, AwaitsEnrolment, Confirmed)
	if err != nil {
		return NewKey{}, err
	}
	key := totp.NewKey()
	return NewKey{Text: totp.Text(key), Link: totp.Link(key, issuer, account.Email)},
		s.keepState(ctx, step, stepState{Key: key})
}

// Enrolled is the outcome of the addition of a factor.
type Enrolled struct {
	RecoveryCodes []string // nil: the account has some
	Tokens        Tokens   // of the session that a sign-in which awaited the factor has opened
}

// Enrol adds the factor of the step to the account, under a name, once the proof shows that it works. It ends the
// other sessions of the account. The first factor comes with recovery codes. fault.Invalid: the proof is wrong.
func (s *Service) Enrol(ctx context.Context, token, name string, proof Proof, from Caller) (Enrolled, error) {
	step, account, err := s.openStep(ctx, token, AwaitsEnrolment, Confirmed)
	if err != nil {
		return Enrolled{}, err
	}
	if step.Kind == AwaitsEnrolment {
		if err := s.refuseStep(ctx, account, step); err != nil {
			return Enrolled{}, err
		}
	}
	if name, err = factorName(name); err != nil {
		return Enrolled{}, err
	}
	now := s.clock.Now()
	factor, err := s.newFactor(account, step, proof, now)
	if err != nil {
		return Enrolled{}, err
	}
	factor.AccountID, factor.Name, factor.CreatedAt = account.ID, name, now
	var done Enrolled
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		done = Enrolled{}
		if err := s.endStep(ctx, step); err != nil {
			return err
		}
		if done.RecoveryCodes, err = s.addFactor(ctx, account, factor); err != nil {
			return err
		}
		if err := s.store.EndOtherSessions(ctx, account.ID, step.SessionID, now); err != nil {
			return err
		}
		if step.Kind == AwaitsEnrolment {
			done.Tokens, err = s.signIn(ctx, account,
				signIn{network: s.addressBucket(network.Of(from.Address)), proof: step.Proof}, from.origin(step.Way, step.Provider),
				now)
		}
		return err
	})
	return done, err
}

// newFactor checks the proof of a factor that is being added.
func (s *Service) newFactor(account Account, step Step, proof Proof, now time.Time) (Factor, error) {
	var state stepState
	if err := s.readState(step, &state); err != nil {
		return Factor{}, err
	}
	if proof.Means == Passkey && state.Passkey != nil {
		return s.newPasskey(account, state.Passkey, proof.Response)
	}
	used, right := totp.Match(state.Key, text.Key(proof.Code), now)
	if !right || len(state.Key) == 0 {
		return Factor{}, fault.Invalid("code", "Ce code n'est pas correct. Vérifiez aussi l'heure de votre téléphone.")
	}
	sealed, err := s.tokens.seal(state.Key, sealedFor(account.ID))
	return Factor{Means: TOTP, Secret: sealed, LastStep: used}, err
}

// addFactor stores a factor, and tells of it. It returns recovery codes if the account has none left.
func (s *Service) addFactor(ctx context.Context, account Account, factor Factor) ([]string, error) {
	held, err := s.store.Factors(ctx, account.ID)
	if err != nil {
		return nil, err
	}
	if len(held) >= mostFactors {
		return nil, fault.Conflict(
			fmt.Sprintf("Un compte ne peut avoir plus de %d moyens de connexion. Retirez-en un d'abord.", mostFactors),
		)
	}
	id, err := s.store.CreateFactor(ctx, factor)
	if err != nil {
		return nil, err
	}
	if err := s.tellChange(ctx, factorChange{
		account: account, actorID: account.ID, facts: map[string]any{"moyen": factor.Means, "facteur": id},
		event: security.FactorAdded, action: audit.FactorAdded, mail: outbox.FactorAdded,
	}); err != nil {
		return nil, err
	}
	left, err := s.store.RecoveryCodesLeft(ctx, account.ID)
	if err != nil || left > 0 {
		return nil, err
	}
	return s.newRecoveryCodes(ctx, account.ID)
}

// RemoveFactor removes a factor of the actor, in a Confirmed step, and ends the other sessions. With the last one the
// recovery codes go too. fault.Conflict: the account must keep one.
func (s *Service) RemoveFactor(ctx context.Context, actor access.Actor, token string, id int64) error {
	return s.secure(ctx, actor, token, func(ctx context.Context, account Account) error {
		removed, err := s.store.DeleteFactor(ctx, account.ID, id)
		if err != nil {
			return err
		}
		if !removed {
			return fault.NotFound()
		}
		left, err := s.store.Factors(ctx, account.ID)
		if err != nil {
			return err
		}
		if len(left) == 0 {
			must, err := s.mustHaveFactor(ctx, account)
			if err != nil {
				return err
			}
			if must {
				return fault.Conflict(
					"La double authentification est obligatoire pour votre compte : ajoutez d'abord un autre moyen.",
				)
			}
			if err := s.store.DeleteFactors(ctx, account.ID); err != nil {
				return err
			}
		}
		return s.tellChange(ctx, factorChange{
			account: account, actorID: account.ID, facts: map[string]any{"facteur": id},
			event: security.FactorRemoved, action: audit.FactorRemoved, mail: outbox.FactorRemoved,
		})
	})
}

// RenewRecoveryCodes replaces the recovery codes of the actor, in a Confirmed step, and ends the other sessions.
func (s *Service) RenewRecoveryCodes(ctx context.Context, actor access.Actor, token string) ([]string, error) {
	var codes []string
	err := s.secure(ctx, actor, token, func(ctx context.Context, account Account) error {
		factors, err := s.store.Factors(ctx, account.ID)
		if err != nil {
			return err
		}
		if len(factors) == 0 {
			return fault.Conflict("Ajoutez d'abord un moyen de connexion.")
		}
		if codes, err = s.newRecoveryCodes(ctx, account.ID); err != nil {
			return err
		}
		return s.tellChange(ctx, factorChange{
			account: account, actorID: account.ID,
			event: security.RecoveryRenewed, action: audit.RecoveryRenewed, mail: outbox.RecoveryRenewed,
		})
	})
	return codes, err
}

// ResetFactors removes all second factors of another account, for a person who has lost them, and ends its sessions.
// fault.NotFound: the operator knows no such account, or, with operatorID 0, there is none. fault.Forbidden: the actor
// does not rank above the account everywhere it has roles.
func (s *Service) ResetFactors(ctx context.Context, actor access.Actor, id, operatorID int64) (Details, error) {
	var details Details
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		account, err := s.Outranked(ctx, actor, id, operatorID)
		if err != nil {
			return err
		}
		if details, err = s.DetailsAt(ctx, actor, id, operatorID); err != nil {
			return err
		}
		if details.Factors == 0 {
			return fault.Conflict("Ce compte n'a pas de double authentification.")
		}
		details.Factors = 0
		return s.resetFactors(ctx, actor, account, operatorID)
	})
	return details, err
}

// ResetFactorsByEmail does the same for who has access to the machine. fault.NotFound: no account has the e-mail.
func (s *Service) ResetFactorsByEmail(ctx context.Context, email string) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		account, err := s.store.AccountByEmail(ctx, text.Email(email))
		if err != nil {
			return err
		}
		return s.resetFactors(ctx, access.Actor{}, account, 0)
	})
}

func (s *Service) resetFactors(ctx context.Context, actor access.Actor, account Account, operatorID int64) error {
	if err := s.store.DeleteFactors(ctx, account.ID); err != nil {
		return err
	}
	if err := s.store.EndSessionsOf(ctx, account.ID, s.clock.Now()); err != nil {
		return err
	}
	return s.tellChange(ctx, factorChange{
		account: account, actorID: actor.AccountID, operatorID: operatorID,
		event: security.FactorsReset, action: audit.FactorsReset, mail: outbox.FactorsReset,
	})
}

// sealedFor returns the owner of the secrets of an account's factors.
func sealedFor(accountID int64) string { return "account " + strconv.FormatInt(accountID, 10) }
