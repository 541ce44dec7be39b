package desk

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/desk/worklist"
	"consigne/internal/kernel/access"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// Colleague is a member of an operator's staff to whom a line of the worklist may be given.
type Colleague struct {
	ID    int64         `json:"id"`
	Nom   string        `json:"nom"`
	Roles []access.Role `json:"roles" enum:"Gestionnaire,Hotline,Mainteneur"`
}

// LineInput names a line of the worklist.
type LineInput struct {
	api.IDInput
	Genre worklist.Kind `path:"genre" enum:"paiements,depassements,enlevements,espaces,muettes,cartes,ecarts,abonnements,offres,clotures,remboursements"`
	Objet int64         `path:"objet" doc:"Le paiement, aussi pour un remboursement demandé, l'utilisation, l'espace, la station, l'écart, l'abonnement, l'attente, pour une clôture l'exploitant ou, pour une carte, l'usager"`
}

func (in LineInput) ref(since time.Time) worklist.Ref {
	return worklist.Ref{OperatorID: in.ID, Kind: in.Genre, ObjectID: in.Objet, Since: since}
}

// LineAssignment describes who is to deal with a line.
type LineAssignment struct {
	Depuis      time.Time `json:"depuis" doc:"Celui de la ligne, telle qu'elle a été lue"`
	Responsable *int64    `json:"responsable" doc:"null : personne"`
	Avant       *int64    `json:"avant" doc:"Qui s'en occupe, tel que lu ; null : personne. 409 si ce n'est plus vrai"`
}

// LinePostponement describes until when a line is postponed.
type LinePostponement struct {
	Depuis  time.Time `json:"depuis" doc:"Celui de la ligne, telle qu'elle a été lue"`
	JusquAu *string   `json:"jusquAu" doc:"AAAA-MM-JJ, le jour où elle revient ; null : tout de suite"`
}

func (s area) registerHandling() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "list-colleagues", Method: http.MethodGet, Path: worklistPath + "/collegues",
		Tags:        []string{"Exploitants"},
		Summary:     "Le personnel qui peut prendre en charge une ligne",
		Description: "L'appelant, et ceux de ses collègues dont il peut lire la liste : gestionnaires, hotline ou mainteneurs.",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[[]Colleague], error) {
		list, err := s.Worklist.Colleagues(ctx, api.ActorOf(ctx), in.ID)
		return api.Reply(shape.Each(list, func(c worklist.Colleague) Colleague { return Colleague{c.ID, c.Name, c.Roles} })),
			err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, ByKind: worklist.OwnWork, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "assign-line", Method: http.MethodPatch, Path: worklistPath + "/{genre}/{objet}/responsable",
		Tags:    []string{"Exploitants"},
		Summary: "Prendre une ligne en charge, la confier à un collègue ou la laisser", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		LineInput
		Body LineAssignment
	},
	) (*api.Answer[WorklistLine], error) {
		line, err := s.Worklist.Assign(ctx, api.ActorOf(ctx), in.ref(in.Body.Depuis), idOf(in.Body.Responsable),
			idOf(in.Body.Avant))
		return api.Reply(lineBody(line)), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, ByKind: worklist.OwnWork, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "postpone-line", Method: http.MethodPatch, Path: worklistPath + "/{genre}/{objet}/report",
		Tags:        []string{"Exploitants"},
		Summary:     "Reporter une ligne à un autre jour",
		Description: "Elle n'est plus listée ni comptée jusque-là, et revient d'elle-même.",
		Errors:      []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		LineInput
		Body LinePostponement
	},
	) (*api.Answer[WorklistLine], error) {
		var until *time.Time
		if in.Body.JusquAu != nil {
			var err error
			if until, err = shape.Midnight("jusquAu", *in.Body.JusquAu, 0); err != nil {
				return nil, err
			}
		}
		line, err := s.Worklist.Postpone(ctx, api.ActorOf(ctx), in.ref(in.Body.Depuis), until)
		return api.Reply(lineBody(line)), err
	})
}

// idOf returns the number, or 0 if there is none.
func idOf(id *int64) int64 {
	if id == nil {
		return 0
	}
	return *id
}
