package people

import (
	"context"
	"strconv"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
)

// Accounts implements account.DetailsStore. It finds the ids of a page first, and reads details only for these.
func (s *Store) Accounts(
	ctx context.Context, filter account.Filter, offset, limit int,
) ([]account.Details, int, error) {
	ids, total, err := s.people.Find(ctx, filter, offset, limit)
	if err != nil || len(ids) == 0 {
		return []account.Details{}, total, err
	}
	accounts, err := s.accounts(ctx, ids, filter.OperatorID)
	return accounts, total, err
}

// AccountDetails implements account.DetailsStore.
func (s *Store) AccountDetails(ctx context.Context, id, operatorID int64) (account.Details, error) {
	if operatorID != 0 {
		known, err := s.Knows(ctx, operatorID, id)
		if err != nil || !known {
			return db.First([]account.Details{}, err)
		}
	}
	return db.First(s.accounts(ctx, []int64{id}, operatorID))
}

// KnownAt implements account.DetailsStore.
func (s *Store) KnownAt(ctx context.Context, id int64) ([]account.Membership, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "read operators of account", func(m *account.Membership) []any {
		return []any{&m.OperatorID, &m.OperatorName}
	}, `SELECT o.id, o.name FROM account_operators k JOIN operators o ON o.id = k.operator_id
		JOIN accounts a ON a.id = k.account_id
		WHERE k.account_id = $1 AND o.archived_at IS NULL AND a.deleted_at IS NULL ORDER BY o.name_folded, o.id`, id)
}

// accounts reads the users that are not deleted, in the order of the ids. Payments are counted, and
// cards listed, for the operator only, or for all if it is 0.
func (s *Store) accounts(ctx context.Context, ids []int64, operatorID int64) ([]account.Details, error) {
	args := []any{}
	among := ` IN (` + db.Marks(&args, ids) + `)`
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read accounts", func(u *account.Details) []any {
		return append(accountFields(&u.Account), &u.Anonymised)
	}, `SELECT `+accountColumns+`, a.anonymised_at IS NOT NULL FROM accounts a WHERE a.id`+among+
		` AND a.deleted_at IS NULL`, args...)
	if err != nil {
		return nil, err
	}
	byID := map[int64]*account.Details{}
	for i := range rows {
		byID[rows[i].ID] = &rows[i]
	}
	type grant struct {
		accountID, operatorID int64
		operatorName          string
		role                  access.Role
	}
	// An account with a role at an operator is always in account_operators too.
	grants, err := db.Collect(ctx, s.db.Reader(ctx), "read memberships", func(g *grant) []any {
		return []any{&g.accountID, &g.operatorID, &g.operatorName, &g.role}
	}, `SELECT k.account_id, k.operator_id, o.name, COALESCE(r.role, '') FROM account_operators k
		JOIN operators o ON o.id = k.operator_id
		LEFT JOIN account_roles r ON r.account_id = k.account_id AND r.operator_id = k.operator_id
		WHERE k.account_id`+among+` AND o.archived_at IS NULL ORDER BY k.account_id, o.name_folded, o.id, r.role`, args...)
	if err != nil {
		return nil, err
	}
	for _, g := range grants {
		u, listed := byID[g.accountID]
		if !listed {
			continue
		}
		if g.role == "" {
			u.OnlyKnown++
			continue
		}
		if n := len(u.Memberships); n == 0 || u.Memberships[n-1].OperatorID != g.operatorID {
			u.Memberships = append(u.Memberships, account.Membership{OperatorID: g.operatorID, OperatorName: g.operatorName})
		}
		m := &u.Memberships[len(u.Memberships)-1]
		m.Roles = append(m.Roles, g.role)
	}
	if err := s.addPaymentCounts(ctx, byID, among, args, operatorID); err != nil {
		return nil, err
	}
	if err := s.addCards(ctx, byID, among, args, operatorID); err != nil {
		return nil, err
	}
	accounts := make([]account.Details, 0, len(ids))
	for _, id := range ids {
		if u, listed := byID[id]; listed {
			accounts = append(accounts, *u)
		}
	}
	return accounts, nil
}

// addPaymentCounts counts the payments of users by outcome.
func (s *Store) addPaymentCounts(
	ctx context.Context, accounts map[int64]*account.Details, among string, args []any, operatorID int64,
) error {
	type row struct {
		accountID int64
		account.PaymentCounts
	}
	where := `p.account_id` + among
	if operatorID != 0 {
		args = append(args[:len(args):len(args)], operatorID)
		where += ` AND p.operator_id = $` + strconv.Itoa(len(args))
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "count payments of accounts", func(r *row) []any {
		return []any{&r.accountID, &r.Total, &r.Valid, &r.Cancelled, &r.Running}
	}, `SELECT p.account_id, COUNT(*),
		       SUM(CASE WHEN p.status IN ('PAID', 'FREE', 'MANUAL') THEN 1 ELSE 0 END),
		       SUM(CASE WHEN p.status = 'CANCELLED' THEN 1 ELSE 0 END),
		       SUM(CASE WHEN p.status = 'RUNNING' THEN 1 ELSE 0 END)
		FROM payments p WHERE `+where+` GROUP BY p.account_id`, args...)
	for _, r := range rows {
		if u, listed := accounts[r.accountID]; listed {
			u.Payments = r.PaymentCounts
			u.Payments.Waiting = r.Total - r.Valid - r.Cancelled - r.Running
		}
	}
	return err
}

// addCards reads the cards of users, ordered by the names of their operators.
func (s *Store) addCards(
	ctx context.Context, accounts map[int64]*account.Details, among string, args []any, operatorID int64,
) error {
	type row struct {
		accountID int64
		account.Card
	}
	where := `c.account_id` + among
	if operatorID != 0 {
		args = append(args[:len(args):len(args)], operatorID)
		where += ` AND c.operator_id = $` + strconv.Itoa(len(args))
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read cards", func(r *row) []any {
		return []any{&r.accountID, &r.OperatorID, &r.OperatorName, &r.Brand, &r.PAN, &r.Expires}
	}, `SELECT c.account_id, c.operator_id, o.name, c.brand, c.pan, c.expires FROM cards c
		JOIN operators o ON o.id = c.operator_id
		WHERE `+where+` ORDER BY o.name_folded, o.id`, args...)
	for _, r := range rows {
		if u, listed := accounts[r.accountID]; listed {
			u.Cards = append(u.Cards, r.Card)
		}
	}
	return err
}
