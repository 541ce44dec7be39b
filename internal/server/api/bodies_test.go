package api_test

import (
	"encoding/json"
	"io"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"consigne/internal/app"
	"consigne/internal/domain/places/photo"
	"consigne/internal/server/api"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

const tooLong = "Le contenu de la requête dépasse la taille permise."

// No route reads more of a body than its limit, whoever calls and whether or not the length is announced. A route
// that reads bodies answers that the body is too large.
func TestBodiesAreBounded(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		_, key := s.fieldKeyOf(1)
		callers := map[string]string{"nobody": "", "admin": s.login("admin@exemple.test").token, "key": key}
		counted := 0
		for _, route := range everyRoute(t) {
			most, tooLong := int64(1<<20), tooLong
			switch {
			case route.path == "/api/paiements/stripe":
				most = 64 << 10
			case strings.HasSuffix(route.path, "/photos"):
				most, tooLong = photo.MaxUpload, "Une photo pèse au plus 8\u00a0Mo."
			}
			for who, bearer := range callers {
				announced := s.send(route, bearer, most+1, true)
				if announced.status != 413 || announced.read > 0 || announced.detail != tooLong {
					t.Errorf("%s %s as %s, announced: %d %q after %d bytes", route.method, route.path, who, announced.status,
						announced.detail, announced.read)
				}
				chunked := s.send(route, bearer, 4*most, false)
				refused := chunked.status == 413 && chunked.detail == tooLong && chunked.read == most+1
				if !refused && (chunked.read > 0 || (route.takesBody && chunked.status < 400)) {
					t.Errorf("%s %s as %s, chunked: %d %q after %d bytes", route.method, route.path, who, chunked.status,
						chunked.detail, chunked.read)
				}
				if refused {
					counted++
				}
			}
		}
		if counted < 40 {
			t.Errorf("only %d bodies were read up to their limit", counted)
		}
	})
}

// Without Stripe's configuration, webhook notices are not read.
func TestNoNoticesWithoutStripe(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, database *store.Store) {
		s := newSite(t, database, func(parts *api.Components) { parts.Notices = nil })
		for _, announced := range []bool{true, false} {
			if got := s.send(route{method: "POST", path: "/api/paiements/stripe"}, "", 60<<10, announced); got.status != 404 ||
				got.read > 0 {
				t.Errorf("announced %t: %d after %d bytes", announced, got.status, got.read)
			}
		}
	})
}

type route struct {
	method, path string
	takesBody    bool
}

var inBraces = regexp.MustCompile(`\{\w+\}`)

// everyRoute lists the calls of the API and the other routes.
func everyRoute(t *testing.T) []route {
	t.Helper()
	var document struct {
		Paths map[string]map[string]struct{ RequestBody *json.RawMessage }
	}
	if err := json.Unmarshal(app.Spec(), &document); err != nil {
		t.Fatal(err)
	}
	routes := []route{}
	for path, methods := range document.Paths {
		for method, operation := range methods {
			id := "999" // a call that ignores its body would act on object 1
			if operation.RequestBody != nil {
				id = "1"
			}
			routes = append(routes, route{
				strings.ToUpper(method), inBraces.ReplaceAllString(path, id),
				operation.RequestBody != nil,
			})
		}
	}
	if len(routes) < 90 {
		t.Fatalf("only %d calls", len(routes))
	}
	for _, path := range []string{
		"/", "/connexion", "/assets/index-a1.js", "/healthz", "/readyz", "/api/docs",
		"/api/openapi.json", "/api/collection.json", "/api/inconnue", "/api/compte/connexion",
	} {
		routes = append(routes, route{"GET", path, false}, route{"POST", path, false}, route{"PUT", path, false})
	}
	return routes
}

type sent struct {
	status int
	detail string
	read   int64 // bytes read of the body
}

// send sends the server a request with a long body and an idempotency key.
func (s *site) send(to route, bearer string, length int64, announced bool) sent {
	s.t.Helper()
	body := &countedBody{rest: length}
	request := httptest.NewRequestWithContext(s.t.Context(), to.method, to.path, body)
	request.ContentLength = -1
	if announced {
		request.ContentLength = length
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", "essai")
	if bearer != "" {
		request.Header.Set("Authorization", "Bearer "+bearer)
	}
	recorder := httptest.NewRecorder()
	s.handler.ServeHTTP(recorder, request)
	var told struct{ Detail string }
	_ = json.Unmarshal(recorder.Body.Bytes(), &told) // an HTML page has no JSON body
	return sent{recorder.Code, told.Detail, length - body.rest}
}

// countedBody is a body of that many bytes that never ends as JSON.
type countedBody struct{ rest int64 }

func (b *countedBody) Read(p []byte) (int, error) {
	if b.rest == 0 {
		return 0, io.EOF
	}
	n := min(int64(len(p)), b.rest)
	for i := range p[:n] {
		p[i] = '"'
	}
	b.rest -= n
	return int(n), nil
}
