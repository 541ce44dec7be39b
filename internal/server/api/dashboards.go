package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/kernel/access"
)

const (
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

// dashboardOperator returns the operator whose dashboard the policy admitted, or 0 for the platform.
func dashboardOperator(ctx context.Context) int64 {
	return requestOf(ctx).dashboard
}
