// Package savedview holds the filters of the list of payments that an account keeps under a name
// (docs/rules.md#saved-views).
package savedview

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
	"consigne/internal/kernel/transaction"
)

// View is a set of filters with a name.
type View struct {
	ID         int64
	AccountID  int64
	OperatorID int64 // 0: the list of the whole platform
	Name       string
	Filters    string // JSON, by the names of the list's query; the caller has checked them
}

const (
	maxName    = 60 // characters
	maxViews   = 30 // of one account at one operator
	maxFilters = 8 << 10

	msgName     = "Veuillez renseigner le nom de la vue."
	msgLong     = "Le nom d'une vue ne peut dépasser 60 caractères."
	msgTaken    = "Une de vos vues porte déjà ce nom."
	msgTooMany  = "Vous avez déjà 30 vues\u00a0: supprimez-en une pour en enregistrer une autre."
	msgTooLarge = "Ces filtres sont trop nombreux pour une vue."
)

// Store stores views. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	// ViewsOf lists the views of an account at an operator (0: on the platform), oldest first.
	ViewsOf(ctx context.Context, accountID, operatorID int64) ([]View, error)
	CreateView(ctx context.Context, view View) (int64, error)
	UpdateView(ctx context.Context, view View) error
	DeleteView(ctx context.Context, id int64) error
}

// Service implements the package's operations for all callers. A view of another account or operator is not found.
type Service struct{ store Store }

// NewService returns a Service on the store.
func NewService(store Store) *Service { return &Service{store} }

// List lists the views of an account at an operator (0: on the platform), oldest first.
func (s *Service) List(ctx context.Context, accountID, operatorID int64) ([]View, error) {
	return s.store.ViewsOf(ctx, accountID, operatorID)
}

// Save creates a view whose ID is 0, or replaces the name and the filters of one. fault.Conflict: the account has too
// many views there.
func (s *Service) Save(ctx context.Context, view View) (View, error) {
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		others, err := s.store.ViewsOf(ctx, view.AccountID, view.OperatorID)
		if err != nil {
			return err
		}
		if view.ID != 0 {
			count := len(others)
			if others = slices.DeleteFunc(others, func(v View) bool { return v.ID == view.ID }); len(others) == count {
				return fault.NotFound()
			}
		}
		if view, err = view.validate(others); err != nil {
			return err
		}
		if view.ID != 0 {
			return s.store.UpdateView(ctx, view)
		}
		view.ID, err = s.store.CreateView(ctx, view)
		return err
	})
	return view, err
}

// validate returns the view with its name cleaned. others are the other views of the account there.
func (v View) validate(others []View) (View, error) {
	rules := fault.Broken{}
	rules.Line("nom", &v.Name)
	rules.Unless(v.Name != "", "nom", msgName)
	rules.Unless(utf8.RuneCountInString(v.Name) <= maxName, "nom", msgLong)
	taken := slices.ContainsFunc(others, func(other View) bool { return text.Fold(other.Name) == text.Fold(v.Name) })
	rules.Unless(!taken, "nom", msgTaken)
	rules.Unless(len(v.Filters) <= maxFilters, "filtres", msgTooLarge)
	if err := rules.Err(); err != nil {
		return v, err
	}
	if v.ID == 0 && len(others) >= maxViews {
		return v, fault.Conflict(msgTooMany)
	}
	return v, nil
}

// Delete deletes a view.
func (s *Service) Delete(ctx context.Context, accountID, operatorID, id int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		views, err := s.store.ViewsOf(ctx, accountID, operatorID)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(views, func(v View) bool { return v.ID == id }) {
			return fault.NotFound()
		}
		return s.store.DeleteView(ctx, id)
	})
}

// Finds reports whether the view looks for the person with these names and e-mail: it has words of a search, a name
// or an e-mail, and each of them is in one of the texts of the person.
func (v View) Finds(person ...string) bool {
	var typed struct{ Search, Nom, Prenom, Email string }
	if json.Unmarshal([]byte(v.Filters), &typed) != nil {
		return false
	}
	words := strings.Fields(text.Fold(strings.Join([]string{typed.Search, typed.Nom, typed.Prenom, typed.Email}, " ")))
	held := text.Fold(strings.Join(person, "\n"))
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(held, word) })
}
