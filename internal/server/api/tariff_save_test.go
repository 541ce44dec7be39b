package api_test

import (
	"fmt"
	"strings"
	"testing"
)

// A save of several parts is applied as a whole, or not at all.
func TestTariffIsSavedAsAWhole(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		const path = "/api/admin/tarif/1"
		save := func(changes map[string]any) answer { return s.call("PUT", path+"/modifier", token, changes) }
		list := func(part string) answer { return s.call("GET", path+part, token, nil) }

		saved := save(map[string]any{
			"informations": typedTariff(map[string]any{"montant": 70}),
			"periodes": []any{
				map[string]any{"libelle": "Nuit", "heureDebut": "20-00", "heureFin": "08-00"},
				map[string]any{"libelle": "Midi"},
			},
			"beneficiaires": map[string]any{"ajouts": []string{"*@ville.fr", "a@ville.fr", "A@ville.fr"}},
			"stations":      []any{map[string]any{"idStation": 1, "idCasiers": []int{}}},
		})
		s.want("all parts", saved, 200, "")
		if saved.Body["montant"] != 70.0 || length(saved.Body["periodes"]) != 2 || length(saved.Body["beneficiaires"]) != 2 ||
			length(saved.Body["stations"]) != 1 {
			t.Errorf("saved: %s", saved.Raw)
		}
		night, noon := dig(saved.Body["periodes"], 0, "id"), dig(saved.Body["periodes"], 1, "id")
		user := dig(saved.Body["beneficiaires"], 0, "id")

		for _, refused := range []struct {
			name, field string
			part        map[string]any
			status      int
		}{
			{"a bad e-mail", "emails", map[string]any{"beneficiaires": map[string]any{"ajouts": []string{"personne"}}}, 422},
			{
				"an amount out of bounds", "montant",
				map[string]any{"informations": typedTariff(map[string]any{"montant": -1})},
				422,
			},
			{
				"a period without name", "periodes[1].libelle",
				map[string]any{"periodes": []any{map[string]any{"libelle": "Matin"}, map[string]any{}}},
				422,
			},
			{
				"an hour that is none", "periodes[0].heureFin",
				map[string]any{"periodes": []any{map[string]any{"libelle": "Matin", "heureFin": "25-00"}}},
				422,
			},
			{"a period of nobody", "", map[string]any{"periodes": []any{map[string]any{"id": 999, "libelle": "Matin"}}}, 404},
			{
				"a station of another operator", "",
				map[string]any{"stations": []any{map[string]any{"idStation": 3, "idCasiers": []int{3}}}},
				404,
			},
			{"the same in an application", "", map[string]any{"application": map[string]any{"idStations": []int{1, 3}}}, 404},
			{"a type that is none", "application", map[string]any{"application": map[string]any{"types": []int{9}}}, 422},
		} {
			changes := map[string]any{
				"periodes":      []any{map[string]any{"id": night, "supprimer": true}},
				"beneficiaires": map[string]any{"retraits": []any{user}},
				"application":   map[string]any{},
			}
			for field, value := range refused.part {
				changes[field] = value
			}
			got := save(changes)
			s.want(refused.name, got, refused.status, "")
			if refused.field != "" && dig(got.Body["violations"], 0, "propertyPath") != refused.field {
				t.Errorf("%s: %s", refused.name, got.Raw)
			}
			if periods, users := list("/periodes-pour-tarif"),
				list("/beneficiaires-pour-tarif"); len(periods.List) != 2 || len(users.List) != 2 {
				t.Fatalf("%s: half applied: %s %s", refused.name, periods.Raw, users.Raw)
			}
		}

		saved = save(map[string]any{
			"periodes": []any{
				map[string]any{"id": night, "libelle": "Nuit d'été", "heureDebut": "21-00"},
				map[string]any{"id": noon, "supprimer": true},
			},
			"beneficiaires": map[string]any{"retraits": []any{user, 999}, "ajouts": []string{"b@ville.fr"}},
		})
		s.want("changed and removed", saved, 200, "")
		if got := fmt.Sprint(saved.Body["periodes"]); length(saved.Body["periodes"]) != 1 ||
			!strings.Contains(got, "Nuit d'été") || !strings.Contains(got, "21-00") {
			t.Errorf("periods: %s", got)
		}
		if got := fmt.Sprint(saved.Body["beneficiaires"]); length(saved.Body["beneficiaires"]) != 2 ||
			!strings.Contains(got, "b@ville.fr") {
			t.Errorf("beneficiaries: %s", got)
		}
		opened := save(map[string]any{"beneficiaires": map[string]any{"toutRetirer": true}})
		if length(opened.Body["beneficiaires"]) != 0 || opened.Body["montant"] != 70.0 ||
			length(opened.Body["periodes"]) != 1 {
			t.Errorf("open to everybody: %s", opened.Raw)
		}
		s.want("nothing", save(map[string]any{}), 200, "")

		lines := s.call("GET", "/api/admin/journal?exploitant=1&itemsPerPage=20", token, nil).Raw
		for _, action := range []string{"tarif.modification", "tarif.plages", "tarif.usagers", "tarif.casiers"} {
			if !strings.Contains(lines, action) {
				t.Errorf("no line of %s", action)
			}
		}
	})
}

// A tariff is applied to all stations of its operator, or to some, in one act; by type when types are given.
func TestTariffForAllStations(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		made := func(application any) string {
			created := s.call("POST", "/api/admin/exploitant/1/tarif/creation-tarif", token,
				typedTariff(map[string]any{"application": application}))
			s.want("create", created, 201, "")
			return "/api/admin/tarif/" + number(created.Body["id"])
		}
		lockersOf := func(path string) (stations, lockers int) {
			list := s.call("GET", path+"/stations", token, nil).List
			for _, at := range list {
				count, _ := at["nbCasiers"].(float64)
				lockers += int(count)
			}
			return len(list), lockers
		}
		total := 0
		for _, st := range s.call("GET", "/api/admin/station/exploitant/1", token, nil).List {
			total += len(s.call("GET", "/api/admin/station/"+number(st["id"])+"/casiers", token, nil).List)
		}
		everywhere := made(map[string]any{})
		if stations, lockers := lockersOf(everywhere); stations != 2 || lockers != total {
			t.Errorf("everywhere: %d stations, %d of %d lockers", stations, lockers, total)
		}
		if stations, _ := lockersOf(made(map[string]any{"types": []int{3}})); stations != 0 {
			t.Errorf("scooters, of which there are none: %d stations", stations)
		}
		if stations, _ := lockersOf(made(map[string]any{"idStations": []int{2}})); stations != 1 {
			t.Errorf("one station: %d", stations)
		}
		none := made(nil)
		if stations, _ := lockersOf(none); stations != 0 {
			t.Errorf("no application: %d stations", stations)
		}
		for range 2 { // again changes nothing
			s.want("afterwards", s.call("PUT", none+"/modifier", token, map[string]any{"application": map[string]any{}}), 200,
				"")
		}
		if stations, lockers := lockersOf(none); stations != 2 || lockers != total {
			t.Errorf("afterwards: %d stations, %d of %d lockers", stations, lockers, total)
		}
		s.want("no half of a creation", s.call("POST", "/api/admin/exploitant/1/tarif/creation-tarif", token,
			typedTariff(map[string]any{
				"libelleAdmin": "Ailleurs",
				"application":  map[string]any{"idStations": []int{3}},
			})), 404, "")
		if list := s.call("GET", tariffs, token, nil); strings.Contains(list.Raw, "Ailleurs") {
			t.Error("a refused creation left a tariff")
		}
	})
}

// A tariff that follows a type applies to lockers of that type that are created later.
func TestTariffFollowsNewLockers(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		created := s.call("POST", "/api/admin/exploitant/1/tarif/creation-tarif", token,
			typedTariff(map[string]any{"typesSuivis": []int{2}}))
		s.want("create", created, 201, "")
		path := "/api/admin/tarif/" + number(created.Body["id"])
		lockers := 0
		add := func(kind int) {
			lockers++
			s.want("a locker", s.call("POST", "/api/admin/station/1/creer-casier", token, map[string]any{
				"nom": fmt.Sprintf("N%d", lockers), "type": kind, "stationCarteAdresse": "C9",
				"stationCartePort": fmt.Sprint(lockers),
			}), 201, "")
		}
		applies := func() int {
			total := 0
			for _, at := range s.call("GET", path+"/stations", token, nil).List {
				count, _ := at["nbCasiers"].(float64)
				total += int(count)
			}
			return total
		}
		add(1)
		add(2)
		if got := applies(); got != 1 {
			t.Errorf("of a bike and a cargo bike: %d", got)
		}
		if got := s.call("GET", path+"/infos-generales-tarif", token, nil); fmt.Sprint(got.Body["typesSuivis"]) != "[2]" {
			t.Errorf("read again: %s", got.Raw)
		}
		copied := s.call("POST", path+"/dupliquer", token, nil)
		if got := s.call("GET", "/api/admin/tarif/"+number(copied.Body["id"])+"/infos-generales-tarif", token,
			nil); fmt.Sprint(got.Body["typesSuivis"]) != "[2]" {
			t.Errorf("the copy: %s", got.Raw)
		}
		follow := func(types ...int) answer {
			return s.call("PUT", path+"/modifier", token, map[string]any{"typesSuivis": append([]int{}, types...)})
		}
		s.want("another type", follow(1, 1), 200, "")
		add(1)
		add(2)
		if got := applies(); got != 2 {
			t.Errorf("of two more: %d", got)
		}
		s.want("a type that is none", follow(9), 422, "Ce type de casier n'existe pas")
		s.want("no longer", follow(), 200, "")
		add(1)
		if got := applies(); got != 2 {
			t.Errorf("without following: %d", got)
		}
	})
}

func TestTariffCalendar(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		const path = "/api/admin/station/1/calendrier-tarifs"
		s.want("a night for all",
			s.call("POST", "/api/admin/exploitant/1/tarif/creation-tarif", token, typedTariff(map[string]any{
				"libelleAdmin": "Nuit", "montant": 1, "application": map[string]any{},
				"periodes": []any{map[string]any{"libelle": "Nuit", "heureDebut": "20:00", "heureFin": "08:00"}},
			})), 201, "")
		week := s.call("GET", path+"?semaine=2026-11-19", token, nil)
		s.want("the week", week, 200, "")
		if week.Body["lundi"] != "2026-11-16" {
			t.Errorf("Monday: %s", week.Raw)
		}
		monday := dig(week.Body["casiers"], 0, "jours", 0)
		if length(monday) != 3 || dig(monday, 0, "tarif", "libelle") != "Nuit" || dig(monday, 1, "de") != "08-00" ||
			dig(monday, 1, "tarif", "libelle") != "À l'heure" || dig(monday, 2, "a") != "24-00" {
			t.Errorf("Monday: %v", monday)
		}
		s.want("a date that is none", s.call("GET", path+"?semaine=19-11-2026", token, nil), 422,
			"Le format de la date n'est pas correct")
	})
}
