package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/access"
)

const stayTag = "Utilisations"

// StayList is a page of stays.
type StayList struct {
	Stays         []Stay `json:"history"`
	Count         int    `json:"count"`
	TotalPlafonne bool   `json:"totalPlafonne,omitempty" doc:"Il y en a plus que count, qui s'arrête à 100 000"`
}

// StayFilters are the filters of stays: those of their payments, and the reason why a stay stopped.
type StayFilters struct {
	PaymentFilters
	StopReason []string `query:"stopReason,explode" json:"stopReason,omitempty" enum:"temps_depasse,velo_enleve"`
}

// PlatformStayFilters are the filters of the platform's stays, which can select one operator.
type PlatformStayFilters struct {
	StayFilters
	ChosenOperator
}

func (f StayFilters) filter(operatorID int64) (payment.Filter, error) {
	filter, err := f.PaymentFilters.filter(operatorID)
	filter.StaysOnly = true
	filter.StopReasons = each(f.StopReason, func(key string) payment.StayStatus { return payment.StayStatus(key) })
	return filter, err
}

func (s *server) registerStays() {
	register(s, rule{audience: holders, right: access.EventsRead, at: operatorInQuery}, huma.Operation{
		OperationID: "list-usages", Method: http.MethodGet, Path: "/api/admin/usages", Tags: []string{stayTag},
		Summary: "L'historique des utilisations, de la plus récente à la plus ancienne", Description: "Sans exploitant : toutes, pour les administrateurs.",
	}, func(ctx context.Context, in *struct {
		PageInput
		PlatformStayFilters
	},
	) (*answer[StayList], error) {
		filter, err := in.filter(in.operator())
		if err != nil {
			return nil, err
		}
		offset, limit := in.window()
		stays, count, err := s.Payments.Stays(ctx, filter, offset, limit)
		count, capped := filter.Shown(count)
		return reply(StayList{each(stays, s.at().Stay), count, capped}), err
	})
}
