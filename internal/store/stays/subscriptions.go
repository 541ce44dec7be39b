package stays

import (
	"context"
	"slices"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/paging"
	"consigne/internal/store/keyed"
	"consigne/internal/store/prices"
)

// SubscribedTariffs implements stay.SubscriptionStore. The payment of the term of that time may close a subscription.
func (s *Store) SubscribedTariffs(ctx context.Context, accountID int64, at time.Time) ([]int64, error) {
	return s.tariffs(ctx, "list subscribed tariffs", `u.account_id = $1 AND u.starts_at <= $2 AND `+prices.Running(`$2`)+` AND NOT EXISTS (
		  SELECT 1 FROM payments p WHERE p.subscription_id = u.id AND p.started_at <= $2 AND p.closes_at <= $2
		  AND (p.settled_at > $2 OR p.settled_at IS NULL AND p.status NOT IN ('FREE', 'CANCELLED'))
		  AND NOT EXISTS (SELECT 1 FROM payments later WHERE later.subscription_id = u.id AND later.term > p.term
		    AND later.started_at <= $2))`, accountID, db.Millis(at))
}

// HeldTariffs implements subscription.SubscriptionStore.
func (s *Store) HeldTariffs(ctx context.Context, accountID int64, from time.Time, until *time.Time) ([]int64, error) {
	where, args := `u.account_id = $1 AND `+prices.Running(`$2`), []any{accountID, db.Millis(from)}
	if until != nil {
		where, args = where+` AND u.starts_at < $3`, append(args, db.Millis(*until))
	}
	return s.tariffs(ctx, "list held tariffs", where, args...)
}

func (s *Store) tariffs(ctx context.Context, what, where string, args ...any) ([]int64, error) {
	return db.Collect(ctx, s.db.Reader(ctx), what, func(id *int64) []any { return []any{id} },
		`SELECT DISTINCT u.tariff_id FROM subscriptions u WHERE `+where, args...)
}

// CreateSubscription implements subscription.SubscriptionStore.
func (s *Store) CreateSubscription(ctx context.Context, sub subscription.Subscription) (int64, error) {
	return s.db.Insert(ctx, "create subscription", `
		INSERT INTO subscriptions (operator_id, account_id, tariff_id, tariff_version, is_test, starts_at, ends_at,
		is_renewed, next_term, next_at, station_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
		sub.OperatorID, sub.AccountID, sub.TariffID, sub.TariffVersion, sub.Test, db.Millis(sub.StartsAt),
		db.MillisOrNull(sub.EndsAt), sub.Renewed, sub.NextTerm, db.MillisOrNull(sub.NextAt), db.OrNull(sub.StationID))
}

// TakenOfTariff implements subscription.PlaceStore.
func (s *Store) TakenOfTariff(ctx context.Context, tariffID int64, at time.Time) (map[int64]int, error) {
	type row struct {
		stationID int64
		taken     int
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "count places taken", func(r *row) []any {
		return []any{&r.stationID, &r.taken}
	}, `SELECT n.station_id, SUM(n.taken) FROM (
		SELECT COALESCE(u.station_id, 0) AS station_id, COUNT(*) AS taken FROM subscriptions u
		WHERE u.id IN (SELECT id FROM subscriptions WHERE tariff_id = $1
		  UNION SELECT l.subscription_id FROM tariff_lockers x JOIN lockers l ON l.id = x.locker_id
		  WHERE x.tariff_id = $1 AND l.subscription_id IS NOT NULL) AND `+prices.Running(`$2`)+`
		GROUP BY COALESCE(u.station_id, 0)
		UNION ALL SELECT w.offered_station_id, COUNT(*) FROM waits w
		WHERE w.id IN (SELECT id FROM waits WHERE tariff_id = $1 AND offered_until IS NOT NULL
		  UNION SELECT o.id FROM tariff_lockers x JOIN waits o ON o.offered_locker_id = x.locker_id WHERE x.tariff_id = $1)
		  AND w.offered_until > $2 GROUP BY w.offered_station_id) n GROUP BY n.station_id`, tariffID, db.Millis(at))
	taken := make(map[int64]int, len(rows))
	for _, r := range rows {
		taken[r.stationID] = r.taken
	}
	return taken, err
}

// GiveLocker implements subscription.PlaceStore.
func (s *Store) GiveLocker(ctx context.Context, lockerID, subscriptionID int64, at time.Time) (bool, error) {
	if err := s.TakeLocker(ctx, subscriptionID); err != nil {
		return false, err
	}
	return s.db.CompareAndSet(ctx, "give locker", `UPDATE lockers SET subscription_id = $2
		WHERE id = $1 AND archived_at IS NULL AND NOT EXISTS (
		  SELECT 1 FROM subscriptions u WHERE u.id = lockers.subscription_id AND `+prices.Running(`$3`)+`)`,
		lockerID, subscriptionID, db.Millis(at))
}

// TakeLocker implements subscription.PlaceStore.
func (s *Store) TakeLocker(ctx context.Context, subscriptionID int64) error {
	return s.db.Exec(ctx, "take locker", `UPDATE lockers SET subscription_id = NULL WHERE subscription_id = $1`,
		subscriptionID)
}

// SetSubscriptionStation implements subscription.PlaceStore.
func (s *Store) SetSubscriptionStation(ctx context.Context, subscriptionID, stationID int64) error {
	return s.db.Exec(ctx, "move subscription", `UPDATE subscriptions SET station_id = $2 WHERE id = $1`, subscriptionID,
		stationID)
}

// OpenStaysOfOthers implements subscription.PlaceStore.
func (s *Store) OpenStaysOfOthers(ctx context.Context, lockerID, accountID int64) (int, error) {
	return s.db.Count(ctx, "count stays of others", `SELECT COUNT(*) FROM stays
		WHERE locker_id = $1 AND ended_at IS NULL AND account_id <> $2`, lockerID, accountID)
}

// AdvanceSubscription implements subscription.SubscriptionStore.
func (s *Store) AdvanceSubscription(ctx context.Context, before, after subscription.Subscription) (bool, error) {
	return s.db.CompareAndSet(ctx, "advance subscription",
		`UPDATE subscriptions SET next_term = $3, next_at = $4, ends_at = $5, tariff_version = $6, unwarned_term = $7
			WHERE id = $1 AND next_term = $2 AND next_at IS NOT NULL`,
		before.ID, before.NextTerm, after.NextTerm, db.MillisOrNull(after.NextAt), db.MillisOrNull(after.EndsAt),
		after.TariffVersion, after.UnwarnedTerm)
}

// SaveEnd implements subscription.SubscriptionStore.
func (s *Store) SaveEnd(ctx context.Context, sub subscription.Subscription) error {
	return s.db.Exec(ctx, "end subscription",
		`UPDATE subscriptions SET ends_at = $2, next_at = $3, cancelled_at = $4, end_comment = $5 WHERE id = $1`,
		sub.ID, db.MillisOrNull(sub.EndsAt), db.MillisOrNull(sub.NextAt), db.MillisOrNull(sub.CancelledAt), sub.EndComment)
}

// SubscriptionOperator implements ownership.SubscriptionStore.
func (s *Store) SubscriptionOperator(ctx context.Context, id int64) (int64, error) {
	var operatorID int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT operator_id FROM subscriptions
		WHERE id = $1`, id).Scan(&operatorID)
	return operatorID, db.Found(err)
}

// SubscriptionByID implements subscription.SubscriptionStore.
func (s *Store) SubscriptionByID(ctx context.Context, id int64) (subscription.Bought, error) {
	return db.First(s.subscriptions(ctx, `u.id = $1`, id))
}

// SubscriptionsOf implements subscription.SubscriptionStore.
func (s *Store) SubscriptionsOf(
	ctx context.Context, accountID, operatorID int64, offset, limit int,
) ([]subscription.Bought, int, error) {
	where, args := OfAccount("u", accountID, operatorID)
	total, err := s.db.Count(ctx, "count subscriptions", `SELECT COUNT(*) FROM subscriptions u WHERE `+where, args...)
	if err != nil {
		return nil, 0, err
	}
	list, err := s.subscriptions(ctx, where+` ORDER BY u.starts_at DESC, u.id DESC`+db.Page(args, limit),
		append(args, offset)...)
	return list, total, err
}

// SubscriptionsOfCustomer implements subscription.SubscriptionStore.
func (s *Store) SubscriptionsOfCustomer(
	ctx context.Context, accountID, operatorID int64, after *paging.Key, limit int,
) (paging.Page[subscription.Bought], error) {
	page, err := keyed.PageAfter(ctx, s.db, "list subscriptions of customer",
		keyed.OfCustomer("subscriptions", "u", "starts_at", accountID, operatorID), after, limit)
	if err != nil {
		return paging.Of(page, []subscription.Bought{}), err
	}
	ids := paging.IDs(page)
	list, err := s.SubscriptionsByID(ctx, ids)
	slices.SortFunc(list, func(a, b subscription.Bought) int {
		return slices.Index(ids, a.ID) - slices.Index(ids, b.ID)
	})
	return paging.Of(page, list), err
}

// RunningAt implements operator.SubscriptionStore.
func (s *Store) RunningAt(ctx context.Context, operatorID int64, at time.Time) (int, error) {
	return s.db.Count(ctx, "count running subscriptions",
		`SELECT COUNT(*) FROM subscriptions u WHERE u.operator_id = $1 AND `+prices.Running(`$2`), operatorID, db.Millis(at))
}

// ServedByStation implements station.SubscriptionStore.
func (s *Store) ServedByStation(ctx context.Context, stationID int64, at time.Time) (int, error) {
	return s.servedBy(ctx, `l.station_id`, stationID, at)
}

// ServedByLocker implements station.SubscriptionStore.
func (s *Store) ServedByLocker(ctx context.Context, lockerID int64, at time.Time) (int, error) {
	return s.servedBy(ctx, `l.id`, lockerID, at)
}

// servedBy counts the running subscriptions whose tariff has lockers l with the id in that column, and no others.
func (s *Store) servedBy(ctx context.Context, column string, id int64, at time.Time) (int, error) {
	return s.db.Count(ctx, "count subscriptions served", `
		SELECT COUNT(*) FROM subscriptions u WHERE `+prices.Running(`$2`)+` AND u.tariff_id IN (
		  SELECT x.tariff_id FROM tariff_lockers x JOIN lockers l ON l.id = x.locker_id WHERE `+column+` = $1 AND l.archived_at IS NULL)
		AND NOT EXISTS (
		  SELECT 1 FROM tariff_lockers x JOIN lockers l ON l.id = x.locker_id JOIN stations s ON s.id = l.station_id
		  WHERE x.tariff_id = u.tariff_id AND `+column+` <> $1 AND l.archived_at IS NULL AND s.archived_at IS NULL)`, id, db.Millis(at))
}

// ByID reads the subscriptions with these ids.
func (s *Store) SubscriptionsByID(ctx context.Context, ids []int64) ([]subscription.Bought, error) {
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
		cancelled  *int64
		paymentID  *int64
		status     *string
		first      *int64
		closes     *int64
		stationID  *int64
		lockerID   *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read subscriptions", func(r *row) []any {
		return append([]any{
			&r.ID, &r.OperatorID, &r.AccountID, &r.TariffID, &r.TariffVersion, &r.Test, &r.starts, &r.ends, &r.Renewed,
			&r.NextTerm, &r.next, &r.cancelled, &r.EndComment, &r.paymentID, &r.status,
			&r.first, &r.closes, &r.UnwarnedTerm, &r.NoticeDays, &r.Offer.Version, &r.Offer.Unit, &r.Offer.Amount,
			&r.OffersPlace, &r.stationID, &r.StationName, &r.lockerID, &r.LockerName,
		}, prices.VersionFields(&r.Tariff)...)
	}, `SELECT u.id, u.operator_id, u.account_id, u.tariff_id, u.tariff_version, u.is_test, u.starts_at, u.ends_at,
		u.is_renewed, u.next_term, u.next_at, u.cancelled_at, u.end_comment, p.id, p.status, p.first_at, p.closes_at,
		u.unwarned_term, e.notice_days, c.version, c.unit, COALESCE(c.promo_amount, c.amount),
		c.has_own_place, u.station_id, COALESCE(s.name, ''), k.id, COALESCE(k.name, ''), `+prices.VersionColumns+`
		FROM subscriptions u JOIN tariff_versions v ON v.tariff_id = u.tariff_id AND v.version = u.tariff_version
		JOIN tariffs t ON t.id = u.tariff_id JOIN tariff_versions c ON c.tariff_id = t.id AND c.version = t.version
		JOIN operators e ON e.id = u.operator_id
		LEFT JOIN payments p ON p.subscription_id = u.id AND p.term = u.next_term - 1
		LEFT JOIN stations s ON s.id = u.station_id
		LEFT JOIN lockers k ON k.subscription_id = u.id
		WHERE `+where, args...)
	list := make([]subscription.Bought, len(rows))
	for i, r := range rows {
		list[i] = r.Bought
		list[i].StartsAt, list[i].EndsAt, list[i].NextAt = db.Instant(r.starts), db.InstantOrNil(r.ends),
			db.InstantOrNil(r.next)
		list[i].CancelledAt, list[i].StationID = db.InstantOrNil(r.cancelled), db.IdOrZero(r.stationID)
		list[i].LockerID = db.IdOrZero(r.lockerID)
		list[i].PaymentID, list[i].PaymentStatus = db.IdOrZero(r.paymentID), db.TextOf(r.status)
		list[i].FirstAt, list[i].ClosesAt = db.InstantOrNil(r.first), db.InstantOrNil(r.closes)
	}
	if err != nil {
		return nil, err
	}
	return list, s.addNotices(ctx, list)
}

// OfAccount is the condition on rows of an account at an operator (0: at every operator).
func OfAccount(alias string, accountID, operatorID int64) (where string, args []any) {
	where, args = alias+`.account_id = $1`, []any{accountID}
	if operatorID != 0 {
		where, args = where+` AND `+alias+`.operator_id = $2`, append(args, operatorID)
	}
	return where, args
}
