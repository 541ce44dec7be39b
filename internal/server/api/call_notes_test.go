package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
)

func TestNotesOfCalls(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		hotline, manager := s.login("hotline@exemple.test").token, s.login("gestionnaire@exemple.test").token
		technician := s.login("mainteneur@exemple.test").token
		const notes = "/api/admin/recit/exploitant/1/note"
		person := fmt.Sprintf("/api/admin/recit/exploitant/1/usager/%.0f", c.accountID)
		write := func(token string, body map[string]any) answer { return s.call("POST", notes, token, body) }

		s.want("without a text", write(hotline, map[string]any{"usager": c.accountID, "note": " "}), 422,
			"La note est obligatoire.")
		s.want("about nothing", write(hotline, map[string]any{"note": "Rien"}), 422, "")
		s.want("a card", write(hotline, map[string]any{"usager": c.accountID, "note": "4242 4242 4242 4242"}), 422, "")
		s.want("a technician", write(technician, map[string]any{"casier": 2, "note": "x"}), 403, "")
		s.want("unknown here", write(hotline, map[string]any{"usager": 5, "note": "x"}), 404, "")
		s.want("another's locker", write(hotline, map[string]any{"casier": 999, "note": "x"}), 404, "")

		first := write(hotline, map[string]any{"usager": c.accountID, "casier": 2, "note": " Zoé rappelle demain. "})
		s.want("write", first, 201, "")
		s.clock.advance(time.Minute)
		s.want("about a door", write(manager, map[string]any{"casier": 2, "note": "Vis manquante"}), 201, "")
		got := s.call("GET", person+"?casier=2", hotline, nil)
		if length(got.Body["notes"]) != 2 || dig(got.Body, "notes", 0, "note") != "Vis manquante" ||
			dig(got.Body, "notes", 0, "supprimable") != false || dig(got.Body, "notes", 1, "note") != "Zoé rappelle demain." ||
			dig(got.Body, "notes", 1, "supprimable") != true || dig(got.Body, "notes", 1, "par", "nom") == nil {
			t.Errorf("the next call: %s", got.Raw)
		}
		door := s.call("GET", "/api/admin/recit/exploitant/1/casier/2", technician, nil)
		if length(door.Body["notes"]) != 1 || dig(door.Body, "notes", 0, "note") != "Vis manquante" {
			t.Errorf("who may not read about people: %s", door.Raw)
		}
		log := s.call("GET", "/api/admin/journal?exploitant=1&itemsPerPage=20", manager, nil)
		if !strings.Contains(log.Raw, `"compte.note"`) || !strings.Contains(log.Raw, `"casier.note"`) ||
			strings.Contains(log.Raw, "Zoé rappelle") {
			t.Errorf("audit log: %s", log.Raw)
		}
		ofDoor := notes + "/" + number(dig(door.Body, "notes", 0, "id"))
		s.want("another's", s.call("DELETE", ofDoor, hotline, nil), 403, "")
		s.want("of another operator", s.call("DELETE", strings.Replace(ofDoor, "exploitant/1", "exploitant/2", 1),
			s.login("ailleurs@exemple.test").token, nil), 404, "")
		s.want("one's own", s.call("DELETE", ofDoor, manager, nil), 204, "")

		admin := s.login("admin@exemple.test").token
		account := "/api/admin/utilisateur/" + number(c.accountID)
		if export := s.call("GET", account+"/export", admin, nil); dig(export.Body, "notesAppel", 0, "note") !=
			"Zoé rappelle demain." {
			t.Errorf("export: %s", export.Raw)
		}
		s.want("erase", s.call("POST", account+"/anonymiser", admin, nil), 201, "")
		left, err := s.store.Count(t.Context(), "test", `SELECT COUNT(*) FROM call_notes`)
		if err != nil || left != 0 {
			t.Errorf("%d notes are left, %v", left, err)
		}
	})
}
