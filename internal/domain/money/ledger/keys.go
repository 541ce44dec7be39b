package ledger

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"consigne/internal/kernel/sealing"
)

// PublicKey is the public part of a key of seals, in base64.
type PublicKey string

// Signature is an Ed25519 signature with the key that verifies it.
type Signature struct {
	Key   PublicKey
	Value string // in base64
}

// Keys sign with the key of this installation, and verify with it and with those of before.
type Keys struct {
	own  ed25519.PrivateKey // nil: there is none, as for somebody who verifies an archive
	old  []PublicKey        // newest first
	link sealing.Key        // of the tokens that open seals
}

// KeysFrom returns the keys of an installation: its own is derived from its secret, so that all nodes have the same.
// old are the public keys that it had before, newest first.
func KeysFrom(secret []byte, old []PublicKey) (*Keys, error) {
	seed, err := sealing.Derive(secret, "consigne ledger")
	if err != nil {
		return nil, err
	}
	link, err := sealing.Derive(secret, "consigne ledger link")
	if err != nil {
		return nil, err
	}
	return &Keys{own: ed25519.NewKeyFromSeed(seed), old: old, link: link}, nil
}

// Verifying returns keys that verify and sign nothing.
func Verifying(keys []PublicKey) *Keys { return &Keys{old: keys} }

// ParsePublicKeys reads public keys in base64, separated by commas.
func ParsePublicKeys(text string) ([]PublicKey, error) {
	keys := []PublicKey{}
	for one := range strings.SplitSeq(text, ",") {
		if one = strings.TrimSpace(one); one == "" {
			continue
		}
		if raw, err := base64.StdEncoding.DecodeString(one); err != nil || len(raw) != ed25519.PublicKeySize {
			return nil, fmt.Errorf("not a public key of Ed25519 in base64: %q", one)
		}
		keys = append(keys, PublicKey(one))
	}
	return keys, nil
}

// Public lists the public keys, that which signs now first.
func (k *Keys) Public() []PublicKey {
	if k.own == nil {
		return k.old
	}
	own := publicOf(k.own)
	return append([]PublicKey{own},
		slices.DeleteFunc(slices.Clone(k.old), func(other PublicKey) bool { return other == own })...)
}

func publicOf(key ed25519.PrivateKey) PublicKey {
	return PublicKey(base64.StdEncoding.EncodeToString(key[ed25519.PrivateKeySize-ed25519.PublicKeySize:]))
}

var errNoKey = errors.New("no key to sign with")

func (k *Keys) sign(message string) (Signature, error) {
	if k.own == nil {
		return Signature{}, errNoKey
	}
	return Signature{publicOf(k.own), base64.StdEncoding.EncodeToString(ed25519.Sign(k.own, []byte(message)))}, nil
}

// knows reports whether a key is one of these.
func (k *Keys) knows(key PublicKey) bool { return slices.Contains(k.Public(), key) }

// signed reports whether one of the keys signed the message.
func (k *Keys) signed(message string, by Signature) bool {
	key, err := base64.StdEncoding.DecodeString(string(by.Key))
	if err != nil || len(key) != ed25519.PublicKeySize || !k.knows(by.Key) {
		return false
	}
	value, err := base64.StdEncoding.DecodeString(by.Value)
	return err == nil && ed25519.Verify(key, []byte(message), value)
}
