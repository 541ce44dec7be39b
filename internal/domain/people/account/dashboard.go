package account

import (
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

type dashboardClaims struct {
	SessionID  string `json:"sid"`
	KeyID      int64  `json:"cle,omitempty"`
	OperatorID int64  `json:"exploitant"` // 0: the platform
	jwt.RegisteredClaims
}

// DashboardToken returns a token with which its bearer may read the statistics of one operator, or of
// the platform (0), until the given instant and as long as the actor may read them.
func (s *Service) DashboardToken(actor access.Actor, operatorID int64, until time.Time) (string, error) {
	signed, err := jwt.NewWithClaims(jwt.SigningMethodHS256, dashboardClaims{
		SessionID: actor.SessionID, KeyID: actor.KeyID(), OperatorID: operatorID,
		RegisteredClaims: jwt.RegisteredClaims{ExpiresAt: jwt.NewNumericDate(until)},
	}).SignedString(s.tokens.dashboardKey)
	if err != nil {
		return "", fmt.Errorf("sign dashboard: %w", err)
	}
	return signed, nil
}

// Dashboard is what a token of a dashboard gives access to, and by whose rights.
type Dashboard struct {
	SessionID  string // empty: by those of a key
	KeyID      int64
	OperatorID int64 // 0: the platform
}

// ReadDashboard returns what the token gives access to. Whether its session or key may still read that is for the
// caller to check.
func (s *Service) ReadDashboard(token string) (Dashboard, error) {
	if token == "" {
		return Dashboard{}, errNoBearer()
	}
	var read dashboardClaims
	expired, ok := verify(token, &read, s.tokens.dashboardKey, s.clock.Now())
	switch {
	case !ok:
		return Dashboard{}, errBadDashboard()
	case expired:
		return Dashboard{}, errExpiredDashboard()
	}
	return Dashboard{read.SessionID, read.KeyID, read.OperatorID}, nil
}

// EndedSession is the refusal of what was given to a session that has ended.
func EndedSession() error { return errBadBearer() }

func errBadDashboard() error {
	return fault.Unauthenticated("Invalid JWT Token", "L'accès à ce tableau de bord n'est pas valable. Rechargez la page.")
}

func errExpiredDashboard() error {
	return fault.Unauthenticated("Expired JWT Token", "L'accès à ce tableau de bord a expiré. Rechargez la page.")
}
