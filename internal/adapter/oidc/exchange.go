package oidc

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"consigne/internal/domain/people/signon"
)

var errUnknownClient = &signon.Unreachable{Reason: "le fournisseur refuse l'identifiant client ou le secret"}

// Exchange returns what the provider says of the person whom it sent back with a code.
func (c *Client) Exchange(ctx context.Context, p signon.Provider, r signon.Return) (signon.Claims, error) {
	ctx, cancel := context.WithTimeout(ctx, wholeExchange)
	defer cancel()
	found, err := c.document(ctx, p.Issuer)
	if err != nil {
		return signon.Claims{}, err
	}
	// RFC 9207: before the code goes anywhere, the return must be of this provider and not of another.
	if r.Issuer != found.Issuer && (r.Issuer != "" || found.IssuerInReturn) {
		return signon.Claims{}, refused("return issuer")
	}
	token, err := c.redeem(ctx, p, found, r)
	if err != nil {
		return signon.Claims{}, err
	}
	raw, _ := token.Extra("id_token").(string)
	if raw == "" {
		return signon.Claims{}, refused("no id token")
	}
	said, err := c.identity(ctx, p, found, raw, r.Nonce, token.AccessToken)
	if err != nil {
		return signon.Claims{}, err
	}
	from := []emailClaims{said.emailClaims}
	if found.Userinfo != "" {
		more, err := c.userinfo(ctx, p, found, token.AccessToken, said.Subject)
		if err != nil {
			return signon.Claims{}, err
		}
		from = []emailClaims{more.emailClaims, said.emailClaims}
	}
	email, stated := emailOf(from)
	return signon.Claims{
		Subject: said.Subject, Email: email, EmailVerified: isVerified(email, stated, p.Domains),
		SecondFactor: usedSecondFactor(said.ContextClass, said.Methods), IDToken: raw,
	}, nil
}

// identity returns what the ID token says, once it has passed every check.
func (c *Client) identity(
	ctx context.Context, p signon.Provider, found document, raw, nonce, accessToken string,
) (tokenClaims, error) {
	var said tokenClaims
	token, err := c.verified(ctx, found, raw, found.TokenAlgs, &said)
	if err != nil {
		return tokenClaims{}, err
	}
	if err := said.checkIdentity(p, nonce, c.clock.Now()); err != nil {
		return tokenClaims{}, err
	}
	if token.AccessTokenHash != "" && token.VerifyAccessToken(accessToken) != nil {
		return tokenClaims{}, refused("access token hash")
	}
	return said, nil
}

// userinfo returns what the userinfo endpoint says, in JSON or as a signed token.
func (c *Client) userinfo(
	ctx context.Context, p signon.Provider, found document, accessToken, subject string,
) (tokenClaims, error) {
	answer, err := c.get(ctx, found.Userinfo, accessToken)
	if err != nil {
		return tokenClaims{}, err
	}
	var said tokenClaims
	if answer.mediaType == "application/jwt" {
		_, err := c.verified(ctx, found, strings.TrimSpace(string(answer.body)), found.UserinfoAlgs, &said)
		if err == nil {
			err = said.checkSignedUserinfo(p, c.clock.Now())
		}
		if reason := (*signon.Refused)(nil); errors.As(err, &reason) {
			return tokenClaims{}, refused("userinfo " + reason.Reason)
		} else if err != nil {
			return tokenClaims{}, err
		}
	} else if json.Unmarshal(answer.body, &said) != nil {
		return tokenClaims{}, refused("userinfo malformed")
	}
	if said.Subject != subject {
		return tokenClaims{}, refused("userinfo subject")
	}
	return said, nil
}

// verified checks the token's algorithm and signature, and reads what it says.
func (c *Client) verified(
	ctx context.Context, found document, raw string, algorithms []string, said *tokenClaims,
) (*oidc.IDToken, error) {
	algorithm, ok := algorithmOf(raw)
	switch {
	case !ok:
		return nil, refused("malformed")
	case !slices.Contains(algorithms, algorithm):
		return nil, refused("algorithm")
	}
	set := &keySet{client: c, issuer: found.Issuer, from: found.Keys}
	// What it says is checked in claims.go, by our clock and with a reason for each refusal.
	token, err := oidc.NewVerifier(found.Issuer, set, &oidc.Config{
		SupportedSigningAlgs: algorithms, SkipIssuerCheck: true, SkipClientIDCheck: true, SkipExpiryCheck: true,
	}).Verify(ctx, raw)
	switch {
	case set.unreachable != nil:
		return nil, set.unreachable
	case set.failed:
		return nil, refused("signature")
	case err != nil || token.Claims(said) != nil:
		return nil, refused("malformed")
	}
	return token, nil
}

// redeem exchanges the code for tokens. Providers tell how a client proves itself, but not how this one is registered:
// the body is tried first, which all of Keycloak, Entra ID and ProConnect accept, then the header.
func (c *Client) redeem(
	ctx context.Context, p signon.Provider, found document, r signon.Return,
) (*oauth2.Token, error) {
	ctx = context.WithValue(ctx, oauth2.HTTPClient, c.http)
	settings := config(p, found, r.RedirectURL)
	for _, style := range c.stylesOf(p, found) {
		settings.Endpoint.AuthStyle = style
		token, err := settings.Exchange(ctx, r.Code, oauth2.VerifierOption(r.Verifier))
		if err == nil {
			c.mu.Lock()
			c.styles[p.Issuer+" "+p.ClientID] = style
			c.mu.Unlock()
			return token, nil
		}
		if why := notRedeemed(hostOf(found.Token), err); why != nil {
			return nil, why
		}
	}
	return nil, errUnknownClient
}

// checkSecret reports errUnknownClient when the provider refuses the client. It exchanges a code that nobody was given:
// the provider checks the client before the code. Other answers say nothing of the secret.
func (c *Client) checkSecret(ctx context.Context, p signon.Provider, found document) error {
	_, err := c.redeem(ctx, p, found, signon.Return{Code: "essai", Verifier: oauth2.GenerateVerifier()})
	if errors.Is(err, errUnknownClient) {
		return err
	}
	return nil
}

// stylesOf returns the ways to prove who we are, the one that worked last time first.
func (c *Client) stylesOf(p signon.Provider, found document) []oauth2.AuthStyle {
	styles := []oauth2.AuthStyle{}
	if found.AuthMethods == nil || slices.Contains(found.AuthMethods, "client_secret_post") {
		styles = append(styles, oauth2.AuthStyleInParams)
	}
	if found.AuthMethods == nil || slices.Contains(found.AuthMethods, "client_secret_basic") {
		styles = append(styles, oauth2.AuthStyleInHeader)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.styles[p.Issuer+" "+p.ClientID] == oauth2.AuthStyleInHeader {
		slices.Reverse(styles)
	}
	return styles
}

// notRedeemed returns why the code brought no tokens; nil: the provider does not know the client by this proof.
func notRedeemed(host string, err error) error {
	answered := (*oauth2.RetrieveError)(nil)
	if !errors.As(err, &answered) {
		if strings.HasPrefix(err.Error(), "oauth2: ") { // it answered, but not with tokens
			return refused("token answer")
		}
		return failed(host, err)
	}
	status := answered.Response.StatusCode
	switch {
	case answered.ErrorCode == "invalid_grant":
		return refused("code")
	case status == http.StatusUnauthorized || answered.ErrorCode == "invalid_client":
		return nil
	case status == http.StatusOK:
		return refused("token answer")
	default:
		return failedWith(host, status)
	}
}

func refused(reason string) error { return &signon.Refused{Reason: reason} }
