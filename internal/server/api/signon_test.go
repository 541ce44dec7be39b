package api_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/oidc"
	"consigne/internal/adapter/oidc/oidctest"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/signon"
	"consigne/internal/kernel/access"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

const (
	providers     = "/api/admin/connexion-unique/fournisseurs"
	provider      = "/api/admin/connexion-unique/fournisseur"
	departure     = "/api/compte/connexion/fournisseur/"
	comeBack      = "/api/compte/connexion/retour"
	ownIdentities = "/api/admin/compte/fournisseurs"
	ownIdentity   = "/api/admin/compte/fournisseur"
)

// local lets the site ask the providers of tests, which are on this machine.
var local = oidc.Options{Reach: signon.Reach{Local: true}, Timeout: time.Minute}

// typedProvider is what an administrator types for a provider of the tests.
func typedProvider(of *oidctest.Provider, changes map[string]any) map[string]any {
	settings := of.Settings()
	typed := map[string]any{
		"libelle": settings.Label, "emetteur": settings.Issuer, "idClient": settings.ClientID, "secret": settings.Secret,
		"domaines": []string{"exemple.test"}, "obligatoire": false, "actif": true,
	}
	maps.Copy(typed, changes)
	return typed
}

// directory is a provider that the site offers.
type directory struct {
	*oidctest.Provider
	s  *site
	id string
}

func (s *site) directory(changes map[string]any) directory {
	s.t.Helper()
	served := oidctest.Serve(s.t, s.clock)
	made := s.call("POST", provider, s.login("admin@exemple.test").token, typedProvider(served, changes))
	s.want("a provider", made, 201, "")
	return directory{served, s, fmt.Sprint(made.Body["id"])}
}

// is makes the provider take the browser for whom has the e-mail, which is verified.
func (d directory) is(subject, email string, more oidctest.Claims) {
	claims := oidctest.Claims{"email_verified": true}
	maps.Copy(claims, more)
	d.SignsIn(oidctest.Identity{Subject: subject, Email: email, More: claims})
}

// trip is a sign-in that has come back from its provider.
type trip struct {
	cookie string
	body   map[string]any
}

// goThere lets a browser sign in at the provider.
func (d directory) goThere() trip {
	d.s.t.Helper()
	left := d.s.call("POST", departure+d.id, "", nil)
	d.s.want("leaving", left, 200, "")
	cookie, err := http.ParseSetCookie(left.Header.Get("Set-Cookie"))
	d.s.check(err)
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.MaxAge != 600 || cookie.Path != "/" {
		d.s.t.Errorf("cookie: %s", left.Header.Get("Set-Cookie"))
	}
	made := trip{cookie: cookie.Name + "=" + cookie.Value, body: map[string]any{}}
	for name, values := range d.Browse(d.s.t, fmt.Sprint(left.Body["adresse"])) {
		made.body[name] = values[0]
	}
	return made
}

func (t trip) back(s *site) answer {
	return s.call("POST", comeBack, "", t.body, "Cookie", t.cookie)
}

// signOnNode returns the service of single sign-on of another node.
func (s *site) signOnNode(database *store.Store) *signon.Service {
	s.t.Helper()
	node, err := signon.NewService(database, s.parts.Accounts, oidc.New(s.clock, local), s.clock,
		signon.Options{
			Secret: bytes.Repeat([]byte("secret"), 6), PublicURL: "http://consigne.test",
			Reach: signon.ReachFrom("http://consigne.test", false),
		})
	s.check(err)
	return node
}

// finish ends the sign-in at a node, and reports whether it opened a session.
func (t trip) finish(ctx context.Context, node *signon.Service) bool {
	_, cookie, _ := strings.Cut(t.cookie, "=")
	entered, err := node.Finish(ctx, signon.Back{
		State: fmt.Sprint(t.body["state"]), Code: fmt.Sprint(t.body["code"]), Issuer: fmt.Sprint(t.body["iss"]),
		Browser: cookie,
	}, account.Caller{Address: "192.0.2.1"})
	return err == nil && entered.Tokens.Bearer != ""
}

// with returns the trip with other values of what the browser brought.
func (t trip) with(changes map[string]any) trip {
	t.body = maps.Clone(t.body)
	maps.Copy(t.body, changes)
	return t
}

func (d directory) signIn() answer { return d.goThere().back(d.s) }

func bearerOf(got answer) string { return fmt.Sprint(got.Body["token"]) }

// securityReasons returns the reasons of the last events, oldest first.
func (s *site) securityReasons(filter string) string {
	s.t.Helper()
	got := s.call("GET", "/api/admin/securite/evenements?"+filter, s.login("admin@exemple.test").token, nil)
	s.want("events", got, 200, "")
	reasons := []string{}
	for i := range length(got.Body["items"]) {
		reasons = append(reasons, fmt.Sprint(dig(got.Body, "items", i, "motif")))
	}
	slices.Reverse(reasons)
	return strings.Join(reasons, "|")
}

// The first sign-in links the account to the person at the provider, and tells of it; later ones follow the person.
func TestSignOnLinksAnAccountAndFollowsIt(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		d := s.directory(nil)
		if got := s.call("GET", "/api/compte/connexion/fournisseurs", "",
			nil); fmt.Sprint(got.Body["fournisseurs"]) != fmt.Sprintf("[map[id:%s libelle:Annuaire]]", d.id) {
			t.Errorf("offered: %s", got.Raw)
		}
		d.is("u1", "Gestionnaire@Exemple.test", nil)
		first := d.signIn()
		s.want("the first time", first, 200, "")
		bearer := bearerOf(first)
		if got := s.call("GET", details, bearer, nil); got.Body["id"] != 2.0 {
			t.Errorf("account: %s", got.Raw)
		}
		d.is("u1", "nouvelle@exemple.test", oidctest.Claims{"email_verified": false})
		second := d.signIn()
		s.want("under another e-mail, the person is the same", second, 200, "")
		list := s.call("GET", ownIdentities, bearer, nil)
		if got := list.Body["identites"]; length(got) != 1 || dig(got, 0, "libelle") != "Annuaire" ||
			dig(got, 0, "adresse") != "nouvelle@exemple.test" {
			t.Errorf("identities: %s", list.Raw)
		}
		admin := s.login("admin@exemple.test").token
		export := s.call("GET", "/api/admin/utilisateur/2/export", admin, nil)
		if got := export.Body["identites"]; length(got) != 1 || dig(got, 0, "adresse") != "nouvelle@exemple.test" {
			t.Errorf("exported: %v", got)
		}
		lines := s.call("GET", "/api/admin/journal?action=compte.fournisseur_lie", admin, nil)
		if lines.Body["total"] != 1.0 || s.securityReasons("type=compte.fournisseur_lie") != "Annuaire" {
			t.Errorf("told: %s", lines.Raw)
		}

		id := fmt.Sprintf("%s/%v", ownIdentity, dig(list.Body, "identites", 0, "id"))
		s.want("another's", s.call("DELETE", id, s.login("hotline@exemple.test").token, nil), 404, "")
		s.want("unlinked", s.call("DELETE", id, bearer, nil), 204, "")
		s.want("twice", s.call("DELETE", id, bearer, nil), 404, "")
		s.want("the session that asked", s.call("GET", details, bearer, nil), 200, "")
		s.want("the other one that it opened", s.call("GET", details, bearerOf(second), nil), 401, "")
		s.check(s.mailer.SendDue(t.Context()))
		told := []string{}
		for _, mail := range s.mailbox.mails {
			for _, what := range []string{"liée à votre compte", "retirée de votre compte"} {
				if mail.To == "gestionnaire@exemple.test" && strings.Contains(mail.Text, what) {
					told = append(told, what)
				}
			}
		}
		if got := strings.Join(told, ", "); got != "liée à votre compte, retirée de votre compte" {
			t.Errorf("mails: %s", got)
		}
	})
}

// Whom a provider does not let in, and what is noted of it.
func TestSignOnRefusesPeopleWithoutAccess(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		d := s.directory(map[string]any{"domaines": []string{"exemple.test"}})
		const unknown = "Aucun accès à Consigne n'est ouvert à votre adresse e-mail. Demandez-le au gestionnaire de votre exploitation."
		_, err := s.store.CreateAccount(t.Context(),
			account.Account{Email: "Équipe@exemple.test", Active: true, Roles: roles(1, access.Manager)}, s.clock.Now())
		s.check(err)
		d.is("linked", "hotline@exemple.test", nil)
		s.want("linked", d.signIn(), 200, "")
		for _, c := range []struct {
			subject, email string
			more           oidctest.Claims
			detail, reason string
		}{
			{"u1", "inconnu@exemple.test", nil, unknown, "compte inconnu"},
			{"u9", "équipe@exemple.test", nil, unknown, "compte inconnu"}, // whose first letter folds as that of another mailbox
			{"u2", "usager@exemple.test", nil, unknown, "compte sans accès"},
			{"u3", "banni@exemple.test", nil, unknown, "compte banni"},
			{"u4", "ancien@exemple.test", nil, unknown, "compte sans accès"}, // of an operator that is no more
			{
				"u5", "gestionnaire@exemple.test",
				oidctest.Claims{"email_verified": false},
				"n'a pas vérifié votre adresse e-mail",
				"adresse non vérifiée",
			},
			{"u6", "", nil, "n'a pas vérifié votre adresse e-mail", "adresse non vérifiée"},
			{"u7", "gestionnaire@ailleurs.test", nil, "ne peut pas ouvrir les comptes du domaine", "autre domaine"},
			{"linked", "hotline@ailleurs.test", nil, "ne peut pas ouvrir les comptes du domaine", "autre domaine"},
			{
				"u8", "hotline@exemple.test", nil, "Votre compte Consigne est lié à une autre identité",
				"autre identité que celle du compte",
			},
		} {
			d.is(c.subject, c.email, c.more)
			got := d.signIn()
			if detail := fmt.Sprint(got.Body["detail"]); got.Status != 403 || !strings.Contains(detail, c.detail) {
				t.Errorf("%s: %d %s", c.email, got.Status, got.Raw)
			}
			if reasons := strings.Split(s.securityReasons("type=connexion.echec"),
				"|"); reasons[len(reasons)-1] != "fournisseur\u00a0: "+c.reason {
				t.Errorf("%s: %v", c.email, reasons)
			}
		}
		admin := s.login("admin@exemple.test").token
		s.want("banned", s.call("PATCH", "/api/admin/utilisateur/3/switch-actif", admin, nil), 200, "")
		d.is("linked", "hotline@exemple.test", nil)
		s.want("banned since", d.signIn(), 403, unknown)
		s.want("erased", s.call("POST", "/api/admin/utilisateur/3/supprimer", admin, nil), 201, "")
		s.want("erased", d.signIn(), 403, unknown)
		if left, err := s.store.Identities(t.Context(), 3); err != nil || len(left) != 0 {
			t.Errorf("erasure leaves %v, %v", left, err)
		}
		if left, err := s.store.Count(t.Context(), "count", `SELECT COUNT(*) FROM session_providers`); err != nil ||
			left != 0 {
			t.Errorf("erasure leaves what opened %d sessions, %v", left, err)
		}
	})
}

// What a browser brings back counts once, in that browser, for ten minutes, and for the provider that it left for.
func TestAReturnCountsOnce(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const gone = "Cette connexion a expiré ou a déjà servi. Recommencez depuis la page de connexion."
		const unproved = "La réponse de «\u00a0Annuaire\u00a0» n'a pas pu être vérifiée. Recommencez depuis la page de connexion."
		a, b := s.directory(nil), s.directory(map[string]any{"libelle": "Autre"})
		for _, d := range []directory{a, b} {
			d.is("u1", "gestionnaire@exemple.test", nil)
		}
		made := a.goThere()
		s.want("no state", made.with(map[string]any{"state": ""}).back(s), 410, gone)
		s.want("another state", made.with(map[string]any{"state": strings.Repeat("A", 52)}).back(s), 410, gone)
		s.want("once", made.back(s), 200, "")
		s.want("twice", made.back(s), 410, gone)

		made = a.goThere()
		other := made
		other.cookie = b.goThere().cookie
		s.want("in another browser", other.back(s), 403,
			"Cette connexion n'a pas commencé dans ce navigateur. Recommencez depuis la page de connexion.")
		s.want("which ends it", made.back(s), 410, gone)
		made = a.goThere()
		made.cookie = "autre=x"
		s.want("in no browser", made.back(s), 403, "")

		made = a.goThere()
		s.clock.advance(10 * time.Minute)
		s.want("too late", made.back(s), 410, gone)

		refused := a.goThere().with(map[string]any{"error": "access_denied"})
		s.want("refused at the provider", refused.back(s), 401, "La connexion avec «\u00a0Annuaire\u00a0» n'a pas abouti.")
		made = a.goThere()
		s.want("once", made.back(s), 200, "")
		again := a.goThere().with(map[string]any{"code": made.body["code"]})
		s.want("a code that was used", again.back(s), 401, unproved)

		// Two providers are mixed up: whatever of the one is brought back for the other is refused.
		fromA, fromB := a.goThere(), b.goThere()
		s.want("A's state, B's code and name",
			fromA.with(map[string]any{"code": fromB.body["code"], "iss": fromB.body["iss"]}).back(s), 401, unproved)
		fromA, fromB = a.goThere(), b.goThere()
		s.want("A's state and name, B's code", fromA.with(map[string]any{"code": fromB.body["code"]}).back(s), 401, unproved)
		fromA, fromB = a.goThere(), b.goThere()
		s.want("B's state, A's code and name",
			fromB.with(map[string]any{"code": fromA.body["code"], "iss": fromA.body["iss"]}).back(s), 401, "")
		fromA = a.goThere()
		s.want("no name, though A promises one", fromA.with(map[string]any{"iss": ""}).back(s), 401, unproved)

		for what, wrongs := range map[string]oidctest.Wrongs{
			"audience": {IDToken: func(c oidctest.Claims) { c["aud"] = "autre" }},
			"nonce":    {IDToken: func(c oidctest.Claims) { c["nonce"] = "autre" }},
			"issuer":   {IDToken: func(c oidctest.Claims) { c["iss"] = "https://autre.test" }},
			"expiry":   {IDToken: func(c oidctest.Claims) { c["exp"] = s.clock.Now().Add(-time.Hour).Unix() }},
		} {
			a.Answer(wrongs)
			s.want("wrong "+what, a.signIn(), 401, unproved)
		}
		a.Answer(oidctest.Wrongs{})

		admin := s.login("admin@exemple.test").token
		made = a.goThere()
		s.want("switched off in mid-flight",
			s.call("PUT", provider+"/"+a.id, admin, typedProvider(a.Provider, map[string]any{"actif": false})), 200, "")
		s.want("and back", made.back(s), 403,
			"Ce moyen de connexion n'est plus proposé. Recommencez depuis la page de connexion.")
		s.want("and leaving", s.call("POST", departure+a.id, "", nil), 404, "")
		made = b.goThere()
		s.want("deleted in mid-flight", s.call("DELETE", provider+"/"+b.id, admin, nil), 204, "")
		s.want("and back", made.back(s), 403,
			"Ce moyen de connexion n'est plus proposé. Recommencez depuis la page de connexion.")
		for _, id := range []string{"environnement", "0", "-1", "x", b.id} {
			s.want("no provider "+id, s.call("POST", departure+id, "", nil), 404, "")
		}
		if strings.Contains(s.log.String(), fmt.Sprint(made.body["state"])) ||
			strings.Contains(s.log.String(), fmt.Sprint(made.body["code"])) {
			t.Error("the log holds what came back")
		}
	})
}

// Of eight calls that bring back the same at once, on two nodes, one opens a session; of two first sign-ins at once,
// both open one and one links.
func TestReturnsAtOnce(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, database *store.Store) {
		s := newSite(t, database)
		d := s.directory(nil)
		d.is("u1", "gestionnaire@exemple.test", nil)
		nodes := make(chan *signon.Service, 8)
		for range cap(nodes) {
			nodes <- s.signOnNode(database)
		}
		finish := func(made trip) bool {
			node := <-nodes
			defer func() { nodes <- node }()
			return made.finish(t.Context(), node)
		}
		made := d.goThere()
		if winners := storetest.Race(8, func() bool { return finish(made) }); winners != 1 {
			t.Errorf("%d sign-ins by one return", winners)
		}
		s.check(func() error { _, err := database.DeleteIdentity(t.Context(), 2, 1); return err }())
		trips := make(chan trip, 2)
		trips <- d.goThere()
		trips <- d.goThere()
		if winners := storetest.Race(2, func() bool { return finish(<-trips) }); winners != 2 {
			t.Errorf("%d first sign-ins at once", winners)
		}
		if linked, err := database.Identities(t.Context(), 2); err != nil || len(linked) != 1 {
			t.Errorf("linked: %v, %v", linked, err)
		}
	})
}

// A second factor at the provider spares ours; otherwise ours follows. The end of a session is told to the provider.
func TestSignOnWithASecondFactorAndItsEnd(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const email = "gestionnaire@exemple.test"
		telephone, _ := s.addApp(s.confirm(s.login(email).token), "Téléphone")
		d := s.directory(nil)
		d.is("u1", email, nil)
		awaited := d.signIn()
		if awaited.Status != 200 || awaited.Body["etape"] != "second-facteur" {
			t.Errorf("without one there: %s", awaited.Raw)
		}
		byCode := s.endWith(step(awaited), "totp", telephone.later())
		s.want("then ours", byCode, 200, "")
		d.is("u1", email, oidctest.Claims{"amr": []string{"pwd", "otp"}})
		spared := d.signIn()
		s.want("with one there", spared, 200, "")
		for what, bearer := range map[string]string{"after our factor": bearerOf(byCode), "spared": bearerOf(spared)} {
			end := s.call("POST", "/api/admin/compte/fin-session", bearer, nil)
			s.want(what, end, 200, "")
			address, err := url.Parse(fmt.Sprint(end.Body["adresse"]))
			s.check(err)
			query := address.Query()
			if strings.Count(query.Get("id_token_hint"), ".") != 2 ||
				query.Get("post_logout_redirect_uri") != "http://consigne.test/connexion" || query.Get("state") == "" {
				t.Errorf("%s: %s", what, address)
			}
		}
		byPassword := s.login("hotline@exemple.test").token
		if end := s.call("POST", "/api/admin/compte/fin-session", byPassword, nil); end.Status != 200 ||
			end.Body["adresse"] != nil {
			t.Errorf("a session by password: %s", end.Raw)
		}
		s.parts.Accounts.Obligation = account.AllStaff
		d.is("u2", "hotline@exemple.test", nil)
		enrolling := d.signIn()
		if enrolling.Body["etape"] != "enrolement" {
			t.Errorf("who must have one and has none: %s", enrolling.Raw)
		}
		_, added := s.addApp(step(enrolling), "Téléphone")
		bearer := fmt.Sprint(dig(added.Body, "session", "token"))
		if end := s.call("POST", "/api/admin/compte/fin-session", bearer, nil); end.Body["adresse"] == nil {
			t.Errorf("after the enrolment: %s", end.Raw)
		}
		d.is("u3", "mainteneur@exemple.test", oidctest.Claims{"amr": []string{"mfa"}})
		s.want("who has one there", d.signIn(), 200, "")
	})
}
