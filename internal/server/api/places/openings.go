package places

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// OpeningCode is an opening code: it opens one locker, once.
type OpeningCode struct {
	Code    string    `json:"code" doc:"6 chiffres"`
	DateFin time.Time `json:"dateFin"`
}

// StayEnd is how staff end a stay.
type StayEnd struct {
	Fin         *time.Time `json:"fin,omitempty" doc:"La vraie fin, après le début et non dans le futur. Absente : maintenant"`
	Commentaire string     `json:"commentaire,omitempty" doc:"Pourquoi ; obligatoire avec fin"`
}

func (s area) registerOpenings() {
	generate := func(ctx context.Context, in *api.IDInput) (*api.Answer[OpeningCode], error) {
		code, err := s.Openings.Generate(ctx, api.ActorOf(ctx), in.ID)
		return api.Reply(OpeningCode{Code: code.Digits, DateFin: code.ExpiresAt.In(clock.Paris)}), err
	}
	const sameWhileLive = "Valable 3 minutes ; le même est rendu tant qu'il l'est."
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfLocker,
	}, huma.Operation{
		OperationID: "generate-code", Method: http.MethodPatch, Path: "/api/admin/casier/{id}/generer_code",
		Tags:    []string{"Gestion à distance"},
		Summary: "Générer le code d'ouverture à distance", Description: sameWhileLive,
	}, generate)
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.MaintenanceMode, At: api.OwnerOfLocker,
	}, huma.Operation{
		OperationID: "generate-maintenance-code", Method: http.MethodPatch,
		Path: "/api/admin/casier/{id}/maintenance/generer_code",
		Tags: []string{"Gestion à distance"}, Summary: "Le même, en mode maintenance", Description: sameWhileLive,
	}, generate)

	s.registerDelivery()

	api.Register(s.Server, api.Rule{Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfStay}, huma.Operation{
		OperationID: "send-code", Method: http.MethodPost, Path: "/api/admin/occupation/{id}/envoyer-code",
		Tags:        []string{"Gestion à distance"},
		Summary:     "Envoyer à l'usager, par e-mail, le code d'ouverture valable de son casier",
		Description: "409 : l'utilisation est terminée, l'usager n'a pas d'adresse e-mail, ou aucun code n'est valable. Ce qui n'est pas parti à la fin du code ne part plus.",
		Errors:      []int{http.StatusConflict, http.StatusTooManyRequests},
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[api.Message], error) {
		err := s.Openings.Send(ctx, api.ActorOf(ctx), in.ID)
		return api.Reply(api.Message{Message: "Le code va être envoyé."}), err
	})

	api.Register(s.Server, api.Rule{Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfStay}, huma.Operation{
		OperationID: "estimate-use-end", Method: http.MethodGet, Path: "/api/admin/occupation/{id}/terminer",
		Tags:        []string{"Gestion à distance"},
		Summary:     "Le prix de l'utilisation si l'on y met fin",
		Description: "Maintenant, ou avec `fin` à l'instant où elle s'est terminée. Rien n'est écrit.",
		Errors:      []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Fin time.Time `query:"fin" doc:"La vraie fin, après le début et non dans le futur. Absente : maintenant"`
	},
	) (*api.Answer[shape.StayPrice], error) {
		var at *time.Time
		if !in.Fin.IsZero() {
			at = &in.Fin
		}
		price, err := s.Stays.PriceOfEnd(ctx, in.ID, at)
		return api.Reply(shape.StayPriceBody(price)), err
	})

	api.Register(s.Server, api.Rule{Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfStay}, huma.Operation{
		OperationID: "end-use", Method: http.MethodPatch, Path: "/api/admin/occupation/{id}/terminer",
		Tags:        []string{"Gestion à distance"},
		Summary:     "Mettre fin à l'utilisation",
		Description: "Maintenant, ou avec `fin` à l'instant où elle s'est terminée : son prix et ses délais sont alors ceux de cet instant.",
		Errors:      []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body *StayEnd
	},
	) (*api.Answer[shape.Stay], error) {
		var how stay.Ending
		if in.Body != nil {
			how = stay.Ending{At: in.Body.Fin, Comment: in.Body.Commentaire}
		}
		ended, err := s.Stays.EndByStaff(ctx, api.ActorOf(ctx), in.ID, how)
		return api.Reply(s.At().StayForStaff(ended)), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfLocker,
	}, huma.Operation{
		OperationID: "make-use-free", Method: http.MethodPatch, Path: "/api/admin/casier/{id}/occupation/switch-gratuit",
		Tags: []string{"Gestion à distance"}, Summary: "Ne pas faire payer", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Occupation int64 `query:"occupation" doc:"Laquelle, dans un espace"`
	},
	) (*api.Answer[shape.Stay], error) {
		stay, err := s.Stays.MakeFree(ctx, api.ActorOf(ctx), in.ID, in.Occupation)
		return api.Reply(s.At().Stay(stay)), err
	})
}
