package oidc

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"consigne/internal/domain/people/signon"
	"consigne/internal/kernel/clock"
)

const mostSubject = 255 // characters, which OpenID Connect allows

// tokenClaims is what an ID token, or userinfo, says.
type tokenClaims struct {
	Issuer          string    `json:"iss"`
	Subject         string    `json:"sub"`
	Audience        oneOrMany `json:"aud"`
	AuthorizedParty string    `json:"azp"`
	Expiry          *seconds  `json:"exp"`
	IssuedAt        *seconds  `json:"iat"`
	NotBefore       *seconds  `json:"nbf"`
	Nonce           string    `json:"nonce"`
	ContextClass    string    `json:"acr"`
	Methods         oneOrMany `json:"amr"`
	emailClaims
}

// checkIdentity checks an ID token whose signature is right (OpenID Connect Core 3.1.3.7).
func (t tokenClaims) checkIdentity(p signon.Provider, nonce string, now time.Time) error {
	switch {
	case t.Issuer != p.Issuer:
		return refused("issuer")
	case !slices.Contains(t.Audience, p.ClientID):
		return refused("audience")
	case t.AuthorizedParty != p.ClientID && (t.AuthorizedParty != "" || len(t.Audience) > 1):
		return refused("authorized party")
	case t.Expiry == nil:
		return refused("expired")
	case t.IssuedAt == nil:
		return refused("issued at")
	case nonce == "" || t.Nonce != nonce:
		return refused("nonce")
	case t.Subject == "" || len(t.Subject) > mostSubject:
		return refused("subject")
	}
	return t.checkTimes(now)
}

// checkSignedUserinfo checks userinfo that came as a token whose signature is right (OpenID Connect Core 5.3.2).
func (t tokenClaims) checkSignedUserinfo(p signon.Provider, now time.Time) error {
	switch {
	case t.Issuer != p.Issuer:
		return refused("issuer")
	case !slices.Contains(t.Audience, p.ClientID):
		return refused("audience")
	}
	return t.checkTimes(now)
}

// checkTimes checks the instants that are there, with the skew that two clocks may have.
func (t tokenClaims) checkTimes(now time.Time) error {
	switch {
	case t.Expiry != nil && !now.Before(t.Expiry.Add(clock.Skew)):
		return refused("expired")
	case t.IssuedAt != nil && t.IssuedAt.After(now.Add(clock.Skew)):
		return refused("issued at")
	case t.NotBefore != nil && t.NotBefore.After(now.Add(clock.Skew)):
		return refused("not before")
	}
	return nil
}

// algorithmOf returns the algorithm that the header of a token names.
func algorithmOf(raw string) (string, bool) {
	encoded, _, _ := strings.Cut(raw, ".")
	decoded, err := base64.RawURLEncoding.DecodeString(encoded)
	var header struct {
		Algorithm string `json:"alg"`
	}
	if err != nil || json.Unmarshal(decoded, &header) != nil || strings.Count(raw, ".") != 2 {
		return "", false
	}
	return header.Algorithm, true
}

// seconds is an instant, in seconds since 1970.
type seconds struct{ time.Time }

func (s *seconds) UnmarshalJSON(raw []byte) error {
	var number float64
	if err := json.Unmarshal(raw, &number); err != nil {
		return err
	}
	s.Time = time.Unix(int64(number), 0).UTC()
	return nil
}

// oneOrMany is a text, or a list of texts.
type oneOrMany []string

func (o *oneOrMany) UnmarshalJSON(raw []byte) error {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		*o = oneOrMany{one}
		return nil
	}
	return json.Unmarshal(raw, (*[]string)(o))
}
