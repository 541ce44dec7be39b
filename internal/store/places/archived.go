package places

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/domain/places/operator"
)

// OperatorEver implements document.SellerStore.
func (s *Store) OperatorEver(ctx context.Context, id int64) (operator.Operator, error) {
	return db.First(s.operators(ctx, `id = $1`, id))
}
