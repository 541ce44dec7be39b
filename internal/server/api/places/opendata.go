package places

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
	"consigne/internal/server/sheet"
)

// FeatureCollection is a GeoJSON document (RFC 7946).
type FeatureCollection struct {
	Type     string    `json:"type" enum:"FeatureCollection"`
	Features []Feature `json:"features"`
}

// Feature is a station in a FeatureCollection.
type Feature struct {
	Type       string           `json:"type" enum:"Feature"`
	ID         string           `json:"id"`
	Geometry   Point            `json:"geometry"`
	Properties PublishedStation `json:"properties"`
}

// Point is a position: longitude, then latitude.
type Point struct {
	Type        string     `json:"type" enum:"Point"`
	Coordinates [2]float64 `json:"coordinates"`
}

// PublishedStation holds the published data of a station.
type PublishedStation struct {
	Nom                  string    `json:"nom"`
	Exploitant           string    `json:"exploitant"`
	Adresse              string    `json:"adresse"`
	CodePostal           string    `json:"code_postal"`
	Ville                string    `json:"ville"`
	Type                 string    `json:"type" enum:"indiv,collec,collec-comptage"`
	Places               int       `json:"places" doc:"En service"`
	PlacesLibres         int       `json:"places_libres"`
	PlacesOccupees       int       `json:"places_occupees"`
	CapaciteCargo        int       `json:"capacite_cargo"`
	Gratuit              bool      `json:"gratuit"`
	DerniereModification string    `json:"derniere_modification" format:"date"`
	Instant              time.Time `json:"instant" doc:"Des compteurs : celui du plus ancien des comptages dont ils sont faits, ou celui de la lecture, de dix minutes au plus"`
}

type openInput struct {
	Exploitant      int64  `query:"exploitant" doc:"Absent : tous ceux qui publient"`
	IfNoneMatch     string `header:"If-None-Match"`
	IfModifiedSince string `header:"If-Modified-Since"`
	AcceptEncoding  string `header:"Accept-Encoding" doc:"gzip, par exemple"`
}

func (s area) registerOpenData() {
	s.registerDocument(openDocument{
		id: "open-stations", path: "/api/ouvert/stations.geojson", form: "application/geo+json",
		schema: s.SchemaOf(reflect.TypeFor[FeatureCollection]()), write: stationMap,
		summary: "Les stations et leurs disponibilités", description: "GeoJSON.",
	})
	s.registerDocument(openDocument{
		id: "open-parking", path: "/api/ouvert/stationnement-cyclable.csv", form: "text/csv; charset=utf-8",
		schema: &huma.Schema{Type: huma.TypeString}, write: parkingTable,
		summary:     "Les stations selon le schéma national « Stationnement cyclable »",
		description: "Version 1.1.2 du schéma. Les stations dont la position n'est pas en France n'y sont pas.",
	})
}

// openDocument is a document that anybody may read, and cache for a minute.
type openDocument struct {
	id, path, summary, description string
	form                           string // its content type
	schema                         *huma.Schema
	write                          writer
}

func (s area) registerDocument(d openDocument) {
	mediaType, _, _ := strings.Cut(d.form, ";")
	for method, id := range map[string]string{http.MethodGet: d.id, http.MethodHead: d.id + "-head"} {
		answers := api.FileAnswers(mediaType, d.schema)
		answers["304"] = api.NotModified()
		// Public: only operators that publish.
		api.Register(s.Server, api.Rule{Audience: api.Public}, huma.Operation{
			OperationID: id, Method: method, Path: d.path, Tags: []string{"Données ouvertes"}, Summary: d.summary,
			Description: d.description +
				" Une seconde de retard au plus. 304 si l'ETag ou la date présentés sont ceux de l'instant. " +
				api.OpenCallsWords,
			Errors: []int{http.StatusTooManyRequests}, Responses: answers,
		}, func(ctx context.Context, in *openInput) (*huma.StreamResponse, error) {
			if err := s.CountOpenCall(ctx); err != nil {
				return nil, err
			}
			found, err := s.openData.document(ctx, d.form, in.Exploitant, d.write)
			if err != nil {
				return nil, err
			}
			return &huma.StreamResponse{Body: func(hctx huma.Context) {
				r, w := humachi.Unwrap(hctx)
				api.ServeDocument(w, r, d.form, found)
			}}, nil
		})
	}
}

func stationMap(list []station.Published, read time.Time) (document, tagged []byte, err error) {
	if document, err = mapReadAt(list, read); err == nil {
		tagged, err = mapReadAt(list, time.Time{})
	}
	return document, tagged, err
}

func mapReadAt(list []station.Published, read time.Time) ([]byte, error) {
	features := shape.Each(list, func(p station.Published) Feature { return featureOf(p, read) })
	body, err := json.Marshal(FeatureCollection{Type: "FeatureCollection", Features: features})
	if err != nil {
		return nil, fmt.Errorf("write the map of stations: %w", err)
	}
	return body, nil
}

func featureOf(p station.Published, read time.Time) Feature {
	if p.CountedAt != nil {
		read = *p.CountedAt
	}
	longitude, latitude := position(p)
	return Feature{
		Type: "Feature", ID: localID(p), Geometry: Point{"Point", [2]float64{longitude, latitude}},
		Properties: PublishedStation{
			Nom: p.Name, Exploitant: p.OperatorName, Adresse: p.Street, CodePostal: p.PostalCode, Ville: p.City,
			Type:   string(p.Kind),
			Places: p.Counters.Valid(), PlacesLibres: p.Counters.Free, PlacesOccupees: p.Counters.Occupied,
			CapaciteCargo: p.CargoBikes, Gratuit: p.Free,
			DerniereModification: p.ChangedAt.In(clock.Paris).Format(time.DateOnly), Instant: read.UTC().Truncate(time.Second),
		},
	}
}

// parkingColumns lists the columns of the national schema, in its order.
var parkingColumns = []string{
	"id_local", "id_osm", "code_com", "coordonneesxy", "capacite", "capacite_cargo", "type_accroche", "mobilier", "acces",
	"gratuit", "protection",
	"couverture", "surveillance", "lumiere", "url_info", "d_service", "source", "proprietaire", "gestionnaire", "date_maj",
	"commentaires",
}

// parkingTable writes the stations in France in the national schema, and leaves empty what is not known of them. It
// does not depend on when they were read.
func parkingTable(list []station.Published, _ time.Time) (document, tagged []byte, err error) {
	var out bytes.Buffer
	lines := sheet.Lines{Writer: csv.NewWriter(&out)}
	if err := lines.Write(parkingColumns); err != nil {
		return nil, nil, err
	}
	for _, p := range list {
		if !station.InFrance(position(p)) {
			continue
		}
		row := parkingRow(p)
		cells := make([]string, len(parkingColumns))
		for i, column := range parkingColumns {
			cells[i] = row[column]
		}
		if err := lines.Write(cells); err != nil {
			return nil, nil, err
		}
	}
	err = lines.Close()
	return out.Bytes(), out.Bytes(), err
}

func parkingRow(p station.Published) map[string]string {
	protection := "BOX INDIVIDUEL FERME"
	if p.Kind != station.Individual {
		protection = "CONSIGNE COLLECTIVE FERMEE"
	}
	longitude, latitude := position(p)
	row := map[string]string{
		"id_local": localID(p), "coordonneesxy": "[" + plainNumber(longitude) + ", " + plainNumber(latitude) + "]",
		"capacite":       strconv.Itoa(p.Counters.Valid()),
		"capacite_cargo": strconv.Itoa(p.CargoBikes), "type_accroche": "SANS ACCROCHE",
		"acces":   "ABONNEMENT OU INSCRIPTION PREALABLE",
		"gratuit": strconv.FormatBool(p.Free), "protection": protection, "source": p.OperatorName,
		"gestionnaire": p.OperatorName,
		"date_maj":     p.ChangedAt.In(clock.Paris).Format(time.DateOnly),
		"commentaires": strings.Join([]string{p.Name, p.Street, p.PostalCode + " " + p.City}, ", "),
	}
	if d := p.Description; d != nil {
		row["id_osm"], row["code_com"], row["mobilier"], row["url_info"], row["proprietaire"] = d.OSMID, d.CommuneCode,
			d.Furniture, d.InfoURL, d.Owner
		for column, told := range map[string]*bool{"couverture": d.Covered, "surveillance": d.Watched, "lumiere": d.Lit} {
			if told != nil {
				row[column] = strconv.FormatBool(*told)
			}
		}
		if d.ServiceYear != 0 {
			row["d_service"] = strconv.Itoa(d.ServiceYear)
		}
	}
	return row
}

func localID(p station.Published) string { return "consigne-" + strconv.FormatInt(p.ID, 10) }

// position returns where a station is, in degrees.
func position(p station.Published) (longitude, latitude float64) {
	return degrees(p.Longitude), degrees(p.Latitude)
}

// degrees parses a coordinate, whose form was checked when it was stored.
func degrees(typed string) float64 {
	value, _ := strconv.ParseFloat(typed, 64)
	return value
}

// plainNumber writes a number as JSON has it: a coordinate may be typed as 05.71 or -.5.
func plainNumber(degrees float64) string { return strconv.FormatFloat(degrees, 'f', -1, 64) }
