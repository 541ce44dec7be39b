package account

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/network"
)

// passkeysAt lets accounts sign in with passkeys, which browsers tie to the host of the public address. Browsers
// refuse passkeys at an address without a name: it returns nil there, and without an address.
func passkeysAt(publicURL string) (*webauthn.WebAuthn, error) {
	if publicURL == "" {
		return nil, nil
	}
	site, err := url.Parse(publicURL)
	if err != nil {
		return nil, fmt.Errorf("read the public address: %w", err)
	}
	if _, err := netip.ParseAddr(site.Hostname()); err == nil {
		return nil, nil
	}
	passkeys, err := webauthn.New(&webauthn.Config{
		RPID: site.Hostname(), RPDisplayName: issuer, RPOrigins: []string{publicURL},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: new(true),
			UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("set up passkeys: %w", err)
	}
	return passkeys, nil
}

// Ceremony is what a browser needs to make or use a passkey.
type Ceremony struct {
	Token   string // of the step in which its answer is awaited
	Options any    // as WebAuthn writes them in JSON
}

const (
	msgNoWebAuthn    = "Les clés d'accès ne sont pas possibles à cette adresse."
	msgWrongWebAuthn = "Cette clé d'accès n'est pas reconnue."
	reasonWebAuthn   = "clé d'accès"
	mostCeremonies   = 30 // a minute, from an address
)

// BeginPasskey begins the addition of a passkey in a step.
func (s *Service) BeginPasskey(ctx context.Context, token string) (Ceremony, error) {
	if s.passkeys == nil {
		return Ceremony{}, fault.Conflict(msgNoWebAuthn)
	}
	step, account, err := s.openStep(ctx, token, AwaitsEnrolment, Confirmed)
	if err != nil {
		return Ceremony{}, err
	}
	holder, err := s.passkeyHolder(ctx, account)
	if err != nil {
		return Ceremony{}, err
	}
	creation, session, err := s.passkeys.BeginRegistration(holder,
		webauthn.WithExclusions(webauthn.Credentials(holder.credentials).CredentialDescriptors()))
	if err != nil {
		return Ceremony{}, fmt.Errorf("begin a passkey: %w", err)
	}
	return Ceremony{Token: token, Options: creation.Response}, s.keepState(ctx, step, stepState{Passkey: session})
}

// AskPasskey asks for a passkey: of the account of a step that awaits a second factor or, without a token, of any
// account, to sign in without a password.
func (s *Service) AskPasskey(ctx context.Context, token, address string) (Ceremony, error) {
	if s.passkeys == nil {
		return Ceremony{}, fault.Conflict(msgNoWebAuthn)
	}
	if token != "" {
		step, account, err := s.openStep(ctx, token, AwaitsFactor)
		if err != nil {
			return Ceremony{}, err
		}
		return s.askHolder(ctx, account, step, token)
	}
	now := s.clock.Now()
	if err := s.limitRequests(ctx, s.tokens.bucket("cle-acces", network.Of(address)), mostCeremonies, now); err != nil {
		return Ceremony{}, err
	}
	begun, err := s.begunStep(ctx, Step{Kind: AwaitsPasskey, Way: ByPasskey}, nil, now)
	if err != nil {
		return Ceremony{}, err
	}
	assertion, session, err := s.passkeys.BeginDiscoverableLogin(
		webauthn.WithUserVerification(protocol.VerificationRequired),
	)
	if err != nil {
		return Ceremony{}, fmt.Errorf("ask for a passkey: %w", err)
	}
	step := Step{TokenHash: hashToken(begun.Token)}
	return Ceremony{Token: begun.Token, Options: assertion.Response}, s.keepState(ctx, step, stepState{Passkey: session})
}

// AskOwnPasskey asks for a passkey of the actor, who proves with it again who they are (Reauthenticate).
// fault.Conflict: the account has none.
func (s *Service) AskOwnPasskey(ctx context.Context, actor access.Actor) (Ceremony, error) {
	if s.passkeys == nil {
		return Ceremony{}, fault.Conflict(msgNoWebAuthn)
	}
	account, err := s.store.AccountByID(ctx, actor.AccountID)
	if err != nil {
		return Ceremony{}, err
	}
	var ceremony Ceremony
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		step := Step{Kind: AwaitsProof, AccountID: account.ID, SessionID: actor.SessionID}
		begun, err := s.begunStep(ctx, step, nil, s.clock.Now())
		if err != nil {
			return err
		}
		step.TokenHash = hashToken(begun.Token)
		ceremony, err = s.askHolder(ctx, account, step, begun.Token)
		return err
	})
	return ceremony, err
}

// askHolder asks, in a step, for a passkey of the account.
func (s *Service) askHolder(ctx context.Context, account Account, step Step, token string) (Ceremony, error) {
	holder, err := s.passkeyHolder(ctx, account)
	if err != nil {
		return Ceremony{}, err
	}
	if len(holder.credentials) == 0 {
		return Ceremony{}, fault.Conflict(msgWrongWebAuthn)
	}
	assertion, session, err := s.passkeys.BeginLogin(holder, webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return Ceremony{}, fmt.Errorf("ask for a passkey: %w", err)
	}
	return Ceremony{Token: token, Options: assertion.Response}, s.keepState(ctx, step, stepState{Passkey: session})
}

// LoginByPasskey opens a session with a passkey alone. fault.Unauthenticated: it is not that of an account that may
// sign in. fault.Forbidden: the account must use a provider.
func (s *Service) LoginByPasskey(
	ctx context.Context, token string, response json.RawMessage, from Caller,
) (Tokens, error) {
	step, _, err := s.openStep(ctx, token, AwaitsPasskey)
	if err != nil {
		return Tokens{}, err
	}
	now := s.clock.Now()
	account, err := s.ownerOfPasskey(ctx, response)
	if fault.Is(err, fault.KindNotFound) {
		if err := s.Security.Note(ctx,
			security.Event{At: now, Kind: security.LoginFailed, Reason: reasonWebAuthn}); err != nil {
			return Tokens{}, err
		}
		return Tokens{}, errWrongPasskey()
	}
	if err != nil {
		return Tokens{}, err
	}
	try, err := s.begin(ctx, account.Email, network.Of(from.Address), now)
	if err != nil {
		return Tokens{}, err
	}
	return s.signInBy(ctx, account, step, try, from, reasonWebAuthn, now, func(ctx context.Context) error {
		if !account.Active {
			return errWrongPasskey()
		}
		if err := s.proveByPasskey(ctx, account, step, response, now); err != nil {
			return err
		}
		return s.refuseCompulsory(ctx, account)
	})
}

// ownerOfPasskey finds the account of the passkey that a browser has used, before the answer is checked.
// fault.NotFound: no account has it.
func (s *Service) ownerOfPasskey(ctx context.Context, response json.RawMessage) (Account, error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(response)
	if err != nil {
		return Account{}, fault.NotFound()
	}
	factor, err := s.store.FactorByCredential(ctx, credentialID(parsed.RawID))
	if err != nil {
		return Account{}, err
	}
	return s.store.AccountByID(ctx, factor.AccountID)
}

// proveByPasskey checks the answer of a browser to the challenge of the step.
func (s *Service) proveByPasskey(
	ctx context.Context, account Account, step Step, response json.RawMessage, now time.Time,
) error {
	var state stepState
	if err := s.readState(step, &state); err != nil {
		return err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(response)
	if err != nil || s.passkeys == nil || state.Passkey == nil {
		return errWrongPasskey()
	}
	holder, err := s.passkeyHolder(ctx, account)
	if err != nil {
		return err
	}
	var used *webauthn.Credential
	if step.Kind == AwaitsPasskey {
		_, used, err = s.passkeys.ValidatePasskeyLogin(func(_, handle []byte) (webauthn.User, error) {
			if string(handle) != string(holder.handle) {
				return nil, errors.New("another account's handle")
			}
			return holder, nil
		}, *state.Passkey, parsed)
	} else {
		used, err = s.passkeys.ValidateLogin(holder, *state.Passkey, parsed)
	}
	if err != nil || used.Authenticator.CloneWarning {
		return errWrongPasskey()
	}
	factor, err := s.store.FactorByCredential(ctx, credentialID(used.ID))
	if err != nil {
		return err
	}
	secret, err := s.sealCredential(account.ID, used)
	if err != nil {
		return err
	}
	return s.store.UsePasskey(ctx, factor.ID, secret, now)
}

// newPasskey checks the answer of a browser that has made a passkey in the step.
func (s *Service) newPasskey(account Account, session *webauthn.SessionData, response json.RawMessage) (Factor, error) {
	refused := fault.Conflict("Cette clé d'accès n'a pas pu être ajoutée.")
	parsed, err := protocol.ParseCredentialCreationResponseBytes(response)
	if err != nil || s.passkeys == nil {
		return Factor{}, refused
	}
	made, err := s.passkeys.CreateCredential(s.holderOf(account), *session, parsed)
	if err != nil {
		return Factor{}, refused
	}
	made.Attestation = webauthn.CredentialAttestation{} // none was asked for
	sealed, err := s.sealCredential(account.ID, made)
	return Factor{Means: Passkey, Secret: sealed, CredentialID: credentialID(made.ID)}, err
}

func (s *Service) sealCredential(accountID int64, credential *webauthn.Credential) (string, error) {
	text, err := json.Marshal(credential)
	if err != nil {
		return "", fmt.Errorf("write a passkey: %w", err)
	}
	return s.tokens.seal(text, sealedFor(accountID))
}

func credentialID(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

func errWrongPasskey() error { return fault.Unauthenticated("Invalid passkey.", msgWrongWebAuthn) }

// holder is an account as WebAuthn sees it.
type holder struct {
	handle      []byte // tells authenticators the account, without naming the person
	account     Account
	credentials []webauthn.Credential
}

func (h *holder) WebAuthnID() []byte                         { return h.handle }
func (h *holder) WebAuthnName() string                       { return h.account.Email }
func (h *holder) WebAuthnDisplayName() string                { return h.account.FirstName + " " + h.account.LastName }
func (h *holder) WebAuthnCredentials() []webauthn.Credential { return h.credentials }

func (s *Service) holderOf(account Account) *holder {
	return &holder{handle: sign(s.tokens.handleKey, strconv.FormatInt(account.ID, 10)), account: account}
}

// passkeyHolder returns the account with its passkeys.
func (s *Service) passkeyHolder(ctx context.Context, account Account) (*holder, error) {
	factors, err := s.store.Factors(ctx, account.ID)
	if err != nil {
		return nil, err
	}
	held := s.holderOf(account)
	for _, factor := range factors {
		if factor.Means != Passkey {
			continue
		}
		text, err := s.tokens.open(factor.Secret, sealedFor(account.ID))
		if err != nil {
			continue // CONSIGNE_SECRET has changed since
		}
		var credential webauthn.Credential
		if err := json.Unmarshal(text, &credential); err != nil {
			return nil, fmt.Errorf("read a passkey: %w", err)
		}
		held.credentials = append(held.credentials, credential)
	}
	return held, nil
}
