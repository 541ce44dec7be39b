package ledger

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
)

// SealsToken returns what the address of an operator's seals must carry as long as the operator does not publish.
// It is worked out from the keys, so that nothing is stored; a new secret makes other tokens.
func (s *Service) SealsToken(operatorID int64) string {
	return base64.RawURLEncoding.EncodeToString(s.keys.linkOf(operatorID))
}

// OpensSeals reports whether a token is the one of the operator's seals.
func (s *Service) OpensSeals(operatorID int64, token string) bool {
	given, err := base64.RawURLEncoding.Strict().DecodeString(token)
	return err == nil && hmac.Equal(given, s.keys.linkOf(operatorID))
}

func (k *Keys) linkOf(operatorID int64) []byte {
	mac := hmac.New(sha256.New, k.link)
	mac.Write([]byte(strconv.FormatInt(operatorID, 10)))
	return mac.Sum(nil)
}
