// Package sealing encrypts secrets that the database keeps, so that a stolen database does not give them away.
package sealing

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
)

// Key seals and opens secrets with AES-GCM.
type Key []byte

// Derive returns a key for the purpose that the label names, derived from the secret of the installation.
func Derive(secret []byte, label string) (Key, error) {
	key, err := hkdf.Key(sha256.New, secret, nil, label, 32)
	if err != nil {
		return nil, fmt.Errorf("derive key: %w", err)
	}
	return key, nil
}

// Seal encrypts a secret. What it belongs to must be told again to open it, so that a secret which was copied to
// another row of the database does not open.
func (k Key) Seal(secret []byte, owner string) (string, error) {
	sealing, err := k.cipher()
	if err != nil {
		return "", err
	}
	nonce := make([]byte, sealing.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return base64.RawStdEncoding.EncodeToString(sealing.Seal(nonce, nonce, secret, []byte(owner))), nil
}

// Open decrypts what Seal returned for the same owner.
func (k Key) Open(sealed, owner string) ([]byte, error) {
	opening, err := k.cipher()
	if err != nil {
		return nil, err
	}
	raw, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil {
		return nil, fmt.Errorf("decode sealed secret: %w", err)
	}
	size := opening.NonceSize()
	if len(raw) < size {
		return nil, errors.New("open sealed secret: too short")
	}
	secret, err := opening.Open(nil, raw[:size], raw[size:], []byte(owner))
	if err != nil {
		return nil, fmt.Errorf("open sealed secret: %w", err)
	}
	return secret, nil
}

func (k Key) cipher() (cipher.AEAD, error) {
	block, err := aes.NewCipher(k)
	if err != nil {
		return nil, fmt.Errorf("cipher: %w", err)
	}
	return cipher.NewGCM(block)
}
