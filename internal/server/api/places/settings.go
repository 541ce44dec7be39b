package places

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/money"
	"consigne/internal/server/api"
)

// OperatorSettings is what an exploitant decides for its customers.
type OperatorSettings struct {
	Version           int64 `json:"version" doc:"De l'exploitant ; à rendre dans If-Match"`
	DelaiPreavisJours int   `json:"delaiPreavisJours" doc:"Délai entre l'annonce d'une hausse de prix à un abonné et la première échéance à ce prix" example:"30"`
	DelaiGraceJours   int   `json:"delaiGraceJours" doc:"Durée pendant laquelle un abonnement impayé donne encore accès, depuis le premier échec" example:"7"`

	MontantMinimumEncaissement    money.Cents `json:"montantMinimumEncaissement" doc:"En centimes : ce qui est moindre attend que le client doive cette somme, puis est encaissé en une fois" example:"200"`
	DelaiMaximumEncaissementJours int         `json:"delaiMaximumEncaissementJours" doc:"Après quoi une petite somme n'attend plus : elle est encaissée si le prestataire l'accepte, sinon rendue gratuite" example:"30"`
	MontantMinimumPrestataire     money.Cents `json:"montantMinimumPrestataire" doc:"Le moins que le prestataire de paiement encaisse" example:"50"`

	RecusParCourriel outbox.Receipts `json:"recusParCourriel" enum:"jamais,abonnements,toujours" doc:"Les reçus et avoirs envoyés sans être demandés : aucun, ceux des abonnements, ou ceux des utilisations aussi" example:"abonnements"`

	DelaiOffreJours int `json:"delaiOffreJours" doc:"Durée pendant laquelle une place est offerte à qui l'attend" example:"7"`

	VeloPreavisJours    int    `json:"veloPreavisJours" doc:"Règlement des vélos laissés : durée du préavis avant l'enlèvement" example:"30"`
	VeloEnlevementJours int    `json:"veloEnlevementJours" doc:"Ajoutés au préavis avant l'enlèvement" example:"0"`
	VeloGardeJours      int    `json:"veloGardeJours" doc:"Durée de la garde au dépôt avant le don ou la destruction" example:"90"`
	VeloFinJours        int    `json:"veloFinJours" doc:"Ajoutés à la garde avant le don ou la destruction" example:"0"`
	VeloTexteAvis       string `json:"veloTexteAvis" doc:"Repris dans la lettre du préavis"`
}

// OperatorSettingsInput holds the settings to change.
type OperatorSettingsInput struct {
	DelaiGraceJours   *int `json:"delaiGraceJours,omitempty" doc:"De 0 à 90. Absent : inchangé" example:"7"`
	DelaiPreavisJours *int `json:"delaiPreavisJours,omitempty" doc:"De 0 à 365. Absent : inchangé" example:"30"`

	MontantMinimumEncaissement    *int `json:"montantMinimumEncaissement,omitempty" doc:"En centimes, de montantMinimumPrestataire à 2000. Absent : inchangé" example:"200"`
	DelaiMaximumEncaissementJours *int `json:"delaiMaximumEncaissementJours,omitempty" doc:"De 1 à 90. Absent : inchangé" example:"30"`

	RecusParCourriel *outbox.Receipts `json:"recusParCourriel,omitempty" enum:"jamais,abonnements,toujours" doc:"Absent : inchangé" example:"toujours"`

	DelaiOffreJours *int `json:"delaiOffreJours,omitempty" doc:"De 1 à 60. Absent : inchangé" example:"7"`

	VeloPreavisJours    *int    `json:"veloPreavisJours,omitempty" doc:"De 0 à 730. Absent : inchangé" example:"30"`
	VeloEnlevementJours *int    `json:"veloEnlevementJours,omitempty" doc:"De 0 à 730. Absent : inchangé" example:"0"`
	VeloGardeJours      *int    `json:"veloGardeJours,omitempty" doc:"De 0 à 730. Absent : inchangé" example:"90"`
	VeloFinJours        *int    `json:"veloFinJours,omitempty" doc:"De 0 à 730. Absent : inchangé" example:"0"`
	VeloTexteAvis       *string `json:"veloTexteAvis,omitempty" doc:"Absent : inchangé"`
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
		return api.Reply(s.settingsBody(o)), err
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
			operator.SettingsInput{
				GraceDays: in.Body.DelaiGraceJours, NoticeDays: in.Body.DelaiPreavisJours,
				CollectFrom: in.Body.MontantMinimumEncaissement, CollectWithin: in.Body.DelaiMaximumEncaissementJours,
				Receipts: in.Body.RecusParCourriel, OfferDays: in.Body.DelaiOffreJours,
				Bylaw: operator.BylawInput{
					NoticeDays: in.Body.VeloPreavisJours, RemovalDays: in.Body.VeloEnlevementJours,
					KeepingDays: in.Body.VeloGardeJours, EndDays: in.Body.VeloFinJours, NoticeText: in.Body.VeloTexteAvis,
				},
			})
		return api.Reply(s.settingsBody(o)), err
	})
}

func (s area) settingsBody(o operator.Operator) OperatorSettings {
	least, bylaw := s.Operators.Least(), o.Settings.Bylaw
	return OperatorSettings{
		Version: o.Revision, DelaiGraceJours: o.Settings.GraceDays, DelaiPreavisJours: o.Settings.NoticeDays,
		MontantMinimumEncaissement:    max(o.Settings.CollectFrom, least),
		DelaiMaximumEncaissementJours: o.Settings.CollectWithin, MontantMinimumPrestataire: least,
		RecusParCourriel: o.Settings.Receipts, DelaiOffreJours: o.Settings.OfferDays,
		VeloPreavisJours: bylaw.NoticeDays, VeloEnlevementJours: bylaw.RemovalDays,
		VeloGardeJours: bylaw.KeepingDays, VeloFinJours: bylaw.EndDays, VeloTexteAvis: bylaw.NoticeText,
	}
}
