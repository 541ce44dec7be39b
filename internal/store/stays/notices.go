package stays

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/subscription"
)

const noticeColumns = `n.id, n.subscription_id, n.kind, n.number, n.amount, n.sent_at`

func (s *Store) notices(ctx context.Context, where string, args ...any) ([]subscription.Notice, error) {
	type row struct {
		subscription.Notice
		sent *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read notices", func(r *row) []any {
		return []any{&r.ID, &r.SubscriptionID, &r.Kind, &r.Number, &r.Amount, &r.sent}
	}, `SELECT `+noticeColumns+` FROM subscription_notices n `+where, args...)
	list := make([]subscription.Notice, len(rows))
	for i, r := range rows {
		list[i] = r.Notice
		list[i].SentAt = db.InstantOrNil(r.sent)
	}
	return list, err
}

// addNotices adds to the subscriptions of a list that renew those that matter to their next terms.
func (s *Store) addNotices(ctx context.Context, list []subscription.Bought) error {
	byID, ids := map[int64]*subscription.Bought{}, []int64{}
	for i, b := range list {
		if b.NextAt != nil {
			byID[b.ID], ids = &list[i], append(ids, b.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	args := []any{}
	among := s.db.AmongIDs(&args, `n.subscription_id`, ids)
	found, err := s.notices(ctx, `JOIN subscriptions u ON u.id = n.subscription_id WHERE `+among+` AND
		n.number >= CASE n.kind WHEN 'prix' THEN u.tariff_version + 1 ELSE u.next_term END ORDER BY n.number`, args...)
	for _, n := range found {
		b := byID[n.SubscriptionID]
		b.Notices = append(b.Notices, n)
	}
	return err
}

// NoticeByID implements subscription.NoticeStore.
func (s *Store) NoticeByID(ctx context.Context, id int64) (subscription.Notice, error) {
	return db.First(s.notices(ctx, `WHERE n.id = $1`, id))
}

// NoticeSent implements subscription.NoticeStore.
func (s *Store) NoticeSent(ctx context.Context, id int64, at time.Time) error {
	return s.db.Exec(ctx, "note a sent notice", `UPDATE subscription_notices SET sent_at = $2
		WHERE id = $1 AND sent_at IS NULL`, id, db.Millis(at))
}

// QueueNotice implements subscription.NoticeStore.
func (s *Store) QueueNotice(
	ctx context.Context, n subscription.Notice, mail outbox.Kind, accountID int64, at time.Time,
) error {
	first, err := s.db.CountChanged(ctx, "queue notice", `
		INSERT INTO subscription_notices (subscription_id, kind, number, amount, queued_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT DO NOTHING`, n.SubscriptionID, n.Kind, n.Number, n.Amount, db.Millis(at))
	if err != nil || first == 0 {
		return err
	}
	return s.db.Exec(ctx, "queue mail", `
		INSERT INTO mails (kind, account_id, notice_id, created_at, due_at)
		SELECT $1, $2, n.id, $3, $3 FROM subscription_notices n
		WHERE n.subscription_id = $4 AND n.kind = $5 AND n.number = $6`,
		mail, accountID, db.Millis(at), n.SubscriptionID, n.Kind, n.Number)
}

// TellPrice implements subscription.NoticeStore and tariff.SubscriberStore.
func (s *Store) TellPrice(
	ctx context.Context, tariffID, subscriptionID int64, price tariff.TermPrice, at time.Time,
) (int, error) {
	which, id := `u.tariff_id = $1 AND u.next_at IS NOT NULL`, tariffID
	if subscriptionID != 0 {
		which, id = `u.id = $1`, subscriptionID
	}
	told, err := s.db.CountChanged(ctx, "tell a price", `
		INSERT INTO subscription_notices (subscription_id, kind, number, amount, queued_at)
		SELECT u.id, 'prix', CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT)
		FROM subscriptions u JOIN tariff_versions v ON v.tariff_id = u.tariff_id AND v.version = u.tariff_version
		WHERE `+which+` AND u.is_renewed = TRUE AND v.unit = $5 AND COALESCE((
		    SELECT n.amount FROM subscription_notices n
		    WHERE n.subscription_id = u.id AND n.kind = 'prix' AND n.number > u.tariff_version ORDER BY n.number DESC LIMIT 1
		  ), v.promo_amount, v.amount) <> $3
		ON CONFLICT DO NOTHING`, id, price.Version, price.Amount, db.Millis(at), price.Unit)
	if err != nil || told == 0 {
		return 0, err
	}
	return told, s.db.Exec(ctx, "queue mails", `
		INSERT INTO mails (kind, account_id, notice_id, created_at, due_at)
		SELECT '`+string(outbox.PriceChanged)+`', u.account_id, n.id, n.queued_at, n.queued_at
		FROM subscriptions u JOIN subscription_notices n ON n.subscription_id = u.id
		WHERE `+which+` AND n.kind = 'prix' AND n.number = $2 AND n.queued_at = $3 ORDER BY n.id`,
		id, price.Version, db.Millis(at))
}

// YearlyRenewing implements subscription.NoticeStore.
func (s *Store) YearlyRenewing(
	ctx context.Context, from, before time.Time, after int64, limit int,
) ([]subscription.Bought, error) {
	return s.subscriptions(ctx, `u.next_at > $1 AND u.next_at < $2 AND u.id > $3 AND u.is_renewed = TRUE AND u.next_term > 0
		AND v.unit = 'an' AND NOT EXISTS (SELECT 1 FROM subscription_notices n
		  WHERE n.subscription_id = u.id AND n.kind = 'reconduction' AND n.number = u.next_term)
		ORDER BY u.id LIMIT $4`, db.Millis(from), db.Millis(before), after, limit)
}

// renewingBatch is how many subscriptions are held in memory at a time; tests lower it.
var renewingBatch = 2000

// RenewingAt implements subscription.EffectStore.
func (s *Store) RenewingAt(
	ctx context.Context, tariffID, accountID int64, batch func([]subscription.Listed) error,
) error {
	for after := int64(0); ; {
		q := &db.Where{}
		q.Only(`u.next_at IS NOT NULL`)
		if tariffID != 0 {
			q.Is(`u.tariff_id`, tariffID)
		}
		if accountID != 0 {
			q.Is(`u.account_id`, accountID)
		}
		q.Only(`u.id > ` + q.Arg(after))
		bought, err := s.subscriptions(ctx, q.SQL()+` ORDER BY u.id LIMIT `+q.Arg(renewingBatch), q.Args...)
		if err != nil || len(bought) == 0 {
			return err
		}
		list, accounts := make([]subscription.Listed, len(bought)), make([]int64, len(bought))
		for i, b := range bought {
			list[i].Bought, accounts[i] = b, b.AccountID
		}
		people, err := s.PeopleByID(ctx, distinct(accounts))
		if err != nil {
			return err
		}
		for i, b := range bought {
			list[i].Account = people[b.AccountID]
		}
		if err := batch(list); err != nil {
			return err
		}
		after = bought[len(bought)-1].ID
	}
}
