package people

import (
	"context"
	"fmt"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
)

// CreateSession implements account.SessionStore.
func (s *Store) CreateSession(ctx context.Context, session account.Session) error {
	return s.db.Exec(ctx, "create session", `
		INSERT INTO sessions (id, account_id, way, provider, device, network, generation, created_at, rotated_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		session.ID, session.AccountID, session.Origin.Way, session.Origin.Provider, session.Origin.Device,
		session.Origin.Network,
		session.Generation, db.Millis(session.CreatedAt), db.Millis(session.RotatedAt), db.Millis(session.ExpiresAt))
}

// SessionByID implements account.SessionStore.
func (s *Store) SessionByID(ctx context.Context, id string) (account.Session, error) {
	var found row
	if err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT `+columns+` FROM sessions WHERE id = $1`,
		id).Scan(found.fields()...); err != nil {
		return account.Session{}, db.Found(err)
	}
	return found.session(), nil
}

// ActorOf implements account.SessionStore. It runs before every call of the API.
func (s *Store) ActorOf(ctx context.Context, sessionID string, now time.Time) (access.Actor, error) {
	actor := access.Actor{SessionID: sessionID}
	err := s.db.Reader(ctx).QueryRowContext(ctx, `
		SELECT a.id, a.is_admin FROM sessions s JOIN accounts a ON a.id = s.account_id
		WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > $2
		  AND a.is_active = $3 AND a.deleted_at IS NULL AND a.anonymised_at IS NULL`,
		sessionID, db.Millis(now), true,
	).Scan(&actor.AccountID, &actor.Admin)
	if err != nil {
		return access.Actor{}, db.Found(err)
	}
	actor.Roles, err = s.RolesOf(ctx, actor.AccountID)
	return actor, err
}

// RotateSession implements account.SessionStore.
func (s *Store) RotateSession(ctx context.Context, session account.Session) (bool, error) {
	return s.db.CompareAndSet(ctx, "rotate session", `
		UPDATE sessions SET generation = generation + 1, rotated_at = $3, expires_at = $4
		WHERE id = $1 AND generation = $2 AND ended_at IS NULL`,
		session.ID, session.Generation, db.Millis(session.RotatedAt), db.Millis(session.ExpiresAt))
}

// EndSession implements account.SessionStore.
func (s *Store) EndSession(ctx context.Context, id string, at time.Time) error {
	return s.db.Exec(ctx, "end session", `UPDATE sessions SET ended_at = $2 WHERE id = $1
		AND ended_at IS NULL`, id, db.Millis(at))
}

const (
	inForce = "ended_at IS NULL AND expires_at > "
	columns = "id, account_id, way, provider, device, network, generation, created_at, rotated_at, expires_at, ended_at IS NOT NULL"
)

// row is a session as it is read.
type row struct {
	account.Session
	created, rotated, expires int64
}

func (r *row) fields() []any {
	return []any{
		&r.ID, &r.AccountID, &r.Origin.Way, &r.Origin.Provider, &r.Origin.Device, &r.Origin.Network,
		&r.Generation, &r.created, &r.rotated, &r.expires, &r.Ended,
	}
}

func (r *row) session() account.Session {
	r.CreatedAt, r.RotatedAt, r.ExpiresAt = db.Instant(r.created), db.Instant(r.rotated), db.Instant(r.expires)
	return r.Session
}

// OpenSessions implements account.SessionStore.
func (s *Store) OpenSessions(ctx context.Context, accountID int64, now time.Time, most int) ([]account.Session, error) {
	return s.list(ctx, `account_id = $1 AND `+inForce+`$2 ORDER BY rotated_at DESC, id LIMIT $3`, accountID,
		db.Millis(now), most)
}

// SessionsOf lists all sessions of an account that are stored, oldest first.
func (s *Store) SessionsOf(ctx context.Context, accountID int64) ([]account.Session, error) {
	return s.list(ctx, `account_id = $1 ORDER BY created_at`, accountID)
}

func (s *Store) list(ctx context.Context, where string, args ...any) ([]account.Session, error) {
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list sessions", (*row).fields,
		`SELECT `+columns+` FROM sessions WHERE `+where, args...)
	if err != nil {
		return nil, err
	}
	sessions := make([]account.Session, len(rows))
	for i := range rows {
		sessions[i] = rows[i].session()
	}
	return sessions, nil
}

// EndOpenSession implements account.SessionStore.
func (s *Store) EndOpenSession(ctx context.Context, accountID int64, id string, now time.Time) (bool, error) {
	return s.db.CompareAndSet(ctx, "end session",
		`UPDATE sessions SET ended_at = $3 WHERE id = $1 AND account_id = $2 AND `+inForce+`$3`, id, accountID,
		db.Millis(now))
}

// EndSessionsOf implements account.SessionStore.
func (s *Store) EndSessionsOf(ctx context.Context, accountID int64, at time.Time) error {
	return s.EndOtherSessions(ctx, accountID, "", at)
}

// EndOtherSessions implements account.SessionStore.
func (s *Store) EndOtherSessions(ctx context.Context, accountID int64, except string, at time.Time) error {
	if err := s.db.Exec(ctx, "end steps", `DELETE FROM sign_in_steps WHERE account_id = $1`, accountID); err != nil {
		return err
	}
	return s.db.Exec(ctx, "end sessions", `UPDATE sessions SET ended_at = $2 WHERE account_id = $1 AND ended_at IS NULL
		AND id <> $3`,
		accountID, db.Millis(at), except)
}

// EndOpenSessions implements account.SessionStore.
func (s *Store) EndOpenSessions(ctx context.Context, accountID int64, except string, now time.Time) (int, error) {
	ended, err := s.db.CountChanged(ctx, "end open sessions",
		`UPDATE sessions SET ended_at = $2 WHERE account_id = $1 AND id <> $3 AND `+inForce+`$2`,
		accountID, db.Millis(now), except)
	if err != nil {
		return 0, err
	}
	// those, too, that another node's clock may still find open
	return ended, s.EndOtherSessions(ctx, accountID, except, now)
}

// CreatePasswordLink implements account.LinkStore.
func (s *Store) CreatePasswordLink(ctx context.Context, link account.PasswordLink) error {
	return s.db.Exec(ctx, "create password link", `
		INSERT INTO password_links (token_hash, account_id, created_at, expires_at) VALUES ($1, $2, $3, $4)`,
		link.TokenHash, link.AccountID, db.Millis(link.CreatedAt), db.Millis(link.ExpiresAt))
}

// PasswordLinkOwner implements account.LinkStore.
func (s *Store) PasswordLinkOwner(ctx context.Context, tokenHash string, now time.Time) (int64, error) {
	var accountID int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `
		SELECT account_id FROM password_links WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2`,
		tokenHash, db.Millis(now)).Scan(&accountID)
	return accountID, db.Found(err)
}

// UsePasswordLink implements account.LinkStore.
func (s *Store) UsePasswordLink(ctx context.Context, tokenHash string, now time.Time) (bool, error) {
	first, err := s.db.CompareAndSet(ctx, "use password link", `
		UPDATE password_links SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL
		AND expires_at > $2`, tokenHash, db.Millis(now))
	if err != nil || !first {
		return false, err
	}
	return true, s.db.Exec(ctx, "use up password links", `
		UPDATE password_links SET used_at = $2 WHERE used_at IS NULL
		  AND account_id = (SELECT account_id FROM password_links WHERE token_hash = $1)`, tokenHash, db.Millis(now))
}

// RevokePasswordLinks implements account.LinkStore.
func (s *Store) RevokePasswordLinks(ctx context.Context, accountID int64, at time.Time) error {
	return s.db.Exec(ctx, "revoke password links", `UPDATE password_links SET used_at = $2 WHERE account_id = $1
		AND used_at IS NULL`, accountID, db.Millis(at))
}

// CountPasswordLinks implements account.LinkStore.
func (s *Store) CountPasswordLinks(
	ctx context.Context, accountID int64, since time.Time, life time.Duration,
) (int, error) {
	return s.db.Count(ctx, "count password links",
		`SELECT COUNT(*) FROM password_links WHERE account_id = $1 AND created_at > $2 AND expires_at - created_at = $3`,
		accountID, db.Millis(since), life.Milliseconds())
}

// CountTry implements account.TryStore. It counts in one statement, so that no concurrent attempt is missed.
func (s *Store) CountTry(
	ctx context.Context, bucket string, now time.Time, window time.Duration,
) (int, time.Time, error) {
	var count int
	var since int64
	err := s.db.Writer(ctx).QueryRowContext(ctx, `
		INSERT INTO tries (bucket, started_at, count) VALUES ($1, $2, 1)
		ON CONFLICT (bucket) DO UPDATE SET
		  count = CASE WHEN tries.started_at <= $3 THEN 1 ELSE tries.count + 1 END,
		  started_at = CASE WHEN tries.started_at <= $3 OR tries.started_at > $2 THEN $2 ELSE tries.started_at END
		RETURNING count, started_at`,
		bucket, db.Millis(now), db.Millis(now.Add(-window)),
	).Scan(&count, &since)
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("count attempt: %w", db.Unavailable(err))
	}
	return count, db.Instant(since), nil
}

// ForgiveTry implements opening.TryStore and signon.TryStore.
func (s *Store) ForgiveTry(ctx context.Context, bucket string) error {
	return s.db.Exec(ctx, "forgive attempt", `UPDATE tries SET count = count - 1 WHERE bucket = $1 AND count > 0`, bucket)
}

// Sweep deletes rows that ended before the instant: counts of attempts, password links, unconfirmed changes of e-mail,
// steps of sign-ins, sign-ins that left for a provider, idempotency records, sessions and door commands, and the known
// addresses that have not been used for account.FamiliarFor before it.
func (s *Store) Sweep(ctx context.Context, before time.Time) error {
	for _, query := range []string{
		`DELETE FROM tries WHERE started_at < $1 AND locked_until < $1`,
		`DELETE FROM password_links WHERE expires_at < $1`,
		`DELETE FROM email_changes WHERE expires_at < $1`,
		`DELETE FROM sign_in_steps WHERE expires_at < $1`,
		`DELETE FROM signon_requests WHERE expires_at < $1`,
		`DELETE FROM idempotency_records WHERE created_at < $1`,
		`DELETE FROM sessions WHERE expires_at < $1 OR ended_at < $1`,
		`DELETE FROM service_key_windows WHERE began_at < $1`,
		// kept until then, because a controller may report late that it used one
		`DELETE FROM commands WHERE expires_at < $1`,
	} {
		if err := s.db.Exec(ctx, "sweep", query, db.Millis(before)); err != nil {
			return err
		}
	}
	if err := s.db.Exec(ctx, "sweep addresses", `DELETE FROM account_addresses
		WHERE last_at < $1`, db.Millis(before.Add(-account.FamiliarFor))); err != nil {
		return err
	}
	return s.db.Analyse(ctx)
}
