package places

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/access"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// StationDescriptionInput holds the fields of a description to store; those that are absent or null are not told.
type StationDescriptionInput struct {
	CodeCommune        *string `json:"codeCommune,omitempty" nullable:"true" doc:"Code INSEE de la commune" example:"38185"`
	IDOsm              *string `json:"idOsm,omitempty" nullable:"true" doc:"n, w ou r, puis un numéro" example:"n34172"`
	Mobilier           *string `json:"mobilier,omitempty" nullable:"true" doc:"Un de ceux du schéma national" example:"ARCEAU"`
	Couverture         *bool   `json:"couverture,omitempty" nullable:"true"`
	Surveillance       *bool   `json:"surveillance,omitempty" nullable:"true"`
	Lumiere            *bool   `json:"lumiere,omitempty" nullable:"true"`
	Proprietaire       *string `json:"proprietaire,omitempty" nullable:"true" example:"Ville de Grenoble"`
	AnneeMiseEnService *int    `json:"anneeMiseEnService,omitempty" nullable:"true" example:"2017"`
	URLInformation     *string `json:"urlInformation,omitempty" nullable:"true" example:"https://www.exemple.fr/stationnement-velo"`
}

// StationInput holds the fields of a station to create or change.
type StationInput struct {
	LibelleAdmin    string                   `json:"libelleAdmin,omitempty"`
	Nom             string                   `json:"nom,omitempty"`
	Latitude        string                   `json:"latitude,omitempty"`
	Longitude       string                   `json:"longitude,omitempty"`
	Adresse         string                   `json:"adresse,omitempty"`
	CodePostal      string                   `json:"codePostal,omitempty"`
	Ville           string                   `json:"ville,omitempty"`
	StationType     station.Kind             `json:"stationType,omitempty" doc:"indiv, collec ou collec-comptage"`
	SystemeComptage *string                  `json:"systemeComptage,omitempty" doc:"Abelsensors ou Autre, pour collec-comptage"`
	Actif           *bool                    `json:"actif,omitempty" doc:"Absent : inchangé"`
	Descriptif      *StationDescriptionInput `json:"descriptif,omitempty" doc:"Ce que les données ouvertes disent de plus, en entier : ce qui y manque n'est pas renseigné. Absent : inchangé, mais le code commune est oublié si la ville ou le code postal change"`
}

// StationID is the answer to a creation.
type StationID struct {
	IDStation int64 `json:"idStation"`
}

func (s area) registerStations() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.StationsRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "list-stations", Method: http.MethodGet, Path: "/api/admin/station/exploitant/{id}",
		Tags:    []string{"Stations"},
		Summary: "Les stations d'un exploitant, par nom",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[[]shape.Station], error) {
		list, err := s.Stations.List(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		body := shape.Each(list, shape.StationBody)
		return api.Reply(body), s.addControllers(ctx, in.ID, body)
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.StationsWrite, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "create-station", Method: http.MethodPost, Path: "/api/admin/exploitant/{id}/station/ajouter",
		Tags:    []string{"Stations"},
		Summary: "Créer une station", DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body StationInput
	},
	) (*api.Answer[StationID], error) {
		typed := typedStation(in.Body)
		typed.OperatorID = in.ID
		id, err := s.Stations.Add(ctx, api.ActorOf(ctx), typed)
		return api.Reply(StationID{id}), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.StationsRead, At: api.OwnerOfStation,
	}, huma.Operation{
		OperationID: "get-station", Method: http.MethodGet, Path: "/api/admin/station/{id}", Tags: []string{"Stations"},
		Summary: "Une station et ses casiers",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[shape.Station], error) {
		st, err := s.Stations.ByID(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		body := shape.StationBody(st)
		if body.Casiers, err = s.lockersOf(ctx, in.ID); err != nil {
			return nil, err
		}
		err = s.addController(ctx, &body)
		return api.Reply(body), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.StationsWrite, At: api.OwnerOfStation,
	}, huma.Operation{
		OperationID: "change-station", Method: http.MethodPut, Path: "/api/admin/station/{id}/modifier",
		Tags:    []string{"Stations"},
		Summary: "Modifier une station", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.VersionInput
		Body StationInput
	},
	) (*api.Answer[shape.Station], error) {
		typed := typedStation(in.Body)
		typed.ID, typed.Revision = in.ID, in.Seen
		changed, err := s.Stations.Change(ctx, api.ActorOf(ctx), typed, in.Body.Actif)
		return api.Reply(shape.StationBody(changed)), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.StationsWrite, At: api.OwnerOfStation,
	}, huma.Operation{
		OperationID: "switch-station", Method: http.MethodPatch, Path: "/api/admin/station/{id}/switch-actif",
		Tags:    []string{"Stations"},
		Summary: "Activer ou désactiver une station", Description: "Le corps, facultatif, dit pourquoi, et jusqu'à quand.",
		Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.VersionInput
		Body *SwitchReason
	},
	) (*api.Answer[shape.Station], error) {
		typed, err := in.Body.outage()
		if err != nil {
			return nil, err
		}
		switched, err := s.Stations.Switch(ctx, api.ActorOf(ctx), in.ID, in.Seen, typed)
		return api.Reply(shape.StationBody(switched)), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.StationsWrite, At: api.OwnerOfStation,
	}, huma.Operation{
		OperationID: "delete-station", Method: http.MethodDelete, Path: "/api/admin/station/{id}/supprimer",
		Tags:          []string{"Stations"},
		Summary:       "Supprimer une station",
		Description:   "Son historique est conservé. Refusé tant qu'une utilisation y est en cours.",
		DefaultStatus: http.StatusNoContent, Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *api.IDInput) (*struct{}, error) {
		return &struct{}{}, s.Stations.Archive(ctx, api.ActorOf(ctx), in.ID)
	})
}

func typedStation(in StationInput) station.Station {
	typed := station.Station{
		AdminLabel: in.LibelleAdmin, Name: in.Nom, Latitude: in.Latitude, Longitude: in.Longitude,
		Street: in.Adresse, PostalCode: in.CodePostal, City: in.Ville, Kind: in.StationType,
	}
	if in.SystemeComptage != nil {
		typed.CountingSystem = *in.SystemeComptage
	}
	if d := in.Descriptif; d != nil {
		typed.Description = &station.Description{
			CommuneCode: shape.OrZero(d.CodeCommune), OSMID: shape.OrZero(d.IDOsm), Furniture: shape.OrZero(d.Mobilier),
			Covered: d.Couverture, Watched: d.Surveillance, Lit: d.Lumiere,
			Owner: shape.OrZero(d.Proprietaire), ServiceYear: shape.OrZero(d.AnneeMiseEnService),
			InfoURL: shape.OrZero(d.URLInformation),
		}
	}
	return typed
}
