package api_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/oidc"
	"consigne/internal/adapter/oidc/oidctest"
	"consigne/internal/domain/people/signon"
	"consigne/internal/server/api"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// A page of another site makes the browser write nothing here, whatever it got hold of; programs, which send no Origin,
// and reads go on.
func TestWritesOfOtherSitesAreRefused(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		for name, headers := range map[string][]string{
			"another site":              {"Sec-Fetch-Site", "cross-site", "Origin", "https://ailleurs.test"},
			"a neighbour":               {"Sec-Fetch-Site", "same-site", "Origin", "http://autre.consigne.test"},
			"an old browser":            {"Origin", "https://ailleurs.test"},
			"a page without an address": {"Sec-Fetch-Site", "cross-site", "Origin", "null"},
		} {
			for _, path := range []string{
				"/api/compte/connexion", "/api/token/invalidate",
				"/api/admin/exploitant/1/station/ajouter",
			} {
				got := s.call("POST", path, token, map[string]string{}, headers...)
				s.want(name+" "+path, got, 403, "Cet appel vient d'une page d'un autre site.")
			}
			s.want(name+", a read", s.call("GET", details, token, nil, headers...), 200, "")
		}
		for name, headers := range map[string][]string{
			"a program":                 nil,
			"the console":               {"Sec-Fetch-Site", "same-origin", "Origin", "http://consigne.test"},
			"behind a proxy":            {"Origin", "http://consigne.test"},
			"typed by the person":       {"Sec-Fetch-Site", "none"},
			"an old browser's own page": {"Origin", s.url},
		} {
			got := s.call("POST", "/api/compte/connexion", "",
				map[string]string{"username": "hotline@exemple.test", "password": password}, headers...)
			s.want(name, got, 200, "")
		}
		events := s.call("GET", "/api/admin/securite/evenements?type=acces.refus", s.login("admin@exemple.test").token, nil)
		if !strings.Contains(events.Raw, "POST /api/token/invalidate") {
			t.Errorf("the refusals left no event: %s", events.Raw)
		}
	})
}

// What a network is refused without a session or key is limited. Who has one, though it expired, and other networks go
// on.
func TestRefusedCallsAreLimited(t *testing.T) {
	behindProxy(t, func(t *testing.T, s *site) {
		const attacker, office = "198.51.100.7", "198.51.100.8"
		from := func(address, method, path, bearer string) answer {
			return s.call(method, path, bearer, nil, "X-Forwarded-For", address)
		}
		token := s.login("hotline@exemple.test").token
		_, key := s.fieldKeyOf(1)
		for i := range 1_000 {
			path := "/api/inconnue"
			if i%2 == 1 {
				path = details
			}
			if got := from(attacker, "GET", path, "devinée"); got.Status != 401 && got.Status != 404 {
				t.Fatalf("call %d: %d %s", i, got.Status, got.Raw)
			}
		}
		const sentence = "Trop d'appels refusés. Veuillez réessayer dans une minute."
		for _, path := range []string{"/api/inconnue", details, "/api/ouvert/stations.geojson"} {
			got := from(attacker, "GET", path, "devinée")
			s.want(path, got, 429, sentence)
			if got.Header.Get("Retry-After") != "60" {
				t.Errorf("%s: Retry-After %q", path, got.Header.Get("Retry-After"))
			}
		}
		s.want("a sign-in", s.loginFrom(attacker, "hotline@exemple.test", password), 429, sentence)
		s.want("a wrong key of the same network", from(attacker, "GET", "/api/terrain/stations", "devinée"), 401, "")
		s.want("a session of the same network", from(attacker, "GET", details, token), 200, "")
		s.want("a key of the same network", from(attacker, "GET", "/api/terrain/stations", key), 200, "")
		s.want("another network", from(office, "GET", details, ""), 401, "")
		s.want("a probe", from(attacker, "GET", "/healthz", ""), 200, "")
		s.want("a page", from(attacker, "GET", "/connexion", ""), 200, "")

		s.clock.advance(11 * time.Minute)
		for range 400 {
			from(office, "GET", details, token)
		}
		s.want("tokens that expired are not counted", from(office, "GET", details, ""), 401, "")
		s.want("a minute later", from(attacker, "GET", details, ""), 401, "")
	})
}

// Calls with wrong keys are limited, and keep nobody of their network from signing in.
func TestWrongKeysHaveTheirOwnLimit(t *testing.T) {
	behindProxy(t, func(t *testing.T, s *site) {
		const program = "198.51.100.7"
		from := func(method, path, bearer string, headers ...string) answer {
			return s.call(method, path, bearer, nil, append(headers, "X-Forwarded-For", program)...)
		}
		_, key := s.fieldKeyOf(1)
		wrong := key[:len(key)-4] + "AAAA"
		for i := range 1_000 {
			path, bearer := "/api/terrain/stations", "devinée"
			switch i % 3 {
			case 1:
				bearer = wrong
			case 2:
				path, bearer = details, wrong
			}
			if got := from("GET", path, bearer); got.Status != 401 {
				t.Fatalf("call %d: %d %s", i, got.Status, got.Raw)
			}
		}
		const sentence = "Trop d'appels refusés. Veuillez réessayer dans une minute."
		for _, bearer := range []string{"devinée", wrong} {
			s.want("a wrong key", from("GET", "/api/terrain/stations", bearer), 429, sentence)
			s.want("with an Idempotency-Key", from("POST", "/api/terrain/comptages", bearer, "Idempotency-Key", "a"), 429,
				sentence)
		}
		s.want("a wrong key at a call of staff", from("GET", details, wrong), 429, sentence)
		s.want("a good key", from("GET", "/api/terrain/stations", key), 200, "")
		s.want("a wrong password", s.loginFrom(program, "hotline@exemple.test", "faux"), 401, "")
		s.want("a sign-in", s.loginFrom(program, "hotline@exemple.test", password), 200, "")
		s.want("a call without a key", from("GET", details, ""), 401, "")
		s.want("what everybody reads", from("GET", "/api/ouvert/stations.geojson", ""), 200, "")
		s.clock.advance(time.Minute)
		s.want("a minute later", from("GET", "/api/terrain/stations", wrong), 401, "")
	})
}

// What reached the proxy in clear is not served: pages lead to https, calls are refused.
func TestClearTextIsRefused(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, database *store.Store) {
		s := newSite(t, database, func(p *api.Components) {
			p.PublicURL = "https://consigne.test"
			p.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
		})
		page := s.call("GET", "/tb-stations/12?onglet=casiers", "", nil, "X-Forwarded-Proto", "http", "Host", "ailleurs.test")
		if page.Status != 308 || page.Header.Get("Location") != "https://consigne.test/tb-stations/12?onglet=casiers" {
			t.Errorf("a page: %d %v", page.Status, page.Header)
		}
		call := s.call("POST", "/api/compte/connexion", "",
			map[string]string{"username": "hotline@exemple.test", "password": password}, "X-Forwarded-Proto", "http")
		s.want("a call", call, 403, "Cet appel doit être fait par https.")
		s.want("a probe", s.call("GET", "/readyz", "", nil, "X-Forwarded-Proto", "http"), 200, "")
		for _, headers := range [][]string{{"X-Forwarded-Proto", "https"}, nil} {
			got := s.call("GET", "/connexion", "", nil, headers...)
			s.want("by https, or by a proxy that does not say", got, 200, "")
			if got.Header.Get("Strict-Transport-Security") != "max-age=31536000; includeSubDomains" {
				t.Errorf("headers %v", got.Header)
			}
		}
	})
}

// No answer is without the headers that tell a browser what it may do with it, and none answers TRACE.
func TestEveryAnswerHasSecurityHeaders(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		server := httptest.NewServer(s.handler)
		defer server.Close()
		for _, c := range []struct {
			method, path string
			status       int
		}{
			{"GET", "/", 200},
			{"GET", "/absent.png", 404},
			{"GET", "/assets/index-a1.js", 200},
			{"GET", "/favicon.svg", 200},
			{"GET", "/api/docs", 200},
			{"GET", "/api/inconnue", 404},
			{"GET", "/healthz", 200},
			{"POST", "/connexion", 405},
			{"TRACE", "/", 405},
			{"TRACE", details, 405},
			{"GET", "/.env", 404},
			{"GET", "/assets/", 404},
		} {
			request, err := http.NewRequestWithContext(t.Context(), c.method, server.URL+c.path, http.NoBody)
			s.check(err)
			response, err := client.Do(request)
			s.check(err)
			body, err := io.ReadAll(response.Body)
			s.check(err)
			s.check(response.Body.Close())
			if response.StatusCode != c.status {
				t.Errorf("%s %s: %d %s", c.method, c.path, response.StatusCode, body)
			}
			policy := response.Header.Get("Content-Security-Policy")
			for _, part := range []string{"default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"} {
				if !strings.Contains(policy, part) {
					t.Errorf("%s %s: policy %q", c.method, c.path, policy)
				}
			}
			for name, want := range map[string]string{
				"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
				"Cross-Origin-Resource-Policy": "same-origin",
			} {
				if response.Header.Get(name) != want {
					t.Errorf("%s %s: %s %q", c.method, c.path, name, response.Header.Get(name))
				}
			}
			if form := response.Header.Get("Content-Type"); len(body) > 0 && !strings.HasSuffix(form, "charset=utf-8") &&
				form != "application/json" {
				t.Errorf("%s %s: content type %q", c.method, c.path, form)
			}
		}
	})
}

// Whoever reaches the server can forge what a proxy says of a caller only as far as the proxies are trusted.
func TestForwardedAddresses(t *testing.T) {
	t.Run("of a site that trusts nobody", func(t *testing.T) {
		onSQLite(t, func(t *testing.T, s *site) {
			for i := range 5 {
				s.want("a wrong password", s.loginFrom(fmt.Sprintf("198.51.100.%d", i), "hotline@exemple.test", "faux"), 401, "")
			}
			s.want("from yet another", s.loginFrom("198.51.100.99", "hotline@exemple.test", "faux"), 429, "")
		})
	})
	t.Run("of one that trusts its proxy", func(t *testing.T) {
		behindProxy(t, func(t *testing.T, s *site) {
			for i := range 5 {
				s.want("a wrong password",
					s.loginFrom(fmt.Sprintf("203.0.113.%d, 198.51.100.1", i), "hotline@exemple.test", "faux"), 401, "")
			}
			s.want("with another forged beginning", s.loginFrom("203.0.113.99, 198.51.100.1", "hotline@exemple.test", "faux"),
				429, "")
			s.want("a real other", s.loginFrom("198.51.100.2", "hotline@exemple.test", password), 200, "")
		})
	})
}

// A parameter that is given twice means the same to the policy and to the call.
func TestParametersGivenTwice(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		read := func(query string) answer { return s.call("GET", "/api/admin/usages?"+query, token, nil) }
		own := read("exploitant=1")
		s.want("own", own, 200, "")
		for _, query := range []string{"exploitant=1&exploitant=2", "exploitant[]=2&exploitant=1"} {
			if got := read(query); got.Status != 200 || got.Raw != own.Raw {
				t.Errorf("%s: %d %s", query, got.Status, got.Raw)
			}
		}
		s.want("another's first", read("exploitant=2&exploitant=1"), 403, "")
	})
}

// A request that says in two ways where it ends is refused, or ends where the encoding says: never where a length says.
func TestWhereARequestEnds(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		server := httptest.NewServer(s.handler)
		defer server.Close()
		const head, next = "POST /connexion HTTP/1.1\r\nHost: a\r\n",
			"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
		for name, c := range map[string]struct{ request, statuses string }{
			"two lengths":      {head + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef" + next, "400"},
			"two encodings":    {head + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + next, "501"},
			"a hidden name":    {head + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + next, "400"},
			"length and chunk": {head + "Content-Length: 500\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + next, "405 200"},
		} {
			connection, err := net.Dial("tcp", strings.TrimPrefix(server.URL, "http://"))
			s.check(err)
			_, err = io.WriteString(connection, c.request)
			s.check(err)
			raw, err := io.ReadAll(connection)
			s.check(err)
			s.check(connection.Close())
			var statuses []string
			for _, match := range regexp.MustCompile(`HTTP/1\.1 (\d+)`).FindAllStringSubmatch(string(raw), -1) {
				statuses = append(statuses, match[1])
			}
			if got := strings.Join(statuses, " "); got != c.statuses {
				t.Errorf("%s: %s, want %s", name, got, c.statuses)
			}
		}
	})
}

// Sign-ins that succeeded are lines of the audit log; those that failed are security events.
func TestSignInsAreInTheAuditLog(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		s.login("hotline@exemple.test")
		s.want("a wrong password", s.loginFrom("", "mainteneur@exemple.test", "faux"), 401, "")
		lines := s.call("GET", "/api/admin/journal?action=compte.connexion", s.login("admin@exemple.test").token, nil)
		if got := length(lines.Body["items"]); got != 2 || dig(lines.Body, "items", 1, "acteur", "id") != 3.0 {
			t.Errorf("lines: %s", lines.Raw)
		}
	})
}

// Over https the cookie of a sign-in at a provider is one that no neighbouring host can set, and no other is read.
func TestTheCookieOfASignInIsBoundToTheHost(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, database *store.Store) {
		s := newSite(t, database, func(p *api.Components) {
			p.PublicURL = "https://consigne.test"
			var err error
			p.SignOn, err = signon.NewService(database, p.Accounts, oidc.New(p.Clock, local), p.Clock,
				signon.Options{
					Secret: bytes.Repeat([]byte("secret"), 6), PublicURL: p.PublicURL,
					Reach: signon.ReachFrom(p.PublicURL, false),
				})
			if err != nil {
				t.Fatal(err)
			}
		})
		provider := oidctest.Serve(t, s.clock)
		provider.SignsIn(oidctest.Identity{
			Subject: "u1", Email: "hotline@exemple.test",
			More: oidctest.Claims{"email_verified": true},
		})
		settings := provider.Settings()
		made := s.call("POST", "/api/admin/connexion-unique/fournisseur", s.login("admin@exemple.test").token, map[string]any{
			"libelle": "Annuaire", "emetteur": settings.Issuer, "idClient": settings.ClientID, "secret": settings.Secret,
			"domaines": []string{"exemple.test"}, "obligatoire": false, "actif": true,
		})
		s.want("an issuer on this machine", made, 422,
			"L'émetteur est une adresse https://, sans paramètres, telle que le fournisseur la publie.")
		settings.ID, settings.FromEnvironment, settings.Domains = 0, true, []string{"exemple.test"}
		s.parts.SignOn.Environment = &settings
		back := func(name string) answer {
			left := s.call("POST", "/api/compte/connexion/fournisseur/environnement", "", nil)
			s.want("leaving", left, 200, "")
			cookie, err := http.ParseSetCookie(left.Header.Get("Set-Cookie"))
			s.check(err)
			if cookie.Name != "__Host-consigne-connexion-unique" || !cookie.Secure || !cookie.HttpOnly ||
				cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/" || cookie.Domain != "" {
				t.Errorf("cookie: %s", left.Header.Get("Set-Cookie"))
			}
			brought := map[string]any{}
			for name, values := range provider.Browse(t, fmt.Sprint(left.Body["adresse"])) {
				brought[name] = values[0]
			}
			return s.call("POST", "/api/compte/connexion/retour", "", brought, "Cookie", name+"="+cookie.Value)
		}
		s.want("a cookie that a neighbour may have set", back("consigne-connexion-unique"), 403, "")
		s.want("its own", back("__Host-consigne-connexion-unique"), 200, "")
	})
}
