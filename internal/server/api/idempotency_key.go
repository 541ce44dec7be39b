package api

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// keyedCall describes how the answer of a call that carries an Idempotency-Key is kept.
type keyedCall struct {
	caller  string // a hash
	key     string
	subject string      // of the call, besides its body
	cipher  cipher.AEAD // nil: the answer is kept as it is
}

// keyedOf returns nil for calls whose Idempotency-Key is not honoured: reads, calls without a session, answers sent
// for as long as the client reads, and calls that the policy will refuse with 401.
func (s *Server) keyedOf(r *http.Request, key string, known *Request) (*keyedCall, error) {
	if key == "" || r.Method == http.MethodGet || r.Method == http.MethodHead {
		return nil, nil
	}
	rule := known.call.rule
	switch rule.Audience {
	case FieldKeys:
		if r.Method != http.MethodPost { // a card is saved with the provider, outside of a transaction
			return nil, nil
		}
		if known.key.ID == 0 {
			return nil, nil
		}
		return &keyedCall{caller: callerDigest(known.key.Actor()), key: key, subject: r.URL.Path}, nil
	case Staff, Holders, Managers, Admins:
		if rule.Slow || rule.Repeats {
			return nil, nil
		}
	default:
		return nil, nil
	}
	actor, err := s.authenticate(r.Context(), known, BearerIn(r.Header.Get("Authorization")))
	if fault.Is(err, fault.KindUnauthenticated) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	sealing, err := cipherOf(key)
	if err != nil {
		return nil, err
	}
	return &keyedCall{
		caller: callerDigest(actor),
		key:    digest("key", key), subject: strings.Join([]string{r.Method, r.URL.RequestURI(), key}, " "), cipher: sealing,
	}, nil
}

// callerDigest names the caller: the account and not the session, because the console repeats a call after the person
// has signed in again; the key and not its secret, which may have been replaced meanwhile.
func callerDigest(actor access.Actor) string {
	if actor.Key != nil {
		return digest("service key", strconv.FormatInt(actor.Key.ID, 10))
	}
	return digest("account", strconv.FormatInt(actor.AccountID, 10))
}

// cipherOf returns a cipher whose key only those who know the Idempotency-Key can derive. Answers to accounts may hold
// secrets shown once and personal data, which must not outlive their erasure in a readable form.
func cipherOf(key string) (cipher.AEAD, error) {
	derived, err := hkdf.Key(sha256.New, []byte(key), nil, "consigne kept answer", 32)
	if err != nil {
		return nil, fmt.Errorf("derive key: %w", err)
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		return nil, fmt.Errorf("cipher: %w", err)
	}
	return cipher.NewGCM(block)
}

func (k *keyedCall) seal(body string) string {
	if k.cipher == nil {
		return body
	}
	nonce := make([]byte, k.cipher.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return base64.RawStdEncoding.EncodeToString(k.cipher.Seal(nonce, nonce, []byte(body), nil))
}

func (k *keyedCall) open(kept string) (string, error) {
	if k.cipher == nil {
		return kept, nil
	}
	sealed, err := base64.RawStdEncoding.DecodeString(kept)
	if err != nil {
		return "", fmt.Errorf("decode kept answer: %w", err)
	}
	size := k.cipher.NonceSize()
	if len(sealed) < size {
		return "", errors.New("open kept answer: too short")
	}
	body, err := k.cipher.Open(nil, sealed[:size], sealed[size:], nil)
	if err != nil {
		return "", fmt.Errorf("open kept answer: %w", err)
	}
	return string(body), nil
}
