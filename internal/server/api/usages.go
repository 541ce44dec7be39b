package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/payment"
)

const usageTag = "Utilisations"

// UsageHistory is a page of stays.
type UsageHistory struct {
	History []Use `json:"history"`
	Count   int   `json:"count"`
}

// UsageFilters are the filters of stays: those of their payments, and the reason why a stay stopped.
type UsageFilters struct {
	PaymentFilters
	StopReason []string `query:"stopReason,explode" json:"stopReason,omitempty" enum:"temps_depasse,velo_enleve"`
}

// PlatformUsageFilters are the filters of the platform's stays, which can select one operator.
type PlatformUsageFilters struct {
	UsageFilters
	ChosenOperator
}

func (f UsageFilters) filter(operatorID int64) (payment.Filter, error) {
	filter, err := f.PaymentFilters.filter(operatorID)
	filter.StaysOnly = true
	filter.StopReasons = each(f.StopReason, func(key string) payment.UseStatus { return payment.UseStatus(key) })
	return filter, err
}

func (s *server) registerUsages() {
	register(s, huma.Operation{
		OperationID: "list-usages", Method: http.MethodGet, Path: "/api/admin/usages", Tags: []string{usageTag},
		Summary: "L'historique des utilisations, de la plus récente à la plus ancienne", Description: "Sans exploitant : toutes, pour les administrateurs.",
	}, func(ctx context.Context, in *struct {
		PageInput
		PlatformUsageFilters
	},
	) (*answer[UsageHistory], error) {
		filter, err := in.filter(in.operator())
		if err != nil {
			return nil, err
		}
		offset, limit := in.window()
		uses, count, err := s.Payments.History(ctx, filter, offset, limit)
		return reply(UsageHistory{each(uses, s.useBody), count}), err
	})
}
