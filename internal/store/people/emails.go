package people

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
)

// RequestEmail implements account.EmailStore.
func (s *Store) RequestEmail(ctx context.Context, change account.EmailChange) error {
	return s.db.Exec(ctx, "ask for an e-mail", `
		INSERT INTO email_changes (account_id, email, own, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (account_id) DO UPDATE SET
		  email = excluded.email, own = excluded.own, token_hash = NULL, created_at = excluded.created_at,
		expires_at = excluded.expires_at`,
		change.AccountID, change.Email, change.Own, db.Millis(change.CreatedAt), db.Millis(change.ExpiresAt))
}

// OnlyInvited implements account.EmailStore.
func (s *Store) OnlyInvited(ctx context.Context, accountID int64) (bool, error) {
	elsewhere, err := s.db.Count(ctx, "look for a customer", `
		SELECT (SELECT COUNT(*) FROM account_roles WHERE account_id = $1 AND role = 'Utilisateur')
		  + (SELECT COUNT(*) FROM cards WHERE account_id = $1)
		  + (SELECT COUNT(*) FROM (SELECT 1 FROM stays WHERE account_id = $1 LIMIT 1) o)
		  + (SELECT COUNT(*) FROM subscriptions WHERE account_id = $1)
		  + (SELECT COUNT(*) FROM waits WHERE account_id = $1)
		  + (SELECT COUNT(*) FROM (SELECT 1 FROM payments WHERE account_id = $1 LIMIT 1) p)
		  + (SELECT COUNT(*) FROM account_operators k WHERE k.account_id = $1
		      AND NOT EXISTS (SELECT 1 FROM account_roles r WHERE r.account_id = k.account_id
		AND r.operator_id = k.operator_id))
		  + (SELECT COUNT(*) FROM audit_log j WHERE j.object_kind = $2 AND j.object_id = $1 AND j.action = $3)`,
		accountID, audit.KindAccount, audit.RoleGranted)
	return elsewhere == 0, err
}

// Invitations implements account.EmailStore. A customer who was given a role has no invitation. The first one came with
// the account.
func (s *Store) Invitations(ctx context.Context, operatorID int64, role access.Role) (map[int64]time.Time, error) {
	type invited struct{ id, at int64 }
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list invitations",
		func(i *invited) []any { return []any{&i.id, &i.at} }, `
		SELECT a.id, COALESCE((SELECT MAX(j.at) FROM audit_log j WHERE j.object_kind = $3 AND j.object_id = a.id
		  AND j.action = $4), a.created_at)
		FROM account_roles r JOIN accounts a ON a.id = r.account_id
		WHERE r.operator_id = $1 AND r.role = $2 AND a.password_hash = ''
		  AND NOT EXISTS (SELECT 1 FROM account_identities i WHERE i.account_id = a.id)
		  AND NOT EXISTS (SELECT 1 FROM account_roles c WHERE c.account_id = a.id AND c.role = 'Utilisateur')`,
		operatorID, role, audit.KindAccount, audit.MemberInvited)
	invitations := map[int64]time.Time{}
	for _, row := range rows {
		invitations[row.id] = db.Instant(row.at)
	}
	return invitations, err
}

// PendingEmail implements account.EmailStore.
func (s *Store) PendingEmail(ctx context.Context, accountID int64, now time.Time) (account.EmailChange, error) {
	return emailChange(s.db.Reader(ctx).QueryRowContext(ctx, `
		SELECT account_id, email, own, created_at, expires_at FROM email_changes WHERE account_id = $1 AND expires_at > $2`,
		accountID, db.Millis(now)))
}

// PendingEmails implements account.EmailStore.
func (s *Store) PendingEmails(
	ctx context.Context, operatorID int64, role access.Role, now time.Time,
) (map[int64]string, error) {
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list asked e-mails", func(c *account.EmailChange) []any { return []any{&c.AccountID, &c.Email} }, `
		SELECT c.account_id, c.email FROM account_roles r JOIN email_changes c ON c.account_id = r.account_id
		WHERE r.operator_id = $1 AND r.role = $2 AND c.expires_at > $3`, operatorID, role, db.Millis(now))
	pending := map[int64]string{}
	for _, change := range rows {
		pending[change.AccountID] = change.Email
	}
	return pending, err
}

// SetEmailToken implements account.EmailStore.
func (s *Store) SetEmailToken(ctx context.Context, accountID int64, tokenHash string) error {
	return s.db.Exec(ctx, "set token of an e-mail", `UPDATE email_changes SET token_hash = $2
		WHERE account_id = $1`, accountID, tokenHash)
}

// TakeEmailChange implements account.EmailStore.
func (s *Store) TakeEmailChange(ctx context.Context, tokenHash string, now time.Time) (account.EmailChange, error) {
	return emailChange(s.db.Writer(ctx).QueryRowContext(ctx, `
		DELETE FROM email_changes WHERE token_hash = $1 AND expires_at > $2
		RETURNING account_id, email, own, created_at, expires_at`, tokenHash, db.Millis(now)))
}

// DropEmailChange implements account.EmailStore.
func (s *Store) DropEmailChange(ctx context.Context, accountID int64) error {
	return s.db.Exec(ctx, "drop asked e-mail", `DELETE FROM email_changes WHERE account_id = $1`, accountID)
}

func emailChange(row interface{ Scan(...any) error }) (account.EmailChange, error) {
	var change account.EmailChange
	var created, expires int64
	if err := row.Scan(&change.AccountID, &change.Email, &change.Own, &created, &expires); err != nil {
		return account.EmailChange{}, db.Found(err)
	}
	change.CreatedAt, change.ExpiresAt = db.Instant(created), db.Instant(expires)
	return change, nil
}
