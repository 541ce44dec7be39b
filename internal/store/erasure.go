package store

import (
	"context"
	"strings"
	"time"

	"consigne/internal/account"
	"consigne/internal/text"
)

// Unsettled implements account.UserStore.
func (s *Store) Unsettled(ctx context.Context, accountID int64) (openStays, duePayments int, err error) {
	if openStays, err = s.count(ctx, "count open stays",
		`SELECT COUNT(*) FROM occupations WHERE account_id = $1 AND ended_at IS NULL`, accountID); err != nil {
		return 0, 0, err
	}
	duePayments, err = s.count(ctx, "count due payments", `SELECT COUNT(*) FROM payments p WHERE p.account_id = $1 AND `+unsettled, accountID)
	return openStays, duePayments, err
}

// AnonymisedName is what stands for the name of a person who was erased.
const AnonymisedName = "Utilisateur anonymisé"

// Erase implements account.UserStore. The journal holds no personal data, so it
// stays whole; what a field key was answered in the last day may name the person.
func (s *Store) Erase(ctx context.Context, accountID int64, kind account.Erasure, at time.Time) ([]account.ErasedContact, error) {
	key, err := s.emailKey(ctx, accountID)
	if err != nil {
		return nil, err
	}
	contacts, err := s.eraseContacts(ctx, key)
	if err == nil {
		err = s.eraseAccount(ctx, accountID, key, kind, at)
	}
	return contacts, err
}

func (s *Store) eraseAccount(ctx context.Context, accountID int64, key string, kind account.Erasure, at time.Time) error {
	for _, write := range []struct {
		query string
		args  []any
	}{
		{`DELETE FROM sessions WHERE account_id = $1`, []any{accountID}},
		{`DELETE FROM password_links WHERE account_id = $1`, []any{accountID}},
		{`DELETE FROM inactivity_warnings WHERE account_id = $1`, []any{accountID}},
		{`DELETE FROM email_changes WHERE account_id = $1`, []any{accountID}},
		{`DELETE FROM account_addresses WHERE account_id = $1`, []any{accountID}},
		// That something happened stays; where the person was, and what they typed, does not.
		{`UPDATE security_events SET address = '', typed_key = '' WHERE account_id = $1`, []any{accountID}},
		// A mail without an account takes the letter that stays of it along, and one that has
		// ended comes due again for that.
		{`UPDATE mails SET account_id = NULL, recipient = NULL, sent_at = NULL, abandoned_at = NULL, attempts = 0,
		  due_at = CASE WHEN sent_at IS NULL AND abandoned_at IS NULL THEN due_at ELSE $2 END WHERE account_id = $1`, []any{accountID, millis(at)}},
		// The place stays taken by nobody: without it, a tariff reserved to that person alone
		// would be open to everybody.
		{`UPDATE tariff_beneficiaries SET email = 'usager-efface-' || id || '@consigne.invalid',
		  email_folded = 'usager-efface-' || id || '@consigne.invalid' WHERE email_folded = $1 AND email_folded <> ''`, []any{key}},
		{`DELETE FROM cards WHERE account_id = $1`, []any{accountID}},
		{`DELETE FROM export_tickets`, nil}, // whose search may name the person; they live a minute
		// What was collected stays for the accounts; from which card, and what staff noted, does not.
		{`UPDATE presentations SET card_reference = NULL, card_brand = NULL, card_pan = NULL, card_expires = NULL,
		  comment = CASE comment WHEN '' THEN '' ELSE 'Commentaire effacé' END
		  WHERE payment_id IN (SELECT id FROM payments WHERE account_id = $1)`, []any{accountID}},
		{`UPDATE subscriptions SET next_at = NULL WHERE account_id = $1`, []any{accountID}},
		{`DELETE FROM subscriptions WHERE account_id = $1 AND starts_at >= $2
		  AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.subscription_id = subscriptions.id)`, []any{accountID, millis(at)}}, // it never began
		{`UPDATE subscriptions SET ends_at = CASE WHEN starts_at >= $2 THEN starts_at + 1 ELSE $2 END
		  WHERE account_id = $1 AND (ends_at IS NULL OR ends_at > $2)`, []any{accountID, millis(at)}},
	} {
		if err := s.exec(ctx, "erase", write.query, write.args...); err != nil {
			return err
		}
	}
	if err := s.eraseAnswers(ctx, accountID); err != nil {
		return err
	}
	column, roles := "anonymised_at", `DELETE FROM account_roles WHERE account_id = $1 AND role <> 'Utilisateur'`
	if kind == account.Deletion {
		column, roles = "deleted_at", `DELETE FROM account_roles WHERE account_id = $1`
		if err := s.exec(ctx, "forget customer", `DELETE FROM account_operators WHERE account_id = $1`, accountID); err != nil {
			return err
		}
	}
	if err := s.exec(ctx, "erase roles", roles, accountID); err != nil {
		return err
	}
	if err := s.exec(ctx, "erase account", `
		UPDATE accounts SET email = '', email_key = NULL, email_folded = '', last_name = $2, last_folded = $3, first_name = '', first_folded = '',
		  phone = '', password_hash = '', is_admin = FALSE, `+column+` = $4 WHERE id = $1`,
		accountID, AnonymisedName, text.Fold(AnonymisedName), millis(at)); err != nil {
		return err
	}
	if err := s.peopleChanged(ctx, accountID); err != nil {
		return err
	}
	return s.exec(ctx, "leave tombstone", `
		INSERT INTO tombstones (account_id, kind, at) VALUES ($1, $2, $3)
		ON CONFLICT (account_id) DO UPDATE SET kind = excluded.kind, at = excluded.at`, accountID, kind, millis(at))
}

// emailKey is the e-mail of an account as two are the same; empty once it is erased.
func (s *Store) emailKey(ctx context.Context, accountID int64) (key string, err error) {
	err = s.reader(ctx).QueryRowContext(ctx, `SELECT COALESCE(email_key, '') FROM accounts WHERE id = $1`, accountID).Scan(&key)
	return key, found(err)
}

// Traces implements account.UserStore.
func (s *Store) Traces(ctx context.Context, accountID int64) (account.Traces, error) {
	type row struct {
		account.Session
		created, expires int64
	}
	rows, err := collect(ctx, s.reader(ctx), "list sessions", func(r *row) []any { return []any{&r.created, &r.expires, &r.Ended} },
		`SELECT created_at, expires_at, ended_at IS NOT NULL FROM sessions WHERE account_id = $1 ORDER BY created_at`, accountID)
	if err != nil {
		return account.Traces{}, err
	}
	traces := account.Traces{Sessions: make([]account.Session, len(rows))}
	for i, r := range rows {
		traces.Sessions[i] = account.Session{CreatedAt: instant(r.created), ExpiresAt: instant(r.expires), Ended: r.Ended}
	}
	type link struct {
		account.PasswordLink
		created, expires int64
		used             *int64
	}
	links, err := collect(ctx, s.reader(ctx), "list password links", func(l *link) []any { return []any{&l.created, &l.expires, &l.used} },
		`SELECT created_at, expires_at, used_at FROM password_links WHERE account_id = $1 ORDER BY created_at`, accountID)
	if err != nil {
		return account.Traces{}, err
	}
	for _, l := range links {
		traces.Links = append(traces.Links, account.PasswordLink{CreatedAt: instant(l.created), ExpiresAt: instant(l.expires), UsedAt: instantOrNil(l.used)})
	}
	var lastActive int64
	var warned *int64
	if err := s.reader(ctx).QueryRowContext(ctx, `
		SELECT a.last_active_at, w.sent_at FROM accounts a LEFT JOIN inactivity_warnings w ON w.account_id = a.id WHERE a.id = $1`, accountID,
	).Scan(&lastActive, &warned); err != nil {
		return account.Traces{}, found(err)
	}
	traces.LastActive, traces.Warned = instant(lastActive), instantOrNil(warned)
	key, err := s.emailKey(ctx, accountID)
	if err != nil {
		return account.Traces{}, err
	}
	_, domain, _ := strings.Cut(key, "@")
	traces.Reserved, err = collect(ctx, s.reader(ctx), "list reserved tariffs", func(label *string) []any { return []any{label} }, `
		SELECT v.admin_label FROM tariffs t JOIN tariff_versions v ON v.tariff_id = t.id AND v.version = t.version
		WHERE t.id IN (SELECT tariff_id FROM tariff_beneficiaries WHERE email_folded IN ($1, $2)) ORDER BY t.id`, key, "*@"+domain)
	return traces, err
}

// Tombstones implements account.UserStore.
func (s *Store) Tombstones(ctx context.Context) ([]account.Tombstone, error) {
	type row struct {
		account.Tombstone
		at int64
	}
	rows, err := collect(ctx, s.reader(ctx), "list tombstones", func(r *row) []any { return []any{&r.AccountID, &r.Kind, &r.at} },
		`SELECT account_id, kind, at FROM tombstones ORDER BY at, account_id`)
	stones := make([]account.Tombstone, len(rows))
	for i, r := range rows {
		stones[i] = r.Tombstone
		stones[i].At = instant(r.at)
	}
	return stones, err
}

// ToErase implements account.UserStore. A restored database gives the numbers out
// again: whoever came after the tombstone is somebody else.
func (s *Store) ToErase(ctx context.Context, stone account.Tombstone) (bool, error) {
	erased := `deleted_at IS NULL AND anonymised_at IS NULL`
	if stone.Kind == account.Deletion {
		erased = `deleted_at IS NULL`
	}
	count, err := s.count(ctx, "look for account", `SELECT COUNT(*) FROM accounts WHERE id = $1 AND created_at <= $2 AND `+erased,
		stone.AccountID, millis(stone.At))
	return count == 1, err
}
