package api_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

// edited is a record, how it is read, and two ways to write it.
type edited struct {
	name        string
	read        func(s *site, token string) map[string]any
	method      string
	path        string
	first, last any    // bodies of writes that change the record
	change      string // in what the second author is told of the first
}

func recordsToEdit(s *site) []edited {
	admin := s.login("admin@exemple.test").token
	operator := func(name string) map[string]any {
		return map[string]any{
			"libelleExploitant": name, "email": "a@b.fr", "adresseLibelle": "1 rue X",
			"adresseCodePostal": "38000", "adresseVille": "Grenoble",
		}
	}
	station := func(name string) map[string]any {
		return map[string]any{
			"libelleAdmin": "G", "nom": name, "latitude": "45.1", "longitude": "5.7", "adresse": "1 rue X",
			"codePostal": "38000", "ville": "Grenoble", "stationType": "indiv",
		}
	}
	locker := func(tag string) map[string]any {
		return map[string]any{"nom": "A1", "stationCarteAdresse": "c1", "stationCartePort": "1", "etiquettes": []string{tag}}
	}
	tariff := func(amount int) map[string]any {
		return map[string]any{
			"libelleAdmin": "À l'heure", "libelleUtilisateur": "Casier", "typeTarif": "heure",
			"montant": amount,
		}
	}
	member := func(name string) map[string]any {
		return map[string]any{
			"nom": name, "prenom": "Prénom", "telephone": "0601020304",
			"email": "gestionnaire@exemple.test",
		}
	}
	s.want("a contact", s.call("POST", "/api/admin/referent/exploitant/1", admin, map[string]any{"nom": "Accueil"}), 201,
		"")
	object := func(path string) func(*site, string) map[string]any {
		return func(s *site, token string) map[string]any { return s.call("GET", path, token, nil).Body }
	}
	entry := func(path string) func(*site, string) map[string]any {
		return func(s *site, token string) map[string]any { return s.call("GET", path, token, nil).List[0] }
	}
	return []edited{
		{
			"operator", object("/api/admin/exploitant/1"), "PUT", "/api/admin/exploitant/1", operator("Un"), operator("Deux"),
			`"nom":["Grandval","Un"]`,
		},
		{
			"second factor", object("/api/admin/exploitant/1"), "PATCH", "/api/admin/exploitant/1/double-authentification", nil,
			nil, `"doubleAuthentification":[false,true]`,
		},
		{
			"open data", object("/api/admin/exploitant/1"), "PATCH", "/api/admin/exploitant/1/donnees-ouvertes", nil, nil,
			`"donneesOuvertes":[false,true]`,
		},
		{
			"identity", object("/api/admin/exploitant/1"), "PUT", "/api/admin/exploitant/1/identite-fiscale",
			typedIdentity(map[string]any{"tauxTva": 1000}), typedIdentity(map[string]any{"tauxTva": 550}),
			`"tauxTva":[2000,1000]`,
		},
		{
			"settings", object("/api/admin/exploitant/1/reglages"), "PUT", "/api/admin/exploitant/1/reglages",
			map[string]any{"delaiGraceJours": 10},
			map[string]any{"delaiGraceJours": 3},
			`"delaiGraceJours":[7,10]`,
		},
		{
			"station", object("/api/admin/station/2"), "PUT", "/api/admin/station/2/modifier", station("Un"), station("Deux"),
			`"nom":["Gare","Un"]`,
		},
		{
			"station's service", object("/api/admin/station/2"), "PATCH", "/api/admin/station/2/switch-actif",
			map[string]any{"motif": "travaux"},
			nil, `"motif":"travaux"`,
		},
		{
			"locker", entry("/api/admin/station/2/casiers"), "PUT", "/api/admin/casier/2", locker("un"), locker("deux"),
			`"etiquettes":["","un"]`,
		},
		{
			"service", entry("/api/admin/station/2/casiers"), "PATCH", "/api/admin/casier/2/switch-actif",
			map[string]any{"motif": "cassé"},
			nil, `"motif":"cassé"`,
		},
		{
			"tariff", object("/api/admin/tarif/1/infos-generales-tarif"), "PUT",
			"/api/admin/tarif/1/modifier-informations-generales", tariff(60), tariff(70), `"montant":[50,60]`,
		},
		{
			"contact", entry("/api/admin/referents/exploitant/1"), "PUT", "/api/admin/referent/1",
			map[string]any{"nom": "Un"},
			map[string]any{"nom": "Deux"},
			`"champs":"nom"`,
		},
		{
			"manager", entry("/api/admin/gestionnaires/exploitant/1"), "PUT",
			"/api/admin/gestionnaire/utilisateur/2/exploitant/1", member("Aa"), member("Ab"), `"champs":"nom, telephone"`,
		},
		{
			"role", object("/api/admin/utilisateur/3"), "POST", "/api/admin/utilisateur/3/role",
			map[string]any{"exploitant": 2, "role": "Hotline"},
			map[string]any{"exploitant": 2, "role": "Mainteneur"},
			`"role":"Hotline"`,
		},
		{
			"ban", object("/api/admin/utilisateur/6"), "PATCH", "/api/admin/utilisateur/6/switch-actif", nil, nil,
			`compte.bannissement`,
		},
	}
}

func ifMatch(version any) []string { return []string{"If-Match", `"` + number(version) + `"`} }

// A save over a change that its author has not seen is refused, and tells of it; with the version told in the refusal
// it is made.
func TestASaveOverAnUnseenChangeIsRefused(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("admin@exemple.test").token
		for _, r := range recordsToEdit(s) {
			opened := r.read(s, token)["version"]
			first := s.call(r.method, r.path, token, r.first, ifMatch(opened)...)
			if first.Status/100 != 2 {
				t.Fatalf("%s: the first save: %d %s", r.name, first.Status, first.Raw)
			}
			now := r.read(s, token)
			if answered := first.Body["version"]; answered != now["version"] || answered == opened {
				t.Errorf("%s: version %v, then %v in the answer and %v when it is read", r.name, opened, answered, now["version"])
			}
			second := s.call(r.method, r.path, token, r.last, ifMatch(opened)...)
			s.want(r.name+": the second save", second, 409,
				"Ces informations ont été modifiées depuis que vous les avez ouvertes.")
			if dig(second.Body, "conflit", "version") != now["version"] ||
				dig(second.Body, "conflit", "modifications", 0, "acteur", "nom") != "Prénom Nom" ||
				dig(second.Body, "conflit", "modifications", 0, "instant") == nil || !strings.Contains(second.Raw, r.change) {
				t.Errorf("%s: the second author is told %s, want %s", r.name, second.Raw, r.change)
			}
			if after := r.read(s, token); fmt.Sprint(after) != fmt.Sprint(now) {
				t.Errorf("%s: the refused save changed %v to %v", r.name, now, after)
			}
			anyway := s.call(r.method, r.path, token, r.last, ifMatch(dig(second.Body, "conflit", "version"))...)
			if anyway.Status/100 != 2 {
				t.Errorf("%s: saved with the version of today: %d %s", r.name, anyway.Status, anyway.Raw)
			}
			if without := s.call(r.method, r.path, token, r.first); without.Status/100 != 2 {
				t.Errorf("%s: without a version: %d %s", r.name, without.Status, without.Raw)
			}
		}
		s.want("not a version", s.call("PUT", "/api/admin/exploitant/1", token, map[string]any{}, "If-Match", `"x"`), 400, "")
	})
}

// Of two saves at the same time, one is made and the other is refused.
func TestTwoSavesAtOnce(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		token := s.login("admin@exemple.test").token
		for _, r := range recordsToEdit(s) {
			opened := ifMatch(r.read(s, token)["version"])
			var saves sync.WaitGroup
			statuses := make([]int, 2)
			for i, body := range []any{r.first, r.last} {
				saves.Go(func() { statuses[i] = s.call(r.method, r.path, token, body, opened...).Status / 100 })
			}
			saves.Wait()
			slices.Sort(statuses)
			if !slices.Equal(statuses, []int{2, 4}) {
				t.Errorf("%s: %v", r.name, statuses)
			}
		}
	})
}

// The lists of a tariff and its terms do not replace one another, nor do two periods, or its lockers at two stations.
func TestPartsOfATariffAreComparedEachByItself(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		opened := ifMatch(s.call("GET", "/api/admin/tarif/1/infos-generales-tarif", token, nil).Body["version"])
		period := map[string]any{"libelle": "Nuit"}
		id := number(s.call("POST", "/api/admin/tarif/1/ajouter-plage-horaire", token, period).Body["id"])
		other := number(s.call("POST", "/api/admin/tarif/1/ajouter-plage-horaire", token, period).Body["id"])
		write := func(path string, body map[string]any, headers ...string) answer {
			return s.call("PUT", "/api/admin/"+path, token, body, headers...)
		}
		const terms, emails, lockers = "tarif/1/modifier-informations-generales", "tarif/1/modifier-liste-usagers",
			"tarif/1/station/%d/modifier-casiers"
		s.want("the terms", write(terms,
			map[string]any{"libelleAdmin": "B", "libelleUtilisateur": "B", "typeTarif": "heure", "montant": 1},
			opened...), 200, "")
		s.want("emails are added", write(emails, map[string]any{"emails": []string{"a@b.fr"}, "mode": 1}, opened...), 200, "")
		s.want("and more of them", write(emails, map[string]any{"emails": []string{"c@d.fr"}, "mode": 1}, opened...), 200, "")
		s.want("but not replaced", write(emails, map[string]any{"emails": []string{"e@f.fr"}, "mode": 2}, opened...), 409, "")
		s.want("lockers of a station", write(fmt.Sprintf(lockers, 1), map[string]any{"idCasiers": []int{}}, opened...), 200,
			"")
		s.want("of another", write(fmt.Sprintf(lockers, 2), map[string]any{"idCasiers": []int{}}, opened...), 200, "")
		s.want("of the first again", write(fmt.Sprintf(lockers, 1), map[string]any{"idCasiers": []int{1}}, opened...), 409,
			"")
		seen := ifMatch(s.call("GET", "/api/admin/tarif/1/infos-generales-tarif", token, nil).Body["version"])
		s.want("a period", write("tarif-periode/"+id+"/modifier", map[string]any{"libelle": "Jour"}, seen...), 200, "")
		s.want("another", write("tarif-periode/"+other+"/modifier", map[string]any{"libelle": "Jour"}, seen...), 200, "")
		s.want("the first again", write("tarif-periode/"+id+"/modifier", map[string]any{"libelle": "Matin"}, seen...), 409,
			"")
	})
}

// One save of several parts is compared with changes of what it replaces only, and is made whole or not at all.
func TestASaveOfSeveralPartsIsComparedByPart(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		read := func(path string) answer { return s.call("GET", "/api/admin/tarif/1/"+path, token, nil) }
		write := func(path string, body map[string]any, headers ...string) answer {
			return s.call("PUT", "/api/admin/tarif/1/"+path, token, body, headers...)
		}
		opened := ifMatch(read("infos-generales-tarif").Body["version"])
		terms := func(label string) map[string]any {
			return map[string]any{"libelleAdmin": label, "libelleUtilisateur": "Casier", "typeTarif": "heure", "montant": 1}
		}
		emails := map[string]any{"toutRetirer": true, "ajouts": []string{"e@f.fr"}}
		at := func(stationID int, lockers ...int) []map[string]any {
			return []map[string]any{{"idStation": stationID, "idCasiers": lockers}}
		}
		save := func(body map[string]any) answer { return write("modifier", body, opened...) }

		// A colleague changes the beneficiaries, and the lockers of a station.
		s.want("emails", write("modifier-liste-usagers", map[string]any{"emails": []string{"a@b.fr"}, "mode": 1}), 200, "")
		s.want("lockers", write("station/1/modifier-casiers", map[string]any{"idCasiers": []int{}}), 200, "")

		s.want("the terms alone", save(map[string]any{"informations": terms("B")}), 200, "")
		s.want("emails that are added", save(map[string]any{"beneficiaires": map[string]any{"ajouts": []string{"c@d.fr"}}}),
			200, "")
		s.want("lockers of another station", save(map[string]any{"stations": at(2, 2)}), 200, "")
		s.want("lockers of that station", save(map[string]any{"stations": at(1, 1)}), 409, "")
		refused := save(map[string]any{"periodes": []map[string]any{{"libelle": "Nuit"}}, "beneficiaires": emails})
		s.want("a period, and emails that are replaced", refused, 409, "")
		if dig(refused.Body, "conflit", "modifications", 0, "action") != "tarif.usagers" {
			t.Errorf("the author is told %s", refused.Raw)
		}
		if periods := read("periodes-pour-tarif").List; len(periods) != 0 {
			t.Errorf("the refused save added the periods %v", periods)
		}
		if told, is := dig(refused.Body, "conflit", "version"), read("infos-generales-tarif").Body["version"]; told != is {
			t.Errorf("the author is told version %v instead of %v: parts of the refused save count in it", told, is)
		}
		now := ifMatch(dig(refused.Body, "conflit", "version"))
		s.want("with the version of today", write("modifier", map[string]any{"beneficiaires": emails}, now...), 200, "")
	})
}
