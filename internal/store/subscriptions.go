package store

import (
	"context"
	"strconv"
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

// SubscriptionsOf implements subscription.Reader.
func (s *Store) SubscriptionsOf(ctx context.Context, accountID, operatorID int64, offset, limit int) ([]subscription.Bought, int, error) {
	where, args := ofAccount("u", accountID, operatorID)
	total, err := s.count(ctx, "count subscriptions", `SELECT COUNT(*) FROM subscriptions u WHERE `+where, args...)
	if err != nil {
		return nil, 0, err
	}
	type row struct {
		subscription.Bought
		starts int64
		ends   *int64
	}
	rows, err := collect(ctx, s.reader(ctx), "list subscriptions", func(r *row) []any {
		return append([]any{&r.ID, &r.OperatorID, &r.AccountID, &r.TariffID, &r.TariffVersion, &r.starts, &r.ends, &r.Renewed}, versionFields(&r.Tariff)...)
	}, `SELECT u.id, u.operator_id, u.account_id, u.tariff_id, u.tariff_version, u.starts_at, u.ends_at, u.is_renewed, `+versionColumns+`
		FROM subscriptions u JOIN tariff_versions v ON v.tariff_id = u.tariff_id AND v.version = u.tariff_version
		WHERE `+where+` ORDER BY u.starts_at DESC, u.id DESC`+page(args), append(args, limit, offset)...)
	list := make([]subscription.Bought, len(rows))
	for i, r := range rows {
		list[i] = r.Bought
		list[i].StartsAt, list[i].EndsAt = instant(r.starts), instantOrNil(r.ends)
	}
	return list, total, err
}

// ofAccount is the condition on what is an account's, at an operator (0: at all).
func ofAccount(alias string, accountID, operatorID int64) (where string, args []any) {
	where, args = alias+`.account_id = $1`, []any{accountID}
	if operatorID != 0 {
		where, args = where+` AND `+alias+`.operator_id = $2`, append(args, operatorID)
	}
	return where, args
}

// page asks for LIMIT and OFFSET as the two arguments after those.
func page(args []any) string {
	return ` LIMIT $` + strconv.Itoa(len(args)+1) + ` OFFSET $` + strconv.Itoa(len(args)+2)
}
