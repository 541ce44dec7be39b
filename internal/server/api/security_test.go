package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Events that concern the security of accounts are stored for administrators, and logged separately.
func TestSecurityEvents(t *testing.T) {
	behindProxy(t, func(t *testing.T, s *site) {
		const address = "198.51.100.7"
		for range 5 {
			s.loginFrom(address, "hotline@exemple.test", "secretdevine")
		}
		s.loginFrom(address, "Hotline@exemple.test ", "secretdevine") // locked: no further event
		s.loginFrom(address, "personne@exemple.test", "secretdevine")
		s.loginFrom(address, "banni@exemple.test", password)
		hotline, admin := s.login("hotline@exemple.test").token, s.login("admin@exemple.test").token
		for range 3 {
			s.want("not theirs", s.call("GET", "/api/admin/exploitant/2/compteurs", hotline, nil), 403, "")
		}
		s.want("not theirs either", s.call("GET", "/api/admin/securite/evenements", hotline, nil), 403, "")
		role := map[string]any{"exploitant": 2, "role": "Mainteneur"}
		s.want("a role", s.call("POST", "/api/admin/utilisateur/3/role", admin, role), 200, "")
		s.want("taken", s.call("DELETE", "/api/admin/utilisateur/3/role?exploitant=2&role=Mainteneur", admin, nil), 204, "")
		id, key := s.fieldKeyOf(1)
		s.want("revoke", s.call("DELETE", "/api/admin/cle/"+id, admin, nil), 204, "")

		read := func(query string) answer {
			t.Helper()
			got := s.call("GET", "/api/admin/securite/evenements?"+query, admin, nil)
			s.want(query, got, 200, "")
			return got
		}
		for query, want := range map[string]float64{
			"type=connexion.echec": 7, "type=connexion.echec&compte=3": 5, "type=connexion.blocage": 1, "type=acces.refus": 2,
			"type=acces.refus&compte=3": 2,
			"type=compte.role_ajoute":   1, "type=compte.role_retire": 1, "type=cle.creation": 1, "type=cle.revocation": 1,
			"adresse=" + address: 8, "adresse=192.0.2.1": 0, "compte=99": 0,
		} {
			if got := read(query); got.Body["total"] != want {
				t.Errorf("%s: %s", query, got.Raw)
			}
		}
		failures := read("type=connexion.echec&itemsPerPage=7").Body["items"]
		reasons, typed := []string{}, map[any]bool{}
		for i := range 7 {
			reasons = append(reasons, fmt.Sprint(dig(failures, i, "motif")))
			typed[dig(failures, i, "saisie")] = true
		}
		if got := strings.Join(reasons, ", "); got != "compte banni, compte inconnu"+strings.Repeat(", mot de passe", 5) ||
			len(typed) != 3 || dig(failures, 1, "compte") != nil {
			t.Errorf("failures: %v", failures)
		}
		if got := dig(read("type=acces.refus").Body["items"], 1, "motif"); got != "GET /api/admin/exploitant/{id}/compteurs" {
			t.Errorf("refused: %v", got)
		}
		s.want("another kind", s.call("GET", "/api/admin/securite/evenements?type=autre", admin, nil), 422, "")

		lines := 0
		for line := range strings.Lines(s.log.String()) {
			if strings.Contains(line, `"security":true`) {
				lines++
			}
		}
		if total := read("").Body["total"]; total != float64(lines) || lines < 14 {
			t.Errorf("%d lines of log for %v events", lines, total)
		}
		for _, secret := range []string{"secretdevine", password, key, "hotline@", "personne@"} {
			if strings.Contains(s.log.String(), secret) || strings.Contains(read("itemsPerPage=20").Raw, secret) {
				t.Errorf("%q is told", secret)
			}
		}

		for _, label := range []string{"une", "deux"} {
			_, theirs := s.fieldKeyOf(1)
			for range 2 {
				s.want("a wrong code, "+label,
					s.call("POST", "/api/terrain/casiers/1/code", theirs, map[string]string{"code": "0000"}), 403, "")
			}
		}
		wrong := read("type=acces.refus").Body
		if got := fmt.Sprint(dig(wrong["items"], 1, "motif"), " / ",
			dig(wrong["items"], 0, "motif")); wrong["total"] != 4.0 ||
			got != "POST /api/terrain/casiers/{id}/code, clé 2 / POST /api/terrain/casiers/{id}/code, clé 3" {
			t.Errorf("wrong codes: %v", wrong)
		}

		s.clock.advance(time.Minute)
		s.want("a minute later", s.call("GET", "/api/admin/exploitant/2/compteurs", hotline, nil), 403, "")
		if got := read("type=acces.refus"); got.Body["total"] != 5.0 {
			t.Errorf("a minute later: %s", got.Raw)
		}
	})
}
