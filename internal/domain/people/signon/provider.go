// Package signon lets staff sign in with the accounts that their organisation keeps at a provider of OpenID Connect.
package signon

import "context"

// Provider is an OpenID Connect provider whose accounts may sign in.
type Provider struct {
	ID                              int64 // 0: from the environment
	Label, Issuer, ClientID, Secret string
	Domains                         []string // of the e-mails whose accounts it opens, lower case
	Required, Active                bool
	FromEnvironment                 bool
	Version                         int64
}

// Request is a sign-in that begins at a provider.
type Request struct{ State, Nonce, Verifier, RedirectURL string }

// Return is what the browser brought back, with what was stored when it left.
type Return struct {
	Code, Nonce, Verifier, RedirectURL string
	Issuer                             string // the parameter iss of RFC 9207; empty: absent
}

// Claims is what the provider says of a person.
type Claims struct {
	Subject, Email              string
	EmailVerified, SecondFactor bool
	IDToken                     string
}

// Metadata is what a provider publishes of itself.
type Metadata struct {
	Issuer                               string
	Userinfo, EndSession, IssuerInReturn bool
}

// Client speaks to providers.
type Client interface {
	// AuthorizeURL returns the address to which the browser is sent.
	AuthorizeURL(ctx context.Context, p Provider, r Request) (string, error)
	// Exchange returns what the provider says of the person. A provider that answers something that cannot be trusted is
	// a *Refused; one that cannot be reached is *Unreachable.
	Exchange(ctx context.Context, p Provider, r Return) (Claims, error)
	// EndSessionURL returns the address that ends the session at the provider; empty: it has none.
	EndSessionURL(ctx context.Context, p Provider, idToken, returnTo, state string) (string, error)
	// Check reads the provider's settings and keys anew.
	Check(ctx context.Context, p Provider) (Metadata, error)
}

// Refused reports an answer of a provider that cannot be trusted. Reason is a short stable English word or two for the
// security event: "audience", "nonce", "expired"…
type Refused struct{ Reason string }

func (r *Refused) Error() string { return "the provider's answer is refused: " + r.Reason }

// Unreachable reports a provider that does not answer, or whose settings cannot be used. Reason ends a French sentence
// for administrators, after « : » and without a full stop.
type Unreachable struct{ Reason string }

func (u *Unreachable) Error() string { return "the provider cannot be used: " + u.Reason }
