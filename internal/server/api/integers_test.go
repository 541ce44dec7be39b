package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/app"
	"consigne/internal/kernel/clock"
)

// extremes holds whole numbers at limits: of sign, of 32 bits, of what JavaScript represents exactly, of 64 bits.
var extremes = []json.Number{"0", "-1", "2147483648", "9007199254740992", "9223372036854775807", "9223372036854775808"}

// Whatever whole number is sent where the API takes one, no call fails, nor does any call that reads what the others
// wrote.
func TestNoIntegerBreaksACall(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		c.stay(time.Hour)
		c.collect() // makes payment 2, which can be refunded
		s.bookkeep()
		admin := s.login("admin@exemple.test").token
		bodies := integerBodies(c)
		ids := map[string]string{"/api/admin/utilisateur/": "7", "/api/admin/paiement/": "2", "/api/admin/tarif/": "1"}
		tried := 0
		for _, place := range integerPlaces(t) {
			body, known := bodies[place.operation]
			if place.in == "body" && !known {
				t.Errorf("%s (%s %s) takes whole numbers in its body: give this test one", place.operation, place.method,
					place.path)
				continue
			}
			id := "1"
			for prefix, other := range ids {
				if strings.HasPrefix(place.path, prefix) {
					id = other
				}
			}
			for _, value := range extremes {
				bearer := admin
				if strings.HasPrefix(place.path, "/api/terrain/") {
					bearer = c.key
				}
				path, sent := place.path, body
				switch place.in {
				case "path":
					path = strings.ReplaceAll(path, "{"+place.name+"}", value.String())
				case "body":
					sent = with(body, place.steps, value)
				}
				path = inBraces.ReplaceAllString(path, id)
				if place.in == "query" {
					path += "?" + url.Values{place.name: {value.String()}}.Encode()
				}
				got := s.call(place.method, path, bearer, sent)
				tried++
				if got.Status >= 500 {
					t.Errorf("%s %s %s = %s: %d %s", place.method, path, place.name, value, got.Status, got.Raw)
				}
				if token, _ := got.Body["token"].(string); token != "" && strings.Contains(path, "exportation") {
					s.call("GET", strings.Replace(path, "/api/admin/", "/api/", 1)+"/format/xlsx/"+token, "", nil)
				}
			}
		}
		if tried < 500 {
			t.Errorf("only %d calls", tried)
		}
		for _, path := range []string{
			"/api/admin/station/exploitant/1", "/api/admin/station/1", "/api/admin/station/1/casiers", "/api/admin/exploitant/1",
			"/api/admin/exploitants",
			"/api/admin/exploitant/1/compteurs", "/api/admin/tarif/tarif-pour-exploitant?exploitant=1", "/api/admin/paiements",
			"/api/admin/paiements/vues", "/api/admin/usages", "/api/admin/abonnements?exploitant=1",
			"/api/admin/journal", "/api/ouvert/stations.geojson", s.sealsAddress(1), "/api/admin/exploitant/1/attestation",
			"/api/admin/exploitant/1/rapprochement?mois=2026-10", "/api/admin/paiement/2/recu.pdf", "/api/admin/document/1.pdf",
			"/api/admin/exploitant/1/documents.zip?mois=" + s.clock.Now().In(clock.Paris).Format("2006-01"),
			"/api/admin/utilisateur/7/export", "/api/admin/iloo/analytics/1",
		} {
			if got := s.call("GET", path, admin, nil); got.Status != 200 {
				t.Errorf("then %s: %d %s", path, got.Status, got.Raw)
			}
		}
		if strings.Contains(s.log.String(), "cut short") || strings.Contains(s.log.String(), `"panic"`) {
			t.Errorf("log: %s", s.log.String())
		}
	})
}

// integerBodies makes what the bodies name, and returns a good body of each call that takes whole numbers in its body.
func integerBodies(c paymentSite) map[string]any {
	s := c.site
	tariffID := s.monthly(nil)
	s.countedPark()
	waiting := waitSite{c, s.login("admin@exemple.test").token, s.monthly(nil)}
	waiting.quota(0)
	waiting.joins(c.accountID)
	s.want("an intervention", s.call("POST", interventionsAt, s.login("admin@exemple.test").token,
		map[string]any{"idCasier": 1, "cause": "porte"}), 201, "")
	locker := map[string]any{"nom": "Z", "stationCarteAdresse": "c", "stationCartePort": "1", "nbMaxSpaces": 1, "type": 2}
	bySubscription := map[string]any{"filters": map[string]any{"tarif": []any{1}, "station": []any{1}}}
	byActor := map[string]any{"filters": map[string]any{"acteur": 1}}
	filters := map[string]any{"filters": map[string]any{
		"station": []any{1}, "casiers": []any{1}, "lockerType": []any{1},
		"stopReason": []any{},
	}}
	view := map[string]any{
		"nom":     "Vue",
		"filtres": map[string]any{"station": []any{1}, "casiers": []any{1}, "lockerType": []any{1}},
	}
	place := map[string]any{
		"libelleAdmin": "G", "nom": "Gare", "latitude": "45.1", "longitude": "5.7", "adresse": "1 rue X",
		"codePostal": "38000", "ville": "Grenoble", "stationType": "indiv",
		"descriptif": map[string]any{"anneeMiseEnService": 2017},
	}
	return map[string]any{
		"create-station": place, "change-station": place,
		"create-locker": locker, "change-locker": locker, "import-lockers": map[string]any{"casiers": []any{locker}},
		"create-operator": typedOperator(nil), "change-operator": typedOperator(nil),
		"create-key":    map[string]any{"libelle": "Application", "limite": 300},
		"change-key":    map[string]any{"libelle": "Application", "limite": 300},
		"create-tariff": typedTariff(nil), "change-tariff": typedTariff(nil), "compare-tariff": typedTariff(nil),
		"simulate-draft": map[string]any{
			"tarif": typedTariff(nil), "dateDebutSimulation": "21-11-2026 10:00:00",
			"dateFinSimulation": "25-11-2026 12:00:00",
		},
		"change-beneficiaries":  map[string]any{"emails": []string{"a@exemple.test"}, "mode": 1},
		"change-tariff-lockers": map[string]any{"idCasiers": []any{1}},
		"save-tariff": map[string]any{
			"informations": typedTariff(nil), "periodes": []any{map[string]any{"libelle": "Nuit", "joursSemaine": []any{"1"}}},
			"beneficiaires": map[string]any{"retraits": []any{1}},
			"stations":      []any{map[string]any{"idStation": 1, "idCasiers": []any{1}}},
			"application":   map[string]any{"idStations": []any{1}, "types": []any{1}}, "typesSuivis": []any{1},
		},
		"assign-line":               map[string]any{"depuis": s.clock.Now(), "responsable": nil, "avant": nil},
		"change-fiscal-identity":    typedIdentity(nil),
		"place-subscription":        map[string]any{"idCasier": 1, "idStation": 1},
		"change-operator-settings":  map[string]any{"delaiGraceJours": 10, "veloPreavisJours": 30},
		"create-replay":             map[string]any{"du": "2026-11-01", "au": "2026-11-30", "tarif": typedTariff(nil)},
		"add-availability-contract": contractWithHours(),
		"create-refund-batch": map[string]any{
			"commentaire": "Tarif mal saisi", "nombre": 1, "somme": 50,
			"compris": true,
		},
		"act-on-payments": map[string]any{"action": "annuler", "paiements": []any{1}, "commentaire": "Essai"},
		"write-call-note": map[string]any{"usager": 7, "casier": 1, "note": "Rappelle demain"},
		"ask-for-refund":  map[string]any{"montant": 1, "cause": "autre", "commentaire": "Essai"},
		"act-on-lines": map[string]any{"action": "prendre", "lignes": []any{
			map[string]any{"genre": "depassements", "objet": 1, "depuis": "2026-01-01T00:00:00Z", "avant": 1},
		}},
		"refund-payment":               map[string]any{"commentaire": "Essai"},
		"create-payment-view":          view,
		"change-payment-view":          view,
		"open-payment-export":          filters,
		"open-operator-payment-export": filters,
		"open-usage-export":            filters,
		"open-operator-usage-export":   filters,
		"download-payments":            filters,
		"download-operator-payments":   filters,
		"download-usages":              filters,
		"download-operator-usages":     filters,
		"download-payments-xlsx":       filters, "download-operator-payments-xlsx": filters,
		"download-usages-xlsx": filters, "download-operator-usages-xlsx": filters,
		"download-operator-subscriptions": bySubscription, "download-operator-subscriptions-xlsx": bySubscription,
		"download-security-events-xlsx": map[string]any{"filters": map[string]any{"compte": 1, "acteur": 1}},
		"download-security-events":      map[string]any{"filters": map[string]any{"compte": 1, "acteur": 1}},
		"download-journal":              byActor, "download-journal-xlsx": byActor,
		"download-operator-journal": byActor, "download-operator-journal-xlsx": byActor,
		"grant-role": map[string]any{"exploitant": 1, "role": "Hotline"},
		"field-subscribe": map[string]any{
			"idUtilisateur": c.accountID, "idTarif": tariffID,
			"isReconductible": true,
		},
		"field-wait": map[string]any{"idUtilisateur": c.accountID, "idTarif": tariffID, "idStations": []any{2}},
		"add-wait":   map[string]any{"idUtilisateur": c.accountID, "idTarif": tariffID, "idStations": []any{2}},
		"move-wait":  map[string]any{"rang": 1, "commentaire": "Essai"},
		"open-left-bike": map[string]any{
			"idOccupation": 1, "idStation": 4, "description": "Noir", "etiquette": "V-12",
		},
		"field-start":          map[string]any{"idUtilisateur": c.accountID, "idCasier": 2},
		"field-count":          map[string]any{"connexion": "Z1", "occupees": 1, "instant": s.clock.Now()},
		"open-intervention":    map[string]any{"idCasier": 2, "idStation": 2, "cause": "porte"},
		"change-intervention":  map[string]any{"responsable": 3},
		"take-intervention":    map[string]any{"responsable": 3},
		"resolve-intervention": map[string]any{"minutes": 20},
		"field-report":         map[string]any{"idCasier": 2, "idStation": 2, "cause": "porte"},
	}
}

// A fraction, or a number that no whole number of the program holds, is a value that is refused at its field; a text is
// no number.
func TestAFractionIsNoWholeNumber(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		c.stay(time.Hour)
		c.collect()
		s.bookkeep()
		c.buys(s.monthly(nil), nil)
		admin := s.login("admin@exemple.test").token
		bodies := integerBodies(c)
		s.askReplay(admin, nil)
		tried := 0
		for _, place := range integerPlaces(t) {
			last := strings.TrimSuffix(place.name, ".[]")
			last = last[strings.LastIndex(last, ".")+1:]
			flag := last == "filterTests" || last == "hidePostponed" || last == "toFollow" // 0, 1, true or false
			if place.in != "body" || flag {
				continue
			}
			path := strings.ReplaceAll(place.path, "{genre}", "depassements")
			bearer, path := admin, inBraces.ReplaceAllString(path, "1")
			if strings.HasPrefix(place.path, "/api/terrain/") {
				bearer = c.key
			}
			if place.operation == "refund-payment" {
				path = strings.ReplaceAll(path, "/1/", "/2/")
			}
			for value, status := range map[any]int{
				json.Number("10.5"): 422, json.Number("-0.5"): 422, json.Number("1e30"): 422,
				json.Number("99999999999999999999"): 422, "10": 400,
			} {
				got := s.call(place.method, path, bearer, with(bodies[place.operation], place.steps, value))
				tried++
				s.want(fmt.Sprint(place.operation, " ", place.name, " = ", value), got, status, "")
				at, _ := dig(got.Body, "violations", 0, "propertyPath").(string)
				if at, _, _ = strings.Cut(at[strings.LastIndex(at, ".")+1:], "["); status == 422 && at != last {
					t.Errorf("%s %s = %v: at %q: %s", place.operation, place.name, value, at, got.Raw)
				}
			}
		}
		if tried < 100 {
			t.Errorf("only %d calls", tried)
		}
	})
}

// integerPlace is a place where a call takes a whole number.
type integerPlace struct {
	operation, method, path string
	in, name                string   // in is path, query or body
	steps                   []string // path in a body; "[]" enters a list
}

func integerPlaces(t *testing.T) []integerPlace {
	t.Helper()
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string
			Parameters  []struct {
				In, Name string
				Schema   map[string]any
			}
			RequestBody struct {
				Content map[string]struct{ Schema map[string]any }
			}
		}
		Components struct{ Schemas map[string]map[string]any }
	}
	if err := json.Unmarshal(app.Spec(), &document); err != nil {
		t.Fatal(err)
	}
	var within func(schema map[string]any, steps []string) [][]string
	object := func(value any) map[string]any { found, _ := value.(map[string]any); return found }
	within = func(schema map[string]any, steps []string) (found [][]string) {
		if name, ok := schema["$ref"].(string); ok {
			return within(document.Components.Schemas[name[strings.LastIndex(name, "/")+1:]], steps)
		}
		if kind := fmt.Sprint(schema["type"]); strings.Contains(kind, "integer") || strings.Contains(kind, "number") {
			found = append(found, steps)
		}
		properties := object(schema["properties"])
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			found = append(found, within(object(properties[name]), append(slices.Clone(steps), name))...)
		}
		if items := object(schema["items"]); items != nil {
			found = append(found, within(items, append(slices.Clone(steps), "[]"))...)
		}
		choices, _ := schema["oneOf"].([]any)
		for _, choice := range choices {
			found = append(found, within(object(choice), steps)...)
		}
		return found
	}
	places := []integerPlace{}
	for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(document.Paths[path])) {
			operation := document.Paths[path][method]
			place := integerPlace{operation: operation.OperationID, method: strings.ToUpper(method), path: path}
			for _, parameter := range operation.Parameters {
				if len(within(parameter.Schema, nil)) > 0 {
					place.in, place.name = parameter.In, parameter.Name
					places = append(places, place)
				}
			}
			for _, steps := range within(operation.RequestBody.Content["application/json"].Schema, nil) {
				place.in, place.name, place.steps = "body", strings.Join(steps, "."), steps
				places = append(places, place)
			}
		}
	}
	return places
}

// with returns a copy of a JSON value in which the value that the steps lead to is replaced.
func with(body any, steps []string, value any) any {
	if len(steps) == 0 {
		return value
	}
	if steps[0] == "[]" {
		list, _ := body.([]any)
		var first any
		if len(list) > 0 {
			first = list[0]
		}
		return []any{with(first, steps[1:], value)}
	}
	object, _ := body.(map[string]any)
	object = maps.Clone(object)
	if object == nil {
		object = map[string]any{}
	}
	object[steps[0]] = with(object[steps[0]], steps[1:], value)
	return object
}
