package api_test

import (
	"strings"
	"testing"
)

// What a colleague copies from a mail, a contact or a spreadsheet is kept as if it were typed: spaces and hyphens of
// any kind, marks without width and other notations make no difference in numbers, codes and e-mails.
func TestWhatIsPastedIsKeptPlain(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		manager := s.login("\u200bgestionnaire@exemple.test\u00a0").token
		admin := s.login("<Admin@exemple.test>").token
		_, key := s.fieldKeyOf(1)
		kept := func(what, path string, at []any, want any) {
			t.Helper()
			if got := s.call("GET", path, admin, nil); dig(got.Body, at...) != want {
				t.Errorf("%s: %v, want %v", what, dig(got.Body, at...), want)
			}
		}

		made := s.call("POST", "/api/terrain/utilisateurs", key, map[string]string{
			"email": "\u200bzoe@exemple.test", "nom": "Éluard", "prenom": "Zoé",
			"telephone": "\u202a+33\u00a0(0)6\u202f12\u201134 56/78\u202c",
		})
		s.want("a customer", made, 201, "")
		kept("telephone", "/api/admin/utilisateur/"+number(made.Body["id"]), []any{"telephone"}, "0612345678")
		kept("e-mail", "/api/admin/utilisateur/"+number(made.Body["id"]), []any{"email"}, "zoe@exemple.test")
		again := s.call("POST", "/api/terrain/utilisateurs", key,
			map[string]string{"email": "mailto:zoe@exemple.test\u00a0", "nom": "É", "prenom": "Z"})
		if again.Status != 200 || again.Body["id"] != made.Body["id"] {
			t.Errorf("the same customer: %d %s", again.Status, again.Raw)
		}
		found := s.call("GET", "/api/admin/utilisateurs?exploitant=1&search=%2B33%C2%A06%E2%80%9112%E2%80%9134", admin, nil)
		if found.Body["total"] != 1.0 {
			t.Errorf("found by telephone: %s", found.Raw)
		}

		person := map[string]any{
			"nom": "Zola", "prenom": "Émile", "telephone": "0033612345679",
			"email": "emile\u2011z@ville.fr\u202f",
		}
		s.want("a colleague", s.call("POST", "/api/admin/personnel/exploitant/1?role=Hotline", manager, person), 201, "")

		place := s.call("POST", "/api/admin/exploitant/1/station/ajouter", manager, map[string]any{
			"libelleAdmin": "GR", "nom": "Gare", "latitude": "45.19\u00a0", "longitude": "\u22125.71",
			"adresse": "1 place de la Gare", "codePostal": "38\u00a0000",
			"ville": "Saint\u2011Martin\u00a0le\u202fVinoux", "stationType": "indiv",
			"descriptif": map[string]any{"codeCommune": "2a\u00a0004", "idOsm": "N\u200b12"},
		})
		s.want("a station", place, 201, "")
		at := "/api/admin/station/" + number(place.Body["idStation"])
		for field, want := range map[string]string{
			"codePostal": "38000", "ville": "Saint-Martin le Vinoux",
			"latitude": "45.19", "longitude": "-5.71",
		} {
			kept(field, at, []any{"adresse", field}, want)
		}
		kept("commune", at, []any{"descriptif", "codeCommune"}, "2A004")
		kept("OpenStreetMap", at, []any{"descriptif", "idOsm"}, "n12")
		locker := map[string]any{"nom": "B1", "stationCarteAdresse": "1", "stationCartePort": "1,\u00a02\u202f, 3"}
		s.want("a locker", s.call("POST", at+"/creer-casier", manager, locker), 201, "")
		kept("ports", at, []any{"casiers", 0, "stationCartePort"}, "1,2,3")

		list := s.call("PUT", "/api/admin/tarif/1/modifier-liste-usagers", manager, map[string]any{
			"emails": []string{"\u200bbob@exemple.test", "bob@exemple.test\u00a0", "*@ville\u2011haute.fr"}, "mode": 1,
		})
		s.want("beneficiaries", list, 200, "")
		if strings.Count(list.Raw, `"bob@exemple.test"`) != 1 || !strings.Contains(list.Raw, `"*@ville-haute.fr"`) {
			t.Errorf("beneficiaries: %s", list.Raw)
		}

		changed := s.call("PUT", "/api/admin/exploitant/1", admin,
			typedOperator(map[string]any{
				"email": "<a@ville.fr>", "adresseCodePostal": "３８０００",
				"adresseVille": "Saint\u00a0Martin",
			}))
		s.want("an operator", changed, 200, "")
		if dig(changed.Body, "adresse", "codePostal") != "38000" || dig(changed.Body, "adresse", "ville") != "Saint Martin" {
			t.Errorf("operator: %s", changed.Raw)
		}
		identity := typedIdentity(map[string]any{
			"siret":                 "999\u202f999\u202f014\u202f00015",
			"tvaIntracommunautaire": "FR\u201166\u00a0999.999.014", "prefixeDocuments": " g\u200brv",
		})
		s.want("an identity", s.call("PUT", "/api/admin/exploitant/1/identite-fiscale", admin, identity), 200, "")

		// In names, what nobody sees is refused.
		for _, name := range []string{"Zo\u200be", "Zo\u202ee"} {
			s.want("a name", s.call("POST", "/api/terrain/utilisateurs", key,
				map[string]string{"email": "x@exemple.test", "nom": name}), 422, "")
		}
		// An application that knows an e-mail alone may say so: no name is compulsory here.
		s.want("nobody's name", s.call("POST", "/api/terrain/utilisateurs", key,
			map[string]string{"email": "y@exemple.test", "nom": "", "prenom": " "}), 201, "")
		s.want("no e-mail", s.call("POST", "/api/terrain/utilisateurs", key,
			map[string]string{"email": " \u200b", "nom": "A"}), 422, "")
	})
}
