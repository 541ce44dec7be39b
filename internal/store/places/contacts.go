package places

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/text"
)

// ContactsOf implements operator.ContactStore.
func (s *Store) ContactsOf(ctx context.Context, operatorID int64) ([]operator.Contact, error) {
	return s.contacts(ctx, `c.operator_id = $1`, operatorID)
}

// ContactByID implements operator.ContactStore.
func (s *Store) ContactByID(ctx context.Context, id int64) (operator.Contact, error) {
	return db.First(s.contacts(ctx, `c.id = $1`, id))
}

func (s *Store) contacts(ctx context.Context, where string, arg any) ([]operator.Contact, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "list contacts", func(c *operator.Contact) []any {
		return []any{&c.ID, &c.Revision, &c.OperatorID, &c.LastName, &c.FirstName, &c.Phone, &c.Email, &c.Function}
	}, `SELECT c.id, c.revision, c.operator_id, c.last_name, c.first_name, c.phone, c.email, c.function
		FROM contacts c WHERE `+where+` ORDER BY c.name_folded, c.id`, arg)
}

// CreateContact implements operator.ContactStore.
func (s *Store) CreateContact(ctx context.Context, c operator.Contact) (int64, error) {
	return s.db.Insert(ctx, "create contact", `
		INSERT INTO contacts (operator_id, last_name, name_folded, first_name, phone, email, function)
		VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
		c.OperatorID, c.LastName, text.Fold(c.LastName+" "+c.FirstName), c.FirstName, c.Phone, c.Email, c.Function)
}

// UpdateContact implements operator.ContactStore.
func (s *Store) UpdateContact(ctx context.Context, c operator.Contact) error {
	defer s.db.CutSoon(ctx)
	return s.db.Exec(ctx, "change contact", `
		UPDATE contacts SET last_name = $2, name_folded = $3, first_name = $4, phone = $5, email = $6, function = $7
		WHERE id = $1`,
		c.ID, c.LastName, text.Fold(c.LastName+" "+c.FirstName), c.FirstName, c.Phone, c.Email, c.Function)
}

// DeleteContact implements operator.ContactStore.
func (s *Store) DeleteContact(ctx context.Context, id int64) error {
	defer s.db.CutSoon(ctx)
	return s.db.Exec(ctx, "delete contact", `DELETE FROM contacts WHERE id = $1`, id)
}

// ContactOperator returns the operator of a contact.
func (s *Store) ContactOperator(ctx context.Context, id int64) (int64, error) {
	var operatorID int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `
		SELECT c.operator_id FROM contacts c JOIN operators o ON o.id = c.operator_id
		WHERE c.id = $1 AND o.archived_at IS NULL`, id).Scan(&operatorID)
	return operatorID, db.Found(err)
}
