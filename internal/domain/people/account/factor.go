package account

import (
	"context"
	"slices"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// Means is a way to prove who one is besides a password, as written on the wire.
type Means string

// The means. TOTP and passkeys are factors that a person keeps and names; the recovery codes are for whoever has lost
// the rest.
const (
	TOTP     Means = "totp"
	Passkey  Means = "passkey"
	Recovery Means = "secours"
)

// Factor is a second factor of an account.
type Factor struct {
	ID           int64
	AccountID    int64
	Means        Means // TOTP or Passkey
	Name         string
	Secret       string // sealed: the key of the codes, or the passkey's public key and state
	CredentialID string // of a passkey
	LastStep     int64  // of the last code that was used
	CreatedAt    time.Time
	UsedAt       *time.Time // nil: never
}

// FactorStore stores second factors, recovery codes, and the steps in which they are used.
type FactorStore interface {
	// Factors lists the factors of an account, oldest first.
	Factors(ctx context.Context, accountID int64) ([]Factor, error)
	// FactorByCredential finds a passkey by the id under which the browser knows it.
	FactorByCredential(ctx context.Context, credentialID string) (Factor, error)
	// CreateFactor returns the new id, or fault.Conflict when the passkey is an account's already.
	CreateFactor(ctx context.Context, factor Factor) (int64, error)
	// RenameFactor and DeleteFactor return false when the account has no such factor.
	RenameFactor(ctx context.Context, accountID, id int64, name string) (bool, error)
	DeleteFactor(ctx context.Context, accountID, id int64) (bool, error)
	// DeleteFactors deletes all factors and recovery codes of the account.
	DeleteFactors(ctx context.Context, accountID int64) error
	// UseStep marks the code of that step as used. It returns false when that code or a later one was used before.
	UseStep(ctx context.Context, factorID, step int64, at time.Time) (bool, error)
	// UsePasskey stores the state of a passkey after its use.
	UsePasskey(ctx context.Context, factorID int64, secret string, at time.Time) error
	// ReplaceRecoveryCodes stores the hashes of new codes; the former ones are no longer good.
	ReplaceRecoveryCodes(ctx context.Context, accountID int64, hashes []string) error
	// UseRecoveryCode returns false when the code is not one of the account's, or was used before.
	UseRecoveryCode(ctx context.Context, accountID int64, hash string, at time.Time) (bool, error)
	RecoveryCodesLeft(ctx context.Context, accountID int64) (int, error)

	CreateStep(ctx context.Context, step Step) error
	// StepByToken finds a step that has not ended or expired.
	StepByToken(ctx context.Context, tokenHash string, now time.Time) (Step, error)
	// CountStepTry counts a try. It returns false when there were most of them before.
	CountStepTry(ctx context.Context, tokenHash string, most int) (bool, error)
	// SetStepState stores what a later call of the step needs.
	SetStepState(ctx context.Context, tokenHash, state string) error
	// LatestExpiry returns when the last step of the kind that was begun in the session expires; nil: there is none.
	LatestExpiry(ctx context.Context, kind StepKind, accountID int64, sessionID string) (*time.Time, error)
	// EndStep returns false when another call has ended the step before.
	EndStep(ctx context.Context, tokenHash string) (bool, error)
}

// Obligation describes who must have a second factor, besides the staff of the operators that ask for one.
type Obligation string

// The obligations, as written in CONSIGNE_SECOND_FACTOR.
const (
	Administrators Obligation = "administrateurs"
	AllStaff       Obligation = "personnel"
	Nobody         Obligation = "aucun" // and the zero value
)

// Obligations lists the obligations.
func Obligations() []Obligation { return []Obligation{Administrators, AllStaff, Nobody} }

// mustHaveFactor reports whether the account must have a second factor.
func (s *Service) mustHaveFactor(ctx context.Context, account Account) (bool, error) {
	actor := account.actor("")
	switch {
	case account.Admin && (s.Obligation == Administrators || s.Obligation == AllStaff):
		return true, nil
	case actor.Staff() && s.Obligation == AllStaff:
		return true, nil
	}
	return s.store.AnyNeedsFactor(ctx, actor.Operators())
}

// meansOf lists the means by which the account can prove who it is; none: it has no factor.
func (s *Service) meansOf(ctx context.Context, accountID int64) ([]Means, error) {
	factors, err := s.store.Factors(ctx, accountID)
	if err != nil || len(factors) == 0 {
		return nil, err
	}
	means := []Means{}
	for _, one := range []Means{TOTP, Passkey} {
		if slices.ContainsFunc(factors, func(f Factor) bool { return f.Means == one }) {
			means = append(means, one)
		}
	}
	left, err := s.store.RecoveryCodesLeft(ctx, accountID)
	if left > 0 {
		means = append(means, Recovery)
	}
	return means, err
}

// OwnFactors is what an account sees of its own second factors.
type OwnFactors struct {
	Factors       []Factor
	RecoveryCodes int  // not used yet
	Required      bool // the account must keep at least one factor
}

// OwnFactors returns the factors of the actor.
func (s *Service) OwnFactors(ctx context.Context, actor access.Actor) (OwnFactors, error) {
	account, err := s.store.AccountByID(ctx, actor.AccountID)
	if err != nil {
		return OwnFactors{}, err
	}
	var own OwnFactors
	if own.Factors, err = s.store.Factors(ctx, account.ID); err != nil {
		return OwnFactors{}, err
	}
	if own.RecoveryCodes, err = s.store.RecoveryCodesLeft(ctx, account.ID); err != nil {
		return OwnFactors{}, err
	}
	own.Required, err = s.mustHaveFactor(ctx, account)
	return own, err
}

// RenameFactor names a factor of the actor.
func (s *Service) RenameFactor(ctx context.Context, actor access.Actor, id int64, name string) error {
	name, err := factorName(name)
	if err != nil {
		return err
	}
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		found, err := s.store.RenameFactor(ctx, actor.AccountID, id, name)
		if err != nil {
			return err
		}
		if !found {
			return fault.NotFound()
		}
		return s.record(ctx, audit.FactorRenamed, actor, 0, actor.AccountID, map[string]any{"facteur": id})
	})
}

// mostFactors is the number of factors that an account may have.
const mostFactors = 10

// factorName returns the typed name of a factor, trimmed.
func factorName(typed string) (string, error) {
	var broken fault.Broken
	broken.Line("nom", &typed)
	broken.Unless(typed != "", "nom", "Veuillez donner un nom.")
	return typed, broken.Err()
}
