// Package oidctest is a provider of OpenID Connect for tests, which can be told to answer wrongly in every way.
package oidctest

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/oauth2"

	"consigne/internal/domain/people/signon"
	"consigne/internal/kernel/clock"
)

// What the client of the tests has at the provider.
const (
	ClientID = "consigne"
	Secret   = "un secret que le fournisseur connaît"
)

// Claims is what a token or an answer of userinfo says.
type Claims = map[string]any

// Wrongs changes what the provider answers; what is nil is answered rightly.
type Wrongs struct {
	Discovery func(Claims)
	Return    func(url.Values) // what the browser brings back
	IDToken   func(Claims)
	SignID    func(Claims) string // how the ID token is signed; Sign without it
	Userinfo  func(Claims)
	// SignUserinfo makes userinfo answer a signed token, as ProConnect does; use Sign for a right one.
	SignUserinfo func(Claims) string
	// Paths answers in place of the provider, by path: "/token", "/keys"…
	Paths map[string]http.HandlerFunc
}

// Identity is whom the provider takes the browser for.
type Identity struct {
	Subject, Email string
	More           Claims // such as email_verified, acr, amr
}

// Provider is a running provider.
type Provider struct {
	Keys

	t      testing.TB
	server *httptest.Server
	clock  clock.Clock

	mu       sync.Mutex
	person   Identity
	wrongs   Wrongs
	codes    map[string]code
	requests map[string]int
	ended    []url.Values
}

type code struct {
	claims    Claims // of the ID token
	challenge string
	redirect  string
	person    Identity
}

// Serve starts a provider that ends with the test. It takes every browser for Camille, whose e-mail is verified.
func Serve(t testing.TB, now clock.Clock) *Provider {
	t.Helper()
	p := &Provider{t: t, clock: now, codes: map[string]code{}, requests: map[string]int{}}
	p.Rotate(t)
	p.SignsIn(Identity{Subject: "camille", Email: "camille@grandval.test", More: Claims{"email_verified": true}})
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.discovery)
	mux.HandleFunc("GET /authorize", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	mux.HandleFunc("GET /userinfo", p.userinfo)
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) { write(w, p.public()) })
	mux.HandleFunc("GET /end", p.end)
	p.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		p.requests[r.URL.Path]++
		instead := p.wrongs.Paths[r.URL.Path]
		p.mu.Unlock()
		if instead == nil {
			instead = mux.ServeHTTP
		}
		instead(w, r)
	}))
	t.Cleanup(p.server.Close)
	return p
}

// Settings returns the provider as an administrator would enter it.
func (p *Provider) Settings() signon.Provider {
	return signon.Provider{
		ID: 1, Label: "Annuaire", Issuer: p.server.URL, ClientID: ClientID, Secret: Secret,
		Active: true,
	}
}

// SignsIn returns whom the provider takes the browser for from now on.
func (p *Provider) SignsIn(person Identity) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.person = person
}

// Answer makes the provider answer wrongly from now on.
func (p *Provider) Answer(wrongs Wrongs) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wrongs = wrongs
}

// Requests returns how many requests came to the path.
func (p *Provider) Requests(path string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.requests[path]
}

// Ended returns what browsers brought to the end of session.
func (p *Provider) Ended() []url.Values {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ended
}

// Browse does what a browser does that is sent to the address: it returns what it brings back.
func (p *Provider) Browse(t testing.TB, address string) url.Values {
	t.Helper()
	browser := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := browser.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	location, err := response.Location()
	if err != nil {
		t.Fatalf("%s: status %d, %v", address, response.StatusCode, err)
	}
	return location.Query()
}

func (p *Provider) discovery(w http.ResponseWriter, _ *http.Request) {
	here := p.server.URL
	settings := Claims{
		"issuer": here, "authorization_endpoint": here + "/authorize", "token_endpoint": here + "/token",
		"jwks_uri": here + "/keys", "userinfo_endpoint": here + "/userinfo", "end_session_endpoint": here + "/end",
		"id_token_signing_alg_values_supported":          []string{"ES256", "RS256", "HS256", "none"},
		"token_endpoint_auth_methods_supported":          []string{"client_secret_basic", "client_secret_post"},
		"authorization_response_iss_parameter_supported": true,
		"claims_parameter_supported":                     true,
	}
	if change := p.now().Discovery; change != nil {
		change(settings)
	}
	write(w, settings)
}

func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if query.Get("client_id") != ClientID || query.Get("response_type") != "code" ||
		query.Get("code_challenge_method") != "S256" || !strings.Contains(" "+query.Get("scope")+" ", " openid ") {
		http.Error(w, "not a request of this client", http.StatusBadRequest)
		return
	}
	p.mu.Lock()
	given, now := uuid.NewString(), p.clock.Now()
	claims := Claims{
		"iss": p.server.URL, "sub": p.person.Subject, "aud": ClientID, "azp": ClientID, "nonce": query.Get("nonce"),
		"iat": now.Unix(), "exp": now.Add(5 * time.Minute).Unix(),
	}
	for _, name := range []string{"acr", "amr"} {
		if value, ok := p.person.More[name]; ok {
			claims[name] = value
		}
	}
	p.codes[given] = code{claims, query.Get("code_challenge"), query.Get("redirect_uri"), p.person}
	p.mu.Unlock()
	brought := url.Values{"code": {given}, "state": {query.Get("state")}, "iss": {p.server.URL}}
	if change := p.now().Return; change != nil {
		change(brought)
	}
	http.Redirect(w, r, query.Get("redirect_uri")+"?"+brought.Encode(), http.StatusFound)
}

func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	id, secret, inHeader := r.BasicAuth()
	if inHeader {
		id, _ = url.QueryUnescape(id)
		secret, _ = url.QueryUnescape(secret)
	} else {
		id, secret = r.FormValue("client_id"), r.FormValue("client_secret")
	}
	if id != ClientID || secret != Secret {
		fail(w, http.StatusUnauthorized, "invalid_client")
		return
	}
	p.mu.Lock()
	redeemed, ok := p.codes[r.FormValue("code")]
	delete(p.codes, r.FormValue("code")) // good once
	p.mu.Unlock()
	if !ok || redeemed.redirect != r.FormValue("redirect_uri") ||
		redeemed.challenge != oauth2.S256ChallengeFromVerifier(r.FormValue("code_verifier")) {
		fail(w, http.StatusBadRequest, "invalid_grant")
		return
	}
	claims, access := redeemed.claims, uuid.NewString()
	claims["at_hash"] = hashOf(access)
	wrongs, sign := p.now(), p.Sign
	if wrongs.IDToken != nil {
		wrongs.IDToken(claims)
	}
	if wrongs.SignID != nil {
		sign = wrongs.SignID
	}
	p.mu.Lock()
	p.codes["access "+access] = redeemed
	p.mu.Unlock()
	write(w, Claims{"access_token": access, "token_type": "Bearer", "expires_in": 60, "id_token": sign(claims)})
}

func (p *Provider) userinfo(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	allowed, ok := p.codes["access "+strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
	p.mu.Unlock()
	if !ok {
		fail(w, http.StatusUnauthorized, "invalid_token")
		return
	}
	claims := Claims{"sub": allowed.person.Subject}
	if allowed.person.Email != "" {
		claims["email"] = allowed.person.Email
	}
	maps.Copy(claims, allowed.person.More)
	wrongs := p.now()
	if wrongs.SignUserinfo != nil {
		claims["iss"], claims["aud"] = p.server.URL, ClientID
	}
	if wrongs.Userinfo != nil {
		wrongs.Userinfo(claims)
	}
	if wrongs.SignUserinfo == nil {
		write(w, claims)
		return
	}
	w.Header().Set("Content-Type", "application/jwt; charset=utf-8")
	_, _ = w.Write([]byte(wrongs.SignUserinfo(claims)))
}

func (p *Provider) end(w http.ResponseWriter, r *http.Request) {
	brought := r.URL.Query()
	p.mu.Lock()
	p.ended = append(p.ended, brought)
	p.mu.Unlock()
	http.Redirect(w, r, brought.Get("post_logout_redirect_uri")+"?state="+url.QueryEscape(brought.Get("state")),
		http.StatusSeeOther)
}

func (p *Provider) now() Wrongs {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.wrongs
}

func write(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body)
}

func fail(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(Claims{"error": code})
}
