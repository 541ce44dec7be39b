package people

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// CustomerOf implements stay.CustomerStore.
func (s *Store) CustomerOf(ctx context.Context, accountID, operatorID int64) (stay.Customer, error) {
	var customer stay.Customer
	err := s.db.Reader(ctx).QueryRowContext(ctx, `
		SELECT a.id, a.last_name, a.first_name, a.email, a.phone, a.language, a.is_active,
		       EXISTS (SELECT 1 FROM account_operators k WHERE k.account_id = a.id AND k.operator_id = $2),
		       EXISTS (SELECT 1 FROM account_roles r WHERE r.account_id = a.id AND r.operator_id = $2 AND r.role = $3),
		       a.is_admin = TRUE OR EXISTS (SELECT 1 FROM account_roles r JOIN operators o ON o.id = r.operator_id
		         WHERE r.account_id = a.id AND r.operator_id = $2 AND r.role <> $3 AND o.archived_at IS NULL)
		FROM accounts a
		WHERE a.id = COALESCE((SELECT c.person_id FROM account_claims c WHERE c.account_id = $1 AND c.operator_id = $2
		AND c.confirmed_at IS NOT NULL), $1)
		  AND a.deleted_at IS NULL AND a.anonymised_at IS NULL`, accountID, operatorID, access.Customer,
	).Scan(&customer.ID, &customer.LastName, &customer.FirstName, &customer.Email, &customer.Phone, &customer.Language,
		&customer.Active,
		&customer.Known, &customer.Remembered, &customer.Staff)
	return customer, db.Found(err)
}

// KnownCustomer implements account.CustomerStore.
func (s *Store) KnownCustomer(ctx context.Context, accountID, operatorID int64) (int64, error) {
	customer, err := s.CustomerOf(ctx, accountID, operatorID)
	if err == nil && !customer.Known {
		err = fault.NotFound()
	}
	return customer.ID, err
}

// RememberCustomer implements stay.CustomerStore.
func (s *Store) RememberCustomer(ctx context.Context, accountID, operatorID int64) error {
	return s.GrantRole(ctx, accountID, operatorID, access.Customer)
}

// KnowAccount records that the operator knows the account.
func (s *Store) KnowAccount(ctx context.Context, accountID, operatorID int64) error {
	return s.db.Exec(ctx, "know account",
		`INSERT INTO account_operators (account_id, operator_id) VALUES ($1, $2)
			ON CONFLICT DO NOTHING`, accountID, operatorID)
}

// Knows implements account.CustomerStore.
func (s *Store) Knows(ctx context.Context, operatorID, accountID int64) (bool, error) {
	known, err := s.db.Count(ctx, "look for customer",
		`SELECT COUNT(*) FROM account_operators WHERE account_id = $1 AND operator_id = $2`, accountID, operatorID)
	return known > 0, err
}

// CompanyOf implements document.CustomerStore.
func (s *Store) CompanyOf(ctx context.Context, accountID int64) (account.Company, error) {
	return db.First(db.Collect(ctx, s.db.Reader(ctx), "read the company of a customer", func(c *account.Company) []any {
		return []any{&c.Name, &c.SIREN, &c.Address}
	}, `SELECT company_name, company_siren, company_address FROM accounts WHERE id = $1`, accountID))
}
