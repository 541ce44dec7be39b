package api_test

import (
	"strings"
	"testing"
)

func typedIdentity(change map[string]any) map[string]any {
	body := map[string]any{
		"raisonSociale": "Métropole de Grandval", "siret": "999 999 014 00015", "tvaIntracommunautaire": "FR 66 999 999 014",
		"forme":   "regie",
		"tauxTva": 2000, "prefixeDocuments": "GRV",
	}
	for field, value := range change {
		body[field] = value
	}
	return body
}

// exempt makes the operator one that charges no VAT.
var exempt = map[string]any{
	"tvaIntracommunautaire": "", "tauxTva": 0,
	"mentionExoneration": "TVA non applicable, art. 293 B du CGI",
}

func TestFiscalIdentity(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin, manager := s.login("admin@exemple.test").token, s.login("gestionnaire@exemple.test").token
		const operator, path = "/api/admin/exploitant/1", "/api/admin/exploitant/1/identite-fiscale"
		identity := func(got answer) map[string]any {
			t.Helper()
			found, ok := got.Body["identiteFiscale"].(map[string]any)
			if !ok {
				t.Fatalf("no identity: %s", got.Raw)
			}
			return found
		}
		first := identity(s.call("GET", operator, manager, nil))
		if first["raisonSociale"] != "" || first["tauxTva"] != 2000.0 || first["prefixeDocuments"] != "EX1" {
			t.Errorf("before it is told: %v", first)
		}
		for field, value := range map[string]any{
			"raisonSociale": "", "siret": "99999901400016", "tvaIntracommunautaire": "FR67999999014", "forme": "syndicat",
			"tauxTva": 0, "prefixeDocuments": "G-V",
		} {
			got := s.call("PUT", path, admin, typedIdentity(map[string]any{field: value}))
			if got.Status != 422 || !strings.Contains(got.Raw, `"`+field+`"`) {
				t.Errorf("%s %v: %d %s", field, value, got.Status, got.Raw)
			}
		}
		changed := s.call("PUT", path, admin, typedIdentity(nil))
		s.want("told", changed, 200, "")
		if now := identity(changed); now["siret"] != "99999901400015" || now["tvaIntracommunautaire"] != "FR66999999014" ||
			now["forme"] != "regie" || now["prefixeDocuments"] != "GRV" {
			t.Errorf("told: %v", now)
		}
		s.want("exempt", s.call("PUT", path, admin, typedIdentity(exempt)), 200, "")
		s.want("the operator's other data", s.call("PUT", operator, admin, typedOperator(nil)), 200, "")
		if kept := identity(s.call("GET", operator, manager,
			nil)); kept["mentionExoneration"] != exempt["mentionExoneration"] || kept["tauxTva"] != 0.0 {
			t.Errorf("a client that does not know of identities erased it: %v", kept)
		}
		s.want("a manager may not", s.call("PUT", path, manager, typedIdentity(nil)), 403, "")
		s.want("the prefix of another", s.call("PUT", "/api/admin/exploitant/2/identite-fiscale", admin, typedIdentity(nil)),
			422, "Ce préfixe est déjà celui d'un autre exploitant")
		s.want("the default prefix of another",
			s.call("PUT", path, admin, typedIdentity(map[string]any{"prefixeDocuments": "EX2"})), 422, "")
		s.want("back to its default", s.call("PUT", path, admin, typedIdentity(map[string]any{"prefixeDocuments": ""})), 200,
			"")
		s.want("free again", s.call("PUT", "/api/admin/exploitant/2/identite-fiscale", admin, typedIdentity(nil)), 200, "")
		lines := s.call("GET", "/api/admin/journal?exploitant=1", admin, nil).Raw
		for _, told := range []string{
			`"siret":["","99999901400015"]`, `"prefixeDocuments":["EX1","GRV"]`,
			`"tauxTva":[2000,0]`,
		} {
			if !strings.Contains(lines, told) {
				t.Errorf("the audit log does not tell %s: %s", told, lines)
			}
		}
	})
}

// What the law wants of a form is kept from clients that do not know it; and a new prefix leaves 20 characters to a
// number.
func TestIdentityOfACompany(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin := s.login("admin@exemple.test").token
		const path = "/api/admin/exploitant/1/identite-fiscale"
		company := map[string]any{
			"forme": "societe", "formeSociale": "SAS", "capitalSocial": 1_000_000, "villeRcs": "Grandval", "mandant": "Personne",
		}
		told := func(change, want map[string]any) {
			t.Helper()
			got := s.call("PUT", path, admin, typedIdentity(change))
			s.want("told", got, 200, "")
			for field, value := range want {
				if is := dig(got.Body, "identiteFiscale", field); is != value {
					t.Errorf("%s is %v, want %v", field, is, value)
				}
			}
		}
		whole := map[string]any{"formeSociale": "SAS", "capitalSocial": 1_000_000.0, "villeRcs": "Grandval", "mandant": ""}
		told(company, whole)
		told(map[string]any{"forme": "societe"}, whole) // an older client
		told(map[string]any{"forme": "mandataire", "mandant": "La métropole"},
			map[string]any{"formeSociale": "", "capitalSocial": 0.0, "villeRcs": "", "mandant": "La métropole"})
		s.want("a negative capital", s.call("PUT", path, admin,
			typedIdentity(map[string]any{"forme": "societe", "capitalSocial": -1})), 422, "")

		const long = "Un nouveau préfixe compte 2 à 7 lettres majuscules ou chiffres, pour que les numéros tiennent en 20 caractères"
		s.want("21 characters", s.call("PUT", path, admin,
			typedIdentity(map[string]any{"prefixeDocuments": "GRANDVAL"})), 422, long)
		told(map[string]any{"prefixeDocuments": "GRANDVA"}, map[string]any{"prefixeDocuments": "GRANDVA"})
		s.check(s.store.Exec(t.Context(), "of before", `UPDATE operators SET document_prefix = 'GRANDVAL' WHERE id = 1`))
		told(map[string]any{"prefixeDocuments": "GRANDVAL"}, map[string]any{"prefixeDocuments": "GRANDVAL"})
		log := s.call("GET", "/api/admin/journal?exploitant=1&action=exploitant.modification", admin, nil)
		if !strings.Contains(log.Raw, `"formeSociale":["","SAS"]`) || !strings.Contains(log.Raw, `"mandant":["","La métropole"]`) {
			t.Errorf("audit log: %s", log.Raw)
		}
	})
}
