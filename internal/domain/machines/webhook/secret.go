package webhook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"consigne/internal/kernel/sealing"
)

const (
	secretPrefix = "whsec_"
	secretBytes  = 24
	hintLength   = len(secretPrefix) + 6
	// FormerSecret is how long a replaced secret still signs, beside the new one.
	FormerSecret = 24 * time.Hour
)

// newSecret returns a secret as its receiver enters it.
func newSecret() string {
	random := make([]byte, secretBytes)
	_, _ = rand.Read(random) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(random)
}

// ownerOf names what a sealed secret belongs to.
func ownerOf(endpointID int64) string { return fmt.Sprintf("webhook %d", endpointID) }

// Sign returns the header webhook-signature of a request: a signature for each secret.
func Sign(secrets []string, id string, at time.Time, body string) (string, error) {
	signatures := make([]string, len(secrets))
	for i, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
		if err != nil {
			return "", fmt.Errorf("read a secret: %w", err)
		}
		code := hmac.New(sha256.New, key)
		code.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "." + body))
		signatures[i] = "v1," + base64.StdEncoding.EncodeToString(code.Sum(nil))
	}
	return strings.Join(signatures, " "), nil
}

// secretsAt opens the secrets that sign at the instant, the newest first.
func (e Endpoint) secretsAt(now time.Time, sealed sealing.Key) ([]string, error) {
	stored := []string{e.Secret}
	if e.Former != "" && e.FormerUntil != nil && now.Before(*e.FormerUntil) {
		stored = append(stored, e.Former)
	}
	secrets := make([]string, len(stored))
	for i, text := range stored {
		secret, err := sealed.Open(text, ownerOf(e.ID))
		if err != nil {
			return nil, err
		}
		secrets[i] = string(secret)
	}
	return secrets, nil
}
