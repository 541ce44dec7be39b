package people

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/people/signon"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// LinkedIdentities lists the identities of an account at providers of single sign-on.
type LinkedIdentities struct {
	Identites []LinkedIdentity `json:"identites" doc:"De la plus ancienne à la plus récente"`
}

// LinkedIdentity is one of them.
type LinkedIdentity struct {
	ID                  int64     `json:"id"`
	Libelle             string    `json:"libelle" doc:"Le nom du fournisseur ; s'il n'existe plus, l'hôte de son émetteur"`
	Adresse             string    `json:"adresse" doc:"L'adresse e-mail que le fournisseur a donnée en dernier"`
	Depuis              time.Time `json:"depuis"`
	DerniereUtilisation time.Time `json:"derniereUtilisation"`
}

func linkedIdentityBody(l signon.Linked) LinkedIdentity {
	return LinkedIdentity{l.ID, l.Label, l.Email, l.CreatedAt.In(clock.Paris), l.UsedAt.In(clock.Paris)}
}

// AccountIdentityInput names an identity of an account.
type AccountIdentityInput struct {
	AccountInput
	IDIdentite int64 `path:"idIdentite"`
}

func (s area) registerIdentities() {
	api.Register(s.Server, api.Rule{Audience: api.Staff, Own: true}, huma.Operation{
		OperationID: "list-own-identities", Method: http.MethodGet, Path: "/api/admin/compte/fournisseurs",
		Tags:    []string{signOnTag},
		Summary: "Les identités liées au compte de l'appelant",
	}, func(ctx context.Context, _ *struct{}) (*api.Answer[LinkedIdentities], error) {
		list, err := s.SignOn.IdentitiesOf(ctx, api.ActorOf(ctx).AccountID)
		return api.Reply(LinkedIdentities{shape.Each(list, linkedIdentityBody)}), err
	})

	api.Register(s.Server, api.Rule{Audience: api.Staff, Own: true}, huma.Operation{
		OperationID: "unlink-own-identity", Method: http.MethodDelete, Path: "/api/admin/compte/fournisseur/{id}",
		Tags:        []string{signOnTag},
		Summary:     "Retirer une identité du compte de l'appelant",
		Description: "Met fin aux autres sessions qu'elle a ouvertes.", DefaultStatus: http.StatusNoContent,
		Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *api.IDInput) (*struct{}, error) {
		return &struct{}{}, s.SignOn.UnlinkOwn(ctx, api.ActorOf(ctx), in.ID)
	})

	// Holders: and who ranks above the account.
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.HotlineRead, At: api.OperatorInQuery,
	}, huma.Operation{
		OperationID: "list-identities", Method: http.MethodGet, Path: "/api/admin/utilisateur/{id}/fournisseurs",
		Tags:    []string{signOnTag},
		Summary: "Les identités liées à un compte auquel l'appelant est supérieur",
		Errors:  []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *AccountInput) (*api.Answer[LinkedIdentities], error) {
		list, err := s.SignOn.Of(ctx, api.ActorOf(ctx), in.ID, in.Exploitant)
		return api.Reply(LinkedIdentities{shape.Each(list, linkedIdentityBody)}), err
	})

	// Holders: and who ranks above the account.
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.HotlineWrite, At: api.OperatorInQuery, StepUp: true,
	}, huma.Operation{
		OperationID: "unlink-identity", Method: http.MethodDelete,
		Path: "/api/admin/utilisateur/{id}/fournisseur/{idIdentite}", Tags: []string{signOnTag},
		Summary:       "Retirer une identité d'un compte auquel l'appelant est supérieur",
		Description:   "Met fin aux sessions qu'elle a ouvertes ; un courriel le dit à la personne.",
		DefaultStatus: http.StatusNoContent, Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *AccountIdentityInput) (*struct{}, error) {
		return &struct{}{}, s.SignOn.Unlink(ctx, api.ActorOf(ctx), in.ID, in.Exploitant, in.IDIdentite)
	})
}
