package api_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/server/api"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

const late = "La réponse demande trop de temps. Veuillez réessayer dans un instant."

// A call that finds the database busy answers 503 at its deadline, on every path, and has no effect. The download of
// an export takes as long as it needs.
func TestACallHasADeadline(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, database *store.Store) {
		var parts api.Components
		s := newSite(t, database, func(p *api.Components) { parts = *p })
		within := func(timeout time.Duration) {
			parts.Timeout = timeout
			server := httptest.NewServer(checked(t, parts))
			t.Cleanup(server.Close)
			s.url = server.URL
		}
		token := s.login("admin@exemple.test").token
		_, key := s.fieldKeyOf(1)
		stay := map[string]any{"idCasier": 2, "idUtilisateur": s.fieldCustomer(key, "nouveau@exemple.test")}
		opened := s.call("POST", "/api/admin/paiements/exportation", token, map[string]any{"filters": map[string]any{}})

		within(300 * time.Millisecond)
		release := holdConnections(t, database)
		for what, call := range map[string]func() answer{
			"a write":      func() answer { return s.call("DELETE", "/api/admin/station/2/supprimer", token, nil) },
			"of the field": func() answer { return s.call("POST", "/api/terrain/occupations", key, stay) },
			"idempotent": func() answer {
				return s.call("POST", "/api/terrain/occupations", key, stay, "Idempotency-Key",
					"une")
			},
		} {
			began := time.Now()
			got := call()
			s.want(what, got, 503, late)
			if took := time.Since(began); took > 2*time.Second || got.Header.Get("Retry-After") != "5" ||
				got.Body["requestId"] == nil {
				t.Errorf("%s took %v: %v", what, took, got.Header)
			}
		}
		release()
		within(time.Minute)
		s.want("the same again", s.call("POST", "/api/terrain/occupations", key, stay, "Idempotency-Key", "une"), 201, "")

		within(time.Nanosecond)
		s.want("any call", s.call("GET", "/api/admin/exploitants", token, nil), 503, late)
		s.want("a file", s.call("GET", fmt.Sprintf("/api/paiements/exportation/format/csv/%v", opened.Body["token"]), "",
			nil), 200, "")
	})
}

// A client that disconnects is not logged as a failure, whatever error the database returns.
func TestAClientThatIsGone(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, database *store.Store) {
		s := newSite(t, database)
		token := s.login("admin@exemple.test").token
		release := holdConnections(t, database)
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		request, err := http.NewRequestWithContext(ctx, "DELETE", s.url+"/api/admin/station/2/supprimer", nil)
		s.check(err)
		request.Header.Set("Authorization", "Bearer "+token)
		if response, err := http.DefaultClient.Do(request); err == nil {
			_ = response.Body.Close()
			t.Fatalf("it was answered: %d", response.StatusCode)
		}
		for began := time.Now(); !strings.Contains(s.log.String(), `"status":499`); time.Sleep(10 * time.Millisecond) {
			if time.Since(began) > 2*time.Second {
				t.Fatalf("the call goes on, or ended otherwise: %s", s.log)
			}
		}
		if strings.Contains(s.log.String(), `"request failed"`) {
			t.Errorf("a failure was logged: %s", s.log)
		}
		release()
	})
}

// holdConnections takes every write connection until release is called.
func holdConnections(t *testing.T, database *store.Store) (release func()) {
	t.Helper()
	free := make(chan struct{})
	var held, begun sync.WaitGroup
	for range database.Pools()["write"].MaxOpenConnections {
		begun.Add(1)
		held.Go(func() {
			var once sync.Once
			_ = database.Atomically(t.Context(), func(context.Context) error {
				once.Do(begun.Done)
				<-free
				return nil
			})
			once.Do(begun.Done)
		})
	}
	begun.Wait()
	return func() {
		close(free)
		held.Wait()
	}
}
