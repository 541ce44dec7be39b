package signon

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/sealing"
	"consigne/internal/kernel/text"
)

// Service lets accounts sign in at providers, and keeps the list of these.
type Service struct {
	store     Store
	accounts  *account.Service
	client    Client
	clock     clock.Clock
	sealed    sealing.Key
	hashed    sealing.Key // for the keyed hashes of states, cookies and networks
	publicURL string

	reach       Reach
	Environment *Provider // from the configuration; nil: none
	security    *security.Recorder
}

// Options holds what differs between the services of single sign-on.
type Options struct {
	Secret      []byte // from which keys are derived; the same on every node
	PublicURL   string // to which providers send browsers back
	Reach       Reach
	Environment *Provider // from the configuration; nil: none
}

// NewService returns a Service on the store.
func NewService(
	store Store, accounts *account.Service, client Client, clock clock.Clock, options Options,
) (*Service, error) {
	sealed, err := sealing.Derive(options.Secret, "consigne single sign-on")
	if err != nil {
		return nil, err
	}
	hashed, err := sealing.Derive(options.Secret, "consigne single sign-on hash")
	if err != nil {
		return nil, err
	}
	return &Service{
		store: store, accounts: accounts, client: client, clock: clock, sealed: sealed, hashed: hashed,
		publicURL: options.PublicURL,
		reach:     options.Reach, Environment: options.Environment, security: accounts.Security,
	}, nil
}

// environmentID names, on the wire, the provider of the configuration.
const environmentID = "environnement"

// WireID returns the id of the provider as written on the wire.
func (p Provider) WireID() string {
	if p.FromEnvironment {
		return environmentID
	}
	return strconv.FormatInt(p.ID, 10)
}

// ReturnURL is the address to which providers send browsers back.
func (s *Service) ReturnURL() string { return s.publicURL + "/connexion/retour" }

// SignedOutURL is the address to which they send browsers whose session they have ended.
func (s *Service) SignedOutURL() string { return s.publicURL + "/connexion" }

// Providers lists all providers by name, with the secrets sealed.
func (s *Service) Providers(ctx context.Context) ([]Provider, error) {
	list, err := s.store.Providers(ctx)
	if err != nil {
		return nil, err
	}
	if s.Environment != nil {
		list = append(list, *s.Environment)
	}
	slices.SortStableFunc(list, func(a, b Provider) int { return strings.Compare(text.Fold(a.Label), text.Fold(b.Label)) })
	return list, nil
}

// Offered lists the providers at which anybody may begin to sign in.
func (s *Service) Offered(ctx context.Context) ([]Provider, error) {
	list, err := s.Providers(ctx)
	return slices.DeleteFunc(list, func(p Provider) bool { return !p.offered() }), err
}

// Compulsory returns the label of the provider that the accounts of the e-mail's domain must use; empty: none.
func (s *Service) Compulsory(ctx context.Context, email string) (string, error) {
	p, err := s.compulsoryFor(ctx, email)
	return p.Label, err
}

// compulsoryFor returns the label and issuer of that provider; empty: there is none.
func (s *Service) compulsoryFor(ctx context.Context, email string) (Provider, error) {
	domain := domainOf(email)
	if s.Environment != nil && s.Environment.compels(domain) {
		return *s.Environment, nil
	}
	p, err := s.store.CompulsoryFor(ctx, domain)
	if fault.Is(err, fault.KindNotFound) {
		return Provider{}, nil
	}
	return p, err
}

// provider finds a provider by its id on the wire, with its secret in clear.
func (s *Service) provider(ctx context.Context, wireID string) (Provider, error) {
	if wireID == environmentID {
		return s.byID(ctx, 0)
	}
	id, err := strconv.ParseInt(wireID, 10, 64)
	if err != nil || id <= 0 {
		return Provider{}, fault.NotFound()
	}
	return s.byID(ctx, id)
}

// byID finds a provider, with its secret in clear; 0: that of the configuration.
func (s *Service) byID(ctx context.Context, id int64) (Provider, error) {
	if id == 0 {
		if s.Environment == nil {
			return Provider{}, fault.NotFound()
		}
		return *s.Environment, nil
	}
	p, err := s.store.ProviderByID(ctx, id)
	if err != nil {
		return p, err
	}
	return s.withSecret(p), nil
}

// byIssuer finds a provider by its issuer, with its secret in clear.
func (s *Service) byIssuer(ctx context.Context, issuer string) (Provider, error) {
	list, err := s.Providers(ctx)
	if err != nil {
		return Provider{}, err
	}
	i := slices.IndexFunc(list, func(p Provider) bool { return p.Issuer == issuer })
	switch {
	case i < 0:
		return Provider{}, fault.NotFound()
	case list[i].FromEnvironment:
		return list[i], nil
	}
	return s.withSecret(list[i]), nil
}

// withSecret returns the provider with its secret in clear. If CONSIGNE_SECRET has changed since, the secret is empty
// and the provider refuses it.
func (s *Service) withSecret(p Provider) Provider {
	opened, err := s.sealed.Open(p.Secret, ownerOf(p.ID))
	if err != nil {
		opened = nil
	}
	p.Secret = string(opened)
	return p
}

// ownerOf returns the owner of the secret of a provider.
func ownerOf(providerID int64) string { return "provider " + strconv.FormatInt(providerID, 10) }

// keyedHash returns a hash that says nothing without the secret of the installation.
func (s *Service) keyedHash(kind, subject string) string {
	mac := hmac.New(sha256.New, s.hashed)
	mac.Write([]byte(kind + ":" + subject))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// labelOf returns the name of the provider of an issuer or, when there is none any more, the issuer's host.
func labelOf(providers []Provider, issuer string) string {
	for _, p := range providers {
		if p.Issuer == issuer {
			return p.Label
		}
	}
	if address, err := url.Parse(issuer); err == nil && address.Host != "" {
		return address.Host
	}
	return issuer
}

// unreachable returns the cause for which a provider cannot be used, as the end of a French sentence; empty: err is of
// another kind.
func unreachable(err error) string {
	if cause, ok := errors.AsType[*Unreachable](err); ok {
		return cause.Reason
	}
	return ""
}

// down returns the refusal of a sign-in at a provider that cannot be used. The person is told its name, the log the
// cause.
func down(p Provider, cause error) error {
	return fmt.Errorf("%w: %w", fault.Unavailable(fmt.Sprintf(msgDown, p.Label)), cause)
}
