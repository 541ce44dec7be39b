// Package subscriptions stores subscriptions and the terms that follow.
package subscriptions

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/subscription"
	"consigne/internal/store/tariffs"
)

// Store reads and writes them.
type Store struct{ db *db.DB }

// New returns the store in a database.
func New(d *db.DB) *Store { return &Store{db: d} }

// SubscribedTariffs implements stay.SubscriptionStore.
func (s *Store) SubscribedTariffs(ctx context.Context, accountID int64, at time.Time) ([]int64, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "list subscribed tariffs", func(id *int64) []any { return []any{id} }, `
		SELECT DISTINCT tariff_id FROM subscriptions
		WHERE account_id = $1 AND starts_at <= $2 AND (ends_at IS NULL OR ends_at > $2)`, accountID, db.Millis(at))
}

// CreateSubscription implements subscription.SubscriptionStore.
func (s *Store) CreateSubscription(ctx context.Context, sub subscription.Subscription) (int64, error) {
	return s.db.Insert(ctx, "create subscription", `
		INSERT INTO subscriptions (operator_id, account_id, tariff_id, tariff_version, is_test, starts_at, ends_at, is_renewed, next_term, next_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
		sub.OperatorID, sub.AccountID, sub.TariffID, sub.TariffVersion, sub.Test, db.Millis(sub.StartsAt), db.MillisOrNull(sub.EndsAt), sub.Renewed,
		sub.NextTerm, db.MillisOrNull(sub.NextAt))
}

// AdvanceSubscription implements subscription.SubscriptionStore.
func (s *Store) AdvanceSubscription(ctx context.Context, before, after subscription.Subscription) (bool, error) {
	return s.db.CompareAndSet(ctx, "advance subscription",
		`UPDATE subscriptions SET next_term = $3, next_at = $4, ends_at = $5 WHERE id = $1 AND next_term = $2 AND next_at IS NOT NULL`,
		before.ID, before.NextTerm, after.NextTerm, db.MillisOrNull(after.NextAt), db.MillisOrNull(after.EndsAt))
}

// EndSubscription implements payment.SubscriptionStore.
func (s *Store) EndSubscription(ctx context.Context, id int64, at time.Time) error {
	return s.db.Exec(ctx, "end subscription", `
		UPDATE subscriptions SET ends_at = COALESCE(ends_at, next_at, $2), next_at = NULL WHERE id = $1`, id, db.Millis(at))
}

// SubscriptionByID implements subscription.SubscriptionStore.
func (s *Store) SubscriptionByID(ctx context.Context, id int64) (subscription.Bought, error) {
	return db.First(s.subscriptions(ctx, `u.id = $1`, id))
}

// SubscriptionsOf implements subscription.SubscriptionStore.
func (s *Store) SubscriptionsOf(ctx context.Context, accountID, operatorID int64, offset, limit int) ([]subscription.Bought, int, error) {
	ctx = s.db.FromReplica(ctx)
	where, args := OfAccount("u", accountID, operatorID)
	total, err := s.db.Count(ctx, "count subscriptions", `SELECT COUNT(*) FROM subscriptions u WHERE `+where, args...)
	if err != nil {
		return nil, 0, err
	}
	list, err := s.subscriptions(ctx, where+` ORDER BY u.starts_at DESC, u.id DESC`+db.Page(args, limit), append(args, offset)...)
	return list, total, err
}

// ByID reads the subscriptions with these ids.
func (s *Store) ByID(ctx context.Context, ids []int64) ([]subscription.Bought, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	args := []any{}
	return s.subscriptions(ctx, `u.id IN (`+db.Marks(&args, ids)+`)`, args...)
}

func (s *Store) subscriptions(ctx context.Context, where string, args ...any) ([]subscription.Bought, error) {
	type row struct {
		subscription.Bought
		starts     int64
		ends, next *int64
		paymentID  *int64
		status     *string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read subscriptions", func(r *row) []any {
		return append([]any{
			&r.ID, &r.OperatorID, &r.AccountID, &r.TariffID, &r.TariffVersion, &r.Test, &r.starts, &r.ends, &r.Renewed, &r.NextTerm, &r.next,
			&r.paymentID, &r.status,
		}, tariffs.VersionFields(&r.Tariff)...)
	}, `SELECT u.id, u.operator_id, u.account_id, u.tariff_id, u.tariff_version, u.is_test, u.starts_at, u.ends_at, u.is_renewed, u.next_term, u.next_at,
		  p.id, p.status, `+tariffs.VersionColumns+`
		FROM subscriptions u JOIN tariff_versions v ON v.tariff_id = u.tariff_id AND v.version = u.tariff_version
		LEFT JOIN payments p ON p.subscription_id = u.id AND p.term = u.next_term - 1
		WHERE `+where, args...)
	list := make([]subscription.Bought, len(rows))
	for i, r := range rows {
		list[i] = r.Bought
		list[i].StartsAt, list[i].EndsAt, list[i].NextAt = db.Instant(r.starts), db.InstantOrNil(r.ends), db.InstantOrNil(r.next)
		list[i].PaymentID, list[i].PaymentStatus = db.IdOrZero(r.paymentID), db.TextOf(r.status)
	}
	return list, err
}

// OfAccount is the condition on rows of an account at an operator (0: at every operator).
func OfAccount(alias string, accountID, operatorID int64) (where string, args []any) {
	where, args = alias+`.account_id = $1`, []any{accountID}
	if operatorID != 0 {
		where, args = where+` AND `+alias+`.operator_id = $2`, append(args, operatorID)
	}
	return where, args
}
