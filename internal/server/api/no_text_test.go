package api_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"consigne/internal/app"
)

// Bytes that are no text are refused before anything looks for them or keeps them: in the path, in each parameter of
// the query and in the body of every call.
func TestBytesThatAreNoText(t *testing.T) {
	var document struct {
		Paths map[string]map[string]struct {
			Parameters  []struct{ In, Name string }
			RequestBody map[string]any
		}
	}
	if err := json.Unmarshal(app.Spec(), &document); err != nil {
		t.Fatal(err)
	}
	onEachEngine(t, func(t *testing.T, s *site) {
		admin := s.login("admin@exemple.test").token
		_, key := s.fieldKeyOf(1)
		tried := 0
		try := func(want []int, method, path string, body any, headers ...string) {
			t.Helper()
			bearer := admin
			if strings.HasPrefix(path, "/api/terrain/") {
				bearer = key
			}
			tried++
			got := s.call(method, path, bearer, body, headers...)
			if got.Status == http.StatusForbidden && bearer == admin { // what only a session of staff may do, or another bearer
				return
			}
			if !slices.Contains(want, got.Status) {
				t.Errorf("%s %s %v: %d %s", method, path, body, got.Status, got.Raw)
			}
		}
		for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
			for _, method := range slices.Sorted(maps.Keys(document.Paths[path])) {
				operation, method := document.Paths[path][method], strings.ToUpper(method)
				to := inBraces.ReplaceAllString(path, "1")
				for _, bad := range []string{"a%00b", "%ff%fe", "%c0%80", "%ed%a0%80", "a%2f%00"} {
					if strings.Contains(path, "{") {
						try([]int{404}, method, inBraces.ReplaceAllString(path, bad), nil)
					}
					try([]int{422, 401}, method, to+"?inconnu="+bad, nil)
					try([]int{422, 401}, method, to+"?"+bad+"=1", nil)
					for _, parameter := range operation.Parameters {
						if parameter.In == "query" {
							try([]int{422, 401}, method, to+"?"+parameter.Name+"="+bad, nil)
						}
					}
				}
				if operation.RequestBody == nil {
					continue
				}
				if strings.Contains(path, "/personnel/") {
					to += "?role=Hotline" // without it, the query is refused first
				}
				for _, body := range []string{
					`{"nom":"\u0000"}`, `{"nom":"\ud800"}`, "{\"nom\":\"Entr\xe9e\"}",
					"{\"\xc0\x80\":1}",
				} {
					try([]int{400, 401, 404}, method, to, body)
				}
			}
		}
		for _, bad := range []string{"\xff", "Cl\xe9"} {
			for i, call := range []struct{ path, bearer string }{
				{"/api/admin/exploitant/1/cle", admin},
				{"/api/terrain/utilisateurs", key},
			} {
				got := s.call("POST", call.path, call.bearer, map[string]any{}, "Idempotency-Key", bad)
				s.want([]string{"staff", "the field"}[i], got, 400, "Le contenu de la requête n'est pas lisible.")
			}
			got := s.call("POST", "/api/compte/connexion", "",
				map[string]string{"username": "hotline@exemple.test", "password": password},
				"User-Agent", "Mozilla/5.0 (iPhon"+bad+
					"; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1"+bad)
			s.want("a browser's name", got, 200, "")
			for _, header := range []string{
				"If-Match", "If-None-Match", "Accept-Language", "Last-Event-ID",
				"X-Consigne-Position", "Authorization", "Cookie",
			} {
				if got := s.call("GET", "/api/admin/utilisateurs", admin, nil, header, bad); got.Status >= 500 {
					t.Errorf("%s: %d %s", header, got.Status, got.Raw)
				}
			}
		}
		for _, path := range []string{
			"/%ff", "/assets/%00", "/liste-paiements?nom=%ff", "/api/%ff", "/healthz?%00",
			"/.well-known/%c0%80",
		} {
			if got := s.call("GET", path, "", nil); got.Status >= 500 {
				t.Errorf("%s: %d", path, got.Status)
			}
		}
		if tried < 3000 {
			t.Errorf("only %d calls", tried)
		}
		if strings.Contains(s.log.String(), `"level":"ERROR"`) {
			t.Error("something failed")
		}
	})
}
