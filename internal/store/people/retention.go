package people

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/people/retention"
	"consigne/internal/store/money"
)

// Touch implements account.ActivityStore. It writes at most once a day. Activity also deletes the account's
// warning of inactivity.
func (s *Store) Touch(ctx context.Context, accountID int64, at time.Time) error {
	touched, err := s.db.CompareAndSet(ctx, "note activity", `
		UPDATE accounts SET last_active_at = $2 WHERE id = $1 AND last_active_at < $3 AND anonymised_at IS NULL
		AND deleted_at IS NULL`,
		accountID, db.Millis(at), db.Millis(at.AddDate(0, 0, -1)))
	if err != nil || !touched {
		return err
	}
	return s.forgetWarning(ctx, accountID)
}

func (s *Store) forgetWarning(ctx context.Context, accountID int64) error {
	return s.db.Exec(ctx, "take warning back", `DELETE FROM inactivity_warnings WHERE account_id = $1`, accountID)
}

// Standings implements retention.AccountStore.
func (s *Store) Standings(
	ctx context.Context, notAfter time.Time, after retention.Cursor, now time.Time, most int,
) ([]retention.Standing, error) {
	return s.standings(ctx, `a.last_active_at <= $2 AND (a.last_active_at, a.id) > ($3, $4) ORDER BY a.last_active_at, a.id
		LIMIT $5`,
		db.Millis(now), db.Millis(notAfter), db.Millis(after.Noted), after.AccountID, most)
}

// StandingOf implements retention.AccountStore.
func (s *Store) StandingOf(ctx context.Context, accountID int64, now time.Time) (retention.Standing, error) {
	return db.First(s.standings(ctx, `a.id = $2`, db.Millis(now), accountID))
}

// standings reads accounts that are neither deleted nor anonymised; $1 is now. It uses COUNT to
// find open stays, unsettled payments and running subscriptions: for EXISTS, PostgreSQL would scan
// all payments.
func (s *Store) standings(ctx context.Context, where string, args ...any) ([]retention.Standing, error) {
	type row struct {
		retention.Standing
		noted                                             int64
		stayBegan, stayEnded, settled, subscribed, cardAt int64
		queued, sent, failed                              *int64
		refusals                                          int
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read standings", func(r *row) []any {
		return []any{
			&r.AccountID, &r.noted, &r.Admin, &r.Unproved, &r.stayBegan, &r.stayEnded, &r.settled, &r.subscribed, &r.cardAt,
			&r.Held, &r.queued, &r.sent, &r.failed, &r.refusals,
		}
	}, `SELECT a.id, a.last_active_at, a.is_admin, a.email_key IS NULL,
		  COALESCE((SELECT MAX(o.started_at) FROM stays o WHERE o.account_id = a.id), 0),
		  COALESCE((SELECT MAX(o.ended_at) FROM stays o WHERE o.account_id = a.id), 0),
		  COALESCE((SELECT MAX(p.settled_at) FROM payments p WHERE p.account_id = a.id), 0),
		  COALESCE((SELECT MAX(CASE WHEN u.ends_at IS NULL THEN u.starts_at ELSE u.ends_at END) FROM subscriptions u
		WHERE u.account_id = a.id), 0),
		  COALESCE((SELECT MAX(c.created_at) FROM cards c WHERE c.account_id = a.id), 0),
		  (SELECT COUNT(*) FROM stays o WHERE o.account_id = a.id AND o.ended_at IS NULL)
		    + (SELECT COUNT(*) FROM payments p WHERE p.account_id = a.id AND `+money.Unsettled+`)
		    + (SELECT COUNT(*) FROM subscriptions u WHERE u.account_id = a.id AND (u.ends_at IS NULL OR u.ends_at > $1))
		    + (SELECT COUNT(*) FROM waits w WHERE w.account_id = a.id AND w.ended_at IS NULL) > 0,
		  w.queued_at, w.sent_at, w.failed_at, COALESCE(w.refusals, 0)
		FROM accounts a LEFT JOIN inactivity_warnings w ON w.account_id = a.id
		WHERE a.anonymised_at IS NULL AND a.deleted_at IS NULL AND `+where, args...)
	list := make([]retention.Standing, len(rows))
	for i, r := range rows {
		list[i] = r.Standing
		list[i].Noted = db.Instant(r.noted)
		list[i].LastActive = db.Instant(max(r.noted, r.stayBegan, r.stayEnded, r.settled, r.subscribed, r.cardAt))
		if r.queued != nil {
			list[i].Warning = &retention.Warning{
				QueuedAt: db.Instant(*r.queued), SentAt: db.InstantOrNil(r.sent), FailedAt: db.InstantOrNil(r.failed),
				Refusals: r.refusals,
			}
		}
	}
	return list, err
}

// SeenAgain implements retention.AccountStore.
func (s *Store) SeenAgain(ctx context.Context, accountID int64, at time.Time) error {
	if err := s.db.Exec(ctx, "note later activity",
		`UPDATE accounts SET last_active_at = $2 WHERE id = $1
			AND last_active_at < $2`, accountID, db.Millis(at)); err != nil {
		return err
	}
	return s.forgetWarning(ctx, accountID)
}

// StartWarning implements retention.AccountStore.
func (s *Store) StartWarning(ctx context.Context, accountID int64, at time.Time) error {
	return s.db.Exec(ctx, "start warning", `
		INSERT INTO inactivity_warnings (account_id, queued_at) VALUES ($1, $2)
		ON CONFLICT (account_id) DO UPDATE SET queued_at = excluded.queued_at, sent_at = NULL,
		failed_at = NULL`, accountID, db.Millis(at))
}

// WarningSent implements retention.AccountStore.
func (s *Store) WarningSent(ctx context.Context, accountID int64, at time.Time) error {
	return s.db.Exec(ctx, "note warning", `UPDATE inactivity_warnings SET sent_at = $2
		WHERE account_id = $1`, accountID, db.Millis(at))
}

// WarningFailed implements retention.AccountStore.
func (s *Store) WarningFailed(ctx context.Context, accountID int64, at time.Time, refused bool) (int, error) {
	counted := 0
	if refused {
		counted = 1
	}
	var refusals int
	err := s.db.Writer(ctx).QueryRowContext(ctx, `
		UPDATE inactivity_warnings SET failed_at = $2, refusals = refusals + $3 WHERE account_id = $1 RETURNING refusals`,
		accountID, db.Millis(at), counted).Scan(&refusals)
	return refusals, db.Found(err)
}

// OperatorsOf implements retention.AccountStore.
func (s *Store) OperatorsOf(ctx context.Context, accountIDs []int64) (map[int64][]int64, error) {
	type known struct{ accountID, operatorID int64 }
	if len(accountIDs) == 0 {
		return nil, nil
	}
	args := []any{}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list who knows accounts",
		func(k *known) []any { return []any{&k.accountID, &k.operatorID} },
		`SELECT account_id, operator_id FROM account_operators WHERE account_id IN (`+db.Marks(&args, accountIDs)+`)`,
		args...)
	operators := map[int64][]int64{}
	for _, k := range rows {
		operators[k.accountID] = append(operators[k.accountID], k.operatorID)
	}
	return operators, err
}

// CountAuditLines implements retention.AuditStore.
func (s *Store) CountAuditLines(ctx context.Context, before time.Time) (map[int64]int, error) {
	type lines struct {
		operatorID int64
		n          int
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "count old audit lines",
		func(l *lines) []any { return []any{&l.operatorID, &l.n} },
		`SELECT COALESCE(operator_id, 0), COUNT(*) FROM audit_log WHERE at < $1
			GROUP BY COALESCE(operator_id, 0)`, db.Millis(before))
	counts := map[int64]int{}
	for _, l := range rows {
		counts[l.operatorID] += l.n
	}
	return counts, err
}

// TrimAudit implements retention.AuditStore.
func (s *Store) TrimAudit(ctx context.Context, before time.Time, most int) (int, error) {
	return s.db.CountChanged(ctx, "trim audit lines",
		`DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE at < $1 ORDER BY at, id LIMIT $2)`,
		db.Millis(before), most)
}

// TrimMails ends mails that were written to the outbox folder or parked before the instant. They
// become due again without an account, so that the sender drops them and deletes their file.
func (s *Store) TrimMails(ctx context.Context, before time.Time) error {
	return s.End(ctx, `id IN (SELECT id FROM mails WHERE sent_at < $1
		UNION SELECT item_id FROM work_items WHERE kind = 'courriel' AND parked_at < $1)`, db.Millis(before))
}

// TrimBeneficiaries deletes the beneficiaries of tariffs that were archived before the instant:
// such a tariff is offered to nobody any more. That it was reserved is still known to stays that are reported late.
func (s *Store) TrimBeneficiaries(ctx context.Context, before time.Time) error {
	const nobody = "usager-efface@consigne.invalid"
	const archived = `tariff_id IN (SELECT id FROM tariffs WHERE archived_at < $1)`
	for _, query := range []string{
		`INSERT INTO past_tariff_beneficiaries (tariff_id, email, email_folded, since, until)
		 SELECT DISTINCT b.tariff_id, '` + nobody + `', '` + nobody + `', b.since, t.archived_at
		 FROM tariff_beneficiaries b JOIN tariffs t ON t.id = b.tariff_id WHERE t.archived_at < $1`,
		`DELETE FROM tariff_beneficiaries WHERE ` + archived,
		`UPDATE past_tariff_beneficiaries SET email = '` + nobody + `', email_folded = '` + nobody +
			`' WHERE email_folded <> '` + nobody + `' AND ` + archived,
	} {
		if err := s.db.Exec(ctx, "trim beneficiaries", query, db.Millis(before)); err != nil {
			return err
		}
	}
	return nil
}

// TrimTariffHistory deletes what lists of tariffs held until the instant: no stay is reported as late as that.
func (s *Store) TrimTariffHistory(ctx context.Context, before time.Time) error {
	for _, table := range []string{`past_tariff_periods`, `past_tariff_beneficiaries`, `past_tariff_lockers`} {
		if err := s.db.Exec(ctx, "trim history of tariffs", `DELETE FROM `+table+` WHERE until <= $1`,
			db.Millis(before)); err != nil {
			return err
		}
	}
	return nil
}

// ClaimDay implements retention.DayStore.
func (s *Store) ClaimDay(ctx context.Context, job, day string, now time.Time, lease time.Duration) (bool, error) {
	// This runs every few minutes: once the day's job is done, it must cost a read only. A row left
	// by a clock that ran far ahead cannot block the job for years: only the same day counts as
	// done, and a lease that ends more than two leases from now is ignored.
	left, err := s.db.Count(ctx, "look for the day's job", `
		SELECT COUNT(*) FROM (SELECT 1) d WHERE NOT EXISTS (
		  SELECT 1 FROM daily_jobs WHERE name = $1 AND (day = $2 OR (leased_until > $3 AND leased_until <= $4)))`,
		job, day, db.Millis(now), db.Millis(now.Add(2*lease)))
	if err != nil || left == 0 {
		return false, err
	}
	return s.db.CompareAndSet(ctx, "claim the day's job", `
		INSERT INTO daily_jobs (name, day, leased_until) VALUES ($1, '', $4)
		ON CONFLICT (name) DO UPDATE SET leased_until = excluded.leased_until
		WHERE daily_jobs.day <> $2 AND (daily_jobs.leased_until <= $3 OR daily_jobs.leased_until > $5)`,
		job, day, db.Millis(now), db.Millis(now.Add(lease)), db.Millis(now.Add(2*lease)))
}

// ExtendClaim implements retention.DayStore.
func (s *Store) ExtendClaim(ctx context.Context, job string, until time.Time) error {
	return s.db.Exec(ctx, "extend claim", `UPDATE daily_jobs SET leased_until = $2 WHERE name = $1`, job, db.Millis(until))
}

// FinishDay implements retention.DayStore.
func (s *Store) FinishDay(ctx context.Context, job, day string) error {
	return s.db.Exec(ctx, "finish the day's job", `UPDATE daily_jobs SET day = $2, leased_until = 0
		WHERE name = $1`, job, day)
}
