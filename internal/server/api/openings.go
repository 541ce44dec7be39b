package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
)

// OpeningCode is an opening code: it opens one locker, once.
type OpeningCode struct {
	Code    string    `json:"code" doc:"6 chiffres"`
	DateFin time.Time `json:"dateFin"`
}

func (s *server) registerOpenings() {
	generate := func(ctx context.Context, in *IDInput) (*answer[OpeningCode], error) {
		code, err := s.Openings.Generate(ctx, actorOf(ctx), in.ID)
		return reply(OpeningCode{Code: code.Digits, DateFin: code.ExpiresAt.In(clock.Paris)}), err
	}
	const sameWhileLive = "Valable 180 s ; le même est rendu tant qu'il l'est."
	register(s, rule{audience: holders, right: access.EventsWrite, at: ownerOfLocker}, huma.Operation{
		OperationID: "generate-code", Method: http.MethodPatch, Path: "/api/admin/casier/{id}/generer_code", Tags: []string{"Gestion à distance"},
		Summary: "Générer le code d'ouverture à distance", Description: sameWhileLive,
	}, generate)
	register(s, rule{audience: holders, right: access.MaintenanceMode, at: ownerOfLocker}, huma.Operation{
		OperationID: "generate-maintenance-code", Method: http.MethodPatch, Path: "/api/admin/casier/{id}/maintenance/generer_code",
		Tags: []string{"Gestion à distance"}, Summary: "Le même, en mode maintenance", Description: sameWhileLive,
	}, generate)

	s.registerDelivery()

	register(s, rule{audience: holders, right: access.EventsWrite, at: ownerOfStay}, huma.Operation{
		OperationID: "end-use", Method: http.MethodPatch, Path: "/api/admin/occupation/{id}/terminer", Tags: []string{"Gestion à distance"},
		Summary: "Mettre fin à l'utilisation", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *IDInput) (*answer[Stay], error) {
		stay, err := s.Stays.EndByStaff(ctx, actorOf(ctx), in.ID)
		return reply(s.at().Stay(stay)), err
	})

	register(s, rule{audience: holders, right: access.EventsWrite, at: ownerOfLocker}, huma.Operation{
		OperationID: "make-use-free", Method: http.MethodPatch, Path: "/api/admin/casier/{id}/occupation/switch-gratuit",
		Tags: []string{"Gestion à distance"}, Summary: "Ne pas faire payer", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		IDInput
		Occupation int64 `query:"occupation" doc:"Laquelle, dans un espace"`
	},
	) (*answer[Stay], error) {
		stay, err := s.Stays.MakeFree(ctx, actorOf(ctx), in.ID, in.Occupation)
		return reply(s.at().Stay(stay)), err
	})
}
