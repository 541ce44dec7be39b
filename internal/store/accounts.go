package store

import (
	"context"
	"fmt"
	"time"

	"consigne/internal/access"
	"consigne/internal/account"
	"consigne/internal/fault"
)

const accountColumns = `a.id, a.email, a.last_name, a.first_name, a.phone, a.password_hash, a.is_admin, a.is_active`

// AccountByEmail implements account.Store.
func (s *Store) AccountByEmail(ctx context.Context, email string) (account.Account, error) {
	return s.account(ctx, `a.email_folded = $1`, account.FoldEmail(email))
}

// AccountByID implements account.Store.
func (s *Store) AccountByID(ctx context.Context, id int64) (account.Account, error) {
	return s.account(ctx, `a.id = $1`, id)
}

func (s *Store) account(ctx context.Context, where string, arg any) (account.Account, error) {
	var a account.Account
	err := s.reader(ctx).QueryRowContext(ctx,
		`SELECT `+accountColumns+` FROM accounts a WHERE `+where+` AND a.deleted_at IS NULL AND a.anonymised_at IS NULL`, arg,
	).Scan(&a.ID, &a.Email, &a.LastName, &a.FirstName, &a.Phone, &a.PasswordHash, &a.Admin, &a.Active)
	if err != nil {
		return account.Account{}, found(err)
	}
	a.Roles, err = s.rolesOf(ctx, a.ID)
	return a, err
}

// rolesOf lists the roles of an account at the operators still in service.
func (s *Store) rolesOf(ctx context.Context, accountID int64) (map[int64][]access.Role, error) {
	type grant struct {
		operatorID int64
		role       access.Role
	}
	grants, err := collect(ctx, s.reader(ctx), "read roles", func(g *grant) []any { return []any{&g.operatorID, &g.role} }, `
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

// CreateAccount implements account.Store.
func (s *Store) CreateAccount(ctx context.Context, a account.Account, at time.Time) (int64, error) {
	var id int64
	err := s.writer(ctx).QueryRowContext(ctx, `
		INSERT INTO accounts (email, email_folded, last_name, first_name, phone, password_hash, is_admin, is_active, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
		a.Email, account.FoldEmail(a.Email), a.LastName, a.FirstName, a.Phone, a.PasswordHash, a.Admin, a.Active, millis(at),
	).Scan(&id)
	if duplicate(err) {
		return 0, fault.At("email", "Ce mail est déjà présent")
	}
	if err != nil {
		return 0, fmt.Errorf("create account: %w", err)
	}
	for operatorID, roles := range a.Roles {
		if err := s.KnowAccount(ctx, id, operatorID); err != nil {
			return 0, err
		}
		for _, role := range roles {
			if _, err := s.writer(ctx).ExecContext(ctx,
				`INSERT INTO account_roles (account_id, operator_id, role) VALUES ($1, $2, $3)`, id, operatorID, role); err != nil {
				return 0, fmt.Errorf("grant role: %w", err)
			}
		}
	}
	return id, nil
}

// SetPassword implements account.Store.
func (s *Store) SetPassword(ctx context.Context, accountID int64, hash string) error {
	return s.exec(ctx, "set password", `UPDATE accounts SET password_hash = $2 WHERE id = $1`, accountID, hash)
}

// SetActive bans an account, or lets it in again.
func (s *Store) SetActive(ctx context.Context, accountID int64, active bool) error {
	return s.exec(ctx, "set active", `UPDATE accounts SET is_active = $2 WHERE id = $1`, accountID, active)
}
