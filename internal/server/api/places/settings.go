package places

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/access"
	"consigne/internal/server/api"
)

// OperatorSettings is what an exploitant decides for its customers.
type OperatorSettings struct {
	Version         int64 `json:"version" doc:"De l'exploitant ; à rendre dans If-Match"`
	DelaiGraceJours int   `json:"delaiGraceJours" doc:"Durée pendant laquelle un abonnement impayé donne encore accès, depuis le premier échec" example:"7"`
	DelaiOffreJours int   `json:"delaiOffreJours" doc:"Durée pendant laquelle une place est offerte à qui l'attend" example:"7"`
}

// OperatorSettingsInput holds the settings to change.
type OperatorSettingsInput struct {
	DelaiGraceJours *int `json:"delaiGraceJours,omitempty" doc:"De 0 à 90. Absent : inchangé" example:"7"`
	DelaiOffreJours *int `json:"delaiOffreJours,omitempty" doc:"De 1 à 60. Absent : inchangé" example:"7"`
}

func (s area) registerSettings() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "get-operator-settings", Method: http.MethodGet, Path: "/api/admin/exploitant/{id}/reglages",
		Tags:    []string{"Exploitants"},
		Summary: "Les réglages d'un exploitant",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[OperatorSettings], error) {
		o, err := s.Operators.ByID(ctx, in.ID)
		return api.Reply(settingsBody(o)), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsWrite, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "change-operator-settings", Method: http.MethodPut, Path: "/api/admin/exploitant/{id}/reglages",
		Tags:        []string{"Exploitants"},
		Summary:     "Modifier les réglages d'un exploitant",
		Description: "Un réglage absent reste ce qu'il est.",
		Errors:      []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.VersionInput
		Body OperatorSettingsInput
	},
	) (*api.Answer[OperatorSettings], error) {
		o, err := s.Operators.ChangeSettings(ctx, api.ActorOf(ctx), in.ID, in.Seen,
			operator.SettingsInput{GraceDays: in.Body.DelaiGraceJours, OfferDays: in.Body.DelaiOffreJours})
		return api.Reply(settingsBody(o)), err
	})
}

func settingsBody(o operator.Operator) OperatorSettings {
	return OperatorSettings{o.Revision, o.Settings.GraceDays, o.Settings.OfferDays}
}
