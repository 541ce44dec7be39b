package api_test

import (
	"strconv"
	"sync"
	"testing"
	"time"

	"consigne/internal/store/storetest"
)

const down = "Le service est momentanément indisponible. Veuillez réessayer dans un instant."

// Without its database every call answers so: at once when it is gone, at the call's deadline when it is frozen. An
// answer whose commit was lost is no success, and repeating the call finds out whether it was committed.
func TestWithoutItsDatabase(t *testing.T) {
	t.Parallel()
	link, through := storetest.NewLink(t, storetest.PostgresURL(t))
	s := newSite(t, storetest.Open(t, through))
	session := s.login("gestionnaire@exemple.test")
	token := session.token
	_, key := s.fieldKeyOf(1)
	accountID := s.fieldCustomer(key, "nouveau@exemple.test")
	stay := map[string]any{"idCasier": 2, "idUtilisateur": accountID}
	refused := func(what, detail string, within time.Duration, call func() answer) {
		t.Helper()
		began := time.Now()
		got := call()
		s.want(what, got, 503, detail)
		if said := got.Body["detail"]; said != down && said != late {
			t.Errorf("%s: %v", what, said)
		}
		if took := time.Since(began); took > within || got.Header.Get("Retry-After") == "" || got.Body["requestId"] == nil {
			t.Errorf("%s: %v, headers %v, %s", what, took, got.Header, got.Raw)
		}
	}
	begin := func() answer { return s.call("POST", "/api/terrain/occupations", key, stay, "Idempotency-Key", "une") }
	calls := map[string]func() answer{
		"a list":  func() answer { return s.call("GET", "/api/admin/station/exploitant/1", token, nil) },
		"a write": func() answer { return s.call("DELETE", "/api/admin/station/2/supprimer", token, nil) },
		"a login": func() answer {
			return s.call("POST", "/api/compte/connexion", "",
				map[string]string{"username": "admin@exemple.test", "password": password})
		},
		"a refresh": func() answer {
			return s.call("GET", "/api/token/refresh?refreshToken="+session.refresh, token, nil)
		},
		"of the field":  begin,
		"of the public": func() answer { return s.call("GET", "/api/ouvert/stations.geojson", "", nil) },
	}
	probes := func(what string) {
		t.Helper()
		began := time.Now()
		s.want(what, s.call("GET", "/readyz", "", nil), 503, "Le service n'est pas prêt.")
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("%s: it was known after %v", what, took)
		}
		s.want(what, s.call("GET", "/healthz", "", nil), 200, "")
	}

	link.LoseCommit()
	refused("its answer lost", down, 2*time.Second, begin)
	for what, call := range calls {
		refused("gone: "+what, down, 2*time.Second, call)
	}
	probes("gone")
	link.Up()
	s.awaitReady()

	link.Freeze()
	var answered sync.WaitGroup
	for what, call := range calls {
		answered.Go(func() { refused("frozen: "+what, "", 10*time.Second, call) })
	}
	probes("frozen")
	answered.Wait()
	link.Thaw()
	s.awaitReady()
	again := begin()
	if again.Status != 201 {
		t.Errorf("again: %d %s", again.Status, again.Raw)
	}
	if open, err := s.store.OpenStaysIn(t.Context(), 2); err != nil || len(open) != 1 ||
		strconv.FormatInt(open[0].ID, 10) != number(again.Body["id"]) {
		t.Errorf("again: %s, and there are %v, %v", again.Raw, open, err)
	}
}

func (s *site) awaitReady() {
	s.t.Helper()
	for began := time.Now(); s.call("GET", "/readyz", "", nil).Status != 200; time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > 5*time.Second {
			s.t.Fatal("not back after 5 s")
		}
	}
}
