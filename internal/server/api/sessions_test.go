package api_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

const (
	ownSessions = "/api/admin/compte/sessions"
	firefox     = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
	iphone      = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)

// hashOf returns the hash under which the token of a step is stored.
func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// loginWith signs in from an address with a User-Agent.
func (s *site) loginWith(email, agent, address string) answer {
	s.t.Helper()
	return s.call("POST", "/api/compte/connexion", "", map[string]string{"username": email, "password": password},
		"User-Agent", agent, "X-Forwarded-For", address)
}

// sessionsShown returns the sessions of an answer, each as its words.
func sessionsShown(got answer) (shown, ids []string) {
	list, _ := got.Body["sessions"].([]any)
	for _, one := range list {
		line := fmt.Sprint(dig(one, "appareil"), ", ", dig(one, "adresse"), ", ", dig(one, "moyen"))
		if dig(one, "courante") == true {
			line += ", courante"
		}
		shown, ids = append(shown, line), append(ids, fmt.Sprint(dig(one, "id")))
	}
	return shown, ids
}

func TestOwnSessions(t *testing.T) {
	behindProxy(t, func(t *testing.T, s *site) {
		const email = "gestionnaire@exemple.test"
		phone := pairIn(s.loginWith(email, iphone, "2001:db8:1:2::7"))
		s.clock.advance(time.Minute)
		script := pairIn(s.loginWith(email, "curl/8.14.1", "192.0.2.9"))
		s.clock.advance(time.Minute)
		here := pairIn(s.loginWith(email, firefox, "192.0.2.7"))
		elsewhere := s.login("hotline@exemple.test")
		want := func(what string, lines ...string) (ids []string) {
			t.Helper()
			got := s.call("GET", ownSessions, here.token, nil)
			shown, ids := sessionsShown(got)
			if !slices.Equal(shown, lines) {
				t.Errorf("%s: %q, want %q", what, shown, lines)
			}
			return ids
		}
		const ofHere, ofScript, ofPhone = "Firefox sous Windows, 192.0.2.0/24, mot-de-passe, courante",
			"Application ou script, 192.0.2.0/24, mot-de-passe", "Safari sur iPhone, 2001:db8:1::/48, mot-de-passe"
		want("three", ofHere, ofScript, ofPhone)

		s.clock.advance(5 * time.Minute)
		phone = pairIn(s.refresh(phone.token, phone.refresh))
		ids := want("the last used first", ofPhone, ofHere, ofScript)
		refreshed := s.call("GET", ownSessions, here.token, nil)
		instant := func(name string) time.Time {
			read, err := time.Parse(time.RFC3339Nano, fmt.Sprint(dig(refreshed.Body, "sessions", 0, name)))
			s.check(err)
			return read
		}
		if used := instant("derniereUtilisation").Sub(instant("ouverteLe")); used < 7*time.Minute {
			t.Errorf("last used %s after it was opened", used)
		}

		end := func(bearer, id string) answer {
			return s.call("DELETE", "/api/admin/compte/session/"+id, bearer, nil)
		}
		s.want("another's", end(elsewhere.token, ids[0]), 404, "")
		s.want("nobody's", end(here.token, "INCONNUE"), 404, "")
		s.want("the phone", end(here.token, ids[0]), 204, "")
		s.want("again", end(here.token, ids[0]), 404, "")
		s.want("a call of the phone", s.call("GET", details, phone.token, nil), 401, "Invalid JWT Token")
		s.want("its refresh", s.refresh(phone.token, phone.refresh), 401, "Invalid JWT Refresh Token")
		want("two are left", ofHere, ofScript)

		s.want("all others", s.call("POST", ownSessions+"/terminer-autres", here.token, nil), 204, "")
		s.want("there are none", s.call("POST", ownSessions+"/terminer-autres", here.token, nil), 204, "")
		s.want("a call of the script", s.call("GET", details, script.token, nil), 401, "")
		s.want("a colleague's", s.call("GET", details, elsewhere.token, nil), 200, "")
		want("one is left", ofHere)

		admin := s.login("admin@exemple.test").token
		for _, path := range []string{"securite/evenements?compte=2&type=", "journal?action="} {
			if got := s.call("GET", "/api/admin/"+path+"compte.sessions_terminees", admin, nil); got.Body["total"] != 2.0 {
				t.Errorf("%s: %s", path, got.Raw)
			}
		}
		s.check(s.mailer.SendDue(t.Context()))
		if len(s.mailbox.mails) != 0 {
			t.Errorf("what one does oneself is told by mail: %+v", s.mailbox.mails)
		}
		exported := s.call("GET", "/api/admin/utilisateur/2/export", admin, nil)
		if got := dig(exported.Body, "sessions", 0); dig(got, "appareil") != "Safari sur iPhone" ||
			dig(got, "adresse") != "2001:db8:1::/48" || dig(got, "terminee") != true {
			t.Errorf("exported: %v", got)
		}
	})
}

// A second factor after the password, given from another device, changes the device and not the way.
func TestASessionKeepsTheWayInWhichItsSignInBegan(t *testing.T) {
	behindProxy(t, func(t *testing.T, s *site) {
		const email = "gestionnaire@exemple.test"
		shown := func(bearer string) string {
			lines, _ := sessionsShown(s.call("GET", ownSessions, bearer, nil))
			return strings.Join(lines, "; ")
		}
		telephone, _ := s.addApp(s.confirm(s.login(email).token), "Téléphone")
		ended := s.call("POST", secondFactor, "", map[string]string{
			"jetonEtape": step(s.loginWith(email, firefox, "192.0.2.7")), "moyen": "totp", "code": telephone.later(),
		}, "User-Agent", iphone, "X-Forwarded-For", "198.51.100.7")
		if got := shown(pairIn(ended).token); !strings.HasPrefix(got,
			"Safari sur iPhone, 198.51.100.0/24, mot-de-passe, courante") {
			t.Errorf("a password, then a code: %s", got)
		}

		for _, begun := range []account.Step{
			{Kind: account.AwaitsFactor, Way: account.ByProvider, Provider: "Ville de Grandval"},
			{Kind: account.AwaitsEnrolment, Way: account.ByProvider, Provider: "Ville de Grandval"},
		} {
			id, person := int64(2), email
			if begun.Kind == account.AwaitsEnrolment {
				id, person = 3, "hotline@exemple.test"
			}
			begun.AccountID, begun.TokenHash, begun.ExpiresAt = id, hashOf("jeton"+person), s.clock.Now().Add(time.Minute)
			s.check(s.store.CreateStep(t.Context(), begun))
			var bearer string
			if begun.Kind == account.AwaitsFactor {
				bearer = pairIn(s.endWith("jeton"+person, "totp", telephone.later())).token
			} else {
				_, added := s.addApp("jeton"+person, "Téléphone")
				bearer, _ = dig(added.Body, "session", "token").(string)
			}
			got := s.call("GET", ownSessions, bearer, nil)
			if !strings.Contains(got.Raw, `"moyen":"fournisseur","fournisseur":"Ville de Grandval"`) {
				t.Errorf("a provider, then %s: %s", begun.Kind, got.Raw)
			}
		}
	})
}

// A manager sees and ends the sessions of those whom they outrank, an administrator anybody's.
func TestWhoEndsTheSessionsOfAnother(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		_, err := s.store.CreateAccount(t.Context(),
			account.Account{Email: "pair@exemple.test", Active: true, Roles: roles(1, access.Manager)}, s.clock.Now())
		s.check(err)
		callers := map[string]string{}
		for _, name := range []string{"admin", "gestionnaire", "hotline", "mainteneur"} {
			callers[name] = s.login(name + "@exemple.test").token
		}
		target := s.login("hotline@exemple.test")
		_, ids := sessionsShown(s.call("GET", "/api/admin/utilisateur/3/sessions?exploitant=1", callers["gestionnaire"], nil))
		if len(ids) != 2 {
			t.Fatalf("two sessions: %v", ids)
		}
		for _, c := range notOutranked {
			base := fmt.Sprintf("/api/admin/utilisateur/%d", c.id)
			s.want(c.by+" sees: "+c.what, s.call("GET", base+"/sessions"+c.query, callers[c.by], nil), c.status, "")
			s.want(c.by+" ends one: "+c.what, s.call("DELETE", base+"/session/"+ids[0]+c.query, callers[c.by], nil), c.status,
				"")
			s.want(c.by+" ends all: "+c.what, s.call("POST", base+"/sessions/terminer"+c.query, callers[c.by], nil), c.status,
				"")
		}
		s.want("none of theirs",
			s.call("DELETE", "/api/admin/utilisateur/4/session/"+ids[0]+"?exploitant=1", callers["gestionnaire"], nil), 404, "")
		s.want("untouched", s.call("GET", details, target.token, nil), 200, "")
		for caller, want := range map[string]any{"gestionnaire": true, "hotline": nil} {
			if got := s.call("GET", "/api/admin/utilisateur/4?exploitant=1", callers[caller],
				nil); got.Body["sessionsGerables"] != want {
				t.Errorf("%s: %s", caller, got.Raw)
			}
		}

		s.want("one", s.call("DELETE", "/api/admin/utilisateur/3/session/"+ids[0]+"?exploitant=1", callers["gestionnaire"],
			nil), 204, "")
		s.want("again", s.call("DELETE", "/api/admin/utilisateur/3/session/"+ids[0]+"?exploitant=1", callers["gestionnaire"],
			nil), 404, "")
		s.want("all", s.call("POST", "/api/admin/utilisateur/3/sessions/terminer?exploitant=1", callers["gestionnaire"], nil),
			204, "")
		s.want("there are none",
			s.call("POST", "/api/admin/utilisateur/3/sessions/terminer?exploitant=1", callers["gestionnaire"], nil), 204, "")
		s.want("the one", s.call("GET", details, callers["hotline"], nil), 401, "")
		s.want("the other", s.call("GET", details, target.token, nil), 401, "")
		s.want("by an administrator", s.call("POST", "/api/admin/utilisateur/2/sessions/terminer", callers["admin"], nil),
			204, "")
		s.want("the manager's", s.call("GET", details, callers["gestionnaire"], nil), 401, "")

		s.check(s.mailer.SendDue(t.Context()))
		told := []string{}
		for _, mail := range s.mailbox.mails {
			if strings.Contains(mail.Text, "Un responsable vient de fermer") {
				told = append(told, mail.To)
			}
		}
		if got := strings.Join(told, " "); got != "hotline@exemple.test hotline@exemple.test gestionnaire@exemple.test" {
			t.Errorf("told: %s", got)
		}
		if got := s.call("GET", "/api/admin/journal?exploitant=1&action=compte.sessions_terminees", callers["admin"],
			nil); got.Body["total"] != 2.0 {
			t.Errorf("audit log: %s", got.Raw)
		}
		if got := s.call("GET", "/api/admin/securite/evenements?type=compte.sessions_terminees", callers["admin"],
			nil); got.Body["total"] != 3.0 {
			t.Errorf("security events: %s", got.Raw)
		}
	})
}

// A session that is ended from a list loses its stream at once; the other sessions of the person keep theirs.
func TestAnEndedSessionLosesItsStream(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, database *store.Store) {
		s := withFeed(t, database)
		const email = "hotline@exemple.test"
		here := pairIn(s.loginWith(email, firefox, "192.0.2.7"))
		there := pairIn(s.loginWith(email, iphone, "192.0.2.8"))
		kept, lost := s.follow(here.token, "0"), s.follow(there.token, "0")
		kept.told()
		lost.told()
		list := s.call("GET", ownSessions, here.token, nil)
		shown, ids := sessionsShown(list)
		s.want("ended", s.call("DELETE",
			"/api/admin/compte/session/"+
				ids[slices.IndexFunc(shown, func(line string) bool { return strings.HasPrefix(line, "Safari") })], here.token,
			nil), 204, "")
		if got := lost.told(); got != "fin end" {
			t.Errorf("the ended one: %s", got)
		}
		s.want("switch", s.call("PATCH", "/api/admin/casier/1/switch-actif", s.login("gestionnaire@exemple.test").token, nil),
			200, "")
		for got := kept.told(); !strings.Contains(got, `"sujet":"service"`); got = kept.told() {
			if strings.Contains(got, "fin") {
				t.Fatalf("the other one: %s", got)
			}
		}
	})
}
