package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/servicekey"
)

// ServiceKey is a key of the field API.
type ServiceKey struct {
	ID                  int64      `json:"id"`
	Libelle             string     `json:"libelle"`
	Debut               string     `json:"debut" doc:"Ses premiers caractères"`
	Creation            time.Time  `json:"creation"`
	DerniereUtilisation *time.Time `json:"derniereUtilisation"`
}

// ServiceKeyInput holds the name of a key to create.
type ServiceKeyInput struct {
	Libelle string `json:"libelle,omitempty"`
}

// NewServiceKey contains a key's secret, which is shown only once.
type NewServiceKey struct {
	ID  int64  `json:"id"`
	Cle string `json:"cle"`
}

func (s *server) registerKeys() {
	register(s, huma.Operation{
		OperationID: "list-keys", Method: http.MethodGet, Path: "/api/admin/exploitant/{id}/cles", Tags: []string{"Clés"},
		Summary: "Les clés de l'exploitant pour l'interface de terrain",
	}, func(ctx context.Context, in *IDInput) (*answer[[]ServiceKey], error) {
		keys, err := s.Keys.List(ctx, in.ID)
		return reply(each(keys, func(k servicekey.Key) ServiceKey {
			return ServiceKey{ID: k.ID, Libelle: k.Label, Debut: k.Hint, Creation: k.CreatedAt, DerniereUtilisation: k.LastUsedAt}
		})), err
	})
	register(s, huma.Operation{
		OperationID: "create-key", Method: http.MethodPost, Path: "/api/admin/exploitant/{id}/cle", Tags: []string{"Clés"},
		Summary: "Créer une clé", Description: "Elle n'est montrée qu'une fois.", DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *struct {
		IDInput
		Body ServiceKeyInput
	},
	) (*answer[NewServiceKey], error) {
		id, secret, err := s.Keys.Create(ctx, actorOf(ctx), in.ID, in.Body.Libelle)
		return reply(NewServiceKey{ID: id, Cle: secret}), err
	})
	register(s, huma.Operation{
		OperationID: "revoke-key", Method: http.MethodDelete, Path: "/api/admin/cle/{id}", Tags: []string{"Clés"},
		Summary: "Révoquer une clé", DefaultStatus: http.StatusNoContent, Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *IDInput) (*struct{}, error) {
		return &struct{}{}, s.Keys.Revoke(ctx, actorOf(ctx), in.ID)
	})
}
