// Package oidc speaks OpenID Connect to the providers whose accounts sign in here: authorization code with PKCE, ID
// token and userinfo, end of session.
package oidc

import (
	"context"
	"net/http"
	"net/url"
	"sync"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/sync/singleflight"

	"consigne/internal/domain/people/signon"
	"consigne/internal/kernel/clock"
)

const (
	timeout = 5 * time.Second // of a request to a provider
	// MostAnswer is how many bytes an answer of a provider may have.
	MostAnswer = 1 << 20

	wholeExchange = 12 * time.Second // of all requests that a return needs
)

// Client is the signon.Client that asks providers over HTTP. It keeps what they publish for a while.
type Client struct {
	http  *http.Client
	reach signon.Reach
	clock clock.Clock

	flights singleflight.Group // of requests for what a provider publishes
	mu      sync.Mutex
	known   map[string]published        // by issuer
	styles  map[string]oauth2.AuthStyle // how a client last proved itself, by issuer and client id
}

var _ signon.Client = (*Client)(nil)

// New returns a client.
func New(now clock.Clock, options Options) *Client {
	return &Client{
		http: options.client(), reach: options.Reach, clock: now,
		known: map[string]published{}, styles: map[string]oauth2.AuthStyle{},
	}
}

// scopes asks for no more than what is read. All of Keycloak, Entra ID and ProConnect give the e-mail for them.
var scopes = []string{"openid", "email"}

// askedClaims asks for how the person signed in, which ProConnect only tells then.
const askedClaims = `{"id_token":{"acr":null,"amr":null}}`

// AuthorizeURL returns the address to which the browser is sent.
func (c *Client) AuthorizeURL(ctx context.Context, p signon.Provider, r signon.Request) (string, error) {
	found, err := c.document(ctx, p.Issuer)
	if err != nil {
		return "", err
	}
	options := []oauth2.AuthCodeOption{oauth2.S256ChallengeOption(r.Verifier), oauth2.SetAuthURLParam("nonce", r.Nonce)}
	if found.ClaimsParameter {
		options = append(options, oauth2.SetAuthURLParam("claims", askedClaims))
	}
	return config(p, found, r.RedirectURL).AuthCodeURL(r.State, options...), nil
}

// EndSessionURL returns the address that ends the session at the provider; empty: it has none.
func (c *Client) EndSessionURL(
	ctx context.Context, p signon.Provider, idToken, returnTo, state string,
) (string, error) {
	found, err := c.document(ctx, p.Issuer)
	if err != nil || found.EndSession == "" {
		return "", err
	}
	address, err := url.Parse(found.EndSession)
	if err != nil {
		return "", unusable("end_session_endpoint")
	}
	query := address.Query()
	query.Set("post_logout_redirect_uri", returnTo)
	query.Set("state", state)
	if idToken != "" {
		query.Set("id_token_hint", idToken)
	} else {
		query.Set("client_id", p.ClientID)
	}
	address.RawQuery = query.Encode()
	return address.String(), nil
}

// Check reads the provider's settings and keys anew, and tries the client's secret.
func (c *Client) Check(ctx context.Context, p signon.Provider) (signon.Metadata, error) {
	c.forget(p.Issuer)
	found, err := c.document(ctx, p.Issuer)
	if err != nil {
		return signon.Metadata{}, err
	}
	keys, err := c.keys(ctx, p.Issuer, found.Keys)
	if err != nil {
		return signon.Metadata{}, err
	}
	if len(keys) == 0 {
		return signon.Metadata{}, &signon.Unreachable{Reason: "le fournisseur ne publie aucune clé de signature utilisable"}
	}
	if err := c.checkSecret(ctx, p, found); err != nil {
		return signon.Metadata{}, err
	}
	return signon.Metadata{
		Issuer: found.Issuer, Userinfo: found.Userinfo != "", EndSession: found.EndSession != "",
		IssuerInReturn: found.IssuerInReturn,
	}, nil
}

func config(p signon.Provider, found document, redirectURL string) *oauth2.Config {
	return &oauth2.Config{
		ClientID: p.ClientID, ClientSecret: p.Secret, RedirectURL: redirectURL, Scopes: scopes,
		Endpoint: oauth2.Endpoint{AuthURL: found.Authorization, TokenURL: found.Token},
	}
}
