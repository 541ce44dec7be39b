package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/access"
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

func (s *server) registerStations() {
	register(s, rule{audience: holders, right: access.StationsRead, at: operatorInPath}, huma.Operation{
		OperationID: "list-stations", Method: http.MethodGet, Path: "/api/admin/station/exploitant/{id}", Tags: []string{"Stations"},
		Summary: "Les stations d'un exploitant, par nom",
	}, func(ctx context.Context, in *IDInput) (*answer[[]Station], error) {
		list, err := s.Stations.List(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		body := each(list, stationBody)
		return reply(body), s.addControllers(ctx, in.ID, body)
	})

	register(s, rule{audience: holders, right: access.StationsWrite, at: operatorInPath}, huma.Operation{
		OperationID: "create-station", Method: http.MethodPost, Path: "/api/admin/exploitant/{id}/station/ajouter", Tags: []string{"Stations"},
		Summary: "Créer une station", DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *struct {
		IDInput
		Body StationInput
	},
	) (*answer[StationID], error) {
		typed := typedStation(in.Body)
		typed.OperatorID = in.ID
		id, err := s.Stations.Add(ctx, actorOf(ctx), typed)
		return reply(StationID{id}), err
	})

	register(s, rule{audience: holders, right: access.StationsRead, at: ownerOfStation}, huma.Operation{
		OperationID: "get-station", Method: http.MethodGet, Path: "/api/admin/station/{id}", Tags: []string{"Stations"},
		Summary: "Une station et ses casiers",
	}, func(ctx context.Context, in *IDInput) (*answer[Station], error) {
		st, err := s.Stations.ByID(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		body := stationBody(st)
		if body.Casiers, err = s.lockersOf(ctx, in.ID); err != nil {
			return nil, err
		}
		err = s.addController(ctx, &body)
		return reply(body), err
	})

	register(s, rule{audience: holders, right: access.StationsWrite, at: ownerOfStation}, huma.Operation{
		OperationID: "change-station", Method: http.MethodPut, Path: "/api/admin/station/{id}/modifier", Tags: []string{"Stations"},
		Summary: "Modifier une station", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		IDInput
		VersionInput
		Body StationInput
	},
	) (*answer[Station], error) {
		typed := typedStation(in.Body)
		typed.ID, typed.Revision = in.ID, in.seen
		changed, err := s.Stations.Change(ctx, actorOf(ctx), typed, in.Body.Actif)
		return reply(stationBody(changed)), err
	})

	register(s, rule{audience: holders, right: access.StationsWrite, at: ownerOfStation}, huma.Operation{
		OperationID: "delete-station", Method: http.MethodDelete, Path: "/api/admin/station/{id}/supprimer", Tags: []string{"Stations"},
		Summary: "Supprimer une station", Description: "Son historique est conservé. Refusé tant qu'une utilisation y est en cours.",
		DefaultStatus: http.StatusNoContent, Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *IDInput) (*struct{}, error) {
		return &struct{}{}, s.Stations.Archive(ctx, actorOf(ctx), in.ID)
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
			CommuneCode: orZero(d.CodeCommune), OSMID: orZero(d.IDOsm), Furniture: orZero(d.Mobilier),
			Covered: d.Couverture, Watched: d.Surveillance, Lit: d.Lumiere,
			Owner: orZero(d.Proprietaire), ServiceYear: orZero(d.AnneeMiseEnService), InfoURL: orZero(d.URLInformation),
		}
	}
	return typed
}
