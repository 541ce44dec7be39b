package api_test

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestOpenData(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		const geojson, table = "/api/ouvert/stations.geojson", "/api/ouvert/stationnement-cyclable.csv"
		if got := s.call("GET", geojson, "", nil); got.Status != 200 || length(got.Body["features"]) != 0 {
			t.Errorf("nobody publishes by default: %d %s", got.Status, got.Raw)
		}
		manager, admin := s.login("gestionnaire@exemple.test").token, s.login("admin@exemple.test").token
		s.want("by a manager", s.call("PATCH", "/api/admin/exploitant/1/donnees-ouvertes", manager, nil), 403, "")
		if got := s.call("PATCH", "/api/admin/exploitant/1/donnees-ouvertes", admin, nil); got.Body["donneesOuvertes"] != true {
			t.Errorf("publish: %s", got.Raw)
		}
		got := s.call("GET", geojson, "", nil)
		first := dig(got.Body, "features", 0)
		if length(got.Body["features"]) != 2 || dig(first, "geometry", "coordinates", 0) != 5.71 || dig(first, "geometry", "coordinates", 1) != 45.19 ||
			dig(first, "properties", "places_libres") != 0.0 || dig(first, "properties", "places") != 1.0 || dig(first, "properties", "gratuit") != false ||
			got.Header.Get("Content-Type") != "application/geo+json" || got.Header.Get("Cache-Control") != "public, max-age=60" {
			t.Errorf("published: %v %s", got.Header, got.Raw)
		}
		if same := s.call("GET", geojson, "", nil, "If-None-Match", got.Header.Get("ETag")); same.Status != 304 || same.Raw != "" {
			t.Errorf("unchanged: %d %q", same.Status, same.Raw)
		}
		if other := s.call("GET", geojson+"?exploitant=2", "", nil); length(other.Body["features"]) != 0 {
			t.Errorf("of one that does not publish: %s", other.Raw)
		}
		if strings.Contains(got.Raw, "exemple.test") {
			t.Errorf("somebody is named: %s", got.Raw)
		}
		file := s.call("GET", table+"?exploitant=1", "", nil)
		rows, err := csv.NewReader(strings.NewReader(file.Raw)).ReadAll()
		s.check(err)
		column := func(name string) string { return rows[1][slices.Index(rows[0], name)] }
		if len(rows) != 3 || len(rows[0]) != 21 || column("id_local") != "consigne-1" || column("coordonneesxy") != "[5.71, 45.19]" || column("capacite") != "1" ||
			column("type_accroche") != "SANS ACCROCHE" || column("protection") != "BOX INDIVIDUEL FERME" || column("gratuit") != "false" ||
			column("gestionnaire") != "Grandval" || column("acces") != "ABONNEMENT OU INSCRIPTION PREALABLE" {
			t.Errorf("table: %s", file.Raw)
		}
		if _, err := time.Parse(time.DateOnly, column("date_maj")); err != nil {
			t.Error(err)
		}
		s.want("withdraw", s.call("PATCH", "/api/admin/exploitant/1/donnees-ouvertes", admin, nil), 200, "")
		if got := s.call("GET", geojson, "", nil); length(got.Body["features"]) != 0 {
			t.Errorf("withdrawn: %s", got.Raw)
		}
		changed := s.call("PUT", "/api/admin/exploitant/1", admin, typedOperator(nil))
		if changed.Body["donneesOuvertes"] != false {
			t.Errorf("a change of the rest: %s", changed.Raw)
		}
	})
}
