package oidc_test

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/oidc"
	"consigne/internal/adapter/oidc/oidctest"
	"consigne/internal/adapter/outgoing/nametest"
	"consigne/internal/domain/people/signon"
)

func TestRefusedAnswers(t *testing.T) {
	t.Parallel()
	type wrongs = oidctest.Wrongs
	inID := func(change func(claims)) func(*trial) wrongs {
		return func(*trial) wrongs { return wrongs{IDToken: change} }
	}
	signed := func(sign func(*trial) func(claims) string) func(*trial) wrongs {
		return func(s *trial) wrongs { return wrongs{SignID: sign(s)} }
	}
	inUserinfo := func(change func(claims)) func(*trial) wrongs {
		return func(s *trial) wrongs { return wrongs{SignUserinfo: s.Sign, Userinfo: change} }
	}
	signedUserinfo := func(sign func(*trial) func(claims) string) func(*trial) wrongs {
		return func(s *trial) wrongs { return wrongs{SignUserinfo: sign(s)} }
	}
	answer := func(path, mediaType, body string) func(*trial) wrongs {
		return func(*trial) wrongs {
			return wrongs{Paths: map[string]http.HandlerFunc{path: func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", mediaType)
				_, _ = w.Write([]byte(body))
			}}}
		}
	}
	for name, c := range map[string]struct {
		wrongs func(*trial) wrongs
		reason string
	}{
		"other audience": {inID(set("aud", "autre")), "audience"},
		"no audience":    {inID(remove("aud")), "audience"},
		"several audiences, no party": {inID(func(said claims) {
			said["aud"] = []string{"consigne", "autre"}
			delete(said,
				"azp")
		}), "authorized party"},
		"several audiences, other party": {inID(func(said claims) {
			said["aud"], said["azp"] = []string{"consigne", "autre"},
				"autre"
		}), "authorized party"},
		"other party": {inID(set("azp", "autre")), "authorized party"},
		"token of another client": {
			inID(func(said claims) { said["aud"], said["azp"] = "autre", "autre" }),
			"audience",
		},
		"other issuer":             {inID(set("iss", "https://autre.test")), "issuer"},
		"issuer with a slash":      {inID(func(said claims) { said["iss"] = fmt.Sprint(said["iss"], "/") }), "issuer"},
		"no issuer":                {inID(remove("iss")), "issuer"},
		"other nonce":              {inID(set("nonce", "un autre")), "nonce"},
		"no nonce":                 {inID(remove("nonce")), "nonce"},
		"no subject":               {inID(remove("sub")), "subject"},
		"subject without end":      {inID(set("sub", strings.Repeat("x", 256))), "subject"},
		"subject that is a number": {inID(set("sub", 12)), "malformed"},
		"no expiry":                {inID(remove("exp")), "expired"},
		"no instant of issue":      {inID(remove("iat")), "issued at"},
		"instant that is a text":   {inID(set("exp", "demain")), "malformed"},
		"other access token":       {inID(set("at_hash", "AAAAAAAAAAAAAAAAAAAAAA")), "access token hash"},
		"expired 60 s ago": {
			func(s *trial) wrongs { return wrongs{IDToken: s.inSeconds("exp", -60)} },
			"expired",
		},
		"issued in 61 s": {
			func(s *trial) wrongs { return wrongs{IDToken: s.inSeconds("iat", 61)} },
			"issued at",
		},
		"good in 61 s": {
			func(s *trial) wrongs { return wrongs{IDToken: s.inSeconds("nbf", 61)} },
			"not before",
		},
		"unsigned": {
			signed(func(*trial) func(claims) string { return oidctest.Unsigned }),
			"algorithm",
		},
		"signed with the client's secret": {
			signed(func(*trial) func(claims) string { return oidctest.SignWithSecret }),
			"algorithm",
		},
		"signed with the public key": {
			signed(func(s *trial) func(claims) string { return s.SignWithPublic }),
			"algorithm",
		},
		"algorithm that is not announced": {func(s *trial) wrongs {
			return wrongs{Discovery: set("id_token_signing_alg_values_supported", []string{"RS256"})}
		}, "algorithm"},
		"unknown key": {
			signed(func(s *trial) func(claims) string { return s.SignWithUnknown(s.t) }),
			"signature",
		},
		"name that is not published": {signed(func(s *trial) func(claims) string { return s.SignAs("autre") }), "signature"},
		"key of encryption": {
			signed(func(s *trial) func(claims) string { return s.SignAs(oidctest.EncryptionKey) }),
			"signature",
		},
		"wrong key of a known name": {
			signed(func(s *trial) func(claims) string { return s.SignWithWrong(s.t) }),
			"signature",
		},
		"cut token": {signed(func(s *trial) func(claims) string {
			return func(said claims) string { whole := s.Sign(said); return whole[:len(whole)-8] }
		}), "signature"},
		"other payload": {signed(func(s *trial) func(claims) string { return s.swapped }), "signature"},
		"two parts": {signed(func(s *trial) func(claims) string {
			return func(said claims) string { return cutAfter(s.Sign(said), 2) }
		}), "malformed"},
		"not a token": {
			signed(func(*trial) func(claims) string { return func(claims) string { return "jeton" } }), "malformed",
		},
		"no token": {
			signed(func(*trial) func(claims) string { return func(claims) string { return "" } }), "no id token",
		},
		"token answer that is not JSON": {answer("/token", "application/json", "{"), "token answer"},
		"token answer without tokens":   {answer("/token", "application/json", "{}"), "token answer"},
		"token answer without end": {
			answer("/token", "application/json", strings.Repeat(" ", oidc.MostAnswer+1)),
			"token answer",
		},
		"userinfo of another person": {
			func(*trial) wrongs { return wrongs{Userinfo: set("sub", "dominique")} },
			"userinfo subject",
		},
		"userinfo of nobody": {
			func(*trial) wrongs { return wrongs{Userinfo: remove("sub")} },
			"userinfo subject",
		},
		"userinfo that is not JSON":       {answer("/userinfo", "application/json", "bonjour"), "userinfo malformed"},
		"signed userinfo of another":      {inUserinfo(set("sub", "dominique")), "userinfo subject"},
		"signed userinfo, other audience": {inUserinfo(set("aud", "autre")), "userinfo audience"},
		"signed userinfo, no audience":    {inUserinfo(remove("aud")), "userinfo audience"},
		"signed userinfo, other issuer":   {inUserinfo(set("iss", "https://autre.test")), "userinfo issuer"},
		"signed userinfo, no issuer":      {inUserinfo(remove("iss")), "userinfo issuer"},
		"signed userinfo, expired": {func(s *trial) wrongs {
			return wrongs{
				SignUserinfo: s.Sign,
				Userinfo:     s.inSeconds("exp", -60),
			}
		}, "userinfo expired"},
		"unsigned userinfo": {
			signedUserinfo(func(*trial) func(claims) string { return oidctest.Unsigned }),
			"userinfo algorithm",
		},
		"userinfo signed with the secret": {
			signedUserinfo(func(*trial) func(claims) string { return oidctest.SignWithSecret }), "userinfo algorithm",
		},
		"userinfo signed with a wrong key": {
			signedUserinfo(func(s *trial) func(claims) string { return s.SignWithWrong(s.t) }), "userinfo signature",
		},
		"userinfo that is no token": {
			answer("/userinfo", "application/jwt", `{"sub":"camille"}`),
			"userinfo malformed",
		},
		"return of another provider": {func(*trial) wrongs {
			return wrongs{Return: func(brought url.Values) { brought.Set("iss", "https://autre.test") }}
		}, "return issuer"},
		"return without issuer": {
			func(*trial) wrongs { return wrongs{Return: func(brought url.Values) { brought.Del("iss") }} }, "return issuer",
		},
		"return of another, not announced": {func(*trial) wrongs {
			return wrongs{
				Discovery: remove("authorization_response_iss_parameter_supported"),
				Return:    func(brought url.Values) { brought.Set("iss", "https://autre.test") },
			}
		}, "return issuer"},
		"code of nobody": {func(*trial) wrongs {
			return wrongs{Return: func(brought url.Values) { brought.Set("code", "inventé") }}
		}, "code"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			s.Answer(c.wrongs(s))
			said, err := s.signIn()
			var refused *signon.Refused
			if !errors.As(err, &refused) || refused.Reason != c.reason || said.Subject != "" {
				t.Errorf("%+v, %v, want %q", said, err, c.reason)
			}
			if c.reason == "return issuer" && s.Requests("/token") > 0 {
				t.Error("the code was sent to a provider that did not give it")
			}
		})
	}
}

// swapped returns a token whose signature is of another payload.
func (s *trial) swapped(said claims) string {
	right := s.Sign(said)
	said["sub"] = "dominique"
	return cutAfter(s.Sign(said), 2) + right[strings.LastIndexByte(right, '.'):]
}

func cutAfter(token string, parts int) string {
	return strings.Join(strings.Split(token, ".")[:parts], ".")
}

func TestUnusableProviders(t *testing.T) {
	t.Parallel()
	type wrongs = oidctest.Wrongs
	at := func(path string, handler http.HandlerFunc) wrongs {
		return wrongs{Paths: map[string]http.HandlerFunc{path: handler}}
	}
	discovery := "/.well-known/openid-configuration"
	broken := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }
	endless := func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(bytes.Repeat([]byte(" "), oidc.MostAnswer+1))
	}
	elsewhere := func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/keys", http.StatusFound) }
	words := func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) }
	hangsUp := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	for name, c := range map[string]struct {
		wrongs wrongs
		says   string
	}{
		"settings redirect":        {at(discovery, elsewhere), "renvoie vers une autre adresse"},
		"settings fail":            {at(discovery, broken), "répond par l'erreur 500"},
		"settings without end":     {at(discovery, endless), "est trop longue"},
		"settings that are a page": {at(discovery, words), "ne donne pas les réglages"},
		"settings never come":      {at(discovery, hangsUp), "ne peut pas être joint"},
		"settings of another issuer": {
			wrongs{Discovery: set("issuer", "https://autre.test")},
			"se nomme «\u00a0https://autre.test\u00a0»",
		},
		"settings of no issuer": {wrongs{Discovery: remove("issuer")}, "se nomme"},
		"authorization over http": {
			wrongs{Discovery: set("authorization_endpoint", "http://autre.test/a")},
			"authorization_endpoint",
		},
		"authorization that is a script": {
			wrongs{Discovery: set("authorization_endpoint", "javascript:alert(1)")},
			"authorization_endpoint",
		},
		"no authorization": {wrongs{Discovery: remove("authorization_endpoint")}, "authorization_endpoint"},
		"tokens over http": {
			wrongs{Discovery: set("token_endpoint", "http://autre.test/t")},
			"token_endpoint",
		},
		"tokens of somebody": {
			wrongs{Discovery: set("token_endpoint", "https://nom:secret@autre.test/t")},
			"token_endpoint",
		},
		"keys over http": {wrongs{Discovery: set("jwks_uri", "http://autre.test/k")}, "jwks_uri"},
		"keys in a file": {wrongs{Discovery: set("jwks_uri", "file:///etc/passwd")}, "jwks_uri"},
		"userinfo over http": {
			wrongs{Discovery: set("userinfo_endpoint", "http://autre.test/u")},
			"userinfo_endpoint",
		},
		"end of session over http": {
			wrongs{Discovery: set("end_session_endpoint", "http://autre.test/e")},
			"end_session_endpoint",
		},
		"symmetric signatures alone": {wrongs{Discovery: set("id_token_signing_alg_values_supported",
			[]string{"HS256", "none"})}, "signature à clé publique"},
		"keys fail":            {at("/keys", broken), "répond par l'erreur 500"},
		"keys that are a page": {at("/keys", words), "jwks_uri"},
		"tokens fail":          {at("/token", broken), "répond par l'erreur 500"},
		"tokens redirect":      {at("/token", elsewhere), "renvoie vers une autre adresse"},
		"tokens never come":    {at("/token", hangsUp), "ne peut pas être joint"},
		"userinfo fails":       {at("/userinfo", broken), "répond par l'erreur 500"},
		"userinfo without end": {at("/userinfo", endless), "est trop longue"},
		"clients prove themselves by a key": {wrongs{Discovery: set("token_endpoint_auth_methods_supported",
			[]string{"private_key_jwt"})}, "le secret"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			s.Answer(c.wrongs)
			said, err := s.signIn()
			var unreachable *signon.Unreachable
			if !errors.As(err, &unreachable) || !strings.Contains(unreachable.Reason, c.says) || said.Subject != "" {
				t.Errorf("%+v, %v, want %q", said, err, c.says)
			}
		})
	}

	t.Run("wrong secret", func(t *testing.T) {
		t.Parallel()
		s := start(t)
		s.settings.Secret = "un autre secret"
		_, signedIn := s.signIn()
		_, checked := s.client.Check(t.Context(), s.settings)
		for _, err := range []error{signedIn, checked} {
			var unreachable *signon.Unreachable
			if !errors.As(err, &unreachable) || !strings.Contains(unreachable.Reason, "le secret") ||
				strings.Contains(err.Error(), "un autre secret") {
				t.Error(err)
			}
		}
	})

	t.Run("issuers that are not asked", func(t *testing.T) {
		t.Parallel()
		s := start(t)
		for _, issuer := range []string{
			"http://autre.test", "ftp://localhost", "https://", "https://nom:secret@autre.test",
			"https://autre.test?a=b", "https://autre.test#a", "autre",
		} {
			s.settings.Issuer = issuer
			_, err := s.client.Check(t.Context(), s.settings)
			var unreachable *signon.Unreachable
			if !errors.As(err, &unreachable) || !strings.Contains(unreachable.Reason, "une adresse https") {
				t.Errorf("%s: %v", issuer, err)
			}
		}
	})

	t.Run("does not answer in time", func(t *testing.T) {
		t.Parallel()
		s := start(t)
		ended := make(chan struct{})
		t.Cleanup(func() { close(ended) })
		s.Answer(at(discovery, func(http.ResponseWriter, *http.Request) { <-ended }))
		s.client = oidc.New(s.clock, oidc.Options{Reach: local, Timeout: 100 * time.Millisecond})
		_, err := s.client.Check(t.Context(), s.settings)
		var unreachable *signon.Unreachable
		if !errors.As(err, &unreachable) || !strings.Contains(unreachable.Reason, "ne répond pas à temps") {
			t.Error(err)
		}
	})
}

// What a provider publishes leads into no private network, nor to this machine unless the provider is there.
func TestNoEndpointIsPrivate(t *testing.T) {
	t.Parallel()
	for _, endpoint := range []string{"token_endpoint", "jwks_uri", "userinfo_endpoint"} {
		for _, to := range []string{
			"https://169.254.169.254/a", "https://127.0.0.1/a", "https://localhost/a",
			"https://10.0.0.1/a", "https://[::ffff:10.0.0.1]/a", "https://0x7f.1/a",
		} {
			s := start(t)
			s.Answer(oidctest.Wrongs{Discovery: set(endpoint, to)})
			_, err := s.signIn()
			var unreachable *signon.Unreachable
			if !errors.As(err, &unreachable) || !strings.Contains(unreachable.Reason, endpoint) ||
				!strings.Contains(unreachable.Reason, "réseau privé") {
				t.Errorf("%s %s: %v", endpoint, to, err)
			}
		}
	}
}

// A public name that leads here is refused at the connection, whatever asks: settings, keys, tokens, userinfo.
func TestANameOfAProviderThatLeadsHere(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	connected := make(chan struct{}, 16)
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			connected <- struct{}{}
			_ = connection.Close()
		}
	}()
	private := func(err error) bool {
		var unreachable *signon.Unreachable
		return errors.As(err, &unreachable) && strings.Contains(unreachable.Reason, "réseau privé")
	}
	name := "https://identite.example.com:" + port
	resolver := nametest.LeadingTo(t, [4]byte{127, 0, 0, 1})
	for _, endpoint := range []string{"issuer", "token_endpoint", "jwks_uri", "userinfo_endpoint"} {
		s := start(t)
		s.client = oidc.New(s.clock, oidc.Options{Reach: local, Resolver: resolver})
		if endpoint == "issuer" {
			s.settings.Issuer = name
		} else {
			s.Answer(oidctest.Wrongs{Discovery: set(endpoint, name+"/a")})
		}
		if _, err := s.signIn(); !private(err) {
			t.Errorf("%s: %v", endpoint, err)
		}
	}
	if len(connected) != 0 {
		t.Fatalf("%d connections", len(connected))
	}
	s := start(t)
	s.client = oidc.New(s.clock, oidc.Options{Reach: signon.Reach{Private: true}, Resolver: resolver})
	s.settings.Issuer = name
	if _, err := s.signIn(); err == nil || private(err) || len(connected) == 0 {
		t.Errorf("the same with private networks allowed: %v", err)
	}
}
