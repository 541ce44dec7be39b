package api_test

import (
	"strconv"
	"testing"
	"time"

	"consigne/internal/store/storetest"
)

const down = "Le service est momentanément indisponible. Veuillez réessayer dans un instant."

// Without its database every call answers so within two seconds. An answer whose commit was lost is no success, and
// repeating the call finds out whether it was committed.
func TestWithoutItsDatabase(t *testing.T) {
	t.Parallel()
	link, through := storetest.NewLink(t, storetest.PostgresURL(t))
	s := newSite(t, storetest.Open(t, through))
	session := s.login("gestionnaire@exemple.test")
	token := session.token
	_, key := s.fieldKeyOf(1)
	accountID := s.fieldCustomer(key, "nouveau@exemple.test")
	refused := func(what, method, path, bearer string, body any, headers ...string) {
		t.Helper()
		began := time.Now()
		got := s.call(method, path, bearer, body, headers...)
		s.want(what, got, 503, down)
		if took := time.Since(began); took > 2*time.Second || got.Header.Get("Retry-After") != "1" || got.Body["requestId"] == nil {
			t.Errorf("%s: %v, headers %v, %s", what, took, got.Header, got.Raw)
		}
	}
	stay := map[string]any{"idCasier": 2, "idUtilisateur": accountID}

	link.LoseCommit()
	refused("its answer lost", "POST", "/api/terrain/occupations", key, stay, "Idempotency-Key", "une")
	for name, breaks := range map[string]func(){"gone": link.Down, "frozen": func() { link.Up(); link.Freeze() }} {
		breaks()
		refused(name+": a list", "GET", "/api/admin/station/exploitant/1", token, nil)
		refused(name+": a write", "DELETE", "/api/admin/station/2/supprimer", token, nil)
		refused(name+": a login", "POST", "/api/compte/connexion", "", map[string]string{"username": "admin@exemple.test", "password": password})
		refused(name+": a refresh", "GET", "/api/token/refresh?refreshToken="+session.refresh, token, nil)
		refused(name+": of the field", "POST", "/api/terrain/occupations", key, stay, "Idempotency-Key", "deux")
		refused(name+": of the public", "GET", "/api/ouvert/stations.geojson", "", nil)
		s.want(name, s.call("GET", "/readyz", "", nil), 503, "Le service n'est pas prêt.")
		s.want(name, s.call("GET", "/healthz", "", nil), 200, "")
	}
	link.Thaw()
	link.Up()
	for began := time.Now(); s.call("GET", "/readyz", "", nil).Status != 200; time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > 5*time.Second {
			t.Fatal("not back after 5 s")
		}
	}
	again := s.call("POST", "/api/terrain/occupations", key, stay, "Idempotency-Key", "une")
	if again.Status != 201 {
		t.Errorf("again: %d %s", again.Status, again.Raw)
	}
	if open, err := s.store.Stays.OpenStaysIn(t.Context(), 2); err != nil || len(open) != 1 || strconv.FormatInt(open[0].ID, 10) != number(again.Body["id"]) {
		t.Errorf("again: %s, and there are %v, %v", again.Raw, open, err)
	}
}
