package store

import (
	"context"
	"time"

	"consigne/internal/subscription"
)

// SubscribedTariffs implements occupation.Store.
func (s *Store) SubscribedTariffs(ctx context.Context, accountID int64, at time.Time) ([]int64, error) {
	return collect(ctx, s.reader(ctx), "list subscribed tariffs", func(id *int64) []any { return []any{id} }, `
		SELECT DISTINCT tariff_id FROM subscriptions
		WHERE account_id = $1 AND starts_at <= $2 AND (ends_at IS NULL OR ends_at > $2)`, accountID, millis(at))
}

// CreateSubscription returns the new id.
func (s *Store) CreateSubscription(ctx context.Context, sub subscription.Subscription) (int64, error) {
	return s.insert(ctx, "create subscription", `
		INSERT INTO subscriptions (operator_id, account_id, tariff_id, tariff_version, starts_at, ends_at, is_renewed)
		VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
		sub.OperatorID, sub.AccountID, sub.TariffID, sub.TariffVersion, millis(sub.StartsAt), millisOrNull(sub.EndsAt), sub.Renewed)
}
