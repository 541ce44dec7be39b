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
