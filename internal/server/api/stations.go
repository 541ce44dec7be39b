package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/station"
)

// Station is a station and its counters.
type Station struct {
	ID                    int64        `json:"id"`
	Version               int64        `json:"version" doc:"Croît à chaque modification de la station, sans ses casiers ; à rendre dans If-Match"`
	Nom                   string       `json:"nom"`
	LibelleAdmin          string       `json:"libelleAdmin"`
	Actif                 bool         `json:"actif"`
	StationType           station.Kind `json:"stationType" enum:"indiv,collec,collec-comptage"`
	SystemeComptage       *string      `json:"systemeComptage"`
	Adresse               Address      `json:"adresse"`
	Exploitant            Named        `json:"exploitant"`
	NombreCasiersValides  int          `json:"nombreCasiersValides" doc:"Libres et occupés"`
	NombreCasiersLibres   int          `json:"nombreCasiersLibres"`
	NombreCasiersOccupes  int          `json:"nombreCasiersOccupes"`
	NombreCasiersInactifs int          `json:"nombreCasiersInactifs"`
	Etiquettes            []Tag        `json:"etiquettes" doc:"Celles de ses casiers"`
	Controleur            *Controller  `json:"controleur,omitempty" doc:"Si l'on en connaît un"`
	Casiers               []Locker     `json:"casiers,omitzero" doc:"Dans le détail seulement"`
}

// StationInput holds the fields of a station to create or change.
type StationInput struct {
	LibelleAdmin    string       `json:"libelleAdmin,omitempty"`
	Nom             string       `json:"nom,omitempty"`
	Latitude        string       `json:"latitude,omitempty"`
	Longitude       string       `json:"longitude,omitempty"`
	Adresse         string       `json:"adresse,omitempty"`
	CodePostal      string       `json:"codePostal,omitempty"`
	Ville           string       `json:"ville,omitempty"`
	StationType     station.Kind `json:"stationType,omitempty" doc:"indiv, collec ou collec-comptage"`
	SystemeComptage *string      `json:"systemeComptage,omitempty" doc:"Abelsensors ou Autre, pour collec-comptage"`
	Actif           *bool        `json:"actif,omitempty" doc:"Absent : inchangé"`
}

// StationID is the answer to a creation.
type StationID struct {
	IDStation int64 `json:"idStation"`
}

// Named is the id and name of an object.
type Named struct {
	ID  int64  `json:"id"`
	Nom string `json:"nom"`
}

// Tag is an étiquette.
type Tag struct {
	Libelle string `json:"libelle"`
}

func (s *server) registerStations() {
	register(s, huma.Operation{
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

	register(s, huma.Operation{
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

	register(s, huma.Operation{
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

	register(s, huma.Operation{
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

	register(s, huma.Operation{
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
	return typed
}

func stationBody(st station.Station) Station {
	body := Station{
		ID: st.ID, Version: st.Revision, Nom: st.Name, LibelleAdmin: st.AdminLabel, Actif: st.Active, StationType: st.Kind,
		Adresse: Address{
			Adresse: st.Street, CodePostal: st.PostalCode, Ville: st.City, Latitude: st.Latitude, Longitude: st.Longitude,
		},
		Exploitant:            Named{ID: st.OperatorID, Nom: st.OperatorName},
		NombreCasiersValides:  st.Counters.Valid(),
		NombreCasiersLibres:   st.Counters.Free,
		NombreCasiersOccupes:  st.Counters.Occupied,
		NombreCasiersInactifs: st.Counters.Inactive,
		Etiquettes:            each(st.Tags, tagBody),
	}
	if st.CountingSystem != "" {
		body.SystemeComptage = &st.CountingSystem
	}
	return body
}
