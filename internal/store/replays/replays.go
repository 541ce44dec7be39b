// Package replays stores replays of prices, and batches of refunds with their lines.
package replays

import (
	"context"

	"consigne/internal/db"
)

// Store reads and writes them.
type Store struct{ db *db.DB }

// New returns the store in a database.
func New(d *db.DB) *Store { return &Store{db: d} }

// ReplayOperator implements ownership.ReplayStore.
func (s *Store) ReplayOperator(ctx context.Context, id int64) (int64, error) {
	return s.operatorOf(ctx, `replays`, id)
}

// BatchOperator implements ownership.ReplayStore.
func (s *Store) BatchOperator(ctx context.Context, id int64) (int64, error) {
	return s.operatorOf(ctx, `refund_batches`, id)
}

func (s *Store) operatorOf(ctx context.Context, table string, id int64) (int64, error) {
	var operatorID int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `
		SELECT x.operator_id FROM `+table+` x JOIN operators o ON o.id = x.operator_id WHERE x.id = $1 AND o.archived_at IS NULL`, id).Scan(&operatorID)
	return operatorID, db.Found(err)
}
