package api_test

import (
	"bytes"
	"testing"
)

// The address on a door leads to its locker, whom staff of its operator may read.
func TestLabelsOfDoors(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		technician, elsewhere := s.login("mainteneur@exemple.test").token, s.login("ailleurs@exemple.test").token
		file := s.call("GET", "/api/admin/station/1/etiquettes.pdf", technician, nil)
		s.want("labels", file, 200, "")
		if !bytes.HasPrefix([]byte(file.Raw), []byte("%PDF-1.7")) {
			t.Errorf("no PDF file: %.20q", file.Raw)
		}
		one := s.call("GET", "/api/admin/casier/1/fiche", technician, nil)
		if s.want("locker", one, 200, ""); one.Body["nom"] != "A1" || dig(one.Body, "station", "id") != 1.0 {
			t.Errorf("locker: %s", one.Raw)
		}
		for _, path := range []string{"/api/admin/station/1/etiquettes.pdf", "/api/admin/casier/1/fiche"} {
			s.want("of another operator", s.call("GET", path, elsewhere, nil), 404, "")
		}
		for path, to := range map[string]string{"/c/1": "/mode-maintenance?casier=1", "/c/x": "", "/c/1/2": ""} {
			if door := s.call("GET", path, "", nil); door.Header.Get("Location") != to {
				t.Errorf("%s: %d to %q, want %q", path, door.Status, door.Header.Get("Location"), to)
			}
		}
		s.want("no such locker", s.call("GET", "/api/admin/casier/99999/fiche", technician, nil), 404, "")
	})
}
