package people

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/fault"
)

// LimitState implements account.LoginStore.
func (s *Store) LimitState(ctx context.Context, bucket string) (account.LimitState, error) {
	var t account.LimitState
	var since, until int64
	err := db.Found(s.db.Reader(ctx).QueryRowContext(ctx, `SELECT count, started_at, locks, locked_until FROM tries
		WHERE bucket = $1`, bucket).
		Scan(&t.Failures, &since, &t.Locks, &until))
	switch {
	case fault.Is(err, fault.KindNotFound):
		return account.LimitState{}, nil
	case err != nil:
		return account.LimitState{}, err
	}
	t.Since = db.Instant(since)
	if until != 0 {
		t.Until = db.Instant(until)
	}
	return t, nil
}

// SaveLimitState implements account.LoginStore.
func (s *Store) SaveLimitState(ctx context.Context, bucket string, t account.LimitState) error {
	if t == (account.LimitState{}) {
		return s.db.Exec(ctx, "forget failures", `DELETE FROM tries WHERE bucket = $1`, bucket)
	}
	until := int64(0)
	if !t.Until.IsZero() {
		until = db.Millis(t.Until)
	}
	return s.db.Exec(ctx, "keep failures", `
		INSERT INTO tries (bucket, count, started_at, locks, locked_until) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (bucket) DO UPDATE SET
		  count = excluded.count, started_at = excluded.started_at, locks = excluded.locks,
		locked_until = excluded.locked_until`, bucket, t.Failures, db.Millis(t.Since), t.Locks, until)
}

// RememberAddress implements account.LoginStore. The database decides which of two sign-ins at once is the first.
func (s *Store) RememberAddress(
	ctx context.Context, accountID int64, address string, at, since time.Time,
) (bool, error) {
	added, err := s.db.CompareAndSet(ctx, "remember address", `
		INSERT INTO account_addresses (account_id, address_key, last_at) VALUES ($1, $2, $3)
		ON CONFLICT (account_id, address_key) DO UPDATE SET last_at = excluded.last_at WHERE account_addresses.last_at <= $4`,
		accountID, address, db.Millis(at), db.Millis(since))
	if err != nil || added {
		return added, err
	}
	return false, s.db.Exec(ctx, "remember address", `UPDATE account_addresses SET last_at = $3 WHERE account_id = $1
		AND address_key = $2`,
		accountID, address, db.Millis(at))
}

// KnowsAddress implements account.LoginStore.
func (s *Store) KnowsAddress(ctx context.Context, foldedEmail, address string, since time.Time) (bool, error) {
	count, err := s.db.Count(ctx, "look for address", `
		SELECT COUNT(*) FROM accounts a JOIN account_addresses x ON x.account_id = a.id
		WHERE a.email_key = $1 AND x.address_key = $2 AND x.last_at > $3`, foldedEmail, address, db.Millis(since))
	return count > 0, err
}
