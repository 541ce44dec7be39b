package people

import (
	"context"
	"fmt"
	"strings"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
	"consigne/internal/store/money"
)

// Unsettled implements account.ErasureStore.
func (s *Store) Unsettled(ctx context.Context, accountID int64) (openStays, duePayments int, err error) {
	if openStays, err = s.db.Count(ctx, "count open stays",
		`SELECT COUNT(*) FROM stays WHERE account_id = $1 AND ended_at IS NULL`, accountID); err != nil {
		return 0, 0, err
	}
	duePayments, err = s.db.Count(ctx, "count due payments", `SELECT COUNT(*) FROM payments p WHERE p.account_id = $1
		AND `+money.Unsettled, accountID)
	return openStays, duePayments, err
}

// Erase implements account.ErasureStore. The audit log holds no personal data and stays whole. The
// idempotency records of the last day may name the person and are deleted (docs/rules.md#erasure).
func (s *Store) Erase(
	ctx context.Context, accountID int64, kind account.Erasure, at time.Time,
) ([]account.ErasedContact, error) {
	named, err := s.named(ctx, accountID)
	if err != nil {
		return nil, err
	}
	contacts, err := s.eraseContacts(ctx, named)
	if err == nil {
		err = s.eraseAccount(ctx, accountID, named, kind, at)
	}
	s.db.CutSoon(ctx)
	return contacts, err
}

func (s *Store) eraseAccount(
	ctx context.Context, accountID int64, named namedContacts, kind account.Erasure, at time.Time,
) error {
	if err := s.desk.EraseViews(ctx, accountID); err != nil {
		return err
	}
	beneficiary, beneficiaryArgs := named.in(`tariff_beneficiaries`)
	counts := []any{}
	counted := db.Marks(&counts, outbox.Buckets(named.email)) // of mails to the address
	pastBeneficiary, _ := named.in(`past_tariff_beneficiaries`)
	for _, write := range []struct {
		query string
		args  []any
	}{
		{`DELETE FROM sessions WHERE account_id = $1`, []any{accountID}},
		{`DELETE FROM tries WHERE bucket IN (` + counted + `)`, counts},
		{`DELETE FROM password_links WHERE account_id = $1`, []any{accountID}},
		{`DELETE FROM inactivity_warnings WHERE account_id = $1`, []any{accountID}},
		{`DELETE FROM email_changes WHERE account_id = $1`, []any{accountID}},
		{`DELETE FROM account_addresses WHERE account_id = $1`, []any{accountID}},
		{`DELETE FROM second_factors WHERE account_id = $1`, []any{accountID}},
		{`DELETE FROM recovery_codes WHERE account_id = $1`, []any{accountID}},
		{`DELETE FROM sign_in_steps WHERE account_id = $1`, []any{accountID}},
		{`DELETE FROM account_identities WHERE account_id = $1`, []any{accountID}},
		// The event itself is kept; the address it came from and what was typed are removed.
		{`UPDATE security_events SET address = '', network = '', typed_key = '' WHERE account_id = $1
			OR actor_id = $1`, []any{accountID}},
		// The beneficiary is replaced, not deleted: without its row, a tariff reserved to that
		// person alone would be open to everybody.
		{`UPDATE tariff_beneficiaries SET email = 'usager-efface-' || id || '@consigne.invalid',
		  email_folded = 'usager-efface-' || id || '@consigne.invalid' WHERE email_folded <> ''
		AND ` + beneficiary, beneficiaryArgs},
		{`UPDATE past_tariff_beneficiaries SET email = 'usager-efface@consigne.invalid',
			email_folded = 'usager-efface@consigne.invalid'
		  WHERE ` + pastBeneficiary, beneficiaryArgs},
		{`DELETE FROM cards WHERE account_id = $1`, []any{accountID}},
		{`DELETE FROM waits WHERE account_id = $1`, []any{accountID}},
		{`DELETE FROM call_notes WHERE account_id = $1`, []any{accountID}},
		{`UPDATE refusals SET account_id = NULL WHERE account_id = $1`, []any{accountID}},
		// A bicycle that stands in the depot must still be known by its mark and its description.
		{`UPDATE left_bikes SET mark = '', description = 'Description effacée' WHERE account_id = $1
			AND ended_at IS NOT NULL`, []any{accountID}},
		{`UPDATE left_bikes SET account_id = NULL, recipient = '' WHERE account_id = $1`, []any{accountID}},
		{`DELETE FROM export_tickets`, nil}, // their search text may name the person; tickets live one minute anyway
		{`UPDATE stays SET end_comment = 'Commentaire effacé' WHERE account_id = $1 AND end_comment <> ''`, []any{accountID}},
		// The amounts are kept for the accounts; the card and the comments of staff are removed.
		{`UPDATE payment_attempts SET card_reference = NULL, card_brand = NULL, card_pan = NULL, card_expires = NULL,
		  comment = CASE comment WHEN '' THEN '' ELSE 'Commentaire effacé' END
		  WHERE payment_id IN (SELECT id FROM payments WHERE account_id = $1)`, []any{accountID}},
		{`UPDATE refund_requests SET comment = 'Commentaire effacé',
		  answer = CASE answer WHEN '' THEN '' ELSE 'Commentaire effacé' END
		  WHERE payment_id IN (SELECT id FROM payments WHERE account_id = $1)`, []any{accountID}},
		{`UPDATE refund_batches SET comment = 'Commentaire effacé' WHERE id IN (SELECT l.batch_id FROM refund_batch_lines l
		  JOIN payments p ON p.id = l.payment_id WHERE p.account_id = $1)`, []any{accountID}},
		// Documents keep their numbers and amounts (docs/rules.md#documents).
		{`UPDATE documents SET customer = $2, card = '', company = '' WHERE payment_id IN (SELECT id FROM payments
			WHERE account_id = $1)`, []any{accountID, document.AnonymisedCustomer}},
		{`UPDATE lockers SET subscription_id = NULL WHERE subscription_id IN (SELECT id FROM subscriptions
		WHERE account_id = $1)`, []any{accountID}},
		{`UPDATE subscriptions SET next_at = NULL,
		  end_comment = CASE end_comment WHEN '' THEN '' ELSE 'Commentaire effacé' END
		WHERE account_id = $1`, []any{accountID}},
		{`DELETE FROM subscriptions WHERE account_id = $1 AND starts_at >= $2
		  AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.subscription_id = subscriptions.id)`, []any{accountID, db.Millis(at)}}, // it never began
		{`UPDATE subscriptions SET ends_at = CASE WHEN starts_at >= $2 THEN starts_at + 1 ELSE $2 END
		  WHERE account_id = $1 AND (ends_at IS NULL OR ends_at > $2)`, []any{accountID, db.Millis(at)}},
	} {
		if err := s.db.Exec(ctx, "erase", write.query, write.args...); err != nil {
			return err
		}
	}
	if err := s.End(ctx, `account_id = $1`, accountID); err != nil {
		return err
	}
	if err := s.desk.EraseHandlings(ctx, accountID); err != nil {
		return err
	}
	if err := s.places.EraseInterventions(ctx, accountID); err != nil {
		return err
	}
	if err := s.machines.EraseReferences(ctx, accountID); err != nil {
		return err
	}
	if err := s.eraseClaims(ctx, account.Tombstone{AccountID: accountID, Kind: kind, At: at}); err != nil {
		return err
	}
	column, roles := "anonymised_at", `DELETE FROM account_roles WHERE account_id = $1 AND role <> 'Utilisateur'`
	if kind == account.Deletion {
		column, roles = "deleted_at", `DELETE FROM account_roles WHERE account_id = $1`
		if err := s.db.Exec(ctx, "forget customer", `DELETE FROM account_operators
			WHERE account_id = $1`, accountID); err != nil {
			return err
		}
	}
	if err := s.db.Exec(ctx, "erase roles", roles, accountID); err != nil {
		return err
	}
	return s.db.Exec(ctx, "erase account", `
		UPDATE accounts SET email = '', email_key = NULL, email_folded = '', last_name = $2, last_folded = $3,
		first_name = '', first_folded = '', phone = '', language = '', company_name = '', company_siren = '',
		company_address = '',
		password_hash = '', is_admin = FALSE, `+column+` = $4 WHERE id = $1`,
		accountID, account.AnonymisedName, text.Fold(account.AnonymisedName), db.Millis(at))
}

func (s *Store) insertTombstone(ctx context.Context, stone account.Tombstone) error {
	return s.db.Exec(ctx, "leave tombstone", `
		INSERT INTO tombstones (account_id, kind, at) VALUES ($1, $2, $3)
		ON CONFLICT (account_id) DO UPDATE SET kind = excluded.kind,
		at = excluded.at`, stone.AccountID, stone.Kind, db.Millis(stone.At))
}

// namedContacts describes where the tariffs hold a person's e-mail: at every operator or, for an unconfirmed
// claim, only at the operator that made it.
type namedContacts struct {
	email      string
	operatorID int64 // 0: every operator
}

func (s *Store) named(ctx context.Context, accountID int64) (n namedContacts, err error) {
	err = s.db.Reader(ctx).QueryRowContext(ctx, `
		SELECT COALESCE(a.email_key, c.email_key, ''), COALESCE(c.operator_id, 0)
		FROM accounts a LEFT JOIN account_claims c ON c.account_id = a.id AND c.confirmed_at IS NULL
		WHERE a.id = $1`, accountID).Scan(&n.email, &n.operatorID)
	return n, db.Found(err)
}

// in is the SQL condition on a tariff table for rows under the person's e-mail or one of the
// further keys.
func (n namedContacts) in(table string, more ...any) (where string, args []any) {
	args = append([]any{n.email}, more...)
	where = table + `.email_folded IN (` + db.Placeholders(1, len(args)) + `)`
	if n.operatorID != 0 {
		where += ` AND ` + table + `.tariff_id IN (SELECT id FROM tariffs WHERE operator_id = ` +
			db.Mark(&args, n.operatorID) + `)`
	}
	return where, args
}

// Footprint implements account.ErasureStore.
func (s *Store) Footprint(ctx context.Context, accountID int64) (account.Footprint, error) {
	var remains account.Footprint
	var err error
	if remains.Sessions, err = s.SessionsOf(ctx, accountID); err != nil {
		return account.Footprint{}, err
	}
	type link struct {
		account.PasswordLink
		created, expires int64
		used             *int64
	}
	links, err := db.Collect(ctx, s.db.Reader(ctx), "list password links",
		func(l *link) []any { return []any{&l.created, &l.expires, &l.used} },
		`SELECT created_at, expires_at, used_at FROM password_links WHERE account_id = $1 ORDER BY created_at`, accountID)
	if err != nil {
		return account.Footprint{}, err
	}
	for _, l := range links {
		remains.Links = append(remains.Links,
			account.PasswordLink{
				CreatedAt: db.Instant(l.created), ExpiresAt: db.Instant(l.expires),
				UsedAt: db.InstantOrNil(l.used),
			})
	}
	var lastActive int64
	var warned *int64
	if err := s.db.Reader(ctx).QueryRowContext(ctx, `
		SELECT a.last_active_at, w.sent_at FROM accounts a LEFT JOIN inactivity_warnings w ON w.account_id = a.id
		WHERE a.id = $1`, accountID,
	).Scan(&lastActive, &warned); err != nil {
		return account.Footprint{}, db.Found(err)
	}
	remains.LastActive, remains.Warned = db.Instant(lastActive), db.InstantOrNil(warned)
	if remains.Events, err = s.SecurityEventsOf(ctx, accountID); err != nil {
		return account.Footprint{}, err
	}
	if remains.Factors, err = s.Factors(ctx, accountID); err != nil {
		return account.Footprint{}, err
	}
	if remains.Refusals, err = s.desk.RefusalsOf(ctx, accountID); err != nil {
		return account.Footprint{}, err
	}
	if remains.Consents, err = s.machines.Consents(ctx, accountID); err != nil {
		return account.Footprint{}, err
	}
	views, err := s.desk.AllOf(ctx, accountID)
	if err != nil {
		return account.Footprint{}, err
	}
	for _, view := range views {
		remains.Views = append(remains.Views, view.Name)
	}
	change, err := s.PendingEmail(ctx, accountID, time.Time{}) // expired or not
	if err != nil && !fault.Is(err, fault.KindNotFound) {
		return account.Footprint{}, err
	}
	remains.PendingEmail = change.Email
	if remains.Claims, err = s.Links(ctx, accountID); err != nil {
		return account.Footprint{}, err
	}
	named, err := s.named(ctx, accountID)
	if err != nil {
		return account.Footprint{}, err
	}
	_, domain, _ := strings.Cut(named.email, "@")
	where, args := named.in(`tariff_beneficiaries`, "*@"+domain)
	remains.Reserved, err = db.Collect(ctx, s.db.Reader(ctx), "list reserved tariffs", func(label *string) []any { return []any{label} }, `
		SELECT v.admin_label FROM tariffs t JOIN tariff_versions v ON v.tariff_id = t.id AND v.version = t.version
		WHERE t.id IN (SELECT tariff_id FROM tariff_beneficiaries WHERE `+where+`) ORDER BY t.id`, args...)
	return remains, err
}

// Tombstones implements account.ErasureStore.
func (s *Store) Tombstones(ctx context.Context) ([]account.Tombstone, error) {
	type row struct {
		account.Tombstone
		at int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list tombstones",
		func(r *row) []any { return []any{&r.AccountID, &r.Kind, &r.at} },
		`SELECT account_id, kind, at FROM tombstones ORDER BY at, account_id`)
	stones := make([]account.Tombstone, len(rows))
	for i, r := range rows {
		stones[i] = r.Tombstone
		stones[i].At = db.Instant(r.at)
	}
	return stones, err
}

// ToErase implements account.ErasureStore. A restored database gives account numbers out again, so an
// account created after the tombstone is another person and is not erased.
func (s *Store) ToErase(ctx context.Context, stone account.Tombstone) (bool, error) {
	erased := `deleted_at IS NULL AND anonymised_at IS NULL`
	if stone.Kind == account.Deletion {
		erased = `deleted_at IS NULL`
	}
	count, err := s.db.Count(ctx, "look for account", `SELECT COUNT(*) FROM accounts WHERE id = $1 AND created_at <= $2
		AND `+erased,
		stone.AccountID, db.Millis(stone.At))
	return count == 1, err
}

// eraseContacts deletes the contacts that have the person's e-mail, and returns them.
func (s *Store) eraseContacts(ctx context.Context, named namedContacts) ([]account.ErasedContact, error) {
	type row struct {
		account.ErasedContact
		email string
	}
	// Neither engine folds case exactly as Go does, and contacts are few: all are read and compared here.
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "look for contacts",
		func(r *row) []any { return []any{&r.ID, &r.OperatorID, &r.email} },
		`SELECT id, operator_id, email FROM contacts WHERE email <> '' ORDER BY id`)
	erased := []account.ErasedContact{}
	for _, r := range rows {
		if account.FoldEmail(r.email) != named.email || (named.operatorID != 0 && named.operatorID != r.OperatorID) {
			continue
		}
		if err := s.places.DeleteContact(ctx, r.ID); err != nil {
			return nil, err
		}
		erased = append(erased, r.ErasedContact)
	}
	return erased, err
}

// eraseClaims deletes the claim that an erased account was, and the confirmed claims on it (the
// numbers under which operators also knew the person), together with the idempotency records of all
// these numbers. Each confirmed number gets the tombstone of the person, because it is an account of
// its own in a backup from before the confirmation. An unconfirmed claim on the account stays for the
// same reason.
func (s *Store) eraseClaims(ctx context.Context, person account.Tombstone) error {
	numbers, err := db.Collect(ctx, s.db.Reader(ctx), "list numbers of a person",
		func(id *int64) []any { return []any{id} },
		`SELECT account_id FROM account_claims WHERE person_id = $1 AND confirmed_at IS NOT NULL`, person.AccountID)
	if err != nil {
		return err
	}
	for _, id := range append(numbers, person.AccountID) {
		if err := s.machines.EraseAnswers(ctx, id); err != nil {
			return err
		}
		if err := s.db.Exec(ctx, "erase claims", `DELETE FROM account_claims WHERE account_id = $1`, id); err != nil {
			return fmt.Errorf("account %d: %w", id, err)
		}
		if err := s.insertTombstone(ctx, account.Tombstone{AccountID: id, Kind: person.Kind, At: person.At}); err != nil {
			return err
		}
	}
	return nil
}
