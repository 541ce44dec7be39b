package api_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/server/jobs"
)

// typedTariff returns the body of a valid tariff with some fields changed; a nil value leaves the field out.
func typedTariff(changes map[string]any) map[string]any {
	body := map[string]any{
		"libelleAdmin": "Vélo", "libelleUtilisateur": "Casier vélo", "typeTarif": "heure",
		"montant": 50,
	}
	for field, value := range changes {
		if body[field] = value; value == nil {
			delete(body, field)
		}
	}
	return body
}

const tariffs = "/api/admin/tarif/tarif-pour-exploitant?exploitant=1"

// What the template of a tariff promises is what its stays cost. A test of the console compares the templates.
func TestTemplatesKeepTheirPromises(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		file, err := os.ReadFile("testdata/tariff_templates.json")
		s.check(err)
		var templates []struct {
			Titre, Promesse string
			Tarif           map[string]any
			Prix            map[string]float64 // by minutes
		}
		s.check(json.Unmarshal(file, &templates))
		token := s.login("gestionnaire@exemple.test").token
		const day = "02-01-2006 15:04:05"
		start := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
		for _, template := range templates {
			if len(template.Prix) == 0 {
				t.Errorf("%s: nothing is priced", template.Titre)
			}
			for lasted, want := range template.Prix {
				minutes, err := time.ParseDuration(lasted + "m")
				s.check(err)
				got := s.call("POST", "/api/admin/exploitant/1/tarif/simulation", token, map[string]any{
					"tarif": template.Tarif, "dateDebutSimulation": start.Format(day),
					"dateFinSimulation": start.Add(minutes).Format(day),
				})
				if got.Body["prixActuel"] != want {
					t.Errorf("%s: %s minutes: %v, want %v: %s", template.Titre, lasted, got.Body["prixActuel"], want,
						template.Promesse)
				}
			}
		}
	})
}

func TestTariffLife(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		created := s.call("POST", "/api/admin/exploitant/1/tarif/creation-tarif", token, typedTariff(map[string]any{
			"libelleAdmin": " Été ", "montantPromo": 40, "montantPlafond": 300, "nombreMinutesPlafond": 1440,
			"nombreMinutesGratuites":        15,
			"nombreMinutesAvantDepassement": 1440, "montantDepassement": 100, "uniteDureeDepassement": "heure",
			"nombreMinutesAvantEnlevement": 2880, "montantEnlevement": 2000,
			"periodes":      []any{map[string]any{"libelle": "Nuit", "heureDebut": "20:00", "heureFin": "07-00"}},
			"beneficiaires": []string{"*@ville.fr", "A@ville.fr", " a@ville.fr "},
		}))
		s.want("create", created, 201, "")
		path := "/api/admin/tarif/" + number(created.Body["id"])

		list := s.call("GET", tariffs, token, nil)
		if len(list.List) != 2 || list.List[0]["libelle"] != "À l'heure" || list.List[1]["libelleAdmin"] != "Été" {
			t.Fatalf("by label: %s", list.Raw)
		}
		if got := fmt.Sprint(list.List[1]["periodes"]); !strings.Contains(got, "heureDebut:20-00 heureFin:07-00") ||
			!strings.Contains(got, "joursSemaine:[1 2 3 4 5 6 7]") {
			t.Errorf("periods: %s", got)
		}
		if got := list.List[1]["beneficiaires"]; length(got) != 2 {
			t.Errorf("beneficiaries, once each: %v", got)
		}
		if got := fmt.Sprint(list.List[0]["stations"]); !strings.Contains(got, "casiers:[map[id:1 nom:A1]]") ||
			!strings.Contains(got, "stationType:indiv") {
			t.Errorf("stations: %s", got)
		}

		changed := s.call("PUT", path+"/modifier-informations-generales", token,
			typedTariff(map[string]any{"montant": 60, "typeTarif": "jour", "montantPlafond": 5}))
		s.want("change", changed, 200, "")
		for field, want := range map[string]any{
			"montant": 60.0, "typeTarif": "jour", "montantPlafond": nil, "nombreMinutesPlafond": nil, "montantPromo": nil,
			"nombreMinutesAvantDepassement": nil, "uniteDureeDepassement": nil, "libellePublic": "Casier vélo",
			"idExploitant": 1.0,
		} {
			if got := changed.Body[field]; got != want {
				t.Errorf("what is absent is none: %s is %v, want %v", field, got, want)
			}
		}
		if got := s.call("GET", path+"/infos-generales-tarif", token, nil); got.Body["montant"] != 60.0 {
			t.Errorf("read again: %s", got.Raw)
		}

		copied := s.call("POST", "/api/admin/tarif/1/dupliquer", token, nil)
		s.want("copy", copied, 201, "")
		list = s.call("GET", tariffs, token, nil)
		i := slices.IndexFunc(list.List, func(item map[string]any) bool { return item["id"] == copied.Body["id"] })
		if i < 0 || list.List[i]["libelle"] != "Copie d'À l'heure" || length(list.List[i]["stations"]) != 2 {
			t.Errorf("the copy: %s", list.Raw)
		}

		s.want("delete", s.call("DELETE", path+"/supprimer", token, nil), 204, "")
		s.want("twice", s.call("DELETE", path+"/supprimer", token, nil), 404, "")
		s.want("deleted", s.call("GET", path+"/infos-generales-tarif", token, nil), 404, "")
		s.want("under way", s.call("DELETE", "/api/admin/tarif/1/supprimer", token, nil), 409,
			"Cette condition tarifaire ne peut être supprimée : elle s'applique à une utilisation en cours.")
		until := s.clock.Now().Add(time.Hour)
		subscribed := s.call("POST", "/api/admin/exploitant/1/tarif/creation-tarif", token,
			typedTariff(map[string]any{"abonnement": true, "typeTarif": "mois"}))
		id, _ := subscribed.Body["id"].(float64)
		_, err := s.store.CreateSubscription(t.Context(), subscription.Subscription{
			OperatorID: 1, AccountID: 6, TariffID: int64(id), TariffVersion: 1, StartsAt: s.clock.Now().Add(-time.Hour),
			EndsAt: &until,
		})
		s.check(err)
		s.want("subscribed", s.call("DELETE", "/api/admin/tarif/"+number(id)+"/supprimer", token, nil), 409,
			"Cette condition tarifaire ne peut être supprimée : un abonnement est en cours.")
		s.want("its kind is held",
			s.call("PUT", "/api/admin/tarif/"+number(id)+"/modifier-informations-generales", token, typedTariff(nil)), 409,
			"Le type de cette condition tarifaire ne peut être modifié : un abonnement est en cours.")
		s.clock.advance(time.Hour)
		token = s.login("gestionnaire@exemple.test").token
		s.want("the subscription has ended", s.call("DELETE", "/api/admin/tarif/"+number(id)+"/supprimer", token, nil), 204,
			"")

		lines := s.call("GET", "/api/admin/journal?exploitant=1&itemsPerPage=20", token, nil).Raw
		for _, action := range []string{"tarif.creation", "tarif.modification", "tarif.duplication", "tarif.suppression"} {
			if !strings.Contains(lines, action) {
				t.Errorf("no line of %s", action)
			}
		}
		if strings.Contains(lines, "ville.fr") {
			t.Error("the audit log holds an e-mail")
		}
	})
}

func TestTariffRefusals(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		const (
			amount = "Un montant doit être compris entre 0 et 10 000 000 €, au centime près"
			names  = "Veuillez renseigner les champs libellé, nom et type de tarif"
			length = "Une durée doit être comprise entre 1 minute et 10 ans, à la minute près"
		)
		for _, c := range []struct {
			name   string
			change map[string]any
			status int
			detail string
		}{
			{"no label", map[string]any{"libelleAdmin": " "}, 422, names},
			{"no type", map[string]any{"typeTarif": nil}, 422, names},
			{"neither type nor amount", map[string]any{"typeTarif": nil, "montant": nil}, 422, names},
			{"no amount", map[string]any{"montant": nil}, 422, "Veuillez renseigner tous les champs"},
			{"negative", map[string]any{"montant": -1}, 422, amount},
			{"fractional cents", map[string]any{"montantEnlevement": 10.5}, 422, amount},
			{"absurdly large", map[string]any{"montant": 1e30}, 422, amount},
			{"large", map[string]any{"montant": 1_000_000_001}, 422, amount},
			{"the largest", map[string]any{"montant": 1_000_000_000}, 201, ""},
			{"an amount that is a text", map[string]any{"montant": "50"}, 400, ""},
			{"half a minute", map[string]any{"nombreMinutesAvantDepassement": 0.5}, 422, length},
			{
				"an overrun cost without unit",
				map[string]any{"montantDepassement": 100},
				422,
				"Veuillez renseigner l'unité du coût en cas de dépassement",
			},
			{
				"limits out of order",
				map[string]any{"nombreMinutesAvantDepassement": 61, "nombreMinutesAvantEnlevement": 60},
				422,
				"Le temps limite avant dépassement ne peut être supérieur au temps limite avant enlèvement",
			},
			{"months", map[string]any{"typeTarif": "mois"}, 422, "Un tarif horaire se compte à l'heure ou au jour"},
			{
				"a period without a name",
				map[string]any{"periodes": []any{map[string]any{}}},
				422,
				"Veuillez renseigner le libellé de la plage horaire",
			},
			{
				"a bad e-mail",
				map[string]any{"beneficiaires": []string{"personne"}},
				422,
				"Cet email n'est pas valide : personne",
			},
		} {
			s.want(c.name, s.call("POST", "/api/admin/exploitant/1/tarif/creation-tarif", token, typedTariff(c.change)),
				c.status, c.detail)
			unit, unitChanged := c.change["typeTarif"]
			ofCreation := c.change["periodes"] != nil || c.change["beneficiaires"] != nil || (unitChanged && unit == nil)
			if !ofCreation && c.status == 422 {
				s.want(c.name+", changed",
					s.call("PUT", "/api/admin/tarif/1/modifier-informations-generales", token, typedTariff(c.change)), c.status,
					c.detail)
			}
		}
		s.want("no type, changed",
			s.call("PUT", "/api/admin/tarif/1/modifier-informations-generales", token,
				typedTariff(map[string]any{"typeTarif": nil})), 422, "Veuillez renseigner tous les champs")
		s.want("blank, and no amount",
			s.call("POST", "/api/admin/exploitant/1/tarif/creation-tarif", token,
				typedTariff(map[string]any{"libelleAdmin": "  ", "montant": nil})), 422, names)
		if list := s.call("GET", tariffs, token, nil); len(list.List) != 2 {
			t.Errorf("a refused tariff is there: %s", list.Raw)
		}
	})
}

// The rights on every call about tariffs.
func TestTariffRights(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		period := number(s.call("POST", "/api/admin/tarif/1/ajouter-plage-horaire", token,
			map[string]any{"libelle": "Nuit"}).Body["id"])
		user := s.call("PUT", "/api/admin/tarif/1/modifier-liste-usagers", token,
			map[string]any{"emails": []string{"a@ville.fr"}, "mode": 1}).List[0]
		for call, body := range map[string]any{
			"GET " + tariffs: nil,
			"GET /api/admin/tarif/1/infos-generales-tarif":        nil,
			"GET /api/admin/tarif/1/periodes-pour-tarif":          nil,
			"GET /api/admin/tarif/1/beneficiaires-pour-tarif":     nil,
			"GET /api/admin/tarif/1/stations":                     nil,
			"GET /api/admin/tarif/1/station/1/casiers-pour-tarif": nil,
			"GET /api/admin/station/1/tarifs":                     nil,
			"GET /api/admin/station/1/calendrier-tarifs":          nil,
			"GET /api/admin/casier/1/tarif":                       nil,
			"GET /api/admin/tarif/1/simulation-prix?dateDebutSimulation=21-11-2026%2010:00:00&dateFinSimulation=21-11-2026%2011:00:00": nil,
			"POST /api/admin/exploitant/1/tarif/simulation": map[string]any{
				"tarif": typedTariff(nil), "dateDebutSimulation": "21-11-2026 10:00:00", "dateFinSimulation": "21-11-2026 11:00:00",
			},
		} {
			method, path, _ := strings.Cut(call, " ")
			s.want("hotline "+call, s.call(method, path, s.login("hotline@exemple.test").token, body), 200, "")
			s.want("technician "+call, s.call(method, path, s.login("mainteneur@exemple.test").token, body), 403, "")
			s.want("admin "+call, s.call(method, path, s.login("admin@exemple.test").token, body), 200, "")
			elsewhere := s.call(method, path, s.login("ailleurs@exemple.test").token, body).Status
			if named := strings.Contains(path, "exploitant"); (named && elsewhere != 403) || (!named && elsewhere != 404) {
				t.Errorf("another operator's manager %s: %d", call, elsewhere)
			}
		}
		for _, c := range []struct {
			method, path string
			body         any
			status       int
		}{
			{"POST", "/api/admin/exploitant/1/tarif/creation-tarif", typedTariff(nil), 201},
			{"PUT", "/api/admin/tarif/1/modifier-informations-generales", typedTariff(nil), 200},
			{"PUT", "/api/admin/tarif/1/modifier", map[string]any{"application": map[string]any{}}, 200},
			{"POST", "/api/admin/tarif/1/comparaison", typedTariff(nil), 200},
			{"POST", "/api/admin/tarif/1/dupliquer", nil, 201},
			{"POST", "/api/admin/tarif/1/ajouter-plage-horaire", map[string]any{"libelle": "Nuit"}, 201},
			{"PUT", "/api/admin/tarif-periode/" + period + "/modifier", map[string]any{"libelle": "Nuit"}, 200},
			{"DELETE", "/api/admin/tarif-periode/" + period + "/supprimer", nil, 204},
			{
				"PUT", "/api/admin/tarif/1/modifier-liste-usagers",
				map[string]any{"emails": []string{"b@ville.fr"}, "mode": 1},
				200,
			},
			{"DELETE", "/api/admin/tarif/supprimer-usager/" + number(user["id"]), nil, 204},
			{"PUT", "/api/admin/tarif/1/station/1/modifier-casiers", map[string]any{"idCasiers": []int{1}}, 200},
			{"DELETE", "/api/admin/tarif/1/supprimer", nil, 409},
		} {
			s.want("hotline "+c.path, s.call(c.method, c.path, s.login("hotline@exemple.test").token, c.body), 403, "")
			s.want("technician "+c.path, s.call(c.method, c.path, s.login("mainteneur@exemple.test").token, c.body), 403, "")
			want := 404
			if strings.Contains(c.path, "exploitant") {
				want = 403
			}
			s.want("another manager "+c.path, s.call(c.method, c.path, s.login("ailleurs@exemple.test").token, c.body), want, "")
			s.want("manager "+c.path, s.call(c.method, c.path, token, c.body), c.status, "")
		}
		if got := s.call("GET", "/api/admin/station/1/casiers", s.login("mainteneur@exemple.test").token,
			nil); got.List[0]["tarifApplique"] != nil {
			t.Errorf("a technician reads a tariff: %s", got.Raw)
		}
		if got := s.call("GET", "/api/admin/station/1/casiers", token,
			nil); length(got.List[0]["autresConditionsTarifaires"]) != 2 {
			t.Errorf("a manager does not: %s", got.Raw)
		}
		s.want("which operator?",
			s.call("GET", "/api/admin/tarif/tarif-pour-exploitant", s.login("admin@exemple.test").token, nil), 422,
			"Veuillez préciser l'exploitant.")
	})
}

func TestTariffLists(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		period := map[string]any{
			"libelle": "Été", "joursSemaine": []string{"6", "7"}, "debut": "2026-07-01",
			"fin": "2026-08-31", "heureDebut": "08-30",
		}
		created := s.call("POST", "/api/admin/tarif/1/ajouter-plage-horaire", token, period)
		s.want("a period", created, 201, "")
		path := "/api/admin/tarif-periode/" + number(created.Body["id"])
		changed := s.call("PUT", path+"/modifier", token,
			map[string]any{"libelle": "Été", "dateDebut": "2026-07-02", "joursSemaine": []string{}})
		if changed.Body["dateDebut"] != "2026-07-02" || changed.Body["dateFin"] != nil || changed.Body["heureDebut"] != nil ||
			length(changed.Body["joursSemaine"]) != 7 {
			t.Errorf("changed: %s", changed.Raw)
		}
		for field, value := range map[string]any{"joursSemaine": []string{"8"}, "debut": "01-07-2026", "heureFin": "24:00"} {
			s.want("a wrong "+field, s.call("PUT", path+"/modifier", token, map[string]any{"libelle": "Été", field: value}), 422,
				"")
		}
		s.want("remove it", s.call("DELETE", path+"/supprimer", token, nil), 204, "")
		if got := s.call("GET", "/api/admin/tarif/1/periodes-pour-tarif", token, nil); got.Raw != "[]\n" {
			t.Errorf("periods: %s", got.Raw)
		}

		users := func(mode any, emails ...string) answer {
			return s.call("PUT", "/api/admin/tarif/1/modifier-liste-usagers", token,
				map[string]any{"emails": emails, "mode": mode})
		}
		s.want("no box", users(0, "a@ville.fr"), 422, "Veuillez cocher l'une des deux cases")
		s.want("no e-mail", users(1, " "), 422, "Veuillez renseigner au moins un email")
		s.want("one bad", users(1, "a@ville.fr", "*@"), 422, "Cet email n'est pas valide : *@")
		s.want("a star elsewhere", users(1, "a*@ville.fr"), 422, "Cet email n'est pas valide : a*@ville.fr")
		if got := users(1, "b@ville.fr", "*@ville.fr"); len(got.List) != 2 {
			t.Errorf("added: %s", got.Raw)
		}
		if got := users(1, "B@ville.fr", "c@ville.fr"); len(got.List) != 3 {
			t.Errorf("added once: %s", got.Raw)
		}
		if got := users(2, "d@ville.fr"); len(got.List) != 1 || got.List[0]["email"] != "d@ville.fr" {
			t.Errorf("replaced: %s", got.Raw)
		}

		lockers := "/api/admin/tarif/1/station/1/"
		apply := func(path string, ids ...int) answer {
			return s.call("PUT", path+"modifier-casiers", token, map[string]any{"idCasiers": append([]int{}, ids...)})
		}
		if got := s.call("GET", lockers+"casiers-pour-tarif", token, nil); !strings.Contains(got.Raw, `"selectionne":true`) {
			t.Errorf("lockers: %s", got.Raw)
		}
		s.want("a locker of another station", apply(lockers, 1, 2), 404, "")
		s.want("a station of another operator", apply("/api/admin/tarif/1/station/3/", 3), 404, "")
		s.want("the same for an administrator",
			s.call("PUT", "/api/admin/tarif/1/station/3/modifier-casiers", s.login("admin@exemple.test").token,
				map[string]any{"idCasiers": []int{3}}), 404, "")
		if got := apply(lockers); !strings.Contains(got.Raw, `"selectionne":false`) {
			t.Errorf("none: %s", got.Raw)
		}
		if got := s.call("GET", "/api/admin/tarif/1/stations", token, nil); len(got.List) != 1 ||
			got.List[0]["idStation"] != 2.0 || got.List[0]["nbCasiers"] != 1.0 {
			t.Errorf("stations: %s", got.Raw)
		}
		if got := apply(lockers, 1, 1); !strings.Contains(got.Raw, `"selectionne":true`) {
			t.Errorf("again: %s", got.Raw)
		}
	})
}

func TestSimulation(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		simulate := func(from, to string) answer {
			return s.call("GET", "/api/admin/tarif/1/simulation-prix?dateDebutSimulation="+strings.ReplaceAll(from, " ", "%20")+
				"&dateFinSimulation="+strings.ReplaceAll(to, " ", "%20"), token, nil)
		}
		got := simulate("21-11-2026 10:00:00", "22-11-2026 12:00:00")
		for field, want := range map[string]any{
			"prixActuel": 500.0, "prixAvantDepassement": 300.0, "prixDepassement": 200.0, "prixEnlevement": 0.0,
			"dureeStationnementTotal": 1560.0, "dureeStationnementNormal": 1440.0, "dureeStationnementDepassement": 120.0,
			"dateDebutStationnement": "2026-11-21T10:00:00+01:00", "dateCalcul": "2026-11-22T12:00:00+01:00",
			"dateDebutDepassement": "2026-11-22T10:00:00+01:00", "dateEnlevement": "2026-11-23T10:00:00+01:00",
			"minutesCourbe": 2880.0,
		} {
			if got.Body[field] != want {
				t.Errorf("%s: %v, want %v", field, got.Body[field], want)
			}
		}
		if lines, _ := got.Body["lignes"].([]any); len(lines) != 3 {
			t.Errorf("lines: %v", got.Body["lignes"])
		}
		// 25 October 2026, 02:30 comes twice: the first is taken, and three hours pass until 04:30.
		if got := simulate("25-10-2026 02:30:00", "25-10-2026 04:30:00"); got.Body["dureeStationnementTotal"] != 180.0 {
			t.Errorf("an hour that comes twice: %s", got.Raw)
		}
		for _, c := range []struct{ from, to, detail string }{
			{"21-11-2026 10:00:00", "21-11-2026 09:59:00", "La fin de l'occupation ne peut précéder son début"},
			{"29-03-2026 02:30:00", "29-03-2026 09:59:00", "Cette heure n'existe pas : l'horloge passe à l'heure d'été"},
			{"2026-11-21 10:00:00", "21-11-2026 10:00:00", "Veuillez saisir une date JJ-MM-AAAA et une heure HH:MM"},
			{"21-11-2026 10:00:00", "31-11-2026 10:00:00", "Veuillez saisir une date JJ-MM-AAAA et une heure HH:MM"},
			{"21-11-2026 9:00:00", "22-11-2026 10:00:00", "Veuillez saisir une date JJ-MM-AAAA et une heure HH:MM"},
			{"21-11-2026 10:00:30", "22-11-2026 10:00:00", "Veuillez saisir une date JJ-MM-AAAA et une heure HH:MM"},
			{"21-11-2026 10:00:00", "", "Veuillez saisir une date JJ-MM-AAAA et une heure HH:MM"},
		} {
			s.want(c.from+" to "+c.to, simulate(c.from, c.to), 422, c.detail)
		}
		s.want("a period", s.call("POST", "/api/admin/tarif/1/ajouter-plage-horaire", token,
			map[string]any{"libelle": "Nuit", "heureDebut": "20:00", "heureFin": "07:00"}), 201, "")
		if byDay, byNight := simulate("21-11-2026 10:00:00", "21-11-2026 12:00:00"),
			simulate(
				"21-11-2026 23:00:00", "22-11-2026 12:00:00",
			); byDay.Body["horsPlage"] != true || byNight.Body["horsPlage"] != false {
			t.Errorf("by day %s, by night %s", byDay.Raw, byNight.Raw)
		}
		draft := func(change map[string]any) answer {
			return s.call("POST", "/api/admin/exploitant/1/tarif/simulation", token, map[string]any{
				"tarif": typedTariff(change), "dateDebutSimulation": "21-11-2026 10:00:00",
				"dateFinSimulation": "21-11-2026 12:00:00",
			})
		}
		if got := draft(map[string]any{
			"montant": 80, "libelleAdmin": nil,
			"libelleUtilisateur": nil,
		}); got.Body["prixActuel"] != 160.0 {
			t.Errorf("a draft needs no name: %s", got.Raw)
		}
		s.want("a draft out of bounds", draft(map[string]any{"montant": -1}), 422, "")
	})
}

// A stay keeps the tariff of its start; the next stay takes the tariff valid at its own start.
func TestTariffChangeIsNeverRetroactive(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		_, key := s.fieldKeyOf(1)
		accountID := s.fieldCustomer(key, "zoe@exemple.test")
		start := func() string {
			return number(s.call("POST", "/api/terrain/occupations", key,
				map[string]any{"idCasier": 2, "idUtilisateur": accountID}).Body["id"])
		}
		end := func(id string) answer { return s.call("POST", "/api/terrain/occupations/"+id+"/fin", key, nil) }
		first := start()
		s.clock.advance(90 * time.Minute)
		token := s.login("gestionnaire@exemple.test").token
		s.want("change", s.call("PUT", "/api/admin/tarif/1/modifier-informations-generales", token,
			typedTariff(map[string]any{"montant": 999, "nombreMinutesAvantEnlevement": 60, "montantEnlevement": 5000})), 200, "")
		live := dig(s.call("GET", "/api/admin/station/2/casiers", token, nil).List[0]["utilisations"], 0)
		if dig(live, "utilisation", "cout") != 100.0 || dig(live, "utilisation", "enlevement") != false ||
			dig(live, "tarif", "montant") != 50.0 {
			t.Errorf("under way: %v", live)
		}
		ended := end(first)
		s.want("end", ended, 200, "")
		if ended.Body["cout"] != 100.0 || dig(ended.Body, "tarif", "libelle") != "À l'heure" ||
			dig(ended.Body, "paiement", "paiementStatut") != "NOT_PRESENTED" {
			t.Errorf("ended: %s", ended.Raw)
		}
		second := start()
		s.clock.advance(30 * time.Minute)
		token = s.login("gestionnaire@exemple.test").token
		if got := end(second); got.Body["cout"] != 999.0 {
			t.Errorf("the next one: %s", got.Raw)
		}
		compared := s.call("POST", "/api/admin/tarif/1/comparaison", token, typedTariff(map[string]any{"montant": 10}))
		if compared.Body["utilisations"] != 2.0 || compared.Body["totalActuel"] != 1099.0 ||
			compared.Body["totalNouveau"] != 30.0 {
			t.Errorf("compared: %s", compared.Raw)
		}
		if largest := compared.Body["plusGrandsEcarts"]; length(largest) != 2 || dig(largest, 0, "montantActuel") != 999.0 {
			t.Errorf("largest: %v", largest)
		}
		if again := s.call("GET", "/api/admin/tarif/1/infos-generales-tarif", token, nil); again.Body["montant"] != 999.0 {
			t.Errorf("a comparison changes nothing: %s", again.Raw)
		}
	})
}

func TestStaysPastTheirLimits(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("hotline@exemple.test").token
		_, key := s.fieldKeyOf(1)
		stays := stay.NewService(s.store, s.clock, payment.NewService(s.store, s.clock, simulator.New()), nil)
		current := func() map[string]any {
			s.check(s.runner.Run(t.Context(), jobs.Limits(stays)))
			current, _ := dig(s.call("GET", "/api/admin/station/1/casiers", token, nil).List[0]["utilisations"], 0,
				"utilisation").(map[string]any)
			return current
		}
		lines := func(action string) int {
			return strings.Count(s.call("GET", "/api/admin/journal?exploitant=1&itemsPerPage=20", token, nil).Raw, action)
		}
		s.want("another stay", s.call("POST", "/api/terrain/occupations", key,
			map[string]any{"idCasier": 2, "idUtilisateur": s.fieldCustomer(key, "zoe@exemple.test")}), 201, "")
		s.clock.advance(24 * time.Hour)
		token = s.login("hotline@exemple.test").token
		if got := current(); got["depassement"] != false || lines("utilisation.depassement") != 0 {
			t.Errorf("exactly at the limit: %v", got)
		}
		s.clock.advance(time.Minute)
		token = s.login("hotline@exemple.test").token
		if got := current(); got["depassement"] != true || got["enlevement"] != false || got["cout"] != 400.0 ||
			lines("utilisation.depassement") != 2 {
			t.Errorf("past the overrun limit: %v", got)
		}
		s.clock.advance(24*time.Hour - time.Minute)
		token = s.login("hotline@exemple.test").token
		if got := current(); got["enlevement"] != true || got["cout"] != 4700.0 || lines("utilisation.enlevement") != 2 {
			t.Errorf("at the removal limit: %v", got)
		}
		if current(); lines("utilisation.depassement") != 2 || lines("utilisation.enlevement") != 2 {
			t.Error("a flag is set twice")
		}
		s.want("a controller that was offline tells the true end",
			s.call("POST", "/api/terrain/occupations/2/fin", key, map[string]any{
				"fin": s.clock.Now().Add(-47 * time.Hour).Format(time.RFC3339Nano),
			}), 200, "")
		s.want("only staff end it", s.call("POST", "/api/terrain/occupations/1/fin", key, nil), 409,
			"Cette utilisation a dépassé le délai d'enlèvement : seul le personnel peut y mettre fin.")
		s.clock.advance(5 * time.Hour)
		token = s.login("hotline@exemple.test").token
		ended := s.call("PATCH", "/api/admin/occupation/1/terminer", token, nil)
		if ended.Status != 200 || ended.Body["cout"] != 4700.0 || ended.Body["depassement"] != true ||
			ended.Body["enlevement"] != true {
			t.Errorf("ended: %s", ended.Raw)
		}
	})
}

func TestWhichTariffAppliesToAStay(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		_, key := s.fieldKeyOf(1)
		accountID := s.fieldCustomer(key, "zoe@ville.fr")
		begin := func() answer {
			got := s.call("POST", "/api/terrain/occupations", key, map[string]any{"idCasier": 2, "idUtilisateur": accountID})
			if got.Status == 201 {
				s.want("end", s.call("POST", "/api/terrain/occupations/"+number(got.Body["id"])+"/fin", key, nil), 200, "")
			}
			return got
		}
		add := func(change map[string]any) string {
			id := number(s.call("POST", "/api/admin/exploitant/1/tarif/creation-tarif", token, typedTariff(change)).Body["id"])
			s.want("apply", s.call("PUT", "/api/admin/tarif/"+id+"/station/2/modifier-casiers", token,
				map[string]any{"idCasiers": []int{2}}), 200, "")
			return id
		}
		tariffOf := func(got answer) string { return number(dig(got.Body, "tarifOccupation", "id")) }
		if got := tariffOf(begin()); got != "1" {
			t.Errorf("for everybody: %s", got)
		}
		reserved := add(map[string]any{"montant": 70, "beneficiaires": []string{"*@VILLE.fr"}})
		if got := tariffOf(begin()); got != reserved {
			t.Errorf("reserved: %s", got)
		}
		monthly := add(map[string]any{"abonnement": true, "typeTarif": "mois", "montant": 1500})
		if got := tariffOf(begin()); got != reserved {
			t.Errorf("without the subscription: %s", got)
		}
		monthlyID := int64(0)
		_, err := fmt.Sscan(monthly, &monthlyID)
		s.check(err)
		_, err = s.store.CreateSubscription(t.Context(), subscription.Subscription{
			OperatorID: 1, AccountID: int64(accountID), TariffID: monthlyID, TariffVersion: 1,
			StartsAt: s.clock.Now().Add(-time.Hour), Renewed: true,
		})
		s.check(err)
		got := begin()
		if tariffOf(got) != monthly || got.Body["cout"] != 0.0 {
			t.Errorf("subscribed: %s", got.Raw)
		}

		locker := s.call("GET", "/api/admin/casier/2/tarif", token, nil)
		if dig(locker.Body, "tarifApplique", "id") != 1.0 || length(locker.Body["autresConditionsTarifaires"]) != 2 {
			t.Errorf("to an unknown user: %s", locker.Raw)
		}
		at := s.call("GET", "/api/admin/station/2/tarifs", token, nil).List[0]
		if length(at["tarifsAutre"]) != 2 || length(at["tarifsAbonnement"]) != 1 {
			t.Errorf("at the station: %v", at)
		}

		s.want("none applies", s.call("PUT", "/api/admin/tarif/1/station/2/modifier-casiers", token,
			map[string]any{"idCasiers": []int{}}), 200, "")
		other := s.fieldCustomer(key, "lea@exemple.test")
		s.want("none applies", s.call("POST", "/api/terrain/occupations", key,
			map[string]any{"idCasier": 2, "idUtilisateur": other}), 409,
			"Aucune condition tarifaire ne s'applique à ce casier pour cet utilisateur.")
	})
}
