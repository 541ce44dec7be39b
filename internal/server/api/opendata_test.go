package api_test

import (
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestOpenData(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const geojson, table = "/api/ouvert/stations.geojson", "/api/ouvert/stationnement-cyclable.csv"
		if got := s.call("GET", geojson, "", nil); got.Status != 200 || length(got.Body["features"]) != 0 {
			t.Errorf("nobody publishes by default: %d %s", got.Status, got.Raw)
		}
		manager, admin := s.login("gestionnaire@exemple.test").token, s.login("admin@exemple.test").token
		s.want("by a manager", s.call("PATCH", "/api/admin/exploitant/1/donnees-ouvertes", manager, nil), 403, "")
		if got := s.call("PATCH", "/api/admin/exploitant/1/donnees-ouvertes", admin,
			nil); got.Body["donneesOuvertes"] != true {
			t.Errorf("publish: %s", got.Raw)
		}
		s.clock.advance(time.Second)
		got := s.call("GET", geojson, "", nil)
		first := dig(got.Body, "features", 0)
		if length(got.Body["features"]) != 2 || dig(first, "geometry", "coordinates", 0) != 5.71 ||
			dig(first, "geometry", "coordinates", 1) != 45.19 ||
			dig(first, "properties", "places_libres") != 0.0 ||
			dig(first, "properties", "instant") != s.clock.Now().Truncate(time.Second).Format(time.RFC3339) ||
			dig(first, "properties", "places") != 1.0 || dig(first, "properties", "gratuit") != false ||
			got.Header.Get("Content-Type") != "application/geo+json" || got.Header.Get("Cache-Control") != "public, max-age=60" {
			t.Errorf("published: %v %s", got.Header, got.Raw)
		}
		if same := s.call("GET", geojson, "", nil, "If-None-Match", got.Header.Get("ETag")); same.Status != 304 ||
			same.Raw != "" {
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
		if len(rows) != 3 || len(rows[0]) != 21 || column("id_local") != "consigne-1" ||
			column("coordonneesxy") != "[5.71, 45.19]" || column("capacite") != "1" ||
			column("type_accroche") != "SANS ACCROCHE" || column("protection") != "BOX INDIVIDUEL FERME" ||
			column("gratuit") != "false" ||
			column("gestionnaire") != "Grandval" || column("acces") != "ABONNEMENT OU INSCRIPTION PREALABLE" {
			t.Errorf("table: %s", file.Raw)
		}
		if _, err := time.Parse(time.DateOnly, column("date_maj")); err != nil {
			t.Error(err)
		}
		s.want("withdraw", s.call("PATCH", "/api/admin/exploitant/1/donnees-ouvertes", admin, nil), 200, "")
		s.clock.advance(time.Second)
		if got := s.call("GET", geojson, "", nil); length(got.Body["features"]) != 0 {
			t.Errorf("withdrawn: %s", got.Raw)
		}
		changed := s.call("PUT", "/api/admin/exploitant/1", admin, typedOperator(nil))
		if changed.Body["donneesOuvertes"] != false {
			t.Errorf("a change of the rest: %s", changed.Raw)
		}
	})
}

// countedPark creates a station with one space of 20 places, whose reference in the counting system is Z1.
func (s *site) countedPark() {
	s.t.Helper()
	manager := s.login("gestionnaire@exemple.test").token
	made := s.call("POST", "/api/admin/exploitant/1/station/ajouter", manager, map[string]any{
		"nom": "Parc", "libelleAdmin": "P", "latitude": "45.1", "longitude": "5.7", "adresse": "1 rue du Parc",
		"codePostal": "38000", "ville": "Grenoble",
		"stationType": "collec-comptage", "systemeComptage": "Autre",
	})
	s.want("a counted park", made, 201, "")
	typed := map[string]any{
		"nom": "Zone", "stationCarteAdresse": "c", "stationCartePort": "1", "nbMaxSpaces": 20,
		"connexionSystemeComptage": "Z1",
	}
	s.want("its space", s.call("POST", "/api/admin/station/"+number(made.Body["idStation"])+"/creer-casier", manager,
		typed), 201, "")
}

// The published documents are at most a second behind any change, on this node or another. A document's date and tag
// change only when its content changes.
func TestOpenDataFollowsEveryChange(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const geojson, table = "/api/ouvert/stations.geojson", "/api/ouvert/stationnement-cyclable.csv"
		other := checked(t, s.parts)
		manager, admin := s.login("gestionnaire@exemple.test").token, s.login("admin@exemple.test").token
		_, key := s.fieldKeyOf(1)
		accountID := s.fieldCustomer(key, "visiteur@exemple.test")
		s.countedPark()
		gare := map[string]any{
			"nom": "=Gare", "libelleAdmin": "G", "latitude": "45.19", "longitude": "5.71", "adresse": "1 place",
			"codePostal": "38000", "ville": "Grenoble", "stationType": "indiv",
		}
		read := func(node http.Handler) (documents [2]string) {
			for i, path := range []string{geojson, table} {
				answer := httptest.NewRecorder()
				node.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
				documents[i] = answer.Body.String()
			}
			return documents
		}
		before := read(s.handler)
		for _, act := range []struct {
			name    string
			changes [2]bool // of the map, of the table
			do      func() answer
		}{
			{
				"publish",
				[2]bool{true, true},
				func() answer { return s.call("PATCH", "/api/admin/exploitant/1/donnees-ouvertes", admin, nil) },
			},
			{"nothing", [2]bool{}, func() answer { return s.call("GET", geojson, "", nil) }},
			{"a login", [2]bool{}, func() answer { return s.call("GET", details, s.login("hotline@exemple.test").token, nil) }},
			{
				"another name",
				[2]bool{true, true},
				func() answer { return s.call("PUT", "/api/admin/station/1/modifier", manager, gare) },
			},
			{"a locker more", [2]bool{true, true}, func() answer {
				return s.call("POST", "/api/admin/station/2/creer-casier", manager,
					map[string]any{"nom": "A2", "stationCarteAdresse": "c", "stationCartePort": "2"})
			}},
			{
				"a locker off",
				[2]bool{true, true},
				func() answer { return s.call("PATCH", "/api/admin/casier/2/switch-actif", manager, nil) },
			},
			{
				"a locker on",
				[2]bool{true, true},
				func() answer { return s.call("PATCH", "/api/admin/casier/2/switch-actif", manager, nil) },
			},
			{
				"the station off",
				[2]bool{true, true},
				func() answer { return s.call("PATCH", "/api/admin/station/2/switch-actif", manager, nil) },
			},
			{
				"the station on",
				[2]bool{true, true},
				func() answer { return s.call("PATCH", "/api/admin/station/2/switch-actif", manager, nil) },
			},
			{"a stay begins", [2]bool{true, false}, func() answer {
				return s.call("POST", "/api/terrain/occupations", key, map[string]any{"idCasier": 2, "idUtilisateur": accountID})
			}},
			{
				"a stay ends",
				[2]bool{true, false},
				func() answer { return s.call("POST", "/api/terrain/occupations/2/fin", key, nil) },
			},
			{"a count", [2]bool{true, false}, func() answer {
				return s.call("POST", "/api/terrain/comptages", key,
					map[string]any{"connexion": "Z1", "occupees": 7, "instant": s.clock.Now()})
			}},
			{"a tariff is free", [2]bool{true, true}, func() answer {
				return s.call("PUT", "/api/admin/tarif/1/modifier-informations-generales", manager, map[string]any{
					"libelleAdmin": "À l'heure", "libelleUtilisateur": "Casier", "typeTarif": "heure", "montant": 0,
				})
			}},
			{"its lockers", [2]bool{true, true}, func() answer {
				return s.call("PUT", "/api/admin/tarif/1/station/1/modifier-casiers", manager, map[string]any{"idCasiers": []int{}})
			}},
			{"the operator's name", [2]bool{true, true}, func() answer {
				return s.call("PUT", "/api/admin/exploitant/1", admin,
					typedOperator(map[string]any{"libelleExploitant": "Grand Val"}))
			}},
			{
				"a station less",
				[2]bool{true, true},
				func() answer { return s.call("DELETE", "/api/admin/station/2/supprimer", manager, nil) },
			},
			{
				"withdraw",
				[2]bool{true, true},
				func() answer { return s.call("PATCH", "/api/admin/exploitant/1/donnees-ouvertes", admin, nil) },
			},
		} {
			if got := act.do(); got.Status >= 300 {
				t.Fatalf("%s: %d %s", act.name, got.Status, got.Raw)
			}
			s.clock.advance(time.Second)
			after := read(s.handler)
			for i, changes := range act.changes {
				if (after[i] != before[i]) != changes {
					t.Errorf("%s: changed %t, want %t: %s", act.name, after[i] != before[i], changes, after[i])
				}
			}
			if elsewhere := read(other); elsewhere != after {
				t.Errorf("%s: another node gives out %s instead of %s", act.name, elsewhere, after)
			}
			if strings.Contains(after[1], ",=") || strings.Contains(after[1], `"=`) {
				t.Errorf("%s: a formula: %s", act.name, after[1])
			}
			before = after
		}
	})
}

// The counters of a station have the instant at which they were read; those of a counting system, that of its oldest
// count. The first changes no tag, the second does.
func TestOpenDataHasTheInstantOfItsCounters(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const geojson = "/api/ouvert/stations.geojson"
		_, key := s.fieldKeyOf(1)
		s.countedPark()
		manager := s.login("gestionnaire@exemple.test").token
		park := s.call("GET", "/api/admin/station/exploitant/1", manager, nil).List[2]
		s.want("a second space",
			s.call("POST", "/api/admin/station/"+number(park["id"])+"/creer-casier", manager, map[string]any{
				"nom": "Zone 2", "stationCarteAdresse": "c", "stationCartePort": "2", "nbMaxSpaces": 10,
				"connexionSystemeComptage": "Z2",
			}), 201, "")
		s.want("publish", s.call("PATCH", "/api/admin/exploitant/1/donnees-ouvertes", s.login("admin@exemple.test").token,
			nil), 200, "")
		read := func(header ...string) (got answer, instants map[string]any) {
			got = s.call("GET", geojson, "", nil, header...)
			instants = map[string]any{}
			for i := range length(got.Body["features"]) {
				properties := dig(got.Body, "features", i, "properties")
				//nolint:errcheck // a panic fails the test as well
				instants[dig(properties, "nom").(string)] = dig(properties, "instant")
			}
			return got, instants
		}
		second := func(at time.Time) string { return at.UTC().Truncate(time.Second).Format(time.RFC3339) }
		count := func(space string, occupied int, at time.Time) {
			s.want("count", s.call("POST", "/api/terrain/comptages", key,
				map[string]any{"connexion": space, "occupees": occupied, "instant": at}), 200, "")
		}
		s.clock.advance(time.Second)
		made := s.clock.Now()
		before, instants := read()
		if instants["Parc"] != second(made) || instants["Gare"] != second(made) ||
			!strings.HasPrefix(before.Header.Get("ETag"), `W/"`) {
			t.Errorf("before any count: %v, %v", instants, before.Header)
		}
		s.clock.advance(11 * time.Minute) // nothing changes, and it is read again
		later, instants := read()
		if instants["Gare"] != second(s.clock.Now()) || later.Header.Get("ETag") != before.Header.Get("ETag") ||
			later.Header.Get("Last-Modified") != before.Header.Get("Last-Modified") {
			t.Errorf("read again: %v, %v", instants, later.Header)
		}
		if same, _ := read("If-None-Match", before.Header.Get("ETag")); same.Status != 304 {
			t.Errorf("nothing but the instant has changed: %d", same.Status)
		}
		first := s.clock.Now().Add(-time.Minute)
		count("Z1", 0, first)
		count("Z2", 0, s.clock.Now())
		s.clock.advance(time.Second)
		counted, instants := read()
		if instants["Parc"] != second(first) || instants["Gare"] != second(s.clock.Now()) ||
			counted.Header.Get("ETag") == before.Header.Get("ETag") {
			t.Errorf("counted: %v, %v", instants, counted.Header)
		}
		count("Z1", 0, s.clock.Now())
		s.clock.advance(time.Second)
		again, instants := read("If-None-Match", counted.Header.Get("ETag"))
		if again.Status != 200 || instants["Parc"] == second(first) {
			t.Errorf("the same count, later: %d %v", again.Status, instants)
		}
	})
}

func TestOpenDataIsKeptByWhoHasIt(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const table = "/api/ouvert/stationnement-cyclable.csv"
		s.want("publish", s.call("PATCH", "/api/admin/exploitant/1/donnees-ouvertes", s.login("admin@exemple.test").token,
			nil), 200, "")
		first := s.call("GET", table, "", nil, "Accept-Encoding", "identity")
		etag, modified := first.Header.Get("ETag"), first.Header.Get("Last-Modified")
		at, err := http.ParseTime(modified)
		s.check(err)
		if at.After(s.clock.Now()) || s.clock.Now().Sub(at) > 2*time.Second || len(etag) < 10 {
			t.Errorf("tag %s, date %s", etag, modified)
		}
		for _, c := range []struct {
			name   string
			method string
			header []string
			status int
		}{
			{"the same tag", "GET", []string{"If-None-Match", etag}, 304},
			{"one of several", "GET", []string{"If-None-Match", `"autre", ` + etag}, 304},
			{"weak", "GET", []string{"If-None-Match", "W/" + etag}, 304},
			{"any", "GET", []string{"If-None-Match", "*"}, 304},
			{"another", "GET", []string{"If-None-Match", `"autre"`, "If-Modified-Since", modified}, 200},
			{"the same date", "GET", []string{"If-Modified-Since", modified}, 304},
			{"an earlier one", "GET", []string{"If-Modified-Since", at.Add(-time.Second).Format(http.TimeFormat)}, 200},
			{"head", "HEAD", nil, 200},
			{"head of what is known", "HEAD", []string{"If-None-Match", etag}, 304},
		} {
			got := s.call(c.method, table, "", nil, append(c.header, "Accept-Encoding", "identity")...)
			if got.Status != c.status || got.Header.Get("ETag") != etag ||
				(c.status == 200 && got.Header.Get("Last-Modified") != modified) ||
				(c.status == 304 || c.method == "HEAD") != (got.Raw == "") ||
				got.Header.Get("Cache-Control") != "public, max-age=60" || got.Header.Get("Access-Control-Allow-Origin") != "*" {
				t.Errorf("%s: %d %v", c.name, got.Status, got.Header)
			}
			if c.method == "HEAD" && c.status == 200 && got.Header.Get("Content-Length") != fmt.Sprint(len(first.Raw)) {
				t.Errorf("%s: %v", c.name, got.Header)
			}
		}
		zipped := s.call("GET", table, "", nil, "Accept-Encoding", "br, gzip;q=0.5")
		reader, err := gzip.NewReader(strings.NewReader(zipped.Raw))
		s.check(err)
		plain, err := io.ReadAll(reader)
		s.check(err)
		if string(plain) != first.Raw || zipped.Header.Get("ETag") == etag ||
			zipped.Header.Get("Content-Encoding") != "gzip" || zipped.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("compressed: %v %s", zipped.Header, plain)
		}
		if got := s.call("GET", table, "", nil, "Accept-Encoding", "gzip;q=0"); got.Raw != first.Raw {
			t.Errorf("gzip refused: %v", got.Header)
		}
	})
}

// An address may make a limited number of calls a minute, for both documents together. Other addresses are not
// affected.
func TestOpenDataIsLimitedByAddress(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		ask := func(address, path string) *httptest.ResponseRecorder {
			request := httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
			request.RemoteAddr = address
			answer := httptest.NewRecorder()
			s.handler.ServeHTTP(answer, request)
			return answer
		}
		const geojson, table = "/api/ouvert/stations.geojson", "/api/ouvert/stationnement-cyclable.csv"
		for i := range 300 {
			if got := ask(fmt.Sprintf("[2001:db8::%x]:1000", i), []string{geojson, table}[i%2]); got.Code != 200 {
				t.Fatalf("call %d: %d", i, got.Code)
			}
		}
		got := ask("[2001:db8::ffff:1]:1000", geojson)
		if wait, err := strconv.Atoi(got.Header().Get("Retry-After")); got.Code != 429 || err != nil || wait < 1 ||
			wait > 60 || !strings.Contains(got.Body.String(), "Trop d'appels.") {
			t.Errorf("one too many: %d %v %s", got.Code, got.Header(), got.Body)
		}
		for _, another := range []string{"[2001:db8:0:1::1]:1000", "192.0.2.1:1000"} {
			if got := ask(another, table); got.Code != 200 {
				t.Errorf("%s: %d", another, got.Code)
			}
		}
		s.clock.advance(time.Minute)
		if got := ask("[2001:db8::1]:1000", geojson); got.Code != 200 {
			t.Errorf("a minute later: %d", got.Code)
		}
	})
}
