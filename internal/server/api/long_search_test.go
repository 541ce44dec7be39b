package api_test

import (
	"net/http"
	"strings"
	"testing"
)

// A list that takes too long asks for narrower filters, and what it took is no error of the log.
func TestALongSearch(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		bearer := s.login("admin@exemple.test").token
		s.store.Timeout, s.store.People.Timeout, s.store.ListTimeout = 1, 1, 1
		for _, path := range []string{
			"/api/admin/paiements", "/api/admin/paiements/exploitant/1?search=martin", "/api/admin/usages",
			"/api/admin/utilisateurs?search=martin", "/api/admin/abonnements?exploitant=1&etat=en_cours",
		} {
			got := s.call("GET", path, bearer, nil)
			s.want(path, got, http.StatusServiceUnavailable,
				"La recherche est trop longue. Précisez les filtres, puis réessayez.")
			if got.Header.Get("Retry-After") == "" {
				t.Errorf("%s: no Retry-After", path)
			}
		}
		if log := s.log.String(); strings.Contains(log, "ERROR") || strings.Contains(log, "request failed") {
			t.Error(log)
		}
	})
}
