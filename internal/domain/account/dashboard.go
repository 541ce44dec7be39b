package account

import (
	"context"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

type dashboardClaims struct {
	SessionID  string `json:"sid"`
	OperatorID int64  `json:"exploitant"` // 0: the platform
	jwt.RegisteredClaims
}

// DashboardToken returns a token with which its bearer may read the statistics of one operator, or of
// the platform (0), until the given instant and as long as the actor may read them.
func (s *Service) DashboardToken(actor access.Actor, operatorID int64, until time.Time) (string, error) {
	signed, err := jwt.NewWithClaims(jwt.SigningMethodHS256, dashboardClaims{
		SessionID: actor.SessionID, OperatorID: operatorID,
		RegisteredClaims: jwt.RegisteredClaims{ExpiresAt: jwt.NewNumericDate(until)},
	}).SignedString(s.tokens.dashboardKey)
	if err != nil {
		return "", fmt.Errorf("sign dashboard: %w", err)
	}
	return signed, nil
}

// AuthenticateDashboard returns the actor of the token, with the rights that it has now, and the
// token's operator.
func (s *Service) AuthenticateDashboard(ctx context.Context, token string) (access.Actor, int64, error) {
	if token == "" {
		return access.Actor{}, 0, errNoBearer()
	}
	var read dashboardClaims
	expired, ok := verify(token, &read, s.tokens.dashboardKey, s.clock.Now())
	switch {
	case !ok:
		return access.Actor{}, 0, errBadDashboard()
	case expired:
		return access.Actor{}, 0, errExpiredDashboard()
	}
	actor, err := s.ActorOf(ctx, read.SessionID)
	if fault.Is(err, fault.NotFound) {
		return access.Actor{}, 0, errBadBearer()
	}
	return actor, read.OperatorID, err
}

func errBadDashboard() error {
	return fault.Unknown("Invalid JWT Token", "L'accès à ce tableau de bord n'est pas valable. Rechargez la page.")
}

func errExpiredDashboard() error {
	return fault.Unknown("Expired JWT Token", "L'accès à ce tableau de bord a expiré. Rechargez la page.")
}
