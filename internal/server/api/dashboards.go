package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

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

const (
	// builtInDashboard shows the figures that the token in its fragment gives access to. Browsers send a fragment to
	// no server, so it reaches no log and no other site.
	builtInDashboard = "/tableau-de-bord"
	// lockedOperator is the parameter by which a Metabase dashboard must filter.
	lockedOperator = "exploitant"
	dashboardLife  = 10 * time.Minute
)

// DashboardAddress is the address that the frame of the statistics shows.
type DashboardAddress struct {
	IframeURL     string `json:"iframeUrl"`
	DureeValidite int64  `json:"dureeValidite" doc:"En secondes"`
}

func (s *server) registerDashboards() {
	const until = "Sans tableau de bord dans Metabase, l'adresse est celle du tableau de bord intégré. À demander de nouveau avant la fin de sa validité."
	register(s, rule{audience: admins}, huma.Operation{
		OperationID: "platform-dashboard", Method: http.MethodGet, Path: "/api/admin/iloo/analytics", Tags: []string{"Statistiques"},
		Summary: "L'adresse du tableau de bord de la plateforme", Description: until,
	}, func(ctx context.Context, _ *struct{}) (*answer[DashboardAddress], error) {
		return s.dashboardAddress(ctx, 0, s.PlatformDashboard)
	})
	register(s, rule{audience: holders, right: access.EventsRead, at: operatorInPath}, huma.Operation{
		OperationID: "operator-dashboard", Method: http.MethodGet, Path: "/api/admin/iloo/analytics/{id}", Tags: []string{"Statistiques"},
		Summary: "L'adresse du tableau de bord d'un exploitant", Description: until,
	}, func(ctx context.Context, in *IDInput) (*answer[DashboardAddress], error) {
		operator, err := s.Operators.ByID(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		return s.dashboardAddress(ctx, operator.ID, operator.MetabaseID)
	})
}

// dashboardAddress returns the address of the Metabase dashboard, or of the built-in one if there is none.
func (s *server) dashboardAddress(ctx context.Context, operatorID int64, dashboard *int64) (*answer[DashboardAddress], error) {
	until := s.Clock.Now().Add(dashboardLife)
	var address string
	var err error
	if s.Dashboards != nil && dashboard != nil {
		locked := map[string]string{}
		if operatorID != 0 {
			locked[lockedOperator] = strconv.FormatInt(operatorID, 10)
		}
		address, err = s.Dashboards.Address(*dashboard, locked, until)
	} else {
		address, err = s.Accounts.DashboardToken(actorOf(ctx), operatorID, until)
		address = builtInDashboard + "#" + address
	}
	return reply(DashboardAddress{IframeURL: address, DureeValidite: int64(dashboardLife.Seconds())}), err
}

// giverOf returns who obtained a link that others may open, with the rights that they have now: the account of a session,
// or a key, whose limit counts the call. fault.NotFound: the session has ended, or the key is no longer good.
func (s *server) giverOf(ctx context.Context, sessionID string, keyID int64) (access.Actor, error) {
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
func (s *server) admitDashboard(ctx context.Context, token string) (int64, error) {
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

// dashboardOperator returns the operator whose dashboard the policy admitted, or 0 for the platform.
func dashboardOperator(ctx context.Context) int64 {
	return requestOf(ctx).dashboard
}
