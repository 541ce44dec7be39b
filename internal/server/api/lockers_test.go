package api_test

import (
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"consigne/internal/domain/places/station"
)

func TestStationIsCreatedReadAndChanged(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		typed := map[string]any{
			"libelleAdmin": "G-1", "nom": "Place neuve", "latitude": "45.1", "longitude": "5.7", "adresse": "1 rue X",
			"codePostal": "38000", "ville": "Grenoble", "stationType": "collec-comptage", "systemeComptage": "Abelsensors",
		}
		created := s.call("POST", "/api/admin/exploitant/1/station/ajouter", token, typed)
		s.want("create", created, 201, "")
		path := "/api/admin/station/" + number(created.Body["idStation"])
		got := s.call("GET", path, token, nil)
		if got.Body["actif"] != true || got.Body["systemeComptage"] != "Abelsensors" ||
			got.Body["stationType"] != "collec-comptage" {
			t.Errorf("read: %s", got.Raw)
		}
		typed["codePostal"] = "3800"
		refused := s.call("PUT", path+"/modifier", token, typed)
		s.want("bad postal code", refused, 422, "Le format du code postal n'est pas correct")
		if violations, _ := refused.Body["violations"].([]any); len(violations) != 1 {
			t.Errorf("violations: %s", refused.Raw)
		}
		typed["codePostal"], typed["stationType"], typed["actif"] = "38100", "collec", false
		changed := s.call("PUT", path+"/modifier", token, typed)
		s.want("change", changed, 200, "")
		if changed.Body["systemeComptage"] != nil || changed.Body["actif"] != false {
			t.Errorf("a plain collective station has no counting system: %s", changed.Raw)
		}
		s.want("a space", s.call("POST", path+"/creer-casier", token, map[string]any{
			"nom": "Abri", "stationCarteAdresse": "c1", "stationCartePort": "1", "nbMaxSpaces": 20,
		}), 201, "")
		typed["stationType"] = "indiv"
		s.want("its kind is fixed by its spaces", s.call("PUT", path+"/modifier", token, typed), 409,
			"Le type de la station ne peut plus être modifié : elle contient des casiers.")
	})
}

// A change without a description keeps it, so that who does not know it loses nothing; but not the commune of another
// town. A description replaces the one before as a whole.
func TestTheDescriptionOfAStation(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		typed := map[string]any{
			"libelleAdmin": "G-1", "nom": "Place neuve", "latitude": "45.1", "longitude": "5.7", "adresse": "1 rue X",
			"codePostal": "38000", "ville": "Grenoble", "stationType": "indiv",
		}
		created := s.call("POST", "/api/admin/exploitant/1/station/ajouter", token, typed)
		s.want("create", created, 201, "")
		path := "/api/admin/station/" + number(created.Body["idStation"])
		nothing := map[string]any{
			"codeCommune": nil, "idOsm": nil, "mobilier": nil, "couverture": nil, "surveillance": nil, "lumiere": nil,
			"proprietaire": nil, "anneeMiseEnService": nil, "urlInformation": nil,
		}
		if got := s.call("GET", path, token, nil); !reflect.DeepEqual(got.Body["descriptif"], nothing) {
			t.Errorf("nothing is told: %s", got.Raw)
		}
		told := map[string]any{
			"codeCommune": "38185", "idOsm": "n12", "mobilier": "ARCEAU", "couverture": true, "surveillance": false,
			"lumiere":      true,
			"proprietaire": "Ville", "anneeMiseEnService": 2017.0, "urlInformation": "https://exemple.fr/velo",
		}
		change := func(name string, changes, want map[string]any) answer {
			t.Helper()
			for field, value := range changes {
				typed[field] = value
			}
			got := s.call("PUT", path+"/modifier", token, typed)
			s.want(name, got, 200, "")
			if !reflect.DeepEqual(got.Body["descriptif"], want) {
				t.Errorf("%s: %s", name, got.Raw)
			}
			return got
		}
		first := change("told", map[string]any{"descriptif": told}, told)
		if again := change("as it was read", map[string]any{"descriptif": first.Body["descriptif"]},
			told); again.Body["version"] != first.Body["version"] {
			t.Errorf("nothing has changed: %s", again.Raw)
		}
		delete(typed, "descriptif")
		change("by an older console", map[string]any{"nom": "Place vieille", "adresse": "2 rue X"}, told)
		elsewhere := maps.Clone(told)
		elsewhere["codeCommune"] = nil
		change("in another town", map[string]any{"ville": "Meylan", "codePostal": "38240"}, elsewhere)
		only := maps.Clone(nothing)
		only["lumiere"] = false
		change("one field alone", map[string]any{"descriptif": map[string]any{"lumiere": false}}, only)
		typed["descriptif"] = map[string]any{"codeCommune": "38", "anneeMiseEnService": 12}
		refused := s.call("PUT", path+"/modifier", token, typed)
		s.want("a wrong code", refused, 422,
			"Le format du code commune n'est pas correct (cinq caractères du code INSEE, comme 38185)")
		if dig(refused.Body, "violations", 0, "propertyPath") != "descriptif.codeCommune" ||
			dig(refused.Body, "violations", 1, "propertyPath") != "descriptif.anneeMiseEnService" {
			t.Errorf("at its fields: %s", refused.Raw)
		}
		audit := s.call("GET", "/api/admin/journal?exploitant=1&objet=station:"+number(created.Body["idStation"]), token, nil)
		for _, line := range []string{
			`"codeCommune":["","38185"]`, `"couverture":[null,true]`, `"surveillance":[null,false]`,
			`"anneeMiseEnService":[null,2017]`, `"codeCommune":["38185",""]`, `"lumiere":[true,false]`,
		} {
			if !strings.Contains(audit.Raw, line) {
				t.Errorf("the audit log has no %s: %s", line, audit.Raw)
			}
		}
	})
}

func TestLockersAreEdited(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		typed := map[string]any{
			"nom": "A10", "stationCarteAdresse": "c1", "stationCartePort": "1, 2",
			"etiquettes": []string{"abrité"},
		}
		s.want("create", s.call("POST", "/api/admin/station/2/creer-casier", token, typed), 201, "")
		typed["nom"], typed["stationCartePort"] = "A2", "3, 4"
		second := s.call("POST", "/api/admin/station/2/creer-casier", token, typed)
		list := s.call("GET", "/api/admin/station/2/casiers", token, nil)
		var names []string
		for _, l := range list.List {
			names = append(names, l["nom"].(string)) //nolint:errcheck // a panic fails the test as well
		}
		if !slices.Equal(names, []string{"A1", "A2", "A10"}) {
			t.Errorf("natural order: %v", names)
		}
		path := "/api/admin/casier/" + number(second.Body["id"])
		typed["complement"], typed["stationCartePort"] = "près du quai", "7"
		changed := s.call("PUT", path, token, typed)
		if changed.Status != 200 || changed.Body["complement"] != "près du quai" || changed.Body["stationCartePort"] != "7" ||
			changed.Body["etat"] != "Libre" {
			t.Errorf("change: %s", changed.Raw)
		}
		off := s.call("PATCH", path+"/switch-actif", token, nil)
		if off.Status != 200 || off.Body["actif"] != false || off.Body["etat"] != "Inactif" {
			t.Errorf("switch: %d %s", off.Status, off.Raw)
		}
		on := s.call("PATCH", path+"/switch-actif", token, map[string]string{"motif": "réparé"})
		if on.Status != 200 || on.Body["actif"] != true {
			t.Errorf("switch back: %d %s", on.Status, on.Raw)
		}
		s.want("delete", s.call("DELETE", path, token, nil), 204, "")
		s.want("gone", s.call("PUT", path, token, typed), 404, "")
		s.want("in use", s.call("DELETE", "/api/admin/casier/1", token, nil), 409,
			"Ce casier ne peut être supprimé : une utilisation y est en cours.")

		auditLog := s.call("GET", "/api/admin/journal?exploitant=1&objet=station:2", token, nil)
		if auditLog.Body["total"] != 6.0 || !strings.Contains(auditLog.Raw, `"motif":"réparé"`) ||
			!strings.Contains(auditLog.Raw, `"stationCartePort":["3,4","7"]`) {
			t.Errorf("audit log: %s", auditLog.Raw)
		}
	})
}

func TestImportIsAllOrNothing(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		send := func(try bool, ports ...string) answer {
			rows := []map[string]any{}
			for _, p := range ports {
				rows = append(rows, map[string]any{"nom": "B" + p, "stationCarteAdresse": "c1", "stationCartePort": p})
			}
			return s.call("POST", "/api/admin/station/2/importer-casiers", token, map[string]any{"casiers": rows, "essai": try})
		}
		count := func() int { return len(s.call("GET", "/api/admin/station/2/casiers", token, nil).List) }
		before := count()
		preview := send(true, "1", "x", "")
		if faults, _ := preview.Body["fautes"].([]any); len(faults) != 2 ||
			!strings.Contains(preview.Raw, "casiers.1.stationCartePort") {
			t.Errorf("preview: %s", preview.Raw)
		}
		s.want("one bad line", send(false, "1", "x"), 422,
			"Le format des ports de la carte n'est pas correct (nombres séparés par des virgules)")
		if count() != before {
			t.Error("half an import stays")
		}
		s.want("all good", send(false, "1", "2"), 201, "")
		if count() != before+2 {
			t.Errorf("%d lockers, want %d", count(), before+2)
		}
		s.want("nothing", send(false), 422, "Un import compte de 1 à 1 000 casiers.")
	})
}

func TestLockersShareNeitherNameNorPort(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		locker := func(name, card, ports string) map[string]any {
			return map[string]any{"nom": name, "stationCarteAdresse": card, "stationCartePort": ports}
		}
		create := func(l map[string]any) answer { return s.call("POST", "/api/admin/station/2/creer-casier", token, l) }
		bring := func(try bool, lines ...map[string]any) answer {
			return s.call("POST", "/api/admin/station/2/importer-casiers", token, map[string]any{"casiers": lines, "essai": try})
		}
		const name, port = "Ce nom est déjà celui du casier É1", "Le port 2 de cette carte est déjà celui du casier É1"
		first := create(locker("É1", "c1", "1,2"))
		s.want("the first", first, 201, "")
		second := create(locker("E2", "c1", "3"))
		s.want("another", second, 201, "")
		s.want("the name", create(locker("e1", "c2", "1")), 422, name)
		s.want("a port", create(locker("E3", "C1", "5, 02")), 422, "Le port 02 de cette carte est déjà celui du casier É1")
		s.want("the port of another card", create(locker("E3", "c2", "2")), 201, "")
		path := "/api/admin/casier/" + number(second.Body["id"])
		s.want("changed to its port", s.call("PUT", path, token, locker("E2", "c1", "2")), 422, port)
		s.want("changed to its name", s.call("PUT", path, token, locker("É1", "c1", "3")), 422, name)
		s.want("as it was", s.call("PUT", path, token, locker("E2", "c1", "3")), 200, "")
		tried := bring(true, locker("E1", "c9", "1"), locker("F1", "c9", "2"), locker("F2", "c9", "1,2"),
			locker("f1", "c9", "3"))
		var found []string
		for i := range length(tried.Body["fautes"]) {
			found = append(found, fmt.Sprint(dig(tried.Body, "fautes", i, "propertyPath"), " ",
				dig(tried.Body, "fautes", i, "message")))
		}
		if want := []string{
			"casiers.0.nom " + name, "casiers.2.stationCartePort Le port 1 de cette carte est déjà celui de la ligne 1",
			"casiers.2.stationCartePort Le port 2 de cette carte est déjà celui de la ligne 2",
			"casiers.3.nom Ce nom est déjà celui de la ligne 2",
		}; !slices.Equal(found, want) {
			t.Errorf("an import is told %q, want %q", found, want)
		}
		s.want("nor are they imported", bring(false, locker("G1", "c8", "1"), locker("G1", "c8", "2")), 422,
			"Ce nom est déjà celui de la ligne 1")

		var writes sync.WaitGroup
		statuses := make([]int, 4)
		for i := range statuses {
			writes.Go(func() { statuses[i] = create(locker("H1", fmt.Sprint("c", 20+i), "1")).Status })
		}
		writes.Wait()
		slices.Sort(statuses)
		if !slices.Equal(statuses, []int{201, 422, 422, 422}) {
			t.Errorf("at the same time: %v", statuses)
		}
		s.want("deleted", s.call("DELETE", "/api/admin/casier/"+number(first.Body["id"]), token, nil), 204, "")
		s.want("its name and port are free again", create(locker("É1", "c1", "1,2")), 201, "")

		// Two lockers that are the same since before this was refused.
		_, err := s.store.CreateLocker(t.Context(),
			station.Locker{
				StationID: 2, Name: "E2", Type: station.Bike, CardAddress: "c1", CardPorts: "3", Capacity: 1,
				Active: true,
			}, s.clock.Now())
		s.check(err)
		kept := locker("E2", "c1", "3")
		kept["complement"] = "Rangée basse"
		s.want("changed otherwise", s.call("PUT", path, token, kept), 200, "")
	})
}

func TestOpeningCodes(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("hotline@exemple.test").token
		generate := func() answer { return s.call("PATCH", "/api/admin/casier/1/generer_code", token, nil) }
		first := generate()
		code, _ := first.Body["code"].(string)
		if first.Status != 200 || len(code) != 6 || strings.Trim(code, "0123456789") != "" {
			t.Fatalf("code: %s", first.Raw)
		}
		if again := generate(); again.Raw != first.Raw {
			t.Errorf("while live, the same code and end: %s / %s", first.Raw, again.Raw)
		}
		s.clock.advance(180 * 1e9)
		if later := generate(); later.Body["dateFin"] == first.Body["dateFin"] {
			t.Errorf("after 180 s, a new one: %s", later.Raw)
		}

		free := func() answer { return s.call("PATCH", "/api/admin/casier/1/occupation/switch-gratuit", token, nil) }
		made := free()
		if payment, _ := made.Body["paiement"].(map[string]any); made.Status != 200 || payment["paiementStatut"] != "FREE" {
			t.Errorf("make free: %s", made.Raw)
		}
		s.want("twice", free(), 409, "Cette utilisation est déjà gratuite.")
		ended := s.call("PATCH", "/api/admin/occupation/1/terminer", token, nil)
		if ended.Status != 200 || ended.Body["finOccupation"] == nil || ended.Body["fin"] == nil {
			t.Errorf("end: %s", ended.Raw)
		}
		s.want("end twice", s.call("PATCH", "/api/admin/occupation/1/terminer", token, nil), 409,
			"Cette utilisation est déjà terminée.")
		s.want("nobody there", free(), 409, "Aucune utilisation n'est en cours dans ce casier.")

		technician := s.login("mainteneur@exemple.test").token
		s.want("a technician at the hotline's call", s.call("PATCH", "/api/admin/casier/1/generer_code", technician, nil),
			403, "")
		s.want("in maintenance mode", s.call("PATCH", "/api/admin/casier/1/maintenance/generer_code", technician, nil), 200,
			"")
		s.want("the hotline is not in it", s.call("PATCH", "/api/admin/casier/1/maintenance/generer_code", token, nil), 403,
			"")

		auditLog := s.call("GET", "/api/admin/journal?exploitant=1&objet=casier:1", token, nil)
		if auditLog.Body["total"] != 4.0 || strings.Contains(auditLog.Raw, code) || strings.Contains(s.log.String(), code) {
			t.Errorf("four codes were given, and none is written down: %s", auditLog.Raw)
		}
	})
}

// The rights on each call about one object, and the 404 for objects of another operator.
func TestRightsOnObjects(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := map[string]string{}
		for _, who := range []string{"admin", "gestionnaire", "hotline", "mainteneur", "ailleurs", "usager"} {
			token[who] = s.login(who + "@exemple.test").token
		}
		valid := map[string]any{"nom": "A1", "stationCarteAdresse": "c", "stationCartePort": "1"}
		for _, c := range []struct {
			method, path string
			body         any
			statuses     map[string]int
		}{
			{
				"GET", "/api/admin/station/1", nil,
				map[string]int{
					"admin": 200, "gestionnaire": 200, "hotline": 200, "mainteneur": 200, "ailleurs": 404,
					"usager": 403,
				},
			},
			{
				"PUT", "/api/admin/casier/1", valid,
				map[string]int{
					"admin": 200, "gestionnaire": 200, "hotline": 403, "mainteneur": 200, "ailleurs": 404,
					"usager": 403,
				},
			},
			{
				"PATCH", "/api/admin/casier/1/generer_code", nil,
				map[string]int{"admin": 200, "gestionnaire": 200, "hotline": 200, "mainteneur": 403, "ailleurs": 404},
			},
			{
				"GET", "/api/admin/station/1/tarifs", nil,
				map[string]int{"admin": 200, "gestionnaire": 200, "hotline": 200, "mainteneur": 403, "ailleurs": 404},
			},
			{
				"PATCH", "/api/admin/occupation/1/terminer", nil,
				map[string]int{"mainteneur": 403, "ailleurs": 404, "usager": 403, "hotline": 200},
			},
			{"GET", "/api/admin/exploitant/1/cles", nil, map[string]int{"admin": 200, "gestionnaire": 403}},
			{"GET", "/api/admin/journal", nil, map[string]int{"admin": 200, "gestionnaire": 403, "usager": 403}},
			{"GET", "/api/admin/journal?exploitant=1", nil, map[string]int{"admin": 200, "mainteneur": 200, "ailleurs": 403}},
			{"GET", "/api/admin/casier/99", nil, map[string]int{"admin": 405}},
			{"PUT", "/api/admin/casier/99", valid, map[string]int{"admin": 404, "gestionnaire": 404}},
		} {
			for _, who := range []string{"admin", "gestionnaire", "mainteneur", "ailleurs", "usager", "hotline"} {
				if status, said := c.statuses[who]; said {
					s.want(who+" "+c.method+" "+c.path, s.call(c.method, c.path, token[who], c.body), status, "")
				}
			}
		}
		for _, q := range []string{"page=0", "itemsPerPage=21", "page=x", "objet=station:x"} {
			s.want(q, s.call("GET", "/api/admin/journal?"+q, token["admin"], nil), http.StatusUnprocessableEntity, "")
		}
	})
}
