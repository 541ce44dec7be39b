package people

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/server/api"
)

// OwnPassword is a new password of the caller.
type OwnPassword struct {
	StepToken
	MotDePasse string `json:"motDePasse" doc:"De 12 à 128 caractères" required:"false"`
}

// OwnEmail is a new e-mail of the caller.
type OwnEmail struct {
	StepToken
	Email string `json:"email" required:"false"`
}

func (s area) registerOwnAccount() {
	const tag, oneStep = "Mon compte", "Le jeton d'étape vient d'une confirmation. "
	api.Register(s.Server, api.Rule{Audience: api.Staff, Own: true}, huma.Operation{
		OperationID: "change-own-password", Method: http.MethodPost, Path: "/api/admin/compte/mot-de-passe",
		Tags:    []string{tag},
		Summary: "Changer son mot de passe", Description: oneStep + "Met fin aux autres sessions du compte.",
		DefaultStatus: http.StatusNoContent, Errors: []int{http.StatusGone},
	}, func(ctx context.Context, in *struct{ Body OwnPassword }) (*struct{}, error) {
		return &struct{}{}, s.Accounts.ChangeOwnPassword(ctx, api.ActorOf(ctx), in.Body.JetonEtape, in.Body.MotDePasse)
	})

	api.Register(s.Server, api.Rule{Audience: api.Staff, Own: true}, huma.Operation{
		OperationID: "change-own-email", Method: http.MethodPost, Path: "/api/admin/compte/adresse", Tags: []string{tag},
		Summary:       "Demander une autre adresse e-mail",
		Description:   oneStep + "L'adresse change quand la personne l'a confirmée par le lien qui y est envoyé.",
		DefaultStatus: http.StatusNoContent, Errors: []int{http.StatusGone, http.StatusTooManyRequests},
	}, func(ctx context.Context, in *struct{ Body OwnEmail }) (*struct{}, error) {
		return &struct{}{}, s.Accounts.ChangeOwnEmail(ctx, api.ActorOf(ctx), in.Body.JetonEtape, in.Body.Email)
	})

	api.Register(s.Server, api.Rule{Audience: api.Staff, Own: true}, huma.Operation{
		OperationID: "withdraw-own-email", Method: http.MethodDelete, Path: "/api/admin/compte/adresse", Tags: []string{tag},
		Summary: "Renoncer à l'adresse e-mail qui attend d'être confirmée", DefaultStatus: http.StatusNoContent,
	}, func(ctx context.Context, _ *struct{}) (*struct{}, error) {
		return &struct{}{}, s.Accounts.WithdrawOwnEmail(ctx, api.ActorOf(ctx))
	})
}
