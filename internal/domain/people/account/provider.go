package account

import (
	"context"
	"time"

	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/network"
)

// ProviderProof is what a provider of single sign-on said of a person.
type ProviderProof struct {
	IdentityID   int64 // of the account at the provider; 0: no provider said anything
	Issuer       string
	IDToken      string // sealed; the end of the session at the provider needs it
	SecondFactor bool   // the person has used one there
}

// ProofStore stores by which identities sessions were opened.
type ProofStore interface {
	KeepProof(ctx context.Context, sessionID string, proof ProviderProof) error
}

// SignInByProvider opens a session for the account of a person whom a provider has identified, or begins the step that
// comes first. A second factor that was used there spares one here, except to administrators of the platform: they add
// providers, and would otherwise spare their own.
func (s *Service) SignInByProvider(
	ctx context.Context, account Account, provider string, proof ProviderProof, from Caller,
) (SignIn, error) {
	now, origin := s.clock.Now(), from.origin(ByProvider, provider)
	var entered SignIn
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		entered = SignIn{}
		var err error
		if !proof.SecondFactor || account.Admin {
			if entered.Pending, err = s.nextStep(ctx, account, origin, proof, now); err != nil || entered.Pending != nil {
				return err
			}
		}
		entered.Tokens, err = s.signIn(ctx, account, signIn{network: s.addressBucket(network.Of(from.Address)), proof: proof},
			origin, now)
		return err
	})
	return entered, err
}

// CompulsoryProvider returns the label of the provider that the account must use; empty: it may sign in by other ways.
// Where there is one, the password opens nothing, and the e-mail, which is that provider's, is changed by a colleague.
// Administrators of the platform keep their ways, so that no provider can keep everybody out.
func (s *Service) CompulsoryProvider(ctx context.Context, account Account) (string, error) {
	if account.Admin {
		return "", nil
	}
	return s.compulsory(ctx, account.Email)
}

// compulsory returns the label of the provider that the accounts of the e-mail's domain must use; empty: none.
func (s *Service) compulsory(ctx context.Context, email string) (string, error) {
	if s.Compulsory == nil {
		return "", nil
	}
	return s.Compulsory(ctx, email)
}

// refuseCompulsory returns errMustUse for an account that must use a provider.
func (s *Service) refuseCompulsory(ctx context.Context, account Account) error {
	label, err := s.CompulsoryProvider(ctx, account)
	if err == nil && label != "" {
		err = errMustUse(label)
	}
	return err
}

// refuseStep refuses a sign-in that began otherwise just before a provider became compulsory for the account.
func (s *Service) refuseStep(ctx context.Context, account Account, step Step) error {
	if step.Way == ByProvider {
		return nil
	}
	return s.refuseCompulsory(ctx, account)
}

// errMustUse is the refusal of a password, passkey or link to accounts that must use a provider.
func errMustUse(label string) error {
	return &fault.Error{Kind: fault.KindForbidden, Detail: MsgMustUse(label)}
}

// MsgMustUse returns the sentence of that refusal.
func MsgMustUse(label string) string {
	return "Les comptes de ce domaine se connectent avec «\u00a0" + label + "\u00a0»."
}

// IsStaff reports whether the account may use the console at all.
func (a Account) IsStaff() bool { return a.actor("").Staff() }

// HasMailbox reports whether mail to the e-mail surely reaches the account: other letters may fold alike.
func (a Account) HasMailbox(email string) bool { return sameMailbox(a.Email, email) }

// TooMany returns the refusal of an attempt for which the caller must wait.
func TooMany(wait time.Duration) error { return errTooMany(wait) }
