package money

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

type countedSum struct {
	number int64
	sum    money.Cents
}

func (c *countedSum) fields() []any { return []any{&c.number, &c.sum} }

// Unexplained implements statement.LeftStore.
func (s *Store) Unexplained(ctx context.Context, operatorID int64, month clock.Month) (int64, money.Cents, error) {
	found, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "count unexplained differences", (*countedSum).fields, `
		SELECT COUNT(*), CAST(COALESCE(SUM(ABS(there - here)), 0) AS BIGINT) FROM reconciliation_items
		WHERE operator_id = $1 AND month = $2 AND explained_at IS NULL AND state <> 'en_attente' AND state <> 'avant_registre'`,
		operatorID, month.String()))
	return found.number, found.sum, err
}

// UnderWay implements statement.LeftStore.
func (s *Store) UnderWay(ctx context.Context, operatorID int64, before time.Time) (int64, money.Cents, error) {
	found, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "count payments under way", (*countedSum).fields, `
		SELECT COUNT(*), CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM payments
		WHERE operator_id = $1 AND status = $2 AND started_at < $3`,
		operatorID, payment.InProgress, db.Millis(before)))
	return found.number, found.sum, err
}
