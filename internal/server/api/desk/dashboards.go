package desk

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/kernel/access"
	"consigne/internal/server/api"
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

func (s area) registerDashboards() {
	const until = "Sans tableau de bord dans Metabase, l'adresse est celle du tableau de bord intégré. À demander de nouveau avant la fin de sa validité."
	api.Register(s.Server, api.Rule{Audience: api.Admins}, huma.Operation{
		OperationID: "platform-dashboard", Method: http.MethodGet, Path: "/api/admin/iloo/analytics",
		Tags:    []string{"Statistiques"},
		Summary: "L'adresse du tableau de bord de la plateforme", Description: until,
	}, func(ctx context.Context, _ *struct{}) (*api.Answer[DashboardAddress], error) {
		return s.dashboardAddress(ctx, 0, s.PlatformDashboard)
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "operator-dashboard", Method: http.MethodGet, Path: "/api/admin/iloo/analytics/{id}",
		Tags:    []string{"Statistiques"},
		Summary: "L'adresse du tableau de bord d'un exploitant", Description: until,
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[DashboardAddress], error) {
		operator, err := s.Operators.ByID(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		return s.dashboardAddress(ctx, operator.ID, operator.MetabaseID)
	})
}

// dashboardAddress returns the address of the Metabase dashboard, or of the built-in one if there is none.
func (s area) dashboardAddress(
	ctx context.Context, operatorID int64, dashboard *int64,
) (*api.Answer[DashboardAddress], error) {
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
		address, err = s.Accounts.DashboardToken(api.ActorOf(ctx), operatorID, until)
		address = api.BuiltInDashboard + "#" + address
	}
	return api.Reply(DashboardAddress{IframeURL: address, DureeValidite: int64(dashboardLife.Seconds())}), err
}

// dashboardOperator returns the operator whose dashboard the policy admitted, or 0 for the platform.
func dashboardOperator(ctx context.Context) int64 {
	return api.RequestOf(ctx).Dashboard
}
