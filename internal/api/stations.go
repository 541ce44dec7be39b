package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/station"
)

// Station is one site and its counters.
type Station struct {
	ID                    int64        `json:"id"`
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
}

// Named refers to an object by its id and name.
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
	}, func(ctx context.Context, in *idInput) (*answer[[]Station], error) {
		list, err := s.Stations.List(ctx, in.ID)
		return reply(each(list, stationBody)), err
	})

	register(s, huma.Operation{
		OperationID: "delete-station", Method: http.MethodDelete, Path: "/api/admin/station/{id}/supprimer", Tags: []string{"Stations"},
		Summary: "Supprimer une station", Description: "Son historique est conservé. Refusé tant qu'une utilisation y est en cours.",
		DefaultStatus: http.StatusNoContent, Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *idInput) (*struct{}, error) {
		return &struct{}{}, s.Stations.Archive(ctx, actorOf(ctx), in.ID)
	})
}

func stationBody(st station.Station) Station {
	body := Station{
		ID: st.ID, Nom: st.Name, LibelleAdmin: st.AdminLabel, Actif: st.Active, StationType: st.Kind,
		Adresse: Address{
			Adresse: st.Street, CodePostal: st.PostalCode, Ville: st.City, Latitude: st.Latitude, Longitude: st.Longitude,
		},
		Exploitant:            Named{ID: st.OperatorID, Nom: st.OperatorName},
		NombreCasiersValides:  st.Counters.Valid(),
		NombreCasiersLibres:   st.Counters.Free,
		NombreCasiersOccupes:  st.Counters.Occupied,
		NombreCasiersInactifs: st.Counters.Inactive,
		Etiquettes:            each(st.Tags, func(label string) Tag { return Tag{label} }),
	}
	if st.CountingSystem != "" {
		body.SystemeComptage = &st.CountingSystem
	}
	return body
}
