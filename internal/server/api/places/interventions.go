package places

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/places/intervention"
	"consigne/internal/domain/places/photo"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// RepairInput reports something to see to.
type RepairInput struct {
	IDStation   int64               `json:"idStation,omitempty" doc:"La station entière ; inutile avec idCasier"`
	IDCasier    int64               `json:"idCasier,omitempty"`
	Cause       station.OutageCause `json:"cause" enum:"serrure,porte,clavier,controleur,reseau,alimentation,vandalisme,proprete,objet_laisse,autre"`
	Description string              `json:"description,omitempty" doc:"255 caractères au plus"`
}

// InterventionInput does the same for staff.
type InterventionInput struct {
	RepairInput
	Echeance    string `json:"echeance,omitempty" doc:"Le jour, AAAA-MM-JJ"`
	HorsService bool   `json:"horsService,omitempty" doc:"Met aussi le casier hors service"`
	RetourPrevu string `json:"retourPrevu,omitempty" doc:"D'une mise hors service : le jour, AAAA-MM-JJ"`
}

// InterventionChange changes an open intervention. What is absent is unchanged.
type InterventionChange struct {
	Cause       *station.OutageCause `json:"cause,omitempty" enum:"serrure,porte,clavier,controleur,reseau,alimentation,vandalisme,proprete,objet_laisse,autre"`
	Echeance    *string              `json:"echeance,omitempty" doc:"Le jour, AAAA-MM-JJ ; vide : aucun"`
	Responsable *int64               `json:"responsable,omitempty" doc:"0 : personne"`
}

// InterventionTaker names who is in charge.
type InterventionTaker struct {
	Responsable int64 `json:"responsable,omitempty" doc:"Un collègue ; absent : l'appelant, si personne ne l'a fait avant"`
}

// InterventionEnd tells how an intervention ended.
type InterventionEnd struct {
	Commentaire     string `json:"commentaire,omitempty" doc:"255 caractères au plus"`
	Pieces          string `json:"pieces,omitempty" doc:"255 caractères au plus"`
	Minutes         int64  `json:"minutes,omitempty" doc:"De 0 à 10 000"`
	RemiseEnService bool   `json:"remiseEnService,omitempty" doc:"Remet aussi le casier en service"`
}

// InterventionNote is a comment.
type InterventionNote struct {
	Commentaire string `json:"commentaire" doc:"255 caractères au plus"`
}

// InterventionReason may say why an intervention is opened again.
type InterventionReason struct {
	Commentaire string `json:"commentaire,omitempty" doc:"255 caractères au plus"`
}

// InterventionList is a page of interventions.
type InterventionList struct {
	Items []shape.Intervention `json:"items" doc:"Les ouvertes d'abord, les urgentes avant les autres, puis les plus anciennes ; ensuite les dernières résolues"`
	Total int                  `json:"total"`
}

// InterventionRecord is an intervention with its line of time.
type InterventionRecord struct {
	shape.Intervention
	Lignes []shape.InterventionLine `json:"lignes" doc:"De la première à la dernière"`
	Photos []api.Photo              `json:"photos" doc:"Dans l'ordre de leur ajout"`
}

const (
	interventionTag  = "Interventions"
	interventionPath = "/api/admin/intervention/{id}"

	repairWords = "201 : ouverte ; 200 : une intervention était ouverte au même endroit pour la même cause, le signalement s'y ajoute."
)

func (s area) registerInterventions() {
	const path = "/api/admin/exploitant/{id}/interventions"
	tags, conflict := []string{interventionTag}, []int{http.StatusConflict}
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "list-interventions", Method: http.MethodGet, Path: path, Tags: tags,
		Summary: "Les interventions d'un exploitant",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.PageInput
		Etat    []intervention.State  `query:"etat,explode" enum:"ouverte,prise_en_charge,resolue,rouverte"`
		Cause   []station.OutageCause `query:"cause,explode" enum:"serrure,porte,clavier,controleur,reseau,alimentation,vandalisme,proprete,objet_laisse,autre"`
		Station []int64               `query:"station,explode"`
		Casier  int64                 `query:"casier" doc:"Ce casier seul"`
		Entiere bool                  `query:"entiere" doc:"Celles de stations entières seules"`
		Miennes bool                  `query:"miennes" doc:"Celles dont l'appelant s'occupe"`
	},
	) (*api.Answer[InterventionList], error) {
		filter := intervention.Filter{
			OperatorID: in.ID, States: in.Etat, Causes: in.Cause, StationIDs: in.Station, LockerID: in.Casier,
			Whole: in.Entiere,
		}
		if in.Miennes {
			if filter.AssigneeID = api.ActorOf(ctx).AccountID; filter.AssigneeID == 0 { // a key is in charge of nothing
				return api.Reply(InterventionList{Items: []shape.Intervention{}}), nil
			}
		}
		offset, limit := in.Window()
		list, total, err := s.Interventions.List(ctx, filter, offset, limit)
		return api.Reply(InterventionList{shape.Each(list, shape.InterventionBody), total}), err
	})
	writes := api.Rule{
		Audience: api.Holders, Right: access.LockersWrite, Or: access.MaintenanceMode, At: api.OperatorInPath,
	}
	api.Register(s.Server, writes, huma.Operation{
		OperationID: "open-intervention", Method: http.MethodPost, Path: path, Tags: tags,
		Summary: "Ouvrir une intervention", Description: repairWords,
		DefaultStatus: http.StatusCreated, Errors: conflict, Responses: api.JoinedAnswer[shape.Intervention](s.Server),
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body InterventionInput
	},
	) (*api.Joined[shape.Intervention], error) {
		typed := in.Body.report(in.ID)
		var err error
		if typed.DueOn, err = dayIn("echeance", in.Body.Echeance); err != nil {
			return nil, err
		}
		if typed.BackOn, err = dayIn("retourPrevu", in.Body.RetourPrevu); err != nil {
			return nil, err
		}
		typed.Out = in.Body.HorsService
		listed, added, err := s.Interventions.Report(ctx, api.ActorOf(ctx), typed)
		return api.ReplyJoined(added, shape.InterventionBody(listed)), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OwnerOfIntervention,
	}, huma.Operation{
		OperationID: "get-intervention", Method: http.MethodGet, Path: interventionPath, Tags: tags,
		Summary: "Une intervention, avec tout ce qui s'y est passé",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[InterventionRecord], error) {
		listed, lines, err := s.Interventions.ByID(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		photos, err := s.Photos.Of(ctx, listed.PhotosOf())
		return api.Reply(InterventionRecord{
			shape.InterventionBody(listed), shape.Each(lines, shape.InterventionLineBody),
			shape.Each(photos, api.PhotoBody),
		}), err
	})
	s.registerInterventionActs()
	s.registerInterventionPhotos()
	s.registerFieldInterventions()
}

func (s area) registerInterventionActs() {
	rule := api.Rule{
		Audience: api.Holders, Right: access.LockersWrite, Or: access.MaintenanceMode, At: api.OwnerOfIntervention,
	}
	operation := func(id, method, path, summary, description string) huma.Operation {
		return huma.Operation{
			OperationID: id, Method: method, Path: interventionPath + path, Tags: []string{interventionTag},
			Summary: summary, Description: description, DefaultStatus: http.StatusOK, Errors: []int{http.StatusConflict},
		}
	}
	answer := func(listed intervention.Listed, err error) (*api.Answer[shape.Intervention], error) {
		return api.Reply(shape.InterventionBody(listed)), err
	}
	api.Register(s.Server, rule, operation("change-intervention", http.MethodPatch, "",
		"Modifier une intervention ouverte",
		"409 : elle est résolue, ou une autre est ouverte au même endroit pour cette cause."),
		func(ctx context.Context, in *struct {
			api.IDInput
			Body InterventionChange
		},
		) (*api.Answer[shape.Intervention], error) {
			change := intervention.Change{Cause: in.Body.Cause, Assignee: in.Body.Responsable}
			if in.Body.Echeance != nil {
				var err error
				if change.DueOn, err = dayIn("echeance", *in.Body.Echeance); err != nil {
					return nil, err
				}
				change.Due = true
			}
			return answer(s.Interventions.Change(ctx, api.ActorOf(ctx), in.ID, change))
		})
	api.Register(s.Server, rule, operation("take-intervention", http.MethodPost, "/prise-en-charge",
		"Prendre une intervention en charge", "409 : elle est résolue, ou quelqu'un d'autre l'a fait avant."),
		func(ctx context.Context, in *struct {
			api.IDInput
			Body *InterventionTaker
		},
		) (*api.Answer[shape.Intervention], error) {
			var colleague int64
			if in.Body != nil {
				colleague = in.Body.Responsable
			}
			return answer(s.Interventions.Take(ctx, api.ActorOf(ctx), in.ID, colleague))
		})
	api.Register(s.Server, rule, operation("resolve-intervention", http.MethodPost, "/resolution",
		"Clore une intervention", "409 : elle est résolue."),
		func(ctx context.Context, in *struct {
			api.IDInput
			Body *InterventionEnd
		},
		) (*api.Answer[shape.Intervention], error) {
			end := shape.OrZero(in.Body)
			return answer(s.Interventions.Resolve(ctx, api.ActorOf(ctx), in.ID, intervention.Resolution{
				Note: end.Commentaire, Parts: end.Pieces, Minutes: end.Minutes, BackInService: end.RemiseEnService,
			}))
		})
	api.Register(s.Server, rule, operation("reopen-intervention", http.MethodPost, "/reouverture",
		"Rouvrir une intervention résolue",
		"409 : elle est ouverte, ou une autre l'est au même endroit pour la même cause."),
		func(ctx context.Context, in *struct {
			api.IDInput
			Body *InterventionReason
		},
		) (*api.Answer[shape.Intervention], error) {
			return answer(s.Interventions.Reopen(ctx, api.ActorOf(ctx), in.ID, shape.OrZero(in.Body).Commentaire))
		})
	api.Register(s.Server, rule, operation("comment-intervention", http.MethodPost, "/commentaire",
		"Ajouter un commentaire à une intervention", "Résolue ou non."),
		func(ctx context.Context, in *struct {
			api.IDInput
			Body InterventionNote
		},
		) (*api.Answer[shape.Intervention], error) {
			return answer(s.Interventions.Comment(ctx, api.ActorOf(ctx), in.ID, in.Body.Commentaire))
		})
}

func (s area) registerInterventionPhotos() {
	of := func(ctx context.Context, id int64) (photo.Object, error) {
		listed, _, err := s.Interventions.ByID(ctx, id)
		return listed.PhotosOf(), err
	}
	takes, operation := api.TakesPhoto(api.Rule{
		Audience: api.Holders, Right: access.LockersWrite, Or: access.MaintenanceMode, At: api.OwnerOfIntervention,
	}, huma.Operation{
		OperationID: "add-intervention-photo", Method: http.MethodPost, Path: interventionPath + "/photos",
		Tags: []string{interventionTag}, Summary: "Ajouter une photo à une intervention",
		Description:   "Résolue ou non. La photo est effacée deux ans après. 409 : il y a déjà dix photos.",
		DefaultStatus: http.StatusCreated,
	})
	api.Register(s.Server, takes, operation, func(
		ctx context.Context, in *api.PhotoInput,
	) (*api.Answer[api.Photo], error) {
		object, err := of(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		added, err := s.Photos.Add(ctx, api.ActorOf(ctx), object, in.RawBody,
			func(ctx context.Context, _ photo.Photo) error {
				return s.Interventions.Photographed(ctx, api.ActorOf(ctx), in.ID)
			})
		return api.Reply(api.PhotoBody(added)), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OwnerOfIntervention,
	}, api.SendsPhoto(huma.Operation{
		OperationID: "get-intervention-photo", Method: http.MethodGet, Path: interventionPath + "/photos/{photo}",
		Tags: []string{interventionTag}, Summary: "Une photo d'une intervention",
	}), func(ctx context.Context, in *api.PhotoOfInput) (*huma.StreamResponse, error) {
		object, err := of(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		content, err := s.Photos.Content(ctx, object, in.Photo)
		if err != nil {
			return nil, err
		}
		return api.SendPhoto(in.Photo, content), nil
	})
}

// registerFieldInterventions adds the calls of the operator's systems.
func (s area) registerFieldInterventions() {
	const path = "/api/terrain/interventions"
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
		OperationID: "field-report", Method: http.MethodPost, Path: path, Tags: []string{"Terrain"},
		Summary: "Signaler une panne", Description: repairWords,
		DefaultStatus: http.StatusCreated, Responses: api.JoinedAnswer[shape.Repair](s.Server),
	}, func(ctx context.Context, in *struct{ Body RepairInput }) (*api.Joined[shape.Repair], error) {
		listed, added, err := s.Interventions.Report(ctx, access.Actor{}, in.Body.report(api.KeyOf(ctx).OperatorID))
		return api.ReplyJoined(added, shape.RepairBody(listed)), err
	})
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
		OperationID: "field-get-intervention", Method: http.MethodGet, Path: path + "/{id}", Tags: []string{"Terrain"},
		Summary: "Une intervention, et où elle en est",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[shape.Repair], error) {
		listed, err := s.Interventions.OfOperator(ctx, api.KeyOf(ctx).OperatorID, in.ID)
		return api.Reply(shape.RepairBody(listed)), err
	})
}

func (in RepairInput) report(operatorID int64) intervention.Report {
	return intervention.Report{
		OperatorID: operatorID, StationID: in.IDStation, LockerID: in.IDCasier, Cause: in.Cause,
		Description: in.Description,
	}
}

// dayIn parses a day of a body; nil: none.
func dayIn(field, typed string) (*clock.Day, error) {
	if typed == "" {
		return nil, nil
	}
	day, err := clock.ParseDay(typed)
	if err != nil {
		return nil, fault.Invalid(field, "Ce jour n'est pas correct.")
	}
	return &day, nil
}
