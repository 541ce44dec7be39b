package api_test

import (
	"strings"
	"testing"
	"time"
)

// A technician reads why, since when and where; nothing of who pays or parks there.
func TestFieldWork(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const path = "/api/admin/exploitant/1/a-faire-sur-place"
		technician := s.login("mainteneur@exemple.test").token
		s.want("out", s.call("PATCH", "/api/admin/casier/2/switch-actif", technician,
			map[string]any{"cause": "serrure", "motif": "Pêne tordu"}), 200, "")
		s.clock.advance(49 * time.Hour) // the stay in progress passes its removal limit
		got := s.call("GET", path, s.login("mainteneur@exemple.test").token, nil)
		if got.Body["total"] != 2.0 || strings.Count(got.Raw, `"hors_service"`) != 1 {
			t.Fatalf("%s", got.Raw)
		}
		for i := range 2 {
			task := dig(got.Body, "items", i)
			switch dig(task, "genre") {
			case "hors_service":
				if dig(task, "casier", "id") != 2.0 || dig(task, "horsService", "cause") != "serrure" ||
					dig(task, "horsService", "motif") != "Pêne tordu" || dig(task, "depuis") == nil {
					t.Errorf("out of service: %s", got.Raw)
				}
			case "bloque":
				if dig(task, "casier", "nom") != "A1" || dig(task, "station", "nom") != "Gare" ||
					dig(task, "horsService") != nil || dig(task, "depuis") == nil {
					t.Errorf("blocked: %s", got.Raw)
				}
			default:
				t.Errorf("another kind: %s", got.Raw)
			}
		}
		if strings.Contains(got.Raw, "Prénom") || strings.Contains(got.Raw, "montant") {
			t.Errorf("tells of people or money: %s", got.Raw)
		}
		s.want("of another operator", s.call("GET", path, s.login("ailleurs@exemple.test").token, nil), 403, "")
		s.want("without an account", s.call("GET", path, "", nil), 401, "")
	})
}
