package money

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/kernel/access"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// The sums are calls of their own: no list waits for them.
func (s area) registerSums() {
	api.Register(s.Server, api.Rule{Audience: api.Admins, At: api.OperatorInQuery}, huma.Operation{
		OperationID: "sum-payments", Method: http.MethodGet, Path: "/api/admin/paiements/sommes", Tags: []string{"Paiements"},
		Summary: "Les sommes des paiements de la plateforme que les filtres trouvent",
	}, func(ctx context.Context, in *shape.PlatformPaymentFilters) (*api.Answer[shape.PaymentSums], error) {
		return s.sums(ctx, in.PaymentFilters, in.Operator())
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "sum-operator-payments", Method: http.MethodGet,
		Path: "/api/admin/paiements/exploitant/{id}/sommes", Tags: []string{"Paiements"},
		Summary: "Les sommes des paiements d'un exploitant que les filtres trouvent",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		shape.PaymentFilters
	},
	) (*api.Answer[shape.PaymentSums], error) {
		return s.sums(ctx, in.PaymentFilters, in.ID)
	})
}

func (s area) sums(
	ctx context.Context, typed shape.PaymentFilters, operatorID int64,
) (*api.Answer[shape.PaymentSums], error) {
	filter, err := typed.Filter(operatorID)
	if err != nil {
		return nil, err
	}
	sums, err := s.Payments.Sums(ctx, filter)
	return api.Reply(shape.SumsBody(sums)), err
}
