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
	Genre worklist.Kind `path:"genre" enum:"paiements,depassements,enlevements,espaces,muettes,cartes,ecarts,abonnements,offres,clotures,interventions,velos,remboursements"`
	Objet int64         `path:"objet" doc:"Le paiement, aussi pour un remboursement demandé, l'utilisation, l'espace, la station, l'écart, l'abonnement, l'attente, l'intervention, le dossier d'un vélo, pour une clôture l'exploitant ou, pour une carte, l'usager"`
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
		until, err := dayOfReturn(in.Body.JusquAu)
		if err != nil {
			return nil, err
		}
		line, err := s.Worklist.Postpone(ctx, api.ActorOf(ctx), in.ref(in.Body.Depuis), until)
		return api.Reply(lineBody(line)), err
	})
	s.registerManyLines()
}

// ManyLines is one act on several lines.
type ManyLines struct {
	Action  worklist.Act `json:"action" enum:"prendre,laisser,reporter"`
	JusquAu *string      `json:"jusquAu" required:"false" doc:"Pour reporter : AAAA-MM-JJ, le jour où elles reviennent ; absent ou null : tout de suite"`
	Lignes  []ChosenLine `json:"lignes" minItems:"1" maxItems:"100"`
}

// ChosenLine names one of several lines.
type ChosenLine struct {
	Genre  worklist.Kind `json:"genre" enum:"paiements,depassements,enlevements,espaces,muettes,cartes,ecarts,abonnements,offres,clotures,interventions,velos,remboursements"`
	Objet  int64         `json:"objet"`
	Depuis time.Time     `json:"depuis" doc:"Celui de la ligne, telle qu'elle a été lue"`
	Avant  *int64        `json:"avant" required:"false" doc:"Qui s'en occupe, tel que lu ; absent ou null : personne"`
}

// ManyLinesDone says of each line whether the act was done.
type ManyLinesDone struct {
	Faits     int        `json:"faits"`
	Resultats []LineDone `json:"resultats" doc:"Dans l'ordre demandé"`
}

// LineDone reports whether the act was done on one line.
type LineDone struct {
	Genre   worklist.Kind `json:"genre"`
	Objet   int64         `json:"objet"`
	Fait    bool          `json:"fait"`
	Message string        `json:"message" doc:"Pourquoi elle ne l'a pas été, ou rien"`
}

func (s area) registerManyLines() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "act-on-lines", Method: http.MethodPost, Path: worklistPath + "/traitement-groupe",
		Tags:        []string{"Exploitants"},
		Summary:     "Prendre en charge, laisser ou reporter plusieurs lignes",
		Description: "Chaque ligne suit les règles de l'action seule : l'une peut être refusée et les autres non.",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body ManyLines
	},
	) (*api.Answer[ManyLinesDone], error) {
		until, err := dayOfReturn(in.Body.JusquAu)
		if err != nil {
			return nil, err
		}
		chosen := shape.Each(in.Body.Lignes, func(line ChosenLine) worklist.Chosen {
			return worklist.Chosen{
				Ref: worklist.Ref{
					OperatorID: in.ID, Kind: line.Genre, ObjectID: line.Objet, Since: line.Depuis,
				},
				Before: idOf(line.Avant),
			}
		})
		done, err := s.Worklist.ActOnMany(ctx, api.ActorOf(ctx), in.Body.Action, until, chosen)
		body := ManyLinesDone{Resultats: shape.Each(done, lineDoneBody)}
		for _, one := range body.Resultats {
			if one.Fait {
				body.Faits++
			}
		}
		return api.Reply(body), err
	})
}

func lineDoneBody(done worklist.Done) LineDone {
	body := LineDone{Genre: done.Kind, Objet: done.ObjectID, Fait: done.Refusal == nil}
	if !body.Fait {
		body.Message = done.Refusal.Detail
	}
	return body
}

// dayOfReturn returns the first hour of the day on which a postponed line comes back; nil: at once.
func dayOfReturn(typed *string) (*time.Time, error) {
	if typed == nil {
		return nil, nil
	}
	return shape.Midnight("jusquAu", *typed, 0)
}

// idOf returns the number, or 0 if there is none.
func idOf(id *int64) int64 {
	if id == nil {
		return 0
	}
	return *id
}
