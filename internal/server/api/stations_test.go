package api_test

import (
	"context"
	"strings"
	"testing"

	"consigne/internal/domain/places/station"
	"consigne/internal/server/api"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestOperatorsOfTheCaller(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		for email, want := range map[string]int{
			"admin@exemple.test": 2, "gestionnaire@exemple.test": 1,
			"ailleurs@exemple.test": 1,
		} {
			got := s.call("GET", "/api/admin/exploitants", s.login(email).token, nil)
			if got.Status != 200 || len(got.List) != want {
				t.Errorf("%s: %d %s", email, got.Status, got.Raw)
			}
		}
		s.want("a customer", s.call("GET", "/api/admin/exploitants", s.login("usager@exemple.test").token, nil), 403,
			"Accès refusé. Cette page n'est pas accessible avec votre compte.")
	})
}

func TestWhoMayDoWhatWithStations(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := map[string]string{}
		for _, who := range []string{"admin", "gestionnaire", "hotline", "mainteneur", "ailleurs", "usager"} {
			token[who] = s.login(who + "@exemple.test").token
		}
		for _, c := range []struct {
			who, method, path string
			status            int
		}{
			{"admin", "GET", "/api/admin/station/exploitant/1", 200},
			{"gestionnaire", "GET", "/api/admin/station/exploitant/1", 200},
			{"hotline", "GET", "/api/admin/station/exploitant/1", 200},
			{"mainteneur", "GET", "/api/admin/station/exploitant/1", 200},
			{"usager", "GET", "/api/admin/station/exploitant/1", 403},
			{"ailleurs", "GET", "/api/admin/station/exploitant/1", 403},  // an operator that is not the caller's
			{"ailleurs", "GET", "/api/admin/station/exploitant/99", 403}, // an unknown operator gets the same answer
			{"admin", "GET", "/api/admin/station/exploitant/99", 404},
			{"admin", "GET", "/api/admin/station/exploitant/3", 404}, // archived
			{"hotline", "GET", "/api/admin/exploitant/1/compteurs", 200},
			{"ailleurs", "GET", "/api/admin/exploitant/1/compteurs", 403},
			{"hotline", "GET", "/api/admin/exploitant/1/journee", 200},
			{"ailleurs", "GET", "/api/admin/exploitant/1/journee", 403},
			{"hotline", "DELETE", "/api/admin/station/2/supprimer", 403},
			{"mainteneur", "DELETE", "/api/admin/station/2/supprimer", 403},
			{"ailleurs", "DELETE", "/api/admin/station/2/supprimer", 404}, // a station of another operator is not found
			{"ailleurs", "DELETE", "/api/admin/station/99/supprimer", 404},
			{"gestionnaire", "DELETE", "/api/admin/station/3/supprimer", 404},
			{"", "DELETE", "/api/admin/station/2/supprimer", 401},
		} {
			s.want(c.who+" "+c.method+" "+c.path, s.call(c.method, c.path, token[c.who], nil), c.status, "")
		}
		foreign := s.call("DELETE", "/api/admin/station/2/supprimer", token["ailleurs"], nil)
		unknown := s.call("DELETE", "/api/admin/station/99/supprimer", token["ailleurs"], nil)
		if foreign.Raw != unknown.Raw {
			t.Errorf("a foreign station can be told from an unknown one: %s / %s", foreign.Raw, unknown.Raw)
		}
	})
}

func TestDeleteStation(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		list := func() answer { return s.call("GET", "/api/admin/station/exploitant/1", token, nil) }
		before := list()
		if len(before.List) != 2 || before.List[0]["nombreCasiersOccupes"] != 1.0 ||
			before.List[1]["nombreCasiersLibres"] != 1.0 {
			t.Fatalf("before: %s", before.Raw)
		}
		if got := before.List[0]; got["systemeComptage"] != nil || got["etiquettes"] == nil ||
			!strings.Contains(before.Raw, `"exploitant":{"id":1,"nom":"Grandval"}`) {
			t.Errorf("shape: %v", got)
		}
		s.want("with a stay in progress", s.call("DELETE", "/api/admin/station/1/supprimer", token, nil), 409,
			"Cette station ne peut être supprimée : une utilisation y est en cours.")
		if got := s.call("DELETE", "/api/admin/station/2/supprimer", token, nil); got.Status != 204 || got.Raw != "" {
			t.Errorf("delete: %d %q", got.Status, got.Raw)
		}
		s.want("twice", s.call("DELETE", "/api/admin/station/2/supprimer", token, nil), 404, "Ressource introuvable.")
		if after := list(); len(after.List) != 1 {
			t.Errorf("after: %s", after.Raw)
		}
		counters := s.call("GET", "/api/admin/exploitant/1/compteurs", token, nil)
		if counters.Body["stations"] != 1.0 || counters.Body["casiersOccupes"] != 1.0 ||
			counters.Body["utilisationsEnCours"] != 1.0 {
			t.Errorf("counters: %s", counters.Raw)
		}
		if dig(counters.Body, "casiers", "occupes") != 1.0 || dig(counters.Body, "places", "valides") != 0.0 {
			t.Errorf("lockers and places: %s", counters.Raw)
		}
	})
}

// A station without lockers says so in its detail, and has no fields about lockers in lists.
func TestStationWithoutLockers(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		manager := s.login("gestionnaire@exemple.test").token
		s.want("delete its locker", s.call("DELETE", "/api/admin/casier/2", manager, nil), 204, "")
		if got := s.call("GET", "/api/admin/station/2", manager, nil); got.Status != 200 ||
			!strings.Contains(got.Raw, `"casiers":[]`) {
			t.Errorf("%d %s", got.Status, got.Raw)
		}
		if got := s.call("GET", "/api/admin/station/exploitant/1", manager, nil); strings.Contains(got.Raw, `"casiers"`) {
			t.Errorf("in the list: %s", got.Raw)
		}
	})
}

// foundAddresses answers every search with itself.
type foundAddresses []station.Address

func (f foundAddresses) Search(context.Context, string) ([]station.Address, error) { return f, nil }

// A found address brings its commune, with which the form of a station fills its description.
func TestAFoundAddressTellsItsCommune(t *testing.T) {
	found := foundAddresses{
		{
			Label: "1 Place X 38000 Grenoble", Street: "1 Place X", PostalCode: "38000", City: "Grenoble", CommuneCode: "38185",
			Latitude: "45.1", Longitude: "5.7", Score: 0.9,
		},
		{
			Label: "1 Place X 73000 Chambéry", Street: "1 Place X", PostalCode: "73000", City: "Chambéry", Latitude: "45.5",
			Longitude: "5.9",
		},
	}
	storetest.OnSQLite(t, func(t *testing.T, database *store.Store) {
		s := newSite(t, database, func(parts *api.Components) { parts.Geocoder = found })
		got := s.call("GET", "/api/admin/adresses?recherche=place", s.login("gestionnaire@exemple.test").token, nil)
		if got.Status != 200 || len(got.List) != 2 || got.List[0]["codeCommune"] != "38185" ||
			got.List[0]["codePostal"] != "38000" || got.List[1]["codeCommune"] != "" {
			t.Errorf("%d %s", got.Status, got.Raw)
		}
	})
}
