package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/clock"
	"consigne/internal/station"
)

// FeatureCollection is a GeoJSON document (RFC 7946).
type FeatureCollection struct {
	Type     string    `json:"type" enum:"FeatureCollection"`
	Features []Feature `json:"features"`
}

// Feature is one station of it.
type Feature struct {
	Type       string           `json:"type" enum:"Feature"`
	ID         string           `json:"id"`
	Geometry   Point            `json:"geometry"`
	Properties PublishedStation `json:"properties"`
}

// Point is where it is: longitude, then latitude.
type Point struct {
	Type        string     `json:"type" enum:"Point"`
	Coordinates [2]float64 `json:"coordinates"`
}

// PublishedStation is what anybody may know of a station, now.
type PublishedStation struct {
	Nom                  string `json:"nom"`
	Exploitant           string `json:"exploitant"`
	Adresse              string `json:"adresse"`
	CodePostal           string `json:"code_postal"`
	Ville                string `json:"ville"`
	Type                 string `json:"type" enum:"indiv,collec,collec-comptage"`
	Places               int    `json:"places" doc:"En service"`
	PlacesLibres         int    `json:"places_libres"`
	PlacesOccupees       int    `json:"places_occupees"`
	CapaciteCargo        int    `json:"capacite_cargo"`
	Gratuit              bool   `json:"gratuit"`
	DerniereModification string `json:"derniere_modification" format:"date"`
}

type openInput struct {
	Exploitant  int64  `query:"exploitant" doc:"Absent : tous ceux qui publient"`
	IfNoneMatch string `header:"If-None-Match"`
}

// openAnswer is a document that anybody may keep for a minute.
type openAnswer struct {
	Status       int
	ContentType  string `header:"Content-Type"`
	CacheControl string `header:"Cache-Control"`
	ETag         string `header:"ETag"`
	AnyOrigin    string `header:"Access-Control-Allow-Origin"`
	AnySite      string `header:"Cross-Origin-Resource-Policy"`
	Body         []byte
}

func (s *server) registerOpenData() {
	const tag = "Données ouvertes"
	register(s, huma.Operation{
		OperationID: "open-stations", Method: http.MethodGet, Path: "/api/ouvert/stations.geojson", Tags: []string{tag},
		Summary: "Les stations et leurs disponibilités", Description: "GeoJSON. 304 si l'ETag présenté est celui de l'instant.",
	}, func(ctx context.Context, in *openInput) (*openAnswer, error) {
		list, err := s.Published.PublishedStations(ctx, in.Exploitant)
		if err != nil {
			return nil, err
		}
		body, err := json.Marshal(FeatureCollection{Type: "FeatureCollection", Features: each(list, featureOf)})
		return publish(in, "application/geo+json", body), err
	})
	register(s, huma.Operation{
		OperationID: "open-parking", Method: http.MethodGet, Path: "/api/ouvert/stationnement-cyclable.csv", Tags: []string{tag},
		Summary: "Les stations selon le schéma national « Stationnement cyclable »", Description: "Version 1.1.1 du schéma.",
	}, func(ctx context.Context, in *openInput) (*openAnswer, error) {
		list, err := s.Published.PublishedStations(ctx, in.Exploitant)
		if err != nil {
			return nil, err
		}
		body, err := parkingTable(list)
		return publish(in, "text/csv; charset=utf-8", body), err
	})
}

func publish(in *openInput, contentType string, body []byte) *openAnswer {
	answer := &openAnswer{
		Status: http.StatusOK, ContentType: contentType, CacheControl: "public, max-age=60", AnyOrigin: "*", AnySite: "cross-origin",
		ETag: etagOf(body), Body: body,
	}
	if in.IfNoneMatch == answer.ETag {
		answer.Status, answer.Body = http.StatusNotModified, nil
	}
	return answer
}

// etagOf names a content.
func etagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`
}

func featureOf(p station.Published) Feature {
	return Feature{
		Type: "Feature", ID: localID(p), Geometry: Point{"Point", [2]float64{degrees(p.Longitude), degrees(p.Latitude)}},
		Properties: PublishedStation{
			Nom: p.Name, Exploitant: p.OperatorName, Adresse: p.Street, CodePostal: p.PostalCode, Ville: p.City, Type: string(p.Kind),
			Places: p.Counters.Valid(), PlacesLibres: p.Counters.Free, PlacesOccupees: p.Counters.Occupied, CapaciteCargo: p.CargoBikes, Gratuit: p.Free,
			DerniereModification: p.ChangedAt.In(clock.Paris).Format(time.DateOnly),
		},
	}
}

// parkingColumns are those of the national schema, in its order.
var parkingColumns = []string{
	"id_local", "id_osm", "code_com", "coordonneesxy", "capacite", "capacite_cargo", "type_accroche", "mobilier", "acces", "gratuit", "protection",
	"couverture", "surveillance", "lumiere", "url_info", "d_service", "source", "proprietaire", "gestionnaire", "date_maj", "commentaires",
}

// parkingTable writes what is known; the schema lets the rest be empty.
func parkingTable(list []station.Published) ([]byte, error) {
	var out bytes.Buffer
	lines := table{csv.NewWriter(&out)}
	if err := lines.write(parkingColumns...); err != nil {
		return nil, err
	}
	for _, p := range list {
		protection := "BOX INDIVIDUEL FERME"
		if p.Kind != station.Individual {
			protection = "CONSIGNE COLLECTIVE FERMEE"
		}
		row := map[string]string{
			"id_local": localID(p), "coordonneesxy": fmt.Sprintf("[%s, %s]", p.Longitude, p.Latitude), "capacite": strconv.Itoa(p.Counters.Valid()),
			"capacite_cargo": strconv.Itoa(p.CargoBikes), "type_accroche": "SANS ACCROCHE", "acces": "ABONNEMENT OU INSCRIPTION PREALABLE",
			"gratuit": strconv.FormatBool(p.Free), "protection": protection, "source": p.OperatorName, "gestionnaire": p.OperatorName,
			"date_maj": p.ChangedAt.In(clock.Paris).Format(time.DateOnly), "commentaires": strings.Join([]string{p.Name, p.Street, p.PostalCode + " " + p.City}, ", "),
		}
		cells := make([]string, len(parkingColumns))
		for i, column := range parkingColumns {
			cells[i] = row[column]
		}
		if err := lines.write(cells...); err != nil {
			return nil, err
		}
	}
	err := lines.flush()
	return out.Bytes(), err
}

func localID(p station.Published) string { return "consigne-" + strconv.FormatInt(p.ID, 10) }

// degrees reads a coordinate, whose form was checked when it was typed.
func degrees(typed string) float64 {
	value, _ := strconv.ParseFloat(typed, 64)
	return value
}
