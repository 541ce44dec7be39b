package oidctest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"sync"
	"testing"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/uuid"
)

// EncryptionKey is the name of a key that the provider publishes, and that signs nothing.
const EncryptionKey = "chiffrement"

// Keys are those with which the provider signs.
type Keys struct {
	mu      sync.Mutex
	current *ecdsa.PrivateKey
	id      string
}

// Rotate makes the provider sign with a new key, and publish it alone.
func (k *Keys) Rotate(t testing.TB) {
	t.Helper()
	key := NewKey(t)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.current, k.id = key, uuid.NewString()
}

// Sign returns a token that says so, signed with the current key.
func (k *Keys) Sign(claims Claims) string {
	key, id := k.signing()
	return SignWith(jose.ES256, key, id, claims)
}

// SignAs returns a function that signs with the current key under another name, or none.
func (k *Keys) SignAs(name string) func(Claims) string {
	return func(claims Claims) string {
		key, _ := k.signing()
		return SignWith(jose.ES256, key, name, claims)
	}
}

// SignWithUnknown returns a function that signs with another key, under a name that the provider does not publish.
func (k *Keys) SignWithUnknown(t testing.TB) func(Claims) string {
	key := NewKey(t)
	return func(claims Claims) string { return SignWith(jose.ES256, key, "inconnue", claims) }
}

// SignWithWrong returns a function that signs with another key, under the name of the current one.
func (k *Keys) SignWithWrong(t testing.TB) func(Claims) string {
	key := NewKey(t)
	return func(claims Claims) string {
		_, id := k.signing()
		return SignWith(jose.ES256, key, id, claims)
	}
}

// SignWithPublic returns a token whose HMAC key is the public key, which fools who lets the token choose its algorithm.
func (k *Keys) SignWithPublic(claims Claims) string {
	key, id := k.signing()
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		panic(err)
	}
	return SignWith(jose.HS256, public, id, claims)
}

// SignWithSecret returns a token whose HMAC key is the client's secret.
func SignWithSecret(claims Claims) string {
	return SignWith(jose.HS256, []byte(Secret), "", claims)
}

// Unsigned returns a token of algorithm « none ».
func Unsigned(claims Claims) string {
	return encode(Claims{"alg": "none", "typ": "JWT"}) + "." + encode(claims) + "."
}

// SignWith returns a token signed with that key, under that name.
func SignWith(algorithm jose.SignatureAlgorithm, key any, id string, claims Claims) string {
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: jose.JSONWebKey{Key: key, KeyID: id}},
		(&jose.SignerOptions{}).WithType("JWT"))
	if err != nil {
		panic(err)
	}
	body, err := json.Marshal(claims)
	if err != nil {
		panic(err)
	}
	signed, err := signer.Sign(body)
	if err != nil {
		panic(err)
	}
	compact, err := signed.CompactSerialize()
	if err != nil {
		panic(err)
	}
	return compact
}

// NewKey returns a key of its own.
func NewKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// public returns what the provider publishes: its key, and others that clients must leave out.
func (k *Keys) public() any {
	key, id := k.signing()
	return Claims{"keys": []any{
		jose.JSONWebKey{Key: key.Public(), KeyID: id, Use: "sig", Algorithm: "ES256"},
		jose.JSONWebKey{Key: key.Public(), KeyID: EncryptionKey, Use: "enc"},
		Claims{"kty": "inconnu", "kid": "futur"},
		Claims{"kty": "oct", "kid": "secret", "k": base64.RawURLEncoding.EncodeToString([]byte(Secret))},
	}}
}

func (k *Keys) signing() (*ecdsa.PrivateKey, string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.current, k.id
}

func hashOf(access string) string {
	sum := sha256.Sum256([]byte(access))
	return base64.RawURLEncoding.EncodeToString(sum[:len(sum)/2])
}

func encode(claims Claims) string {
	body, err := json.Marshal(claims)
	if err != nil {
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString(body)
}
