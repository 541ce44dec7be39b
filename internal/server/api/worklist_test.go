package api_test

import (
	"strings"
	"testing"
	"time"
)

func TestWorklist(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		manager := s.login("gestionnaire@exemple.test").token
		const path = "/api/admin/exploitant/1/a-traiter"
		calm := s.call("GET", path, manager, nil)
		if calm.Body["total"] != 0.0 || length(dig(calm.Body, "paiements", "items")) != 0 ||
			dig(calm.Body, "cartes", "total") != 0.0 {
			t.Errorf("nothing waits: %s", calm.Raw)
		}

		s.clock.advance(25 * time.Hour) // the stay in progress passes its overrun limit
		token := s.login("gestionnaire@exemple.test").token
		late := s.call("GET", path, token, nil)
		if late.Body["total"] != 1.0 || dig(late.Body, "depassements", "items", 0, "idOccupation") != 1.0 ||
			dig(late.Body, "depassements", "items", 0, "station", "id") != 1.0 ||
			dig(late.Body, "depassements", "items", 0, "casier", "nom") != "A1" ||
			dig(late.Body, "depassements", "items", 0, "utilisateur", "nom") != "Prénom Nom" {
			t.Errorf("past its limit: %s", late.Raw)
		}
		s.clock.advance(24 * time.Hour)
		token = s.login("gestionnaire@exemple.test").token
		blocked := s.call("GET", path, token, nil)
		if blocked.Body["total"] != 1.0 || dig(blocked.Body, "depassements", "total") != 0.0 ||
			dig(blocked.Body, "enlevements", "total") != 1.0 {
			t.Errorf("blocked: %s", blocked.Raw)
		}

		// The user has no card: four attempts fail.
		s.want("end", s.call("PATCH", "/api/admin/occupation/1/terminer", token, nil), 200, "")
		for range 4 {
			s.check(s.collector.CollectDue(t.Context()))
			s.clock.advance(7 * 24 * time.Hour)
		}
		token = s.login("gestionnaire@exemple.test").token
		failed := s.call("GET", path, token, nil)
		if failed.Body["total"] != 1.0 || dig(failed.Body, "paiements", "items", 0, "id") != 1.0 ||
			dig(failed.Body, "enlevements", "total") != 0.0 ||
			dig(
				failed.Body, "paiements", "items", 0, "paiementStatut",
			) != "PERMANENT_ERROR" || dig(failed.Body, "paiements", "items", 0, "station", "nom") != "Gare" {
			t.Errorf("failed: %s", failed.Raw)
		}
		s.want("mark as paid", s.call("PATCH", "/api/admin/paiement/1/manual", token,
			map[string]string{"type": "Chèque", "commentaire": "Au guichet."}), 200, "")
		if done := s.call("GET", path, token, nil); done.Body["total"] != 0.0 {
			t.Errorf("settled: %s", done.Raw)
		}
	})
}

func TestWhoReadsTheWorklist(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		for who, status := range map[string]int{
			"admin": 200, "gestionnaire": 200, "hotline": 200, "mainteneur": 200,
			"ailleurs": 403, "usager": 403,
		} {
			got := s.call("GET", "/api/admin/exploitant/1/a-traiter", s.login(who+"@exemple.test").token, nil)
			s.want(who, got, status, "")
			// A technician may not read about users, and so not about their cards.
			if shown := strings.Contains(got.Raw, `"cartes"`); status == 200 && shown == (who == "mainteneur") {
				t.Errorf("%s: %s", who, got.Raw)
			}
		}
		s.want("unknown operator",
			s.call("GET", "/api/admin/exploitant/99/a-traiter", s.login("admin@exemple.test").token, nil), 404, "")
	})
}
