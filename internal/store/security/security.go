// Package security stores security events, known addresses and the counts behind limits on sign-in.
package security

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/account"
	"consigne/internal/domain/security"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/paging"
)

// Store reads and writes them.
type Store struct{ db *db.DB }

// New returns the store in a database.
func New(d *db.DB) *Store { return &Store{db: d} }

// LimitState implements account.LoginStore.
func (s *Store) LimitState(ctx context.Context, bucket string) (account.LimitState, error) {
	var t account.LimitState
	var since, until int64
	err := db.Found(s.db.Reader(ctx).QueryRowContext(ctx, `SELECT count, started_at, locks, locked_until FROM attempts WHERE bucket = $1`, bucket).
		Scan(&t.Failures, &since, &t.Locks, &until))
	switch {
	case fault.Is(err, fault.NotFound):
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
		return s.db.Exec(ctx, "forget failures", `DELETE FROM attempts WHERE bucket = $1`, bucket)
	}
	until := int64(0)
	if !t.Until.IsZero() {
		until = db.Millis(t.Until)
	}
	return s.db.Exec(ctx, "keep failures", `
		INSERT INTO attempts (bucket, count, started_at, locks, locked_until) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (bucket) DO UPDATE SET
		  count = excluded.count, started_at = excluded.started_at, locks = excluded.locks, locked_until = excluded.locked_until`,
		bucket, t.Failures, db.Millis(t.Since), t.Locks, until)
}

// RememberAddress implements account.LoginStore.
func (s *Store) RememberAddress(ctx context.Context, accountID int64, address string, at time.Time) error {
	return s.db.Exec(ctx, "remember address", `
		INSERT INTO account_addresses (account_id, address_key, last_at) VALUES ($1, $2, $3)
		ON CONFLICT (account_id, address_key) DO UPDATE SET last_at = excluded.last_at`, accountID, address, db.Millis(at))
}

// KnowsAddress implements account.LoginStore.
func (s *Store) KnowsAddress(ctx context.Context, foldedEmail, address string, since time.Time) (bool, error) {
	count, err := s.db.Count(ctx, "look for address", `
		SELECT COUNT(*) FROM accounts a JOIN account_addresses x ON x.account_id = a.id
		WHERE a.email_key = $1 AND x.address_key = $2 AND x.last_at > $3`, foldedEmail, address, db.Millis(since))
	return count > 0, err
}

// KeepSecurityEvent implements security.EventStore.
func (s *Store) KeepSecurityEvent(ctx context.Context, e security.Event) error {
	return s.db.Exec(ctx, "keep security event", `
		INSERT INTO security_events (at, kind, account_id, actor_id, typed_key, address, reason) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		db.Millis(e.At), e.Kind, db.OrNull(e.AccountID), db.OrNull(e.ActorID), e.TypedKey, e.Address, e.Reason)
}

// SecurityEvents implements security.EventStore.
func (s *Store) SecurityEvents(ctx context.Context, filter security.Filter, window paging.Window) (paging.Page[security.Event], error) {
	w := db.Where{}
	if filter.AccountID != 0 {
		w.Is(`e.account_id`, filter.AccountID)
	}
	if filter.Address != "" {
		w.Is(`e.address`, filter.Address)
	}
	switch {
	case filter.Kind == "":
	case filter.AccountID != 0 && filter.Address != "": // the index of both holds the kind of their few events
		w.Is(`e.kind || ''`, filter.Kind)
	default:
		w.Is(`e.kind`, filter.Kind)
	}
	keys, err := s.db.PageOf(ctx, "security events", db.Keyed{Table: "security_events", Alias: "e", Where: w}, window)
	if err != nil || len(keys.Items) == 0 {
		return paging.Of(keys, []security.Event{}), err
	}
	args := []any{}
	events, err := s.readSecurityEvents(ctx, ` WHERE id IN (`+db.Marks(&args, paging.IDs(keys))+`) ORDER BY at DESC, id DESC`, args...)
	return paging.Of(keys, events), err
}

// EventsOf reads those about the account and those of its person's acts, newest first.
func (s *Store) EventsOf(ctx context.Context, accountID int64) ([]security.Event, error) {
	return s.readSecurityEvents(ctx, ` WHERE id IN (
		SELECT id FROM security_events WHERE account_id = $1 UNION SELECT id FROM security_events WHERE actor_id = $1) ORDER BY at DESC, id DESC`, accountID)
}

func (s *Store) readSecurityEvents(ctx context.Context, which string, args ...any) ([]security.Event, error) {
	type row struct {
		security.Event
		at int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read security events", func(r *row) []any {
		return []any{&r.ID, &r.at, &r.Kind, &r.AccountID, &r.ActorID, &r.TypedKey, &r.Address, &r.Reason}
	}, `SELECT id, at, kind, COALESCE(account_id, 0), COALESCE(actor_id, 0), typed_key, address, reason FROM security_events`+which, args...)
	events := make([]security.Event, len(rows))
	for i, r := range rows {
		events[i] = r.Event
		events[i].At = db.Instant(r.at)
	}
	return events, err
}

// TrimSecurityEvents implements retention.EventStore.
func (s *Store) TrimSecurityEvents(ctx context.Context, before time.Time, most int) (int, error) {
	return s.db.CountChanged(ctx, "trim security events", `
		DELETE FROM security_events WHERE id IN (SELECT id FROM security_events WHERE at < $1 ORDER BY at, id LIMIT $2)`, db.Millis(before), most)
}
