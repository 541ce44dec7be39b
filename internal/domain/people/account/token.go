package account

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// How long tokens, sessions and links are valid.
const (
	bearerLife     = 10 * time.Minute
	sessionIdle    = 12 * time.Hour     // without a refresh
	sessionLife    = 7 * 24 * time.Hour // in total
	refreshGrace   = 10 * time.Second   // of the refresh token before the current one
	resetLife      = time.Hour
	invitationLife = 7 * 24 * time.Hour
)

// Tokens is the answer to a sign-in or a refresh.
type Tokens struct {
	Bearer  string
	Refresh string
}

type claims struct {
	SessionID string   `json:"sid"`
	Roles     []string `json:"roles"`
	Username  string   `json:"username"`
	jwt.RegisteredClaims
}

// PasswordLink lets its bearer set the account's password once.
type PasswordLink struct {
	TokenHash string
	AccountID int64
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    *time.Time // when it was used or revoked; nil: it can still be used
}

// tokens creates and reads every kind of token, each with its own key.
type tokens struct {
	bearerKey, refreshKey, bucketKey, dashboardKey, claimKey []byte
	factorKey, recoveryKey, handleKey                        []byte
}

func newTokens(secret []byte) (*tokens, error) {
	if len(secret) < 32 {
		return nil, errors.New("the secret has fewer than 32 bytes")
	}
	var t tokens
	for label, key := range map[string]*[]byte{
		"consigne bearer": &t.bearerKey, "consigne refresh": &t.refreshKey, "consigne bucket": &t.bucketKey,
		"consigne dashboard": &t.dashboardKey, "consigne claim": &t.claimKey,
		"consigne factor": &t.factorKey, "consigne recovery": &t.recoveryKey, "consigne passkey handle": &t.handleKey,
	} {
		derived, err := hkdf.Key(sha256.New, secret, nil, label, 32)
		if err != nil {
			return nil, fmt.Errorf("derive key: %w", err)
		}
		*key = derived
	}
	return &t, nil
}

// issue creates the pair of tokens of the session at its current generation.
func (t *tokens) issue(session Session, actor access.Actor, email string, now time.Time) (Tokens, error) {
	bearer, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims{
		SessionID: session.ID,
		Roles:     actor.GlobalRoles(),
		Username:  email,
		RegisteredClaims: jwt.RegisteredClaims{
			Subject:   strconv.FormatInt(actor.AccountID, 10),
			IssuedAt:  jwt.NewNumericDate(now),
			ExpiresAt: jwt.NewNumericDate(now.Add(bearerLife)),
		},
	}).SignedString(t.bearerKey)
	if err != nil {
		return Tokens{}, fmt.Errorf("sign bearer: %w", err)
	}
	return Tokens{Bearer: bearer, Refresh: t.refresh(session.ID, session.Generation)}, nil
}

// readBearer returns the session of a bearer and reports whether it has expired. ok is false when this
// service did not sign it.
func (t *tokens) readBearer(bearer string, now time.Time) (sessionID string, expired, ok bool) {
	var read claims
	expired, ok = verify(bearer, &read, t.bearerKey, now)
	return read.SessionID, expired, ok
}

// Signed reports whether this service made the bearer or dashboard token, which may have expired since, and whose
// session may have ended.
func (s *Service) Signed(token string) bool {
	if token == "" {
		return false
	}
	now := s.clock.Now()
	_, _, bearer := s.tokens.readBearer(token, now)
	if bearer {
		return true
	}
	_, dashboard := verify(token, &dashboardClaims{}, s.tokens.dashboardKey, now)
	return dashboard
}

// verify reads the claims of a token signed with the key, and reports whether it has expired.
func verify(token string, into jwt.Claims, key []byte, now time.Time) (expired, ok bool) {
	_, err := jwt.ParseWithClaims(token, into, func(*jwt.Token) (any, error) { return key, nil },
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}),
		jwt.WithExpirationRequired(),
		jwt.WithTimeFunc(func() time.Time { return now }),
	)
	expired = errors.Is(err, jwt.ErrTokenExpired)
	return expired, err == nil || expired
}

// refresh derives the refresh token of a session at one generation. Because it is derived and not
// stored as a hash, the current pair can be returned again during the grace period, and the database
// holds nothing that a thief could use.
func (t *tokens) refresh(sessionID string, generation int64) string {
	text := sessionID + "." + strconv.FormatInt(generation, 10)
	return text + "." + base64.RawURLEncoding.EncodeToString(sign(t.refreshKey, text))
}

// readRefresh returns the session and generation of a token made by refresh.
func (t *tokens) readRefresh(token string) (sessionID string, generation int64, ok bool) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return "", 0, false
	}
	generation, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil || !hmac.Equal([]byte(t.refresh(parts[0], generation)), []byte(token)) {
		return "", 0, false
	}
	return parts[0], generation, true
}

// newPasswordLink returns a link without its account, and the token that opens it.
func (t *tokens) newPasswordLink(now time.Time, life time.Duration) (PasswordLink, string) {
	token := rand.Text()
	return PasswordLink{TokenHash: hashToken(token), CreatedAt: now, ExpiresAt: now.Add(life)}, token
}

// bucket returns the key of a limit, which contains the subject only as a keyed hash.
func (t *tokens) bucket(kind, subject string) string {
	return kind + ":" + base64.RawURLEncoding.EncodeToString(sign(t.bucketKey, kind+":"+subject)[:16])
}

func hashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

func sign(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

// The messages below are fixed: the console acts on them (docs/rules.md#errors).
func errNoBearer() error {
	return fault.Unauthenticated("JWT Token not found", "Vous devez vous connecter.")
}

func errBadBearer() error {
	return fault.Unauthenticated("Invalid JWT Token", "Votre session n'est plus valable. Veuillez vous reconnecter.")
}

func errExpiredBearer() error {
	return fault.Unauthenticated("Expired JWT Token", "Votre session a expiré. Veuillez vous reconnecter.")
}

func errNoRefresh() error {
	return fault.Unauthenticated("JWT Refresh Token Not Found", "Votre session a expiré. Veuillez vous reconnecter.")
}

func errBadRefresh() error {
	return fault.Unauthenticated("Invalid JWT Refresh Token", "Votre session a expiré. Veuillez vous reconnecter.")
}

func errBadCredentials() error {
	return fault.Unauthenticated("Invalid credentials.", "Identifiants incorrects")
}
