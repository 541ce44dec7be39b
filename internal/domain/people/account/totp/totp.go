// Package totp computes and checks time-based one-time passwords (RFC 6238) as applications on telephones give them:
// HMAC-SHA-1, six digits, a new code every 30 seconds.
package totp

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // G505: what RFC 6238 and the applications use, in an HMAC
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"strconv"
	"time"
)

const (
	digits  = 6
	modulus = 1_000_000
	period  = 30 // seconds
	keySize = 20 // bytes: the length of the hash
	drift   = 1  // steps by which the clock of a telephone may differ, either way
)

var encoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewKey returns a random key.
func NewKey() []byte {
	key := make([]byte, keySize)
	_, _ = rand.Read(key) // never fails
	return key
}

// Text returns the key as a person types it into an application.
func Text(key []byte) string { return encoding.EncodeToString(key) }

// Link returns the otpauth: address of a QR code, under which an application stores the key of the account.
func Link(key []byte, issuer, account string) string {
	query := url.Values{
		"secret": {Text(key)}, "issuer": {issuer}, "algorithm": {"SHA1"}, "digits": {strconv.Itoa(digits)},
		"period": {strconv.Itoa(period)},
	}
	return "otpauth://totp/" + url.PathEscape(issuer+":"+account) + "?" + query.Encode()
}

// Match returns the step whose code it is, among those of the instant and its neighbours. It returns false when it is
// the code of none.
func Match(key []byte, code string, now time.Time) (step int64, ok bool) {
	current := now.Unix() / period
	for at := current - drift; at <= current+drift; at++ {
		if subtle.ConstantTimeCompare([]byte(Code(key, at)), []byte(code)) == 1 {
			step, ok = at, true
		}
	}
	return step, ok
}

// At returns the code of the instant.
func At(key []byte, now time.Time) string { return Code(key, now.Unix()/period) }

// Code returns the code of a step, which is a count of 30 seconds since 1970.
func Code(key []byte, step int64) string {
	return fmt.Sprintf("%0*d", digits, truncated(key, step)%modulus)
}

// truncated is the dynamic truncation of RFC 4226, 31 bits of the HMAC of the step.
func truncated(key []byte, step int64) uint32 {
	mac := hmac.New(sha1.New, key)
	_ = binary.Write(mac, binary.BigEndian, step) // never fails
	sum := mac.Sum(nil)
	offset := sum[len(sum)-1] & 0xf
	return binary.BigEndian.Uint32(sum[offset:]) & 0x7fffffff
}
