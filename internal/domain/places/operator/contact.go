package operator

import (
	"context"
	"maps"
	"slices"
	"strings"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
)

// Contact is a person to call at an operator (référent exploitation). A contact is never an account.
type Contact struct {
	ID         int64
	Revision   int64 // as that of an Operator
	OperatorID int64
	LastName   string
	FirstName  string
	Phone      string
	Email      string
	Function   string
}

// Contacts lists an operator's contacts by name.
func (s *Service) Contacts(ctx context.Context, operatorID int64) ([]Contact, error) {
	return s.store.ContactsOf(ctx, operatorID)
}

// AddContact creates a contact of typed.OperatorID and returns its id.
func (s *Service) AddContact(ctx context.Context, actor access.Actor, typed Contact) (int64, error) {
	valid, err := typed.Validate()
	if err != nil {
		return 0, err
	}
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		if valid.ID, err = s.store.CreateContact(ctx, valid); err != nil {
			return err
		}
		return s.recordContact(ctx, audit.ContactCreated, actor, valid, nil)
	})
	return valid.ID, err
}

// ChangeContact replaces the data of a contact. audit.Overwrite: it was changed after typed.Revision.
func (s *Service) ChangeContact(ctx context.Context, actor access.Actor, typed Contact) (Contact, error) {
	valid, err := typed.Validate()
	if err != nil {
		return valid, err
	}
	var changed Contact
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.ContactByID(ctx, typed.ID)
		if err != nil {
			return err
		}
		if err := audit.Unchanged(ctx, s.store, audit.Object{Kind: audit.KindContact, ID: typed.ID}, typed.Revision,
			nil); err != nil {
			return err
		}
		differences := audit.Differences(before.facts(), valid.facts())
		if len(differences) == 0 {
			changed = before
			return nil
		}
		valid.OperatorID = before.OperatorID
		if err := s.store.UpdateContact(ctx, valid); err != nil {
			return err
		}
		names := map[string]any{"champs": strings.Join(slices.Sorted(maps.Keys(differences)), ", ")}
		if err := s.recordContact(ctx, audit.ContactChanged, actor, valid, names); err != nil {
			return err
		}
		changed, err = s.store.ContactByID(ctx, typed.ID)
		return err
	})
	return changed, err
}

// RemoveContact deletes a contact and all its data.
func (s *Service) RemoveContact(ctx context.Context, actor access.Actor, id int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.ContactByID(ctx, id)
		if err != nil {
			return err
		}
		if err := s.store.DeleteContact(ctx, id); err != nil {
			return err
		}
		return s.recordContact(ctx, audit.ContactDeleted, actor, before, nil)
	})
}

// facts returns the fields by their names on the wire.
func (c Contact) facts() map[string]any {
	return map[string]any{
		"nom": c.LastName, "prenom": c.FirstName, "telephone": c.Phone, "email": c.Email,
		"fonction": c.Function,
	}
}

// recordContact adds an audit line with the contact's id and no value of its fields, because the audit log
// holds no personal data.
func (s *Service) recordContact(
	ctx context.Context, action audit.Action, actor access.Actor, c Contact, changes map[string]any,
) error {
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: c.OperatorID,
		Action: action, Object: audit.Object{Kind: audit.KindContact, ID: c.ID}, Changes: changes,
	})
}
