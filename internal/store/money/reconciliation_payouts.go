package money

import (
	"context"
	"slices"

	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/domain/money/statement"
)

// PayoutsOf implements statement.PayoutStore.
func (s *Store) PayoutsOf(ctx context.Context, operatorID int64, span statement.Span) ([]statement.Payout, error) {
	shares, err := s.Shares(ctx, operatorID, span.From, span.Before)
	list := []statement.Payout{}
	for _, share := range slices.Backward(shares) {
		if share.Status == reconciliation.PayoutArrived {
			list = append(list, statement.Payout{
				ID: share.ID, ArrivedAt: share.ArrivesAt, Gross: share.Gross + share.Refunds, Fees: share.Fees, Net: share.Net,
				Operations: int64(share.Number),
			})
		}
	}
	return list, err
}
