package oidc

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"

	"consigne/internal/domain/people/signon"
	"consigne/internal/kernel/text"
)

const (
	documentLife = time.Hour
	keysLife     = 15 * time.Minute // after which a key that the provider withdrew is no longer accepted
	rereadPause  = 10 * time.Second // between two readings of keys because of a token that none of them signed
	mostShown    = 120              // characters of what a provider says, in a sentence
)

// document is what a provider publishes of itself (OpenID Connect Discovery 1.0).
type document struct {
	Issuer          string   `json:"issuer"`
	Authorization   string   `json:"authorization_endpoint"`
	Token           string   `json:"token_endpoint"`
	Keys            string   `json:"jwks_uri"`
	Userinfo        string   `json:"userinfo_endpoint"`
	EndSession      string   `json:"end_session_endpoint"`
	TokenAlgs       []string `json:"id_token_signing_alg_values_supported"`
	UserinfoAlgs    []string `json:"userinfo_signing_alg_values_supported"`
	AuthMethods     []string `json:"token_endpoint_auth_methods_supported"`
	ClaimsParameter bool     `json:"claims_parameter_supported"`
	IssuerInReturn  bool     `json:"authorization_response_iss_parameter_supported"` // RFC 9207
}

// published is what is known of a provider, and until when.
type published struct {
	document
	until     time.Time
	keys      []jose.JSONWebKey
	keysUntil time.Time
	reread    time.Time // when keys were last read again because of a token
}

// asymmetric are the algorithms that are accepted. A symmetric one would let whoever holds the client's secret sign.
var asymmetric = []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}

// document returns what the provider publishes, which is read again after documentLife.
func (c *Client) document(ctx context.Context, issuer string) (document, error) {
	c.mu.Lock()
	known := c.known[issuer]
	c.mu.Unlock()
	if c.clock.Now().Before(known.until) {
		return known.document, nil
	}
	found, err, _ := c.flights.Do("document "+issuer, func() (any, error) {
		read, err := c.readDocument(context.WithoutCancel(ctx), issuer) // others wait for it too
		if err != nil {
			return nil, err
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		known := c.known[issuer]
		known.document, known.until = read, c.clock.Now().Add(documentLife)
		c.known[issuer] = known
		return read, nil
	})
	if err != nil {
		return document{}, err
	}
	read, _ := found.(document)
	return read, nil
}

func (c *Client) readDocument(ctx context.Context, issuer string) (document, error) {
	base, err := c.address(issuer)
	if err != nil || base.RawQuery != "" || base.Fragment != "" {
		return document{}, &signon.Unreachable{Reason: "l'émetteur doit être une adresse https, sans paramètre"}
	}
	if !c.reach.Asks(base) {
		return document{}, private("l'adresse de l'émetteur")
	}
	answer, err := c.get(ctx, strings.TrimSuffix(issuer, "/")+"/.well-known/openid-configuration", "")
	if err != nil {
		return document{}, err
	}
	var found document
	if err := json.Unmarshal(answer.body, &found); err != nil {
		return document{}, &signon.Unreachable{
			Reason: "l'adresse de l'émetteur ne donne pas les réglages d'un fournisseur OpenID Connect",
		}
	}
	if found.Issuer != issuer {
		return document{}, &signon.Unreachable{Reason: "le fournisseur se nomme «\u00a0" +
			text.OneLine(found.Issuer, mostShown) + "\u00a0», et non «\u00a0" + issuer + "\u00a0»"}
	}
	if err := c.checkEndpoints(base, found); err != nil {
		return document{}, err
	}
	return withAlgorithms(found)
}

// withAlgorithms leaves only the algorithms that are accepted.
func withAlgorithms(found document) (document, error) {
	if found.TokenAlgs == nil {
		found.TokenAlgs = []string{"RS256"} // which every provider must know
	}
	if found.UserinfoAlgs == nil {
		found.UserinfoAlgs = found.TokenAlgs
	}
	refused := func(alg string) bool { return !slices.Contains(asymmetric, alg) }
	found.TokenAlgs = slices.DeleteFunc(slices.Clone(found.TokenAlgs), refused)
	found.UserinfoAlgs = slices.DeleteFunc(slices.Clone(found.UserinfoAlgs), refused)
	if len(found.TokenAlgs) == 0 {
		return document{}, &signon.Unreachable{
			Reason: "le fournisseur n'annonce aucune signature à clé publique (RS256, ES256…)",
		}
	}
	return found, nil
}

// forget makes the next call read everything anew.
func (c *Client) forget(issuer string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.known, issuer)
}

// address parses an address to which requests or browsers go: https, or http on this machine.
func (c *Client) address(raw string) (*url.URL, error) {
	parsed, err := url.Parse(raw)
	switch {
	case err != nil:
		return nil, err
	case parsed.Host == "" || parsed.User != nil || parsed.Fragment != "":
		return nil, errAddress
	case parsed.Scheme == "https" || c.reach.Opens(parsed):
		return parsed, nil
	default:
		return nil, errAddress
	}
}

// endpoint is an address that a provider publishes.
type endpoint struct {
	name, address string
	called        bool // by this server; browsers go to the others
}

func (d document) endpoints() []endpoint {
	list := []endpoint{
		{"authorization_endpoint", d.Authorization, false},
		{"token_endpoint", d.Token, true},
		{"jwks_uri", d.Keys, true},
	}
	if d.Userinfo != "" {
		list = append(list, endpoint{"userinfo_endpoint", d.Userinfo, true})
	}
	if d.EndSession != "" {
		list = append(list, endpoint{"end_session_endpoint", d.EndSession, false})
	}
	return list
}

// checkEndpoints refuses addresses that are not used. That one of this machine is open to a provider on this machine
// alone.
func (c *Client) checkEndpoints(issuer *url.URL, found document) error {
	for _, one := range found.endpoints() {
		to, err := c.address(one.address)
		if err != nil || to.Scheme == "http" && issuer.Scheme != "http" {
			return unusable(one.name)
		}
		if one.called && !c.reach.Asks(to) {
			return private("l'adresse «\u00a0" + one.name + "\u00a0» que publie le fournisseur")
		}
	}
	return nil
}
