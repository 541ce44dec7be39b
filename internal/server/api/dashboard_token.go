package api

import (
	"context"
	"time"

	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// Dashboards is a server that shows dashboards under signed addresses.
type Dashboards interface {
	URL() string
	// Address returns a signed URL that shows the dashboard until that time, with the given parameters locked to
	// their values.
	Address(dashboard int64, locked map[string]string, until time.Time) (string, error)
}

// giverOf returns who obtained a link that others may open, with the rights that they have now: the account of a
// session, or a key, whose limit counts the call. fault.NotFound: the session has ended, or the key is no longer good.
func (s *Server) giverOf(ctx context.Context, sessionID string, keyID int64) (access.Actor, error) {
	if keyID == 0 {
		return s.Accounts.ActorOf(ctx, sessionID)
	}
	key, err := s.Keys.Good(ctx, keyID)
	if fault.Is(err, fault.KindUnauthenticated) {
		err = fault.NotFound()
	}
	if err == nil {
		_, err = s.countCall(ctx, key)
	}
	return key.Actor(), err
}

// admitDashboard returns the operator of a dashboard's token, if the account still has the right to read there.
func (s *Server) admitDashboard(ctx context.Context, token string) (int64, error) {
	dashboard, err := s.Accounts.ReadDashboard(token)
	if err != nil {
		return 0, err
	}
	operatorID := dashboard.OperatorID
	actor, err := s.giverOf(ctx, dashboard.SessionID, dashboard.KeyID)
	if fault.Is(err, fault.KindNotFound) {
		err = account.EndedSession()
	}
	if err != nil {
		return 0, err
	}
	if operatorID != 0 {
		if err := s.Owners.CheckInService(ctx, operatorID); err != nil {
			return 0, err
		}
	}
	if !actor.Can(access.EventsRead, operatorID) {
		return 0, fault.Forbidden()
	}
	return operatorID, nil
}

// BuiltInDashboard shows the figures that the token in its fragment gives access to. Browsers send a fragment to no
// server, so it reaches no log and no other site.
const BuiltInDashboard = "/tableau-de-bord"
