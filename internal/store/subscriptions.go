package store

import (
	"context"
	"time"

	"consigne/internal/domain/subscription"
)

// SubscribedTariffs implements occupation.Store.
func (s *Store) SubscribedTariffs(ctx context.Context, accountID int64, at time.Time) ([]int64, error) {
	return collect(ctx, s.reader(ctx), "list subscribed tariffs", func(id *int64) []any { return []any{id} }, `
		SELECT DISTINCT tariff_id FROM subscriptions
		WHERE account_id = $1 AND starts_at <= $2 AND (ends_at IS NULL OR ends_at > $2)`, accountID, millis(at))
}

// CreateSubscription implements subscription.Store.
func (s *Store) CreateSubscription(ctx context.Context, sub subscription.Subscription) (int64, error) {
	return s.insert(ctx, "create subscription", `
		INSERT INTO subscriptions (operator_id, account_id, tariff_id, tariff_version, is_test, starts_at, ends_at, is_renewed, next_term, next_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
		sub.OperatorID, sub.AccountID, sub.TariffID, sub.TariffVersion, sub.Test, millis(sub.StartsAt), millisOrNull(sub.EndsAt), sub.Renewed,
		sub.NextTerm, millisOrNull(sub.NextAt))
}

// AdvanceSubscription implements subscription.Store.
func (s *Store) AdvanceSubscription(ctx context.Context, before, after subscription.Subscription) (bool, error) {
	return s.compareAndSet(ctx, "advance subscription",
		`UPDATE subscriptions SET next_term = $3, next_at = $4, ends_at = $5 WHERE id = $1 AND next_term = $2 AND next_at IS NOT NULL`,
		before.ID, before.NextTerm, after.NextTerm, millisOrNull(after.NextAt), millisOrNull(after.EndsAt))
}

// EndSubscription implements payment.Store.
func (s *Store) EndSubscription(ctx context.Context, id int64, at time.Time) error {
	return s.exec(ctx, "end subscription", `
		UPDATE subscriptions SET ends_at = COALESCE(ends_at, next_at, $2), next_at = NULL WHERE id = $1`, id, millis(at))
}

// SubscriptionByID implements subscription.Store.
func (s *Store) SubscriptionByID(ctx context.Context, id int64) (subscription.Bought, error) {
	return first(s.subscriptions(ctx, `u.id = $1`, id))
}

// SubscriptionsOf implements subscription.Store.
func (s *Store) SubscriptionsOf(ctx context.Context, accountID, operatorID int64, offset, limit int) ([]subscription.Bought, int, error) {
	ctx = s.lists(ctx)
	where, args := ofAccount("u", accountID, operatorID)
	total, err := s.count(ctx, "count subscriptions", `SELECT COUNT(*) FROM subscriptions u WHERE `+where, args...)
	if err != nil {
		return nil, 0, err
	}
	list, err := s.subscriptions(ctx, where+` ORDER BY u.starts_at DESC, u.id DESC`+page(args, limit), append(args, offset)...)
	return list, total, err
}

// subscriptionsOfPayments reads the subscriptions that these payments are for.
func (s *Store) subscriptionsOfPayments(ctx context.Context, paymentIDs []int64) ([]subscription.Bought, error) {
	args := []any{}
	return s.subscriptions(ctx, `u.id IN (SELECT p.subscription_id FROM payments p WHERE p.id IN (`+marks(&args, paymentIDs)+`))`, args...)
}

func (s *Store) subscriptions(ctx context.Context, where string, args ...any) ([]subscription.Bought, error) {
	type row struct {
		subscription.Bought
		starts     int64
		ends, next *int64
		paymentID  *int64
		status     *string
	}
	rows, err := collect(ctx, s.reader(ctx), "read subscriptions", func(r *row) []any {
		return append([]any{
			&r.ID, &r.OperatorID, &r.AccountID, &r.TariffID, &r.TariffVersion, &r.Test, &r.starts, &r.ends, &r.Renewed, &r.NextTerm, &r.next,
			&r.paymentID, &r.status,
		}, versionFields(&r.Tariff)...)
	}, `SELECT u.id, u.operator_id, u.account_id, u.tariff_id, u.tariff_version, u.is_test, u.starts_at, u.ends_at, u.is_renewed, u.next_term, u.next_at,
		  p.id, p.status, `+versionColumns+`
		FROM subscriptions u JOIN tariff_versions v ON v.tariff_id = u.tariff_id AND v.version = u.tariff_version
		LEFT JOIN payments p ON p.subscription_id = u.id AND p.term = u.next_term - 1
		WHERE `+where, args...)
	list := make([]subscription.Bought, len(rows))
	for i, r := range rows {
		list[i] = r.Bought
		list[i].StartsAt, list[i].EndsAt, list[i].NextAt = instant(r.starts), instantOrNil(r.ends), instantOrNil(r.next)
		list[i].PaymentID, list[i].PaymentStatus = idOrZero(r.paymentID), textOf(r.status)
	}
	return list, err
}

// ofAccount is the condition on rows of an account at an operator (0: at every operator).
func ofAccount(alias string, accountID, operatorID int64) (where string, args []any) {
	where, args = alias+`.account_id = $1`, []any{accountID}
	if operatorID != 0 {
		where, args = where+` AND `+alias+`.operator_id = $2`, append(args, operatorID)
	}
	return where, args
}
