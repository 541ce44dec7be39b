package machines

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/machines/queue"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// ParkedWork lists the background work that failed too often and waits for an administrator.
type ParkedWork struct {
	Total int          `json:"total"`
	Items []ParkedItem `json:"items" doc:"Les 50 en échec depuis le plus longtemps, dans cet ordre"`
}

// ParkedItem is an item of such work. It contains no names of people.
type ParkedItem struct {
	Genre             queue.Kind   `json:"genre" enum:"paiement,presentation,echeance,attente,limite,courriel,conservation,silence,rejeu,lot,ligne_lot,notification"`
	ID                int64        `json:"id" doc:"Avec le genre, désigne la tâche"`
	Exploitant        *shape.Named `json:"exploitant,omitempty"`
	IDPaiement        *int64       `json:"idPaiement,omitempty" doc:"Le paiement concerné"`
	IDUtilisateur     *int64       `json:"idUtilisateur,omitempty" doc:"Le compte concerné"`
	IDStation         *int64       `json:"idStation,omitempty" doc:"La station concernée"`
	Depuis            time.Time    `json:"depuis" doc:"Du premier échec"`
	DerniereTentative time.Time    `json:"derniereTentative"`
	Tentatives        int          `json:"tentatives"`
	Cause             queue.Cause  `json:"cause" enum:"panique,delai,introuvable,refus,sans_effet,noeud_perdu,erreur" doc:"La sorte de la dernière erreur ; le détail est dans les journaux du serveur"`
}

// WorkInput identifies a parked item.
type WorkInput struct {
	Genre queue.Kind `path:"genre"`
	ID    int64      `path:"id"`
}

const (
	workTag  = "Tâches en échec"
	workPath = "/api/admin/taches-en-echec"
)

func (s area) registerWork() {
	api.Register(s.Server, api.Rule{Audience: api.Admins}, huma.Operation{
		OperationID: "list-parked-work", Method: http.MethodGet, Path: workPath, Tags: []string{workTag},
		Summary: "Les tâches de fond qui ont échoué trop souvent et attendent une décision",
	}, func(ctx context.Context, _ *struct{}) (*api.Answer[ParkedWork], error) { return s.parkedWork(ctx) })

	api.Register(s.Server, api.Rule{Audience: api.Admins}, huma.Operation{
		OperationID: "retry-parked-work", Method: http.MethodPatch, Path: workPath + "/{genre}/{id}/relancer",
		Tags:        []string{workTag},
		Summary:     "Relancer une tâche",
		Description: "Elle est tentée une fois de plus dans la minute ; si elle échoue encore, elle revient dans la liste. Répond la liste.",
		Errors:      []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *WorkInput) (*api.Answer[ParkedWork], error) {
		if err := s.Work.Retry(ctx, api.ActorOf(ctx), in.Genre, in.ID); err != nil {
			return nil, err
		}
		return s.parkedWork(ctx)
	})

	api.Register(s.Server, api.Rule{Audience: api.Admins}, huma.Operation{
		OperationID: "abandon-parked-work", Method: http.MethodPatch, Path: workPath + "/{genre}/{id}/abandonner",
		Tags:        []string{workTag},
		Summary:     "Abandonner une tâche",
		Description: "Elle n'est plus ni tentée ni montrée ; ce qu'elle concerne reste en l'état, mais un paiement entre deux présentations passe en PERMANENT_ERROR, à régler par le personnel. Une présentation ne peut être abandonnée (409) : son issue doit être connue. Répond la liste.",
		Errors:      []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *WorkInput) (*api.Answer[ParkedWork], error) {
		if err := s.Work.Abandon(ctx, api.ActorOf(ctx), in.Genre, in.ID); err != nil {
			return nil, err
		}
		return s.parkedWork(ctx)
	})
}

func (s area) parkedWork(ctx context.Context) (*api.Answer[ParkedWork], error) {
	items, total, err := s.Work.Parked(ctx)
	if err != nil {
		return nil, err
	}
	return api.Reply(ParkedWork{total, shape.Each(items, parkedBody)}), nil
}

func parkedBody(item queue.Parked) ParkedItem {
	return ParkedItem{
		Genre: item.Kind, ID: item.ID, Exploitant: shape.NamedOrNil(item.OperatorID, item.OperatorName),
		IDPaiement: shape.IDOrNil(item.PaymentID), IDUtilisateur: shape.IDOrNil(item.AccountID),
		IDStation: shape.IDOrNil(item.StationID),
		Depuis:    item.Since.In(clock.Paris), DerniereTentative: item.LastAt.In(clock.Paris), Tentatives: item.Tries,
		Cause: item.Cause,
	}
}
