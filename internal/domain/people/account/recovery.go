package account

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"strings"

	"consigne/internal/kernel/text"
)

const (
	recoveryCodes  = 10
	recoveryLength = 12 // characters, of 32: 60 bits
	recoveryGroup  = 4
)

// newRecoveryCodes replaces the recovery codes of the account, and returns the new ones, which are shown once.
func (s *Service) newRecoveryCodes(ctx context.Context, accountID int64) ([]string, error) {
	codes, hashes := make([]string, recoveryCodes), make([]string, recoveryCodes)
	for i := range codes {
		code := strings.ToLower(rand.Text()[:recoveryLength])
		codes[i] = code[:recoveryGroup] + "-" + code[recoveryGroup:2*recoveryGroup] + "-" + code[2*recoveryGroup:]
		hashes[i] = s.tokens.recoveryHash(codes[i])
	}
	return codes, s.store.ReplaceRecoveryCodes(ctx, accountID, hashes)
}

// recoveryHash returns the keyed hash of a code as it may be typed: in any case, its groups set apart in any way.
func (t *tokens) recoveryHash(typed string) string {
	return base64.RawURLEncoding.EncodeToString(sign(t.recoveryKey, strings.ToLower(text.Key(typed))))
}
