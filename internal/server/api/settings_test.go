package api_test

import (
	"strings"
	"testing"
)

func TestOperatorSettings(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin, manager := s.login("admin@exemple.test").token, s.login("gestionnaire@exemple.test").token
		const path = "/api/admin/exploitant/1/reglages"
		first := s.call("GET", path, manager, nil)
		s.want("read by a manager", first, 200, "")
		if first.Body["delaiGraceJours"] != 7.0 {
			t.Errorf("before they are told: %s", first.Raw)
		}
		s.want("a manager may not", s.call("PUT", path, manager, map[string]any{"delaiGraceJours": 3}), 403, "")
		s.want("another operator's", s.call("GET", "/api/admin/exploitant/2/reglages", manager, nil), 403, "")
		for _, days := range []any{-1, 91, 2.5} {
			got := s.call("PUT", path, admin, map[string]any{"delaiGraceJours": days})
			if got.Status != 422 || !strings.Contains(got.Raw, `"delaiGraceJours"`) {
				t.Errorf("%v: %d %s", days, got.Status, got.Raw)
			}
		}
		for field, values := range map[string][]any{
			"montantMinimumEncaissement":    {0, 2001, 0.5},
			"delaiMaximumEncaissementJours": {0, 91},
		} {
			for _, value := range values {
				got := s.call("PUT", path, admin, map[string]any{field: value})
				if got.Status != 422 || !strings.Contains(got.Raw, `"`+field+`"`) {
					t.Errorf("%s %v: %d %s", field, value, got.Status, got.Raw)
				}
			}
		}
		changed := s.call("PUT", path, admin, map[string]any{"delaiGraceJours": 3})
		s.want("change", changed, 200, "")
		if changed.Body["delaiGraceJours"] != 3.0 || changed.Body["version"] == first.Body["version"] {
			t.Errorf("changed: %s, was %s", changed.Raw, first.Raw)
		}
		s.want("a year and a day of notice", s.call("PUT", path, admin, map[string]any{"delaiPreavisJours": 366}), 422,
			"Ce délai est compris entre 0 et 365 jours")
		changed = s.call("PUT", path, admin, map[string]any{"delaiPreavisJours": 45})
		s.want("change the notice", changed, 200, "")
		if first.Body["delaiPreavisJours"] != 30.0 || changed.Body["delaiPreavisJours"] != 45.0 ||
			changed.Body["delaiGraceJours"] != 3.0 {
			t.Errorf("the notice: %s, was %s", changed.Raw, first.Raw)
		}
		kept := s.call("PUT", path, admin, map[string]any{})
		s.want("nothing told", kept, 200, "")
		if kept.Body["delaiGraceJours"] != 3.0 || kept.Body["version"] != changed.Body["version"] {
			t.Errorf("kept: %s", kept.Raw)
		}
		if lines := s.call("GET", "/api/admin/journal?exploitant=1", admin, nil).Raw; !strings.Contains(lines,
			`"delaiGraceJours":[7,3]`) {
			t.Errorf("the audit log: %s", lines)
		}
	})
}
