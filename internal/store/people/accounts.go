package people

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/text"
)

// People finds accounts by parts of their names, e-mails and telephones.
type People interface {
	Find(ctx context.Context, filter account.Filter, offset, limit int) (ids []int64, total int, err error)
}

const accountColumns = `a.id, a.revision, a.email, a.last_name, a.first_name, a.phone, a.language, a.company_name,
	a.company_siren, a.company_address, a.password_hash, a.is_admin,
	a.is_active, a.email_key IS NULL AND a.deleted_at IS NULL AND a.anonymised_at IS NULL`

// accountFields lists the destinations of the account columns, in their order.
func accountFields(a *account.Account) []any {
	return []any{
		&a.ID, &a.Revision, &a.Email, &a.LastName, &a.FirstName, &a.Phone, &a.Language, &a.Company.Name,
		&a.Company.SIREN, &a.Company.Address, &a.PasswordHash, &a.Admin, &a.Active,
		&a.Unconfirmed,
	}
}

// AccountByEmail implements account.AccountStore.
func (s *Store) AccountByEmail(ctx context.Context, email string) (account.Account, error) {
	return s.account(ctx, `a.email_key = $1`, account.FoldEmail(email))
}

// AccountByID implements account.AccountStore.
func (s *Store) AccountByID(ctx context.Context, id int64) (account.Account, error) {
	return s.account(ctx, `a.id = $1`, id)
}

func (s *Store) account(ctx context.Context, where string, arg any) (account.Account, error) {
	var a account.Account
	err := s.db.Reader(ctx).QueryRowContext(ctx,
		`SELECT `+accountColumns+` FROM accounts a WHERE `+where+` AND a.deleted_at IS NULL AND a.anonymised_at IS NULL`, arg,
	).Scan(accountFields(&a)...)
	if err != nil {
		return account.Account{}, db.Found(err)
	}
	a.Roles, err = s.RolesOf(ctx, a.ID)
	return a, err
}

// RolesOf lists the roles of an account at the operators that are not archived.
func (s *Store) RolesOf(ctx context.Context, accountID int64) (map[int64][]access.Role, error) {
	type grant struct {
		operatorID int64
		role       access.Role
	}
	grants, err := db.Collect(ctx, s.db.Reader(ctx), "read roles", func(g *grant) []any { return []any{&g.operatorID, &g.role} }, `
		SELECT r.operator_id, r.role FROM account_roles r JOIN operators o ON o.id = r.operator_id
		WHERE r.account_id = $1 AND o.archived_at IS NULL ORDER BY r.operator_id, r.role`, accountID)
	if err != nil {
		return nil, err
	}
	roles := map[int64][]access.Role{}
	for _, g := range grants {
		roles[g.operatorID] = append(roles[g.operatorID], g.role)
	}
	return roles, nil
}

// CreateAccount implements account.AccountStore.
func (s *Store) CreateAccount(ctx context.Context, a account.Account, at time.Time) (int64, error) {
	var id int64
	var key *string // finds the account by its e-mail; null for a claim, as the e-mail finds the person's own account
	if !a.Unconfirmed {
		key = new(account.FoldEmail(a.Email))
	}
	err := s.db.Writer(ctx).QueryRowContext(ctx, `
		INSERT INTO accounts (email, email_key, email_folded, last_name, last_folded, first_name, first_folded, phone,
		password_hash, is_admin, is_active, created_at, last_active_at, language,
		company_name, company_siren, company_address)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14, $15, $16) RETURNING id`,
		a.Email, key, text.Fold(a.Email), a.LastName, text.Fold(a.LastName), a.FirstName, text.Fold(a.FirstName),
		a.Phone, a.PasswordHash, a.Admin, a.Active, db.Millis(at), a.Language, a.Company.Name, a.Company.SIREN,
		a.Company.Address,
	).Scan(&id)
	if db.Duplicate(err) {
		return 0, account.TakenEmail()
	}
	if err != nil {
		return 0, fmt.Errorf("create account: %w", db.Unavailable(err))
	}
	for operatorID, roles := range a.Roles {
		if err := s.KnowAccount(ctx, id, operatorID); err != nil {
			return 0, err
		}
		for _, role := range roles {
			if err := s.GrantRole(ctx, id, operatorID, role); err != nil {
				return 0, err
			}
		}
	}
	return id, nil
}

// SetPassword implements account.AccountStore.
func (s *Store) SetPassword(ctx context.Context, accountID int64, hash string) error {
	return s.db.Exec(ctx, "set password", `UPDATE accounts SET password_hash = $2 WHERE id = $1`, accountID, hash)
}

// RenewHash implements account.AccountStore.
func (s *Store) RenewHash(ctx context.Context, accountID int64, before, hash string) error {
	return s.db.Exec(ctx, "renew hash", `UPDATE accounts SET password_hash = $3 WHERE id = $1
		AND password_hash = $2`, accountID, before, hash)
}

// SetActive bans an account (false) or reinstates it (true).
func (s *Store) SetActive(ctx context.Context, accountID int64, active bool) error {
	return s.db.Exec(ctx, "set active", `UPDATE accounts SET is_active = $2 WHERE id = $1`, accountID, active)
}

// SetIdentity implements account.AccountStore.
func (s *Store) SetIdentity(ctx context.Context, a account.Account) error {
	defer s.db.CutSoon(ctx)
	err := s.db.Exec(ctx, "set identity", `
		UPDATE accounts SET email = $2, email_key = $3, email_folded = $4, last_name = $5, last_folded = $6, first_name = $7,
		first_folded = $8, phone = $9 WHERE id = $1`,
		a.ID, a.Email, account.FoldEmail(a.Email), text.Fold(a.Email), a.LastName, text.Fold(a.LastName), a.FirstName,
		text.Fold(a.FirstName), a.Phone)
	if db.Duplicate(err) {
		return account.TakenEmail()
	}
	return err
}

// SetCompany implements account.AccountStore. What it was is not left in the file.
func (s *Store) SetCompany(ctx context.Context, accountID int64, c account.Company) error {
	defer s.db.CutSoon(ctx)
	return s.db.Exec(ctx, "set company", `UPDATE accounts
		SET company_name = $2, company_siren = $3, company_address = $4 WHERE id = $1`, accountID, c.Name, c.SIREN, c.Address)
}

// SetLanguage implements account.AccountStore.
func (s *Store) SetLanguage(ctx context.Context, accountID int64, language text.Language) error {
	return s.db.Exec(ctx, "set language", `UPDATE accounts SET language = $2 WHERE id = $1`, accountID, language)
}

// SetNames implements account.AccountStore.
func (s *Store) SetNames(ctx context.Context, a account.Account) error {
	defer s.db.CutSoon(ctx)
	return s.db.Exec(ctx, "set names", `UPDATE accounts
		SET last_name = $2, last_folded = $3, first_name = $4, first_folded = $5, phone = $6 WHERE id = $1`,
		a.ID, a.LastName, text.Fold(a.LastName), a.FirstName, text.Fold(a.FirstName), a.Phone)
}

// GrantRole implements account.AccountStore.
func (s *Store) GrantRole(ctx context.Context, accountID, operatorID int64, role access.Role) error {
	if err := s.KnowAccount(ctx, accountID, operatorID); err != nil {
		return err
	}
	return s.db.Exec(ctx, "grant role", `
		INSERT INTO account_roles (account_id, operator_id, role) VALUES ($1, $2, $3)
		ON CONFLICT DO NOTHING`, accountID, operatorID, role)
}

// TakeRole implements account.AccountStore.
func (s *Store) TakeRole(ctx context.Context, accountID, operatorID int64, role access.Role) (bool, error) {
	taken, err := s.db.CompareAndSet(ctx, "take role",
		`DELETE FROM account_roles WHERE account_id = $1 AND operator_id = $2 AND role = $3`, accountID, operatorID, role)
	if err != nil || !taken {
		return false, err
	}
	// An account that lost its last role here, and never had a stay or a subscription here, nor waited for one, is no
	// longer known to the operator.
	return true, s.db.Exec(ctx, "forget account", `DELETE FROM account_operators WHERE account_id = $1 AND operator_id = $2
		AND NOT EXISTS (SELECT 1 FROM account_roles r WHERE r.account_id = $1 AND r.operator_id = $2)
		AND NOT EXISTS (SELECT 1 FROM stays o WHERE o.account_id = $1 AND o.operator_id = $2)
		AND NOT EXISTS (SELECT 1 FROM subscriptions u WHERE u.account_id = $1 AND u.operator_id = $2)
		AND NOT EXISTS (SELECT 1 FROM waits w WHERE w.account_id = $1 AND w.operator_id = $2)`, accountID, operatorID)
}

// AccountsWithRole implements account.AccountStore.
func (s *Store) AccountsWithRole(ctx context.Context, operatorID int64, role access.Role) ([]account.Account, error) {
	list, err := db.Collect(ctx, s.db.Reader(ctx), "list team", accountFields, `SELECT `+accountColumns+` FROM account_roles r JOIN accounts a ON a.id = r.account_id
		WHERE r.operator_id = $1 AND r.role = $2 AND a.deleted_at IS NULL AND a.anonymised_at IS NULL`, operatorID, role)
	slices.SortFunc(list, func(a, b account.Account) int {
		return cmp.Or(cmp.Compare(text.Fold(a.LastName+" "+a.FirstName), text.Fold(b.LastName+" "+b.FirstName)),
			cmp.Compare(a.ID, b.ID))
	})
	return list, err
}
