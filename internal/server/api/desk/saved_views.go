package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/desk/savedview"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// SavedView is a set of filters of the list of payments that the caller keeps under a name.
type SavedView struct {
	ID      int64                        `json:"id"`
	Nom     string                       `json:"nom"`
	Filtres shape.PlatformPaymentFilters `json:"filtres" doc:"Sous les noms de la liste"`
}

// SavedViewInput is a view to create or to change.
type SavedViewInput struct {
	Nom     string      `json:"nom,omitempty" doc:"60 caractères au plus"`
	Filtres viewFilters `json:"filtres" doc:"Sous les noms de la liste ; aucun autre"`
}

// viewFilters are the filters of a view to keep. A list ignores filters that it does not know; a view must not keep
// what would pick nothing.
type viewFilters struct {
	shape.PlatformPaymentFilters
	unknown bool // there was another filter
}

// Schema describes the filters of the list.
func (viewFilters) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[shape.PlatformPaymentFilters](), true, "")
}

// UnmarshalJSON reads the filters, and notes whether there are others.
func (f *viewFilters) UnmarshalJSON(text []byte) error {
	strict := json.NewDecoder(bytes.NewReader(text))
	strict.DisallowUnknownFields()
	if err := json.Unmarshal(text, &f.PlatformPaymentFilters); err != nil {
		return err
	}
	f.unknown = strict.Decode(&shape.PlatformPaymentFilters{}) != nil
	return nil
}

// SavedViewsInput describes at which operator the views are.
type SavedViewsInput struct {
	Exploitant int64 `query:"exploitant" doc:"Absent : la liste de la plateforme"`
}

func (s area) registerSavedViews() {
	const description = "Elles appartiennent au compte de l'appelant, chez cet exploitant."
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInQuery, Own: true,
	}, huma.Operation{
		OperationID: "list-payment-views", Method: http.MethodGet, Path: "/api/admin/paiements/vues",
		Tags:    []string{"Paiements"},
		Summary: "Les vues enregistrées de la liste des paiements", Description: description,
	}, func(ctx context.Context, in *SavedViewsInput) (*api.Answer[[]SavedView], error) {
		views, err := s.SavedViews.List(ctx, api.ActorOf(ctx).AccountID, in.Exploitant)
		if err != nil {
			return nil, err
		}
		list := make([]SavedView, len(views))
		for i, view := range views {
			if list[i], err = savedViewBody(view); err != nil {
				return nil, err
			}
		}
		return api.Reply(list), nil
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInQuery, Own: true,
	}, huma.Operation{
		OperationID: "create-payment-view", Method: http.MethodPost, Path: "/api/admin/paiements/vues",
		Tags:    []string{"Paiements"},
		Summary: "Enregistrer une vue de la liste des paiements", Description: "30 au plus. " + description,
		DefaultStatus: http.StatusCreated, Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		SavedViewsInput
		Body SavedViewInput
	},
	) (*api.Answer[SavedView], error) {
		return s.saveView(ctx, 0, in.Exploitant, in.Body)
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInQuery, Own: true,
	}, huma.Operation{
		OperationID: "change-payment-view", Method: http.MethodPut, Path: "/api/admin/paiements/vues/{id}",
		Tags:    []string{"Paiements"},
		Summary: "Renommer une vue, ou changer ses filtres", Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		SavedViewsInput
		Body SavedViewInput
	},
	) (*api.Answer[SavedView], error) {
		return s.saveView(ctx, in.ID, in.Exploitant, in.Body)
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInQuery, Own: true,
	}, huma.Operation{
		OperationID: "delete-payment-view", Method: http.MethodDelete, Path: "/api/admin/paiements/vues/{id}",
		Tags:    []string{"Paiements"},
		Summary: "Supprimer une vue", DefaultStatus: http.StatusNoContent, Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		SavedViewsInput
	},
	) (*struct{}, error) {
		return &struct{}{}, s.SavedViews.Delete(ctx, api.ActorOf(ctx).AccountID, in.Exploitant, in.ID)
	})
}

func (s area) saveView(ctx context.Context, id, operatorID int64, in SavedViewInput) (*api.Answer[SavedView], error) {
	filters, err := keptFilters(in.Filtres, operatorID)
	if err != nil {
		return nil, err
	}
	view, err := s.SavedViews.Save(ctx,
		savedview.View{ID: id, AccountID: api.ActorOf(ctx).AccountID, OperatorID: operatorID, Name: in.Nom, Filters: filters})
	if err != nil {
		return nil, err
	}
	body, err := savedViewBody(view)
	return api.Reply(body), err
}

// keptFilters checks the filters of a view and returns them as JSON. Only a view of the platform can select an
// operator.
func keptFilters(f viewFilters, operatorID int64) (string, error) {
	rules := fault.Broken{}
	for field, typed := range map[string]*string{
		"search": &f.Search, "nom": &f.Nom, "prenom": &f.Prenom,
		"email": &f.Email, "uuid": &f.UUID,
	} {
		rules.Line("filtres."+field, typed)
	}
	rules.Unless(!f.unknown, "filtres", "Un de ces filtres n'existe pas.")
	rules.Unless(operatorID == 0 || f.ChosenOperator == shape.ChosenOperator{}, "filtres.selectedOperator",
		"Cette vue est déjà celle d'un exploitant.")
	if err := rules.Err(); err != nil {
		return "", err
	}
	if _, err := f.Filter(operatorID); err != nil {
		return "", err
	}
	text, err := json.Marshal(f.PlatformPaymentFilters)
	if err != nil {
		return "", fmt.Errorf("write filters: %w", err)
	}
	return string(text), nil
}

func savedViewBody(view savedview.View) (SavedView, error) {
	body := SavedView{ID: view.ID, Nom: view.Name}
	if err := json.Unmarshal([]byte(view.Filters), &body.Filtres); err != nil {
		return body, fmt.Errorf("read filters of view %d: %w", view.ID, err)
	}
	return body, nil
}
