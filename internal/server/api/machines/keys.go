package machines

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// ServiceKey is a key of an operator.
type ServiceKey struct {
	ID                  int64             `json:"id"`
	Libelle             string            `json:"libelle"`
	Debut               string            `json:"debut" doc:"Ses premiers caractères"`
	Creation            time.Time         `json:"creation"`
	DerniereUtilisation *time.Time        `json:"derniereUtilisation"`
	Droits              []shape.HeldRight `json:"droits" doc:"Chez son exploitant. Tous ceux d'un gestionnaire : elle fait aussi ce qui est réservé aux gestionnaires"`
	Terrain             bool              `json:"terrain" doc:"Elle fait les appels de l'interface de terrain"`
	Expiration          *time.Time        `json:"expiration" doc:"null : elle n'expire pas"`
	Limite              *int64            `json:"limite" doc:"Appels par minute ; null : aucune"`

	Remplacement *KeyReplacement `json:"remplacement" doc:"null : elle n'a pas été remplacée, ou l'ancienne ne vaut plus"`
}

// KeyReplacement describes until when the secret that was replaced is good.
type KeyReplacement struct {
	Jusqua time.Time `json:"jusqua"`
}

// ServiceKeyInput holds what is decided of a key.
type ServiceKeyInput struct {
	Libelle    string            `json:"libelle,omitempty"`
	Droits     []shape.HeldRight `json:"droits,omitempty" doc:"Ni droit ni terrain : pour le terrain"`
	Terrain    bool              `json:"terrain,omitempty"`
	Expiration *time.Time        `json:"expiration,omitempty" nullable:"true" doc:"Dans les cinq ans ; absente ou null : elle n'expire pas"`
	Limite     *int64            `json:"limite,omitempty" nullable:"true" doc:"Appels par minute, de 1 à 100 000 ; absente ou null : 300 avec un droit, aucune pour le terrain seul"`
}

func (in ServiceKeyInput) grant() servicekey.Grant {
	return servicekey.Grant{
		Label: in.Libelle, Rights: shape.Each(in.Droits,
			func(right shape.HeldRight) access.Right { return access.Right(right) }),
		Field: in.Terrain, ExpiresAt: in.Expiration, Limit: in.Limite,
	}
}

// NewServiceKey contains a key's secret, which is shown only once.
type NewServiceKey struct {
	ID  int64  `json:"id"`
	Cle string `json:"cle"`
}

func (s area) registerKeys() {
	tags := []string{"Clés"}
	api.Register(s.Server, api.Rule{Audience: api.Admins, At: api.OperatorInPath}, huma.Operation{
		OperationID: "list-keys", Method: http.MethodGet, Path: "/api/admin/exploitant/{id}/cles", Tags: tags,
		Summary: "Les clés d'accès de l'exploitant",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[[]ServiceKey], error) {
		keys, err := s.Keys.List(ctx, in.ID)
		return api.Reply(shape.Each(keys, keyBody)), err
	})
	api.Register(s.Server, api.Rule{Audience: api.Admins, At: api.OperatorInPath, StepUp: true}, huma.Operation{
		OperationID: "create-key", Method: http.MethodPost, Path: "/api/admin/exploitant/{id}/cle", Tags: tags,
		Summary: "Créer une clé", Description: "Elle n'est montrée qu'une fois.", DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body ServiceKeyInput
	},
	) (*api.Answer[NewServiceKey], error) {
		id, secret, err := s.Keys.Create(ctx, api.ActorOf(ctx), in.ID, in.Body.grant())
		return api.Reply(NewServiceKey{ID: id, Cle: secret}), err
	})
	api.Register(s.Server, api.Rule{Audience: api.Admins, StepUp: true}, huma.Operation{
		OperationID: "change-key", Method: http.MethodPut, Path: "/api/admin/cle/{id}", Tags: tags,
		Summary:     "Modifier une clé",
		Description: "Dès son prochain appel. Ce qui est absent est retiré, comme à la création.",
		Errors:      []int{http.StatusNotFound},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body ServiceKeyInput
	},
	) (*api.Answer[ServiceKey], error) {
		changed, err := s.Keys.Change(ctx, api.ActorOf(ctx), in.ID, in.Body.grant())
		return api.Reply(keyBody(changed)), err
	})
	api.Register(s.Server, api.Rule{Audience: api.Admins, StepUp: true}, huma.Operation{
		OperationID: "replace-key", Method: http.MethodPost, Path: "/api/admin/cle/{id}/remplacer", Tags: tags,
		Summary:     "Remplacer une clé",
		Description: "La nouvelle n'est montrée qu'une fois. L'ancienne vaut encore 24 heures ; celle d'un remplacement précédent ne vaut plus.",
		Errors:      []int{http.StatusNotFound},
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[NewServiceKey], error) {
		secret, err := s.Keys.Replace(ctx, api.ActorOf(ctx), in.ID)
		return api.Reply(NewServiceKey{ID: in.ID, Cle: secret}), err
	})
	api.Register(s.Server, api.Rule{Audience: api.Admins}, huma.Operation{
		OperationID: "revoke-key", Method: http.MethodDelete, Path: "/api/admin/cle/{id}", Tags: tags,
		Summary: "Révoquer une clé", Description: "Aussitôt, avec celle qu'elle a remplacée.",
		DefaultStatus: http.StatusNoContent, Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *api.IDInput) (*struct{}, error) {
		return &struct{}{}, s.Keys.Revoke(ctx, api.ActorOf(ctx), in.ID)
	})
}

func keyBody(k servicekey.Key) ServiceKey {
	body := ServiceKey{
		ID: k.ID, Libelle: k.Label, Debut: k.Hint, Creation: k.CreatedAt.In(clock.Paris),
		DerniereUtilisation: shape.InParis(k.LastUsedAt),
		Droits:              shape.Each(k.Rights, func(right access.Right) shape.HeldRight { return shape.HeldRight(right) }),
		Terrain:             k.Field,
		Expiration:          shape.InParis(k.ExpiresAt), Limite: k.Limit,
	}
	if k.PreviousUntil != nil {
		body.Remplacement = &KeyReplacement{k.PreviousUntil.In(clock.Paris)}
	}
	return body
}
