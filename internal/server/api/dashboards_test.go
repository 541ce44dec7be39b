package api_test

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"consigne/internal/adapter/metabase"
	"consigne/internal/server/api"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

const (
	analytics = "/api/admin/iloo/analytics"
	figures   = "/api/statistiques?du=2026-11-01&au=2026-11-30"
)

// dashboardToken returns the token in the dashboard address that the server gives the caller.
func (s *site) dashboardToken(bearer, path string) string {
	s.t.Helper()
	got := s.call("GET", path, bearer, nil)
	address, _ := got.Body["iframeUrl"].(string)
	token, built := strings.CutPrefix(address, "/tableau-de-bord#")
	if got.Status != 200 || !built || got.Body["dureeValidite"] != 600.0 {
		s.t.Fatalf("%s: %d %s", path, got.Status, got.Raw)
	}
	return token
}

func TestDashboardAddresses(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, database *store.Store) {
		s := newSite(t, database, func(parts *api.Components) {
			parts.Dashboards, parts.PlatformDashboard = metabase.New("https://stats.exemple.test/", "fakesecret"), new(int64(3))
		})
		admin, manager := s.login("admin@exemple.test").token, s.login("gestionnaire@exemple.test").token
		s.dashboardToken(manager, analytics+"/1") // has no metabaseId yet

		s.want("a dashboard for the first",
			s.call("PUT", "/api/admin/exploitant/1", admin, typedOperator(map[string]any{"metabaseId": 42})), 200, "")
		for path, want := range map[string]string{
			analytics + "/1": `"params":{"exploitant":"1"},"resource":{"dashboard":42}`,
			analytics:        `"params":{},"resource":{"dashboard":3}`,
		} {
			address, _ := s.call("GET", path, admin, nil).Body["iframeUrl"].(string)
			token, built := strings.CutPrefix(address, "https://stats.exemple.test/embed/dashboard/")
			parts := strings.Split(token, ".")
			if !built || len(parts) != 3 {
				t.Fatalf("%s: %s", path, address)
			}
			claims, err := base64.RawURLEncoding.DecodeString(parts[1])
			s.check(err)
			var read struct{ Exp int64 }
			s.check(json.Unmarshal(claims, &read))
			if !strings.Contains(string(claims), want) || read.Exp != s.clock.Now().Add(10*time.Minute).Unix() {
				t.Errorf("%s: %s", path, claims)
			}
		}
		s.want("all operators, by a manager", s.call("GET", analytics, manager, nil), 403, "")
		s.want("another operator's", s.call("GET", analytics+"/2", manager, nil), 403, "")
		s.want("a deleted operator's", s.call("GET", analytics+"/3", admin, nil), 404, "")
		s.want("by a customer", s.call("GET", analytics+"/1", s.login("usager@exemple.test").token, nil), 403, "")
		s.want("by nobody", s.call("GET", analytics+"/1", "", nil), 401, "")
		if policy := s.call("GET", "/", "",
			nil).Header.Get("Content-Security-Policy"); !strings.Contains(
			policy, "frame-src 'self' https://stats.exemple.test;",
		) {
			t.Errorf("the console may not show it: %s", policy)
		}
	})
}

func TestDashboardTokens(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, database *store.Store) {
		s := newSite(t, database)
		session := s.login("gestionnaire@exemple.test")
		manager, admin := session.token, s.login("admin@exemple.test").token
		own, all, other := s.dashboardToken(manager, analytics+"/1"), s.dashboardToken(admin, analytics),
			s.dashboardToken(admin, analytics+"/2")
		for token, operator := range map[string]string{
			own: `{"id":1,"nom":"Grandval"}`, all: `null`,
			other: `{"id":2,"nom":"Littoral"}`,
		} {
			if got := s.call("GET", figures, token, nil); got.Status != 200 ||
				!strings.Contains(got.Raw, `"exploitant":`+operator) {
				t.Errorf("of %v: %d %s", operator, got.Status, got.Raw)
			}
		}

		const notValid = "Invalid JWT Token"
		signed := strings.Split(own, ".")
		claims, err := base64.RawURLEncoding.DecodeString(signed[1])
		s.check(err)
		forged := base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(string(claims), `"exploitant":1`,
			`"exploitant":2`, 1)))
		unsigned := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`))
		s.want("no token", s.call("GET", figures, "", nil), 401, "")
		s.want("of another operator, forged", s.call("GET", figures, signed[0]+"."+forged+"."+signed[2], nil), 401, notValid)
		s.want("unsigned", s.call("GET", figures, unsigned+"."+signed[1]+".", nil), 401, notValid)
		s.want("that of the session", s.call("GET", figures, manager, nil), 401, notValid)
		s.want("a page of the console", s.call("GET", "/api/admin/exploitants", own, nil), 401, notValid)
		s.want("another address", s.call("GET", analytics+"/1", own, nil), 401, notValid)
		s.want("a new session", s.refresh(own, session.refresh), 401, "")
		s.want("the field", s.call("GET", "/api/terrain/stations", own, nil), 401, "")

		s.clock.advance(10*time.Minute + time.Second)
		s.want("too late", s.call("GET", figures, own, nil), 401, "Expired JWT Token")

		admin, elsewhere := s.login("admin@exemple.test").token, s.login("ailleurs@exemple.test").token
		all = s.dashboardToken(admin, analytics)
		theirs := s.dashboardToken(elsewhere, analytics+"/2")
		s.want("the role is taken away",
			s.call("DELETE", "/api/admin/utilisateur/5/role?exploitant=2&role=Gestionnaire", admin, nil), 204, "")
		s.want("no right any more", s.call("GET", figures, theirs, nil), 403, "")

		hotline := s.dashboardToken(s.login("hotline@exemple.test").token, analytics+"/1")
		s.want("a ban", s.call("PATCH", "/api/admin/utilisateur/3/switch-actif", admin, nil), 200, "")
		s.want("banned", s.call("GET", figures, hotline, nil), 401, notValid)

		other = s.dashboardToken(admin, analytics+"/2")
		s.want("deletion", s.call("DELETE", "/api/admin/exploitant/2/suppression", admin, nil), 204, "")
		s.want("deleted operator", s.call("GET", figures, other, nil), 404, "")

		again := s.login("mainteneur@exemple.test")
		own = s.dashboardToken(again.token, analytics+"/1")
		s.want("logout", s.call("GET", "/api/token/invalidate?refreshToken="+again.refresh, again.token, nil), 200, "")
		s.want("logged out", s.call("GET", figures, own, nil), 401, notValid)
		if strings.Contains(s.log.String(), own) {
			t.Error("a token is in the log")
		}
		s.want("the administrator still", s.call("GET", figures, all, nil), 200, "")
	})
}

func TestDashboardPage(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, database *store.Store) {
		s := newSite(t, database, func(parts *api.Components) {
			files, _ := parts.Console.(fstest.MapFS)
			files["tableau-de-bord.html"] = &fstest.MapFile{Data: []byte(`<script nonce="CSP_NONCE"></script>`)}
		})
		got := s.call("GET", "/tableau-de-bord", "", nil)
		policy := got.Header.Get("Content-Security-Policy")
		if got.Status != 200 || strings.Contains(got.Raw, "CSP_NONCE") || got.Header.Get("X-Frame-Options") != "SAMEORIGIN" ||
			got.Header.Get("Cache-Control") != "no-store" ||
			!strings.Contains(
				policy, "frame-ancestors 'self'",
			) || !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%d %v %s", got.Status, got.Header, got.Raw)
		}
		if beside := s.call("GET", "/tableau-de-bord.html", "", nil); beside.Status != 301 ||
			beside.Header.Get("Location") != "/tableau-de-bord" {
			t.Errorf("without its nonce: %d %v", beside.Status, beside.Header)
		}
		if console := s.call("GET", "/", "",
			nil).Header; !strings.Contains(console.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
			t.Errorf("the console in a frame: %v", console)
		}
	})
}
