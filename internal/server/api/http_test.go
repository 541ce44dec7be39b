package api_test

import (
	"net/http"
	"strings"
	"testing"

	"consigne/internal/app"
)

func TestErrorsHaveOneShape(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		for _, c := range []struct {
			name, method, path, contentType, body string
			status                                int
			detail                                string
		}{
			{"unknown route", "GET", "/api/inconnue", "", "", 404, "Ressource introuvable."},
			{
				"wrong method", "DELETE", "/api/compte/connexion", "", "", 405,
				"Cette méthode n'est pas permise pour cette adresse.",
			},
			{"wrong content", "POST", "/api/compte/connexion", "text/plain", "x", 415, "Ce type de contenu n'est pas accepté."},
			{
				"broken JSON", "POST", "/api/compte/connexion", "application/json", "{", 400,
				"Le contenu de la requête n'est pas lisible.",
			},
			{
				"a null character", "POST", "/api/compte/connexion", "application/json", `{"username":"a\u0000"}`, 400,
				"Le contenu de la requête n'est pas lisible.",
			},
			{
				"empty body", "POST", "/api/compte/connexion", "application/json", "", 400,
				"Le contenu de la requête n'est pas lisible.",
			},
			{
				"wrong type", "POST", "/api/compte/connexion", "application/json", `{"username":1}`, 400,
				"La valeur du champ « username » n'a pas la forme attendue.",
			},
			{
				"an array", "POST", "/api/compte/connexion", "application/json", `[]`, 400,
				"Le contenu de la requête n'est pas lisible.",
			},
			{
				"oversized", "POST", "/api/compte/connexion", "application/json",
				`{"username":"` + strings.Repeat("x", 1<<20) + `"}`, 413, "Le contenu de la requête dépasse la taille permise.",
			},
			{"an id that is no number", "GET", "/api/admin/station/exploitant/un", "", "", 404, "Ressource introuvable."},
			{
				"an id beyond numbers", "GET", "/api/admin/station/exploitant/99999999999999999999", "", "", 404,
				"Ressource introuvable.",
			},
			{
				"ld+json and an unknown field", "POST", "/api/compte/connexion", "application/ld+json",
				`{"username":"a","autre":1}`, 401, "Identifiants incorrects",
			},
			{
				"merge-patch+json", "POST", "/api/compte/connexion", "application/merge-patch+json", `{"username":"a"}`, 401,
				"Identifiants incorrects",
			},
		} {
			got := s.call(c.method, c.path, token, c.body, "Content-Type", c.contentType)
			s.want(c.name, got, c.status, c.detail)
			if got.Header.Get("Content-Type") != "application/json" || got.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s: headers %v", c.name, got.Header)
			}
		}
		if allow := s.call("DELETE", "/api/compte/connexion", "", nil).Header.Get("Allow"); allow != "POST" {
			t.Errorf("Allow: %q", allow)
		}
		s.want("anonymous, unknown route", s.call("GET", "/api/inconnue", "", nil), 404, "")
	})
}

func TestFailureHidesItsCause(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		s.check(s.store.Close())
		got := s.call("GET", details, token, nil)
		s.want("without a database", got, 500, "Une erreur serveur est survenue.")
		id, _ := got.Body["requestId"].(string)
		if id == "" || id != got.Header.Get("X-Request-Id") || !strings.Contains(s.log.String(), id) {
			t.Errorf("the request id does not lead to the log: %s", got.Raw)
		}
		if strings.Contains(got.Raw, "sql") {
			t.Errorf("an inner detail comes out: %s", got.Raw)
		}
		s.want("not ready", s.call("GET", "/readyz", "", nil), 503, "Le service n'est pas prêt.")
		s.want("but alive", s.call("GET", "/healthz", "", nil), 200, "")
	})
}

func TestConsoleFiles(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		first, second := s.call("GET", "/", "", nil), s.call("GET", "/tb-stations/12/details", "", nil)
		nonce := strings.TrimSuffix(strings.TrimPrefix(first.Raw, `<script nonce="`), `"></script>`)
		if nonce == "CSP_NONCE" || len(nonce) < 20 || first.Raw == second.Raw {
			t.Errorf("each page has a nonce of its own: %s / %s", first.Raw, second.Raw)
		}
		if policy := first.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "'nonce-"+nonce+"'") ||
			strings.Contains(policy, "unsafe") {
			t.Errorf("policy: %s", policy)
		}
		for _, c := range []struct {
			method, path string
			status       int
			cache        string
		}{
			{"GET", "/connexion", 200, "no-store"},
			{"HEAD", "/connexion", 200, "no-store"},
			{"GET", "/assets/index-a1.js", 200, "public, max-age=31536000, immutable"},
			{"GET", "/favicon.svg", 200, ""},
			{"GET", "/assets/absent.js", 404, ""},
			{"GET", "/absent.png", 404, ""},
			{"GET", "/tableau-de-bord", 404, ""},
			{"GET", "/assets/", 404, ""},
			{"GET", "/index.html", 301, ""},
			{"POST", "/connexion", 405, ""},
		} {
			got := s.call(c.method, c.path, "", nil)
			if got.Status != c.status || got.Header.Get("Cache-Control") != c.cache {
				t.Errorf("%s %s: %d %q, want %d %q", c.method, c.path, got.Status, got.Header.Get("Cache-Control"), c.status,
					c.cache)
			}
			if got.Header.Get("X-Content-Type-Options") != "nosniff" || got.Header.Get("X-Frame-Options") != "DENY" {
				t.Errorf("%s %s: headers %v", c.method, c.path, got.Header)
			}
		}
	})
}

func TestDocumentation(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		document := s.call("GET", "/api/openapi.json", "", nil)
		if document.Status != http.StatusOK || document.Raw != string(app.Spec()) {
			t.Error("the document served is not the one written by `consigne openapi`")
		}
		page := s.call("GET", "/api/docs", "", nil)
		if page.Status != http.StatusOK || !strings.Contains(page.Raw, "/api/openapi.json") ||
			strings.Contains(page.Raw, "CSP_NONCE") {
			t.Errorf("page: %d %s", page.Status, page.Raw)
		}
	})
}
