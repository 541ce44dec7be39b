package places

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/places/station"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
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

func (s area) registerMap() {
	api.Register(s.Server, api.Rule{Audience: api.Staff}, huma.Operation{
		OperationID: "map-settings", Method: http.MethodGet, Path: "/api/admin/carte", Tags: []string{"Stations"},
		Summary: "Le fond de carte",
	}, func(context.Context, *struct{}) (*api.Answer[MapSettings], error) {
		return api.Reply(MapSettings{Tuiles: s.TilesURL, Attribution: s.TilesAttribution}), nil
	})
	api.Register(s.Server, api.Rule{Audience: api.Staff}, huma.Operation{
		OperationID: "search-address", Method: http.MethodGet, Path: "/api/admin/adresses", Tags: []string{"Stations"},
		Summary: "Chercher une adresse", Description: "Vide quand le service d'adresses ne répond pas.",
	}, func(ctx context.Context, in *struct {
		Recherche string `query:"recherche" maxLength:"200"`
	},
	) (*api.Answer[[]FoundAddress], error) {
		text := strings.TrimSpace(in.Recherche)
		if len(text) < shortestSearch {
			return api.Reply([]FoundAddress{}), nil
		}
		found, err := s.Geocoder.Search(ctx, text)
		if err != nil {
			s.Log.WarnContext(ctx, "no address found", "request_id", api.RequestID(ctx), "error", err)
		}
		return api.Reply(shape.Each(found, func(a station.Address) FoundAddress {
			return FoundAddress{
				Libelle: a.Label, Adresse: a.Street, CodePostal: a.PostalCode, Ville: a.City,
				CodeCommune: a.CommuneCode, Latitude: a.Latitude, Longitude: a.Longitude,
			}
		})), nil
	})
}
