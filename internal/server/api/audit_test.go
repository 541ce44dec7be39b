package api_test

import (
	"strings"
	"testing"
	"time"
)

// The filters of the audit log narrow together, within the operators of the caller.
func TestAuditLogIsFiltered(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		manager := s.login("gestionnaire@exemple.test").token
		me := number(dig(s.call("GET", "/api/admin/compte/details", manager, nil).Body, "id"))
		s.want("switch a locker", s.call("PATCH", "/api/admin/casier/1/switch-actif", manager, map[string]string{"motif": "Serrure bloquée"}), 200, "")
		s.want("end a stay", s.call("PATCH", "/api/admin/occupation/1/terminer", manager, nil), 200, "")
		today := s.clock.Now().Format(time.DateOnly)
		yesterday := s.clock.Now().AddDate(0, 0, -1).Format(time.DateOnly)
		for query, want := range map[string]float64{
			"objet=casier":                              1,
			"objet=casier:1":                            1,
			"objet=casier:2":                            0,
			"objet=utilisation":                         1,
			"objet=station:1":                           2,
			"action=casier.desactivation":               1,
			"action=casier.activation":                  0,
			"objet=utilisation&acteur=" + me:            1,
			"objet=casier&acteur=9999":                  0,
			"objet=casier&du=" + today:                  1,
			"objet=casier&du=" + today + "&au=" + today: 1,
			"objet=casier&au=" + yesterday:              0,
		} {
			if got := s.call("GET", "/api/admin/journal?exploitant=1&"+query, manager, nil); got.Status != 200 || got.Body["total"] != want || length(got.Body["items"]) != int(want) {
				t.Errorf("%s: %d %s, want %v", query, got.Status, got.Raw, want)
			}
		}
		for _, query := range []string{"objet=casier:", "objet=:1", "du=hier", "au=2026-13-01", "acteur=x", "action=" + strings.Repeat("x", 65)} {
			s.want(query, s.call("GET", "/api/admin/journal?exploitant=1&"+query, manager, nil), 422, "")
		}
		s.want("of the platform", s.call("GET", "/api/admin/journal?objet=casier", manager, nil), 403, "")
		s.want("elsewhere", s.call("GET", "/api/admin/journal?exploitant=2", manager, nil), 403, "")
		s.want("an administrator", s.call("GET", "/api/admin/journal?objet=casier", s.login("admin@exemple.test").token, nil), 200, "")
	})
}
