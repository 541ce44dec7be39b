package people

import (
	"context"
	"errors"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
)

// Rollups is told of the payments that move from one account to another: MoveAccount before they
// move, and moved after it, both in the transaction of the write.
type Rollups interface {
	MoveAccount(ctx context.Context, from, to int64) (moved func(context.Context) error, err error)
}

// OwnerOf implements account.ClaimStore.
func (s *Store) OwnerOf(ctx context.Context, email string) (int64, error) {
	owners, err := db.Collect(ctx, s.db.Reader(ctx), "look for the owner of an e-mail",
		func(id *int64) []any { return []any{id} },
		`SELECT id FROM accounts WHERE email_key = $1 AND deleted_at IS NULL
			AND anonymised_at IS NULL`, account.FoldEmail(email))
	if err != nil || len(owners) == 0 {
		return 0, err
	}
	return owners[0], nil
}

// ClaimOf implements account.ClaimStore.
func (s *Store) ClaimOf(ctx context.Context, operatorID int64, email string) (account.Claim, error) {
	return db.First(s.claims(ctx, `operator_id = $1 AND email_key = $2`, operatorID, account.FoldEmail(email)))
}

// ClaimByAccount implements account.ClaimStore.
func (s *Store) ClaimByAccount(ctx context.Context, accountID int64) (account.Claim, error) {
	return db.First(s.claims(ctx,
		`account_id = $1 AND EXISTS (SELECT 1 FROM operators o WHERE o.id = operator_id
			AND o.archived_at IS NULL)`, accountID))
}

// ClaimsOn implements account.ClaimStore.
func (s *Store) ClaimsOn(ctx context.Context, ownerID int64) ([]account.Claim, error) {
	return s.claims(ctx, `person_id = $1`, ownerID)
}

// claims lists the unconfirmed claims that match a condition, the oldest first.
func (s *Store) claims(ctx context.Context, where string, args ...any) ([]account.Claim, error) {
	type row struct {
		account.Claim
		at int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read claims", func(r *row) []any {
		return []any{&r.AccountID, &r.OperatorID, &r.OwnerID, &r.Email, &r.at}
	}, `SELECT account_id, operator_id, person_id, email_key, claimed_at FROM account_claims
		WHERE confirmed_at IS NULL AND `+where+` ORDER BY claimed_at, account_id`, args...)
	list := make([]account.Claim, len(rows))
	for i, r := range rows {
		list[i] = r.Claim
		list[i].At = db.Instant(r.at)
	}
	return list, err
}

// KeepClaim implements account.ClaimStore.
func (s *Store) KeepClaim(ctx context.Context, c account.Claim) error {
	return s.db.Exec(ctx, "keep claim", `
		INSERT INTO account_claims (account_id, operator_id, person_id, email_key, claimed_at)
		SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), $4, CAST($5 AS BIGINT)
		WHERE CAST($3 AS BIGINT) <> 0
		ON CONFLICT (account_id) DO UPDATE SET person_id = excluded.person_id`,
		c.AccountID, c.OperatorID, c.OwnerID, c.Email, db.Millis(c.At))
}

// MergeClaim implements account.ClaimStore.
func (s *Store) MergeClaim(ctx context.Context, c account.Claim, at time.Time) error {
	moved, err := s.rollups.MoveAccount(ctx, c.AccountID, c.OwnerID)
	if err != nil {
		return err
	}
	for _, query := range []string{
		`UPDATE stays SET account_id = $2 WHERE account_id = $1`,
		`UPDATE accounts SET company_name = (SELECT c.company_name FROM accounts c WHERE c.id = $1),
		 company_siren = (SELECT c.company_siren FROM accounts c WHERE c.id = $1),
		 company_address = (SELECT c.company_address FROM accounts c WHERE c.id = $1) WHERE id = $2 AND company_name = ''`,
		`UPDATE payments SET account_id = $2 WHERE account_id = $1`,
		`UPDATE subscriptions SET account_id = $2 WHERE account_id = $1`,
		// Who waits twice for one tariff keeps the place of the person.
		`UPDATE waits SET account_id = $2 WHERE account_id = $1 AND (ended_at IS NOT NULL OR NOT EXISTS (
		  SELECT 1 FROM waits d WHERE d.account_id = $2 AND d.tariff_id = waits.tariff_id
		  AND d.ended_at IS NULL))`,
		`UPDATE left_bikes SET account_id = $2 WHERE account_id = $1`,
		`UPDATE call_notes SET account_id = $2 WHERE account_id = $1`,
		// Of two cards at one operator, the one that was saved last is kept.
		`DELETE FROM cards WHERE account_id = $2 AND EXISTS (
		  SELECT 1 FROM cards d WHERE d.account_id = $1 AND d.operator_id = cards.operator_id
		AND d.created_at >= cards.created_at)`,
		`UPDATE cards SET account_id = $2 WHERE account_id = $1 AND NOT EXISTS (
		  SELECT 1 FROM cards d WHERE d.account_id = $2 AND d.operator_id = cards.operator_id)`,
		`INSERT INTO account_operators (account_id, operator_id)
		  SELECT CAST($2 AS BIGINT), operator_id FROM account_operators WHERE account_id = $1 ON CONFLICT DO NOTHING`,
		`INSERT INTO account_roles (account_id, operator_id, role)
		  SELECT CAST($2 AS BIGINT), operator_id, role FROM account_roles WHERE account_id = $1 ON CONFLICT DO NOTHING`,
		`UPDATE mails SET account_id = $2 WHERE account_id = $1`,
		`UPDATE refusals SET account_id = $2 WHERE account_id = $1`,
		`UPDATE external_references SET object_id = $2 WHERE kind = 'usager' AND object_id = $1`,
		`UPDATE consents SET account_id = $2 WHERE account_id = $1 AND NOT EXISTS (
		  SELECT 1 FROM consents d WHERE d.account_id = $2 AND d.operator_id = consents.operator_id)`,
	} {
		if err := s.db.Exec(ctx, "merge claim", query, c.AccountID, c.OwnerID); err != nil {
			return err
		}
	}
	for _, table := range []string{
		"waits", "cards", "account_operators", "account_roles", "inactivity_warnings", "sessions",
		"password_links", "email_changes", "account_addresses", "consents",
	} {
		if err := s.db.Exec(ctx, "merge claim", `DELETE FROM `+table+` WHERE account_id = $1`, c.AccountID); err != nil {
			return err
		}
	}
	if err := moved(ctx); err != nil {
		return err
	}
	if err := s.db.Exec(ctx, "confirm claim",
		`UPDATE account_claims SET confirmed_at = $2, email_key = ''
			WHERE account_id = $1`, c.AccountID, db.Millis(at)); err != nil {
		return err
	}
	err = s.db.Exec(ctx, "take the account of a claim away", `DELETE FROM accounts WHERE id = $1`, c.AccountID)
	if db.Referenced(err) { // a stay of the claim's account began meanwhile
		err = errors.Join(db.ErrLostRace, err)
	}
	return err
}

// Links lists the claims on a person, confirmed or not, the oldest first.
func (s *Store) Links(ctx context.Context, ownerID int64) ([]account.Link, error) {
	type row struct {
		account.Link
		claimed   int64
		confirmed *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list claims", func(r *row) []any {
		return []any{&r.AccountID, &r.OperatorID, &r.OperatorName, &r.claimed, &r.confirmed}
	}, `SELECT c.account_id, c.operator_id, o.name, c.claimed_at, c.confirmed_at FROM account_claims c
		JOIN operators o ON o.id = c.operator_id
		WHERE c.person_id = $1 ORDER BY c.claimed_at, c.account_id`, ownerID)
	list := make([]account.Link, len(rows))
	for i, r := range rows {
		list[i] = r.Link
		list[i].ClaimedAt, list[i].ConfirmedAt = db.Instant(r.claimed), db.InstantOrNil(r.confirmed)
	}
	return list, err
}
