package stays

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/access"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

const stayTag = "Utilisations"

// StayList is a page of stays.
type StayList struct {
	Stays         []shape.Stay `json:"history"`
	Count         int          `json:"count"`
	TotalPlafonne bool         `json:"totalPlafonne,omitempty" doc:"Il y en a plus que count, qui s'arrête à 100 000"`
}

// StayFilters are the filters of stays: those of their payments, and the reason why a stay stopped.
type StayFilters struct {
	shape.PaymentFilters
	StopReason []string `query:"stopReason,explode" json:"stopReason,omitempty" enum:"temps_depasse,velo_enleve"`
}

// PlatformStayFilters are the filters of the platform's stays, which can select one operator.
type PlatformStayFilters struct {
	StayFilters
	shape.ChosenOperator
}

// Filter converts the filters, as those of payments.
func (f StayFilters) Filter(operatorID int64) (payment.Filter, error) {
	filter, err := f.PaymentFilters.Filter(operatorID)
	filter.StaysOnly = true
	filter.StopReasons = shape.Each(f.StopReason, func(key string) payment.StayStatus { return payment.StayStatus(key) })
	return filter, err
}

func (s area) registerStays() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInQuery,
	}, huma.Operation{
		OperationID: "list-usages", Method: http.MethodGet, Path: "/api/admin/usages", Tags: []string{stayTag},
		Summary:     "L'historique des utilisations, de la plus récente à la plus ancienne",
		Description: "Sans exploitant : toutes, pour les administrateurs.",
	}, func(ctx context.Context, in *struct {
		api.PageInput
		PlatformStayFilters
	},
	) (*api.Answer[StayList], error) {
		filter, err := in.Filter(in.Operator())
		if err != nil {
			return nil, err
		}
		offset, limit := in.Window()
		stays, count, err := s.Payments.Stays(ctx, filter, offset, limit)
		count, capped := filter.Shown(count)
		return api.Reply(StayList{shape.Each(stays, s.At().StayForStaff), count, capped}), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInQuery,
	}, huma.Operation{
		OperationID: "sum-usages", Method: http.MethodGet, Path: "/api/admin/usages/sommes", Tags: []string{stayTag},
		Summary:     "Les sommes des paiements des utilisations que les filtres trouvent",
		Description: "Sans exploitant : de toutes, pour les administrateurs.",
	}, func(ctx context.Context, in *PlatformStayFilters) (*api.Answer[shape.PaymentSums], error) {
		filter, err := in.Filter(in.Operator())
		if err != nil {
			return nil, err
		}
		sums, err := s.Payments.Sums(ctx, filter)
		return api.Reply(shape.SumsBody(sums)), err
	})
}
