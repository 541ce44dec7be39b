package desk

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/desk/fieldwork"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/access"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// FieldWork is what a technician finds to do at the stations of an operator (docs/rules.md#field-work).
type FieldWork struct {
	Total int         `json:"total"`
	Items []FieldTask `json:"items" doc:"Les interventions urgentes, puis le reste ; par station, la plus ancienne d'abord ; 300 au plus"`
}

// FieldTask is one thing to do at a station or at one of its lockers.
type FieldTask struct {
	Genre       fieldwork.Kind    `json:"genre" enum:"hors_service,muette,bloque,porte_ouverte,intervention,velo_a_enlever"`
	Depuis      *time.Time        `json:"depuis" doc:"null : hors service depuis une date inconnue"`
	Station     FieldStation      `json:"station"`
	Casier      *shape.StayLocker `json:"casier" doc:"null : la station entière"`
	HorsService *shape.Outage     `json:"horsService" doc:"null : ni le casier ni la station n'est hors service"`

	Intervention *FieldRepair `json:"intervention,omitempty" doc:"De ce genre seul"`
	IDVeloLaisse int64        `json:"idVeloLaisse,omitempty" doc:"Le dossier du vélo à enlever ; de ce genre seul"`
}

// FieldRepair is an open intervention.
type FieldRepair struct {
	ID          int64               `json:"id"`
	Numero      int64               `json:"numero"`
	Cause       station.OutageCause `json:"cause" enum:"serrure,porte,clavier,controleur,reseau,alimentation,vandalisme,proprete,objet_laisse,autre"`
	Description string              `json:"description"`
	Urgente     bool                `json:"urgente" doc:"Casier occupé ou station entière"`
}

// FieldStation is where to go.
type FieldStation struct {
	ID         int64  `json:"id"`
	Nom        string `json:"nom"`
	Adresse    string `json:"adresse"`
	CodePostal string `json:"codePostal"`
	Ville      string `json:"ville"`
	Latitude   string `json:"latitude" doc:"En degrés, ou rien"`
	Longitude  string `json:"longitude" doc:"En degrés, ou rien"`
}

func (s area) registerFieldwork() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "list-field-tasks", Method: http.MethodGet, Path: "/api/admin/exploitant/{id}/a-faire-sur-place",
		Tags:        []string{"Exploitants"},
		Summary:     "Ce qu'un mainteneur a à faire dans les stations d'un exploitant",
		Description: "Interventions ouvertes, stations et casiers hors service, casiers bloqués, contrôleurs muets, portes ouvertes depuis dix minutes, vélos laissés à enlever ; rien des paiements ni des personnes.",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[FieldWork], error) {
		tasks, total, err := s.Fieldwork.Of(ctx, in.ID, s.Controllers != nil)
		if err != nil {
			return nil, err
		}
		return api.Reply(FieldWork{total, shape.Each(tasks, fieldTaskBody)}), nil
	})
}

func fieldTaskBody(t fieldwork.Task) FieldTask {
	at := t.Station
	body := FieldTask{
		Genre: t.Kind, IDVeloLaisse: t.FileID, Depuis: shape.InParis(t.Since), HorsService: shape.OutageOrNil(t.Outage),
		Station: FieldStation{at.ID, at.Name, at.Street, at.PostalCode, at.City, at.Latitude, at.Longitude},
	}
	if l := t.Locker; l != nil {
		body.Casier = &shape.StayLocker{ID: l.ID, Nom: l.Name, Complement: l.Complement, Type: shape.LockerTypes[l.Type]}
	}
	if r := t.Repair; r != nil {
		body.Intervention = &FieldRepair{r.ID, r.Number, r.Cause, r.Description, r.Urgent}
	}
	return body
}
