package oidc_test

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"consigne/internal/adapter/oidc"
	"consigne/internal/adapter/oidc/oidctest"
	"consigne/internal/domain/people/signon"
)

// still is a clock that moves when told.
type still struct {
	mu sync.Mutex
	at time.Time
}

func (s *still) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at
}

func (s *still) pass(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at = s.at.Add(d)
}

// trial is a provider and a client of it.
type trial struct {
	*oidctest.Provider

	t        *testing.T
	clock    *still
	client   *oidc.Client
	settings signon.Provider
}

// local lets a client ask the providers of tests, which are on this machine.
var local = signon.Reach{Local: true}

func start(t *testing.T) *trial {
	t.Helper()
	now := &still{at: time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)}
	provider := oidctest.Serve(t, now)
	client := oidc.New(now, oidc.Options{Reach: local})
	return &trial{provider, t, now, client, provider.Settings()}
}

const (
	nonce       = "nonce-de-trente-deux-caractères-au-moins"
	redirectURL = "https://console.grandval.test/connexion/retour"
)

// depart sends the browser to the provider and returns what it brings back.
func (s *trial) depart() (url.Values, signon.Return, error) {
	verifier := oauth2.GenerateVerifier()
	address, err := s.client.AuthorizeURL(s.t.Context(), s.settings,
		signon.Request{State: "état", Nonce: nonce, Verifier: verifier, RedirectURL: redirectURL})
	if err != nil {
		return nil, signon.Return{}, err
	}
	brought := s.Browse(s.t, address)
	return brought, signon.Return{
		Code: brought.Get("code"), Nonce: nonce, Verifier: verifier, RedirectURL: redirectURL, Issuer: brought.Get("iss"),
	}, nil
}

func (s *trial) signIn() (signon.Claims, error) {
	_, returned, err := s.depart()
	if err != nil {
		return signon.Claims{}, err
	}
	return s.client.Exchange(s.t.Context(), s.settings, returned)
}

// signsIn fails the test unless Camille signs in.
func (s *trial) signsIn() signon.Claims {
	s.t.Helper()
	claims, err := s.signIn()
	if err != nil || claims.Subject != "camille" || claims.Email != "camille@grandval.test" || !claims.EmailVerified {
		s.t.Fatalf("%+v, %v", claims, err)
	}
	return claims
}

type claims = oidctest.Claims

func set(name string, value any) func(claims) { return func(said claims) { said[name] = value } }

func remove(name string) func(claims) { return func(said claims) { delete(said, name) } }

// inSeconds sets an instant, counted from the clock of the trial.
func (s *trial) inSeconds(name string, seconds int64) func(claims) {
	return set(name, s.clock.Now().Unix()+seconds)
}

func TestWhoSignsIn(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(*trial) oidctest.Wrongs{
		"plain":           func(*trial) oidctest.Wrongs { return oidctest.Wrongs{} },
		"signed userinfo": func(s *trial) oidctest.Wrongs { return oidctest.Wrongs{SignUserinfo: s.Sign} },
		"several audiences": func(*trial) oidctest.Wrongs {
			return oidctest.Wrongs{IDToken: set("aud", []string{"autre", "consigne"})}
		},
		"no authorized party":  func(*trial) oidctest.Wrongs { return oidctest.Wrongs{IDToken: remove("azp")} },
		"no access token hash": func(*trial) oidctest.Wrongs { return oidctest.Wrongs{IDToken: remove("at_hash")} },
		"expired 59 s ago":     func(s *trial) oidctest.Wrongs { return oidctest.Wrongs{IDToken: s.inSeconds("exp", -59)} },
		"issued in 59 s":       func(s *trial) oidctest.Wrongs { return oidctest.Wrongs{IDToken: s.inSeconds("iat", 59)} },
		"good in 59 s":         func(s *trial) oidctest.Wrongs { return oidctest.Wrongs{IDToken: s.inSeconds("nbf", 59)} },
		"userinfo expired 59 s": func(s *trial) oidctest.Wrongs {
			return oidctest.Wrongs{SignUserinfo: s.Sign, Userinfo: s.inSeconds("exp", -59)}
		},
		"no parameter iss, not announced": func(*trial) oidctest.Wrongs {
			return oidctest.Wrongs{
				Discovery: remove("authorization_response_iss_parameter_supported"),
				Return:    func(brought url.Values) { brought.Del("iss") },
			}
		},
		"no userinfo": func(*trial) oidctest.Wrongs {
			return oidctest.Wrongs{Discovery: remove("userinfo_endpoint"), IDToken: func(said claims) {
				said["email"], said["email_verified"] = "camille@grandval.test", "true"
			}}
		},
		"no key id": func(s *trial) oidctest.Wrongs {
			return oidctest.Wrongs{SignID: s.SignAs("")}
		},
		"secret in the header": func(*trial) oidctest.Wrongs {
			return oidctest.Wrongs{Discovery: set("token_endpoint_auth_methods_supported", []string{"client_secret_basic"})}
		},
		"says nothing of secrets": func(*trial) oidctest.Wrongs {
			return oidctest.Wrongs{Discovery: remove("token_endpoint_auth_methods_supported")}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			s.Answer(prepare(s))
			if said := s.signsIn(); said.SecondFactor || strings.Count(said.IDToken, ".") != 2 {
				t.Errorf("%+v", said)
			}
		})
	}
}

func TestCodeIsBoundToItsVerifierAndGoodOnce(t *testing.T) {
	t.Parallel()
	s := start(t)
	_, returned, err := s.depart()
	if err != nil {
		t.Fatal(err)
	}
	other := returned
	other.Verifier = oauth2.GenerateVerifier()
	var refused *signon.Refused
	if _, err := s.client.Exchange(t.Context(), s.settings, other); !errors.As(err, &refused) || refused.Reason != "code" {
		t.Errorf("other verifier: %v", err)
	}
	if _, returned, err = s.depart(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.client.Exchange(t.Context(), s.settings, returned); err != nil {
		t.Error(err)
	}
	if _, err := s.client.Exchange(t.Context(), s.settings, returned); !errors.As(err, &refused) ||
		refused.Reason != "code" {
		t.Errorf("again: %v", err)
	}
}

// The return of one provider is worth nothing at another, with or without RFC 9207.
func TestProvidersAreNotMixedUp(t *testing.T) {
	t.Parallel()
	for _, announced := range []bool{true, false} {
		honest, attacker := start(t), start(t)
		if !announced {
			quiet := oidctest.Wrongs{
				Discovery: remove("authorization_response_iss_parameter_supported"),
				Return:    func(brought url.Values) { brought.Del("iss") },
			}
			honest.Answer(quiet)
			attacker.Answer(quiet)
		}
		for _, pair := range [][2]*trial{{honest, attacker}, {attacker, honest}} {
			_, returned, err := pair[0].depart()
			if err != nil {
				t.Fatal(err)
			}
			said, err := pair[1].client.Exchange(t.Context(), pair[1].settings, returned)
			var refused *signon.Refused
			if want := map[bool]string{true: "return issuer", false: "code"}[announced]; !errors.As(err, &refused) ||
				refused.Reason != want || said.Subject != "" {
				t.Errorf("announced %t: %+v, %v", announced, said, err)
			}
		}
	}
}

func TestWhatTheBrowserIsAsked(t *testing.T) {
	t.Parallel()
	s := start(t)
	request := signon.Request{State: "état", Nonce: nonce, Verifier: "vérificateur", RedirectURL: redirectURL}
	address, err := s.client.AuthorizeURL(t.Context(), s.settings, request)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := url.Parse(address)
	if err != nil || !strings.HasPrefix(address, s.settings.Issuer+"/authorize?") {
		t.Fatal(address, err)
	}
	want := url.Values{
		"client_id": {"consigne"}, "response_type": {"code"}, "scope": {"openid email"}, "state": {"état"}, "nonce": {nonce},
		"redirect_uri": {redirectURL}, "code_challenge_method": {"S256"},
		"code_challenge": {oauth2.S256ChallengeFromVerifier("vérificateur")},
		"claims":         {`{"id_token":{"acr":null,"amr":null}}`},
	}
	if got := parsed.Query().Encode(); got != want.Encode() {
		t.Errorf("%s, want %s", got, want.Encode())
	}
	s.Answer(oidctest.Wrongs{Discovery: remove("claims_parameter_supported")})
	if _, err := s.client.Check(t.Context(), s.settings); err != nil {
		t.Fatal(err)
	}
	if address, err = s.client.AuthorizeURL(t.Context(), s.settings, request); err != nil ||
		strings.Contains(address, "claims=") {
		t.Error(address, err)
	}
}

func TestKeysThatRotate(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.signsIn()
	s.signsIn()
	if keys, settings := s.Requests("/keys"), s.Requests("/.well-known/openid-configuration"); keys != 1 || settings != 1 {
		t.Errorf("keys read %d times, settings %d times", keys, settings)
	}

	_, returned, err := s.depart() // the key rotates while the person signs in
	if err != nil {
		t.Fatal(err)
	}
	s.Rotate(t)
	if _, err := s.client.Exchange(t.Context(), s.settings, returned); err != nil || s.Requests("/keys") != 2 {
		t.Errorf("%v; keys read %d times", err, s.Requests("/keys"))
	}

	s.Answer(oidctest.Wrongs{SignID: s.SignWithUnknown(t)})
	for range 5 {
		if _, err := s.signIn(); err == nil {
			t.Error("signed by an unknown key")
		}
	}
	if s.Requests("/keys") != 2 {
		t.Errorf("bad tokens made keys be read %d times", s.Requests("/keys"))
	}
	s.clock.pass(10 * time.Second)
	if _, err := s.signIn(); err == nil || s.Requests("/keys") != 3 {
		t.Errorf("%v; keys read %d times", err, s.Requests("/keys"))
	}

	s.Answer(oidctest.Wrongs{})
	s.clock.pass(15 * time.Minute)
	s.signsIn()
	if keys, settings := s.Requests("/keys"), s.Requests("/.well-known/openid-configuration"); keys != 4 || settings != 1 {
		t.Errorf("after 15 minutes: keys read %d times, settings %d times", keys, settings)
	}
	s.clock.pass(time.Hour)
	s.signsIn()
	if settings := s.Requests("/.well-known/openid-configuration"); settings != 2 {
		t.Errorf("after an hour: settings read %d times", settings)
	}
}

// Eight people come back just after the key rotated: the first reading serves all.
func TestKeyThatRotatesUnderMany(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.signsIn()
	returns := make([]signon.Return, 8)
	for i := range returns {
		_, returned, err := s.depart()
		if err != nil {
			t.Fatal(err)
		}
		returns[i] = returned
	}
	s.Rotate(t)
	var all sync.WaitGroup
	for _, returned := range returns {
		all.Go(func() {
			if _, err := s.client.Exchange(t.Context(), s.settings, returned); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if s.Requests("/keys") != 2 {
		t.Errorf("keys read %d times", s.Requests("/keys"))
	}
}

func TestCheckReadsAnew(t *testing.T) {
	t.Parallel()
	s := start(t)
	got, err := s.client.Check(t.Context(), s.settings)
	if want := (signon.Metadata{
		Issuer: s.settings.Issuer, Userinfo: true, EndSession: true,
		IssuerInReturn: true,
	}); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	s.Answer(oidctest.Wrongs{Discovery: func(said claims) {
		delete(said, "userinfo_endpoint")
		delete(said, "end_session_endpoint")
		delete(said, "authorization_response_iss_parameter_supported")
	}})
	got, err = s.client.Check(t.Context(), s.settings)
	if want := (signon.Metadata{Issuer: s.settings.Issuer}); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	s.Answer(oidctest.Wrongs{Paths: map[string]http.HandlerFunc{"/keys": func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"keys":[{"kty":"oct","kid":"a","k":"c2VjcmV0"}]}`))
	}}})
	var unreachable *signon.Unreachable
	if _, err := s.client.Check(t.Context(), s.settings); !errors.As(err, &unreachable) ||
		!strings.Contains(unreachable.Reason, "aucune clé") {
		t.Error(err)
	}
}

func TestEndOfSession(t *testing.T) {
	t.Parallel()
	s := start(t)
	said := s.signsIn()
	address, err := s.client.EndSessionURL(t.Context(), s.settings, said.IDToken,
		"https://console.grandval.test/connexion", "fin")
	if err != nil {
		t.Fatal(err)
	}
	if back := s.Browse(t, address); back.Get("state") != "fin" {
		t.Errorf("%v", back)
	}
	want := url.Values{
		"id_token_hint": {said.IDToken}, "post_logout_redirect_uri": {"https://console.grandval.test/connexion"},
		"state": {"fin"},
	}
	if ended := s.Ended(); len(ended) != 1 || ended[0].Encode() != want.Encode() {
		t.Errorf("%v", ended)
	}
	s.Answer(oidctest.Wrongs{Discovery: remove("end_session_endpoint")})
	if _, err := s.client.Check(t.Context(), s.settings); err != nil {
		t.Fatal(err)
	}
	if address, err := s.client.EndSessionURL(t.Context(), s.settings, said.IDToken, "https://console.grandval.test",
		"fin"); address != "" || err != nil {
		t.Error(address, err)
	}
}

func TestWhatIsSaid(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		person   oidctest.Identity
		domains  []string
		email    string
		verified bool
		factor   bool
	}{
		"verified": {
			person: oidctest.Identity{Email: "a@b.test", More: claims{"email_verified": true}},
			email:  "a@b.test", verified: true,
		},
		"not verified": {
			person:  oidctest.Identity{Email: "a@b.test", More: claims{"email_verified": false}},
			domains: []string{"b.test"}, email: "a@b.test",
		},
		"nothing said": {person: oidctest.Identity{Email: "a@b.test"}, email: "a@b.test"},
		"nothing said, domain": {
			person: oidctest.Identity{Email: "a@b.test"}, domains: []string{"b.test"}, email: "a@b.test",
			verified: true,
		},
		"no e-mail":            {person: oidctest.Identity{}, domains: []string{"b.test"}},
		"several factors":      {person: oidctest.Identity{More: claims{"amr": []string{"pwd", "otp"}}}, factor: true},
		"one factor as a text": {person: oidctest.Identity{More: claims{"amr": "pwd"}}},
		"class of two factors": {person: oidctest.Identity{More: claims{"acr": "eidas2"}}, factor: true},
		"class of one factor":  {person: oidctest.Identity{More: claims{"acr": "eidas1"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			c.person.Subject = "camille"
			s.SignsIn(c.person)
			s.settings.Domains = c.domains
			said, err := s.signIn()
			if err != nil || said.Subject != "camille" || said.Email != c.email || said.EmailVerified != c.verified ||
				said.SecondFactor != c.factor {
				t.Errorf("%+v, %v", said, err)
			}
		})
	}
}
