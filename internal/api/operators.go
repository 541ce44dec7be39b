package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/operator"
)

// Operator is an exploitant.
type Operator struct {
	ID         int64   `json:"id"`
	Nom        string  `json:"nom"`
	Mail       string  `json:"mail"`
	Adresse    Address `json:"adresse"`
	MetabaseID *int64  `json:"metabaseId"`
}

// Address is a postal address; a station's has coordinates.
type Address struct {
	Adresse    string `json:"adresse"`
	Complement string `json:"complement,omitempty"`
	CodePostal string `json:"codePostal"`
	Ville      string `json:"ville"`
	Latitude   string `json:"latitude,omitempty" doc:"Texte, tel que saisi"`
	Longitude  string `json:"longitude,omitempty" doc:"Texte, tel que saisi"`
}

// OperatorCounters is how an operator's stations are doing now.
type OperatorCounters struct {
	Stations            int `json:"stations"`
	StationsInactives   int `json:"stationsInactives"`
	CasiersValides      int `json:"casiersValides"`
	CasiersLibres       int `json:"casiersLibres"`
	CasiersOccupes      int `json:"casiersOccupes"`
	CasiersInactifs     int `json:"casiersInactifs"`
	UtilisationsEnCours int `json:"utilisationsEnCours"`
}

// IDInput and PageInput are exported because huma reads exported parts alone.
type IDInput struct {
	ID int64 `path:"id"`
}

func (s *server) registerOperators() {
	register(s, huma.Operation{
		OperationID: "list-operators", Method: http.MethodGet, Path: "/api/admin/exploitants", Tags: []string{"Exploitants"},
		Summary: "Les exploitants de l'appelant, par nom",
	}, func(ctx context.Context, _ *struct{}) (*answer[[]Operator], error) {
		list, err := s.Operators.List(ctx, actorOf(ctx))
		return reply(each(list, operatorBody)), err
	})

	register(s, huma.Operation{
		OperationID: "operator-counters", Method: http.MethodGet, Path: "/api/admin/exploitant/{id}/compteurs", Tags: []string{"Exploitants"},
		Summary:     "Ses compteurs, en direct",
		Description: "En casiers pour les stations individuelles, en places pour les collectives.",
	}, func(ctx context.Context, in *IDInput) (*answer[OperatorCounters], error) {
		c, err := s.Operators.Counters(ctx, in.ID)
		return reply(OperatorCounters{
			Stations: c.Stations, StationsInactives: c.InactiveStations,
			CasiersValides: c.Free + c.Occupied, CasiersLibres: c.Free, CasiersOccupes: c.Occupied, CasiersInactifs: c.Inactive,
			UtilisationsEnCours: c.OpenStays,
		}), err
	})
}

func operatorBody(o operator.Operator) Operator {
	return Operator{
		ID: o.ID, Nom: o.Name, Mail: o.Email, MetabaseID: o.MetabaseID,
		Adresse: Address{Adresse: o.Street, Complement: o.StreetExtra, CodePostal: o.PostalCode, Ville: o.City},
	}
}

// each encodes a list; an empty one is [], never null.
func each[T, B any](list []T, encode func(T) B) []B {
	bodies := make([]B, len(list))
	for i, item := range list {
		bodies[i] = encode(item)
	}
	return bodies
}
