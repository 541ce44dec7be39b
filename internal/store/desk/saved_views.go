package desk

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/domain/desk/savedview"
)

// ViewsOf implements savedview.Store.
func (s *Store) ViewsOf(ctx context.Context, accountID, operatorID int64) ([]savedview.View, error) {
	return s.views(ctx, `v.account_id = $1 AND COALESCE(v.operator_id, 0) = $2`, accountID, operatorID)
}

// AllOf lists the views of an account at every operator.
func (s *Store) AllOf(ctx context.Context, accountID int64) ([]savedview.View, error) {
	return s.views(ctx, `v.account_id = $1`, accountID)
}

func (s *Store) views(ctx context.Context, where string, args ...any) ([]savedview.View, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "read saved views", func(v *savedview.View) []any {
		return []any{&v.ID, &v.AccountID, &v.OperatorID, &v.Name, &v.Filters}
	}, `SELECT v.id, v.account_id, COALESCE(v.operator_id, 0), v.name, v.filters FROM payment_views v WHERE `+where+
		` ORDER BY v.id`, args...)
}

// CreateView implements savedview.Store.
func (s *Store) CreateView(ctx context.Context, view savedview.View) (int64, error) {
	return s.db.Insert(ctx, "create saved view", `INSERT INTO payment_views (account_id, operator_id, name, filters)
		VALUES ($1, $2, $3, $4) RETURNING id`,
		view.AccountID, db.OrNull(view.OperatorID), view.Name, view.Filters)
}

// UpdateView implements savedview.Store.
func (s *Store) UpdateView(ctx context.Context, view savedview.View) error {
	return s.db.Exec(ctx, "update saved view", `UPDATE payment_views SET name = $2, filters = $3
		WHERE id = $1`, view.ID, view.Name, view.Filters)
}

// DeleteView implements savedview.Store.
func (s *Store) DeleteView(ctx context.Context, id int64) error {
	return s.db.Exec(ctx, "delete saved view", `DELETE FROM payment_views WHERE id = $1`, id)
}

// Erase deletes the views of an account, and those of others that look for the person by name or e-mail.
func (s *Store) EraseViews(ctx context.Context, accountID int64) error {
	var lastName, firstName, email string
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT last_name, first_name, email FROM accounts
		WHERE id = $1`, accountID).Scan(&lastName, &firstName, &email)
	if err != nil {
		return db.Found(err)
	}
	// Neither engine folds case as Go does, and these views are few: all are read and compared here.
	looking, err := s.views(ctx,
		`v.filters LIKE '%"search"%' OR v.filters LIKE '%"nom"%' OR v.filters LIKE '%"prenom"%' OR v.filters LIKE '%"email"%'`)
	if err != nil {
		return err
	}
	for _, view := range looking {
		if view.Finds(lastName, firstName, email) {
			if err := s.DeleteView(ctx, view.ID); err != nil {
				return err
			}
		}
	}
	return s.db.Exec(ctx, "erase saved views", `DELETE FROM payment_views WHERE account_id = $1`, accountID)
}
