package oidc

import (
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"encoding/json"
	"errors"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"

	"consigne/internal/domain/people/signon"
)

const leastRSA = 2048 / 8 // bytes of a modulus

var errSignature = errors.New("signed by none of the provider's keys")

// keys returns the provider's keys, which are read again after keysLife.
func (c *Client) keys(ctx context.Context, issuer, from string) ([]jose.JSONWebKey, error) {
	c.mu.Lock()
	known := c.known[issuer]
	c.mu.Unlock()
	if c.clock.Now().Before(known.keysUntil) {
		return known.keys, nil
	}
	return c.oneReading(issuer, func() ([]jose.JSONWebKey, error) { return c.readKeys(ctx, issuer, from) })
}

// keysAgain reads the keys again for a token that none of those known signed, unless that was just done for another:
// who sends bad tokens cannot make this server hammer the provider.
func (c *Client) keysAgain(ctx context.Context, issuer, from string) ([]jose.JSONWebKey, error) {
	return c.oneReading(issuer, func() ([]jose.JSONWebKey, error) {
		c.mu.Lock()
		known, now := c.known[issuer], c.clock.Now()
		if now.Before(known.reread.Add(rereadPause)) {
			c.mu.Unlock()
			return known.keys, nil
		}
		known.reread = now
		c.known[issuer] = known
		c.mu.Unlock()
		return c.readKeys(ctx, issuer, from)
	})
}

// oneReading runs read, or waits for the result of another call for the same provider.
func (c *Client) oneReading(issuer string, read func() ([]jose.JSONWebKey, error)) ([]jose.JSONWebKey, error) {
	found, err, _ := c.flights.Do("keys "+issuer, func() (any, error) { return read() })
	keys, _ := found.([]jose.JSONWebKey)
	return keys, err
}

func (c *Client) readKeys(ctx context.Context, issuer, from string) ([]jose.JSONWebKey, error) {
	answer, err := c.get(context.WithoutCancel(ctx), from, "") // others wait for it too
	if err != nil {
		return nil, err
	}
	read, err := parseKeys(answer.body)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.known[issuer]
	known.keys, known.keysUntil = read, c.clock.Now().Add(keysLife)
	c.known[issuer] = known
	return read, nil
}

// parseKeys returns the public keys that may sign; others, such as keys of encryption or of unknown kinds, are left
// out.
func parseKeys(body []byte) ([]jose.JSONWebKey, error) {
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(body, &set); err != nil {
		return nil, &signon.Unreachable{Reason: "les clés que publie le fournisseur (jwks_uri) sont illisibles"}
	}
	keys := []jose.JSONWebKey{}
	for _, raw := range set.Keys {
		var key jose.JSONWebKey
		if json.Unmarshal(raw, &key) == nil && (key.Use == "" || key.Use == "sig") && strong(key.Key) {
			keys = append(keys, key)
		}
	}
	return keys, nil
}

func strong(key any) bool {
	switch key := key.(type) {
	case *rsa.PublicKey:
		return key.Size() >= leastRSA
	case *ecdsa.PublicKey, ed25519.PublicKey:
		return true
	default: // symmetric, or private
		return false
	}
}

// keySet checks the signature of one token. It keeps why it could not, which go-oidc turns into words.
type keySet struct {
	client      *Client
	issuer      string
	from        string
	failed      bool
	unreachable error
}

var _ oidc.KeySet = (*keySet)(nil)

// VerifySignature returns the payload of a token whose algorithm the caller has checked.
func (s *keySet) VerifySignature(ctx context.Context, raw string) ([]byte, error) {
	algorithms := make([]jose.SignatureAlgorithm, len(asymmetric))
	for i, alg := range asymmetric {
		algorithms[i] = jose.SignatureAlgorithm(alg)
	}
	signed, err := jose.ParseSignedCompact(raw, algorithms)
	if err != nil {
		s.failed = true
		return nil, errSignature
	}
	for _, read := range []func(context.Context, string, string) ([]jose.JSONWebKey, error){
		s.client.keys,
		s.client.keysAgain,
	} {
		keys, err := read(ctx, s.issuer, s.from)
		if err != nil {
			s.unreachable = err
			return nil, err
		}
		if payload, ok := verify(signed, keys); ok {
			return payload, nil
		}
	}
	s.failed = true
	return nil, errSignature
}

func verify(signed *jose.JSONWebSignature, keys []jose.JSONWebKey) ([]byte, bool) {
	header := signed.Signatures[0].Header
	for _, key := range keys {
		if header.KeyID != "" && key.KeyID != header.KeyID || key.Algorithm != "" && key.Algorithm != header.Algorithm {
			continue
		}
		if payload, err := signed.Verify(key.Key); err == nil {
			return payload, true
		}
	}
	return nil, false
}
