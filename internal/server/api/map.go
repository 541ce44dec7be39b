package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/places/station"
)

// MapSettings holds the address of the map tiles.
type MapSettings struct {
	Tuiles      string `json:"tuiles" doc:"Modèle d'adresse avec {z}, {x} et {y} ; vide : pas de fond de carte"`
	Attribution string `json:"attribution"`
}

// FoundAddress is an address that the geocoder found.
type FoundAddress struct {
	Libelle     string `json:"libelle"`
	Adresse     string `json:"adresse"`
	CodePostal  string `json:"codePostal"`
	Ville       string `json:"ville"`
	CodeCommune string `json:"codeCommune" required:"false" doc:"Code INSEE ; vide : le service d'adresses ne le dit pas" example:"38185"`
	Latitude    string `json:"latitude"`
	Longitude   string `json:"longitude"`
}

// shortestSearch is the shortest text that is sent to the geocoder.
const shortestSearch = 3

func (s *server) registerMap() {
	register(s, rule{audience: staff}, huma.Operation{
		OperationID: "map-settings", Method: http.MethodGet, Path: "/api/admin/carte", Tags: []string{"Stations"},
		Summary: "Le fond de carte",
	}, func(context.Context, *struct{}) (*answer[MapSettings], error) {
		return reply(MapSettings{Tuiles: s.TilesURL, Attribution: s.TilesAttribution}), nil
	})
	register(s, rule{audience: staff}, huma.Operation{
		OperationID: "search-address", Method: http.MethodGet, Path: "/api/admin/adresses", Tags: []string{"Stations"},
		Summary: "Chercher une adresse", Description: "Vide quand le service d'adresses ne répond pas.",
	}, func(ctx context.Context, in *struct {
		Recherche string `query:"recherche" maxLength:"200"`
	},
	) (*answer[[]FoundAddress], error) {
		text := strings.TrimSpace(in.Recherche)
		if len(text) < shortestSearch {
			return reply([]FoundAddress{}), nil
		}
		found, err := s.Geocoder.Search(ctx, text)
		if err != nil {
			s.Log.WarnContext(ctx, "no address found", "request_id", requestID(ctx), "error", err)
		}
		return reply(each(found, func(a station.Address) FoundAddress {
			return FoundAddress{Libelle: a.Label, Adresse: a.Street, CodePostal: a.PostalCode, Ville: a.City, CodeCommune: a.CommuneCode, Latitude: a.Latitude, Longitude: a.Longitude}
		})), nil
	})
}
