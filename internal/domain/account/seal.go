package account

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
)

// seal encrypts a secret that the database keeps. What it belongs to must be told again to open it, so that a secret
// which was copied to another row of the database does not open.
func (t *tokens) seal(secret []byte, owner string) (string, error) {
	sealing, err := t.factorCipher()
	if err != nil {
		return "", err
	}
	nonce := make([]byte, sealing.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return base64.RawStdEncoding.EncodeToString(sealing.Seal(nonce, nonce, secret, []byte(owner))), nil
}

// open decrypts what seal returned for the same owner.
func (t *tokens) open(sealed, owner string) ([]byte, error) {
	opening, err := t.factorCipher()
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

func (t *tokens) factorCipher() (cipher.AEAD, error) {
	block, err := aes.NewCipher(t.factorKey)
	if err != nil {
		return nil, fmt.Errorf("cipher: %w", err)
	}
	return cipher.NewGCM(block)
}
