package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/payment"
)

// UsageHistory is a page of stays.
type UsageHistory struct {
	History []Use `json:"history"`
	Count   int   `json:"count"`
}

func (s *server) registerUsages() {
	register(s, huma.Operation{
		OperationID: "list-usages", Method: http.MethodGet, Path: "/api/admin/usages", Tags: []string{"Utilisations"},
		Summary: "L'historique des utilisations, de la plus récente à la plus ancienne", Description: "Sans exploitant : toutes, pour les administrateurs.",
	}, func(ctx context.Context, in *struct {
		PageInput
		PaymentFilters
		Exploitant       int64    `query:"exploitant"`
		SelectedOperator int64    `query:"selectedOperator" doc:"Pour les administrateurs"`
		StopReason       []string `query:"stopReason,explode" enum:"temps_depasse,velo_enleve"`
	},
	) (*answer[UsageHistory], error) {
		operatorID := in.Exploitant
		if operatorID == 0 {
			operatorID = in.SelectedOperator
		}
		filter, err := in.filter(operatorID)
		if err != nil {
			return nil, err
		}
		filter.StopReasons = each(in.StopReason, func(key string) payment.UseStatus { return payment.UseStatus(key) })
		offset, limit := in.window()
		uses, count, err := s.Payments.History(ctx, filter, offset, limit)
		return reply(UsageHistory{each(uses, s.useBody), count}), err
	})
}
