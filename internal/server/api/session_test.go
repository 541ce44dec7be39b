package api_test

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

const details = "/api/admin/compte/details"

func TestLogin(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		for _, c := range []struct {
			name, email, password string
			status                int
		}{
			{"right", "gestionnaire@exemple.test", password, 200},
			{"case and spaces of the e-mail", " Gestionnaire@Exemple.test ", password, 200},
			{"a customer, for the app", "usager@exemple.test", password, 200},
			{"wrong password", "gestionnaire@exemple.test", "autre mot de passe", 401},
			{"unknown", "personne@exemple.test", password, 401},
			{"banned", "banni@exemple.test", password, 401},
			{"nothing", "", "", 401},
		} {
			got := s.call("POST", "/api/compte/connexion", "", map[string]string{"username": c.email, "password": c.password})
			if c.status == 200 {
				s.want(c.name, got, 200, "")
				continue
			}
			s.want(c.name, got, 401, "Invalid credentials.")
			if got.Header.Get("WWW-Authenticate") != "Bearer" {
				t.Errorf("%s: no WWW-Authenticate", c.name)
			}
		}
	})
}

func TestLoginIsLimited(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		try := func(email, password string) answer {
			return s.call("POST", "/api/compte/connexion", "", map[string]string{"username": email, "password": password})
		}
		for range 5 {
			s.want("a wrong password", try("gestionnaire@exemple.test", "faux"), 401, "Invalid credentials.")
		}
		blocked := try(" GESTIONNAIRE@exemple.test", password)
		s.want("the sixth, though right", blocked, 429, "Trop de tentatives. Veuillez réessayer dans une minute.")
		if blocked.Header.Get("Retry-After") != "60" {
			t.Errorf("Retry-After: %q", blocked.Header.Get("Retry-After"))
		}
		s.want("another account", try("hotline@exemple.test", password), 200, "")
		s.clock.advance(time.Minute)
		s.want("a minute later", try("gestionnaire@exemple.test", password), 200, "")

		s.clock.advance(time.Minute)
		for i := range 30 {
			s.want("an address that tries many accounts", try(strings.Repeat("x", i+1)+"@exemple.test", "faux"), 401, "")
		}
		s.want("its thirty-first", try("hotline@exemple.test", password), 429, "")
	})
}

func TestBearer(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		pair := s.login("gestionnaire@exemple.test")
		s.want("in force", s.call("GET", details, pair.token, nil), 200, "")
		s.want("none", s.call("GET", details, "", nil), 401, "JWT Token not found")
		s.want("not ours", s.call("GET", details, pair.token+"x", nil), 401, "Invalid JWT Token")
		s.want("algorithm none", s.call("GET", details, "eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4IiwiZXhwIjo5OTk5OTk5OTk5fQ.", nil),
			401, "Invalid JWT Token")
		s.want("the refresh token as bearer", s.call("GET", details, pair.refresh, nil), 401, "Invalid JWT Token")
		s.clock.advance(10 * time.Minute)
		s.want("after ten minutes", s.call("GET", details, pair.token, nil), 401, "Expired JWT Token")
	})
}

func TestRefresh(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		t.Run("in the body", func(t *testing.T) { refreshes(t, s, s.refresh) })
		t.Run("in the address", func(t *testing.T) { refreshes(t, s, s.refreshByAddress) })
		s.want("nothing at all", s.call("POST", "/api/token/refresh", "", map[string]any{}), 401,
			"JWT Refresh Token Not Found")
	})
}

func refreshes(t *testing.T, s *site, refresh func(bearer, token string) answer) {
	t.Helper()
	first := s.login("gestionnaire@exemple.test")
	other := s.login("hotline@exemple.test")
	s.want("no refresh token", refresh(first.token, ""), 401, "JWT Refresh Token Not Found")
	s.want("no bearer", refresh("", first.refresh), 401, "Invalid JWT Refresh Token")
	s.want("another session's bearer", refresh(other.token, first.refresh), 401, "Invalid JWT Refresh Token")
	s.want("not ours", refresh(first.token, first.refresh+"x"), 401, "Invalid JWT Refresh Token")

	s.clock.advance(time.Hour)
	got := refresh(first.token, first.refresh)
	s.want("with an expired bearer", got, 200, "")
	second := pairIn(got)
	if second.refresh == first.refresh {
		t.Fatal("the refresh token did not rotate")
	}
	s.want("the new bearer", s.call("GET", details, second.token, nil), 200, "")

	s.clock.advance(10 * time.Second)
	again := refresh(first.token, first.refresh)
	s.want("the token before, within ten seconds", again, 200, "")
	if pairIn(again).refresh != second.refresh {
		t.Error("it must give the current refresh token again")
	}

	s.clock.advance(time.Second)
	s.want("the token before, later", refresh(second.token, first.refresh), 401, "Invalid JWT Refresh Token")
	s.want("then the session is over", refresh(second.token, second.refresh), 401, "Invalid JWT Refresh Token")
	s.want("and so is its bearer", s.call("GET", details, second.token, nil), 401, "Invalid JWT Token")
	s.want("the other session goes on", refresh(other.token, other.refresh), 200, "")
}

func TestSessionEndsWithoutUse(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		pair := s.login("gestionnaire@exemple.test")
		for range 13 { // a refresh every twelve hours keeps it alive, but for no longer than a week
			s.clock.advance(12*time.Hour - time.Second)
			got := s.refresh(pair.token, pair.refresh)
			s.want("within twelve hours", got, 200, "")
			pair = pairIn(got)
		}
		s.clock.advance(12 * time.Hour)
		s.want("after a week", s.refresh(pair.token, pair.refresh), 401, "Invalid JWT Refresh Token")

		pair = s.login("gestionnaire@exemple.test")
		s.clock.advance(12 * time.Hour)
		s.want("twelve hours unused", s.refresh(pair.token, pair.refresh), 401, "Invalid JWT Refresh Token")
	})
}

func TestInvalidate(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		for _, invalidate := range []func(bearer, token string) answer{
			func(bearer, token string) answer {
				return s.call("POST", "/api/token/invalidate", bearer, map[string]string{"refreshToken": token})
			},
			func(bearer, token string) answer {
				return s.call("GET", "/api/token/invalidate?refreshToken="+token, bearer, nil)
			},
		} {
			pair, other := s.login("gestionnaire@exemple.test"), s.login("hotline@exemple.test")
			s.want("no refresh token", invalidate(pair.token, ""), 401, "JWT Refresh Token Not Found")
			s.want("no bearer", invalidate("", pair.refresh), 401, "Invalid JWT Refresh Token")
			s.want("another's bearer", invalidate(other.token, pair.refresh), 401, "Invalid JWT Refresh Token")
			s.want("its own", invalidate(pair.token, pair.refresh), 200, "La session est terminée.")
			s.want("once more", invalidate(pair.token, pair.refresh), 200, "La session est terminée.")
			s.want("its bearer", s.call("GET", details, pair.token, nil), 401, "Invalid JWT Token")
			s.want("its refresh token", s.refresh(pair.token, pair.refresh), 401, "Invalid JWT Refresh Token")
			s.want("the other session", s.call("GET", details, other.token, nil), 200, "")
		}
	})
}

func TestBanCountsAtOnce(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		pair := s.login("gestionnaire@exemple.test")
		s.check(s.store.SetActive(context.Background(), 2, false))
		s.want("the live bearer", s.call("GET", details, pair.token, nil), 401, "Invalid JWT Token")
		s.want("the refresh token", s.refresh(pair.token, pair.refresh), 401, "Invalid JWT Refresh Token")
	})
}

var linkPattern = regexp.MustCompile(`http://consigne\.test/nouveau-mot-de-passe#jeton=(\S+)`)

func TestForgottenPassword(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		ask := func(mail string) answer {
			return s.call("POST", "/api/mot-de-passe/demander-changement", "", map[string]string{"mail": mail})
		}
		change := func(token, password string) answer {
			return s.call("POST", "/api/mot-de-passe/changer", "", map[string]string{"jeton": token, "motDePasse": password})
		}
		linkOf := func(mail string) string {
			t.Helper()
			s.mailbox.mails = nil
			s.want("ask", ask(mail), 200, "Un email de réinitialisation a été envoyé.")
			s.check(s.mailer.SendDue(context.Background()))
			if len(s.mailbox.mails) != 1 {
				t.Fatalf("%d mails", len(s.mailbox.mails))
			}
			message := s.mailbox.mails[0]
			match := linkPattern.FindStringSubmatch(message.Text)
			if match == nil || !strings.Contains(message.HTML, match[0]) || message.To != "gestionnaire@exemple.test" {
				t.Fatalf("mail: %+v", message)
			}
			return match[1]
		}
		s.want("malformed", ask("pas une adresse"), 422, "Le format de l'email n'est pas correct.")

		known, unknown, banned := ask("hotline@exemple.test"), ask("personne@exemple.test"), ask("banni@exemple.test")
		if known.Raw != unknown.Raw || known.Raw != banned.Raw || known.Status != 200 {
			t.Errorf("the answer tells who exists: %s / %s / %s", known.Raw, unknown.Raw, banned.Raw)
		}
		s.check(s.mailer.SendDue(context.Background()))
		if len(s.mailbox.mails) != 1 || s.mailbox.mails[0].To != "hotline@exemple.test" {
			t.Errorf("mails: %+v", s.mailbox.mails)
		}

		before := s.login("gestionnaire@exemple.test")
		expired := linkOf("Gestionnaire@exemple.test")
		s.clock.advance(time.Hour)
		s.want("an hour later", change(expired, "un autre mot de passe"), 410,
			"Ce lien n'est plus valable. Veuillez demander un nouveau mot de passe.")

		before = pairIn(s.refresh(before.token, before.refresh))
		spare, link := linkOf("gestionnaire@exemple.test"), linkOf("gestionnaire@exemple.test")
		s.want("too short", change(link, "onze lettres"[:11]), 422, "Le mot de passe doit contenir au moins 12 caractères.")
		for _, easy := range []string{"azertyuiop12", "Motdepasse2026", "Grandval-2026!", "gestionnaire@exemple.test"} {
			got := change(link, easy)
			s.want(easy, got, 422, "")
			if dig(got.Body["violations"], 0, "propertyPath") != "motDePasse" {
				t.Errorf("%s: %s", easy, got.Raw)
			}
		}
		s.want("not a link", change("xxx", "un autre mot de passe"), 410, "")
		s.want("in time", change(link, "un autre mot de passe"), 200, "Le mot de passe a été modifié.")
		s.want("twice", change(link, "un autre mot de passe"), 410, "")
		s.want("the other link of the account", change(spare, "un autre mot de passe"), 410, "")
		s.want("sessions from before", s.call("GET", details, before.token, nil), 401, "Invalid JWT Token")
		old := s.call("POST", "/api/compte/connexion", "",
			map[string]string{"username": "gestionnaire@exemple.test", "password": password})
		s.want("the old password", old, 401, "Invalid credentials.")
		new := s.call("POST", "/api/compte/connexion", "",
			map[string]string{"username": "gestionnaire@exemple.test", "password": "un autre mot de passe"})
		s.want("the new password", new, 200, "")

		s.mailbox.mails = nil
		s.check(s.mailer.SendDue(context.Background()))
		if len(s.mailbox.mails) != 1 || !strings.Contains(s.mailbox.mails[0].Text, "vient d'être modifié") {
			t.Errorf("the person is told: %+v", s.mailbox.mails)
		}
	})
}

func TestMailIsTriedAgain(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		s.mailbox.closed = errors.New("the server is away")
		s.want("ask", s.call("POST", "/api/mot-de-passe/demander-changement", "",
			map[string]string{"mail": "hotline@exemple.test"}), 200, "")
		s.check(s.mailer.SendDue(context.Background()))
		s.mailbox.closed = nil
		s.check(s.mailer.SendDue(context.Background()))
		if len(s.mailbox.mails) != 0 {
			t.Error("tried again too soon")
		}
		s.clock.advance(time.Minute)
		s.check(s.mailer.SendDue(context.Background()))
		if len(s.mailbox.mails) != 1 {
			t.Errorf("%d mails after a minute", len(s.mailbox.mails))
		}
	})
}

func TestRightsOfTheCaller(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		for _, c := range []struct {
			email, query  string
			status, count int
		}{
			{"admin@exemple.test", "", 200, 17},
			{"admin@exemple.test", "?exploitant=1", 200, 17},
			{"admin@exemple.test", "?exploitant=3", 404, 0},
			{"gestionnaire@exemple.test", "", 200, 0},
			{"gestionnaire@exemple.test", "?exploitant=1", 200, 15},
			{"gestionnaire@exemple.test", "?exploitant=2", 403, 0},
			{"gestionnaire@exemple.test", "?exploitant=99", 403, 0},
			{"gestionnaire@exemple.test", "?exploitant=un", 422, 0},
			{"hotline@exemple.test", "?exploitant=1", 200, 7},
			{"mainteneur@exemple.test", "?exploitant=1", 200, 7},
			{"usager@exemple.test", "", 403, 0},
			{"ancien@exemple.test", "", 403, 0},
		} {
			got := s.call("GET", details+c.query, s.login(c.email).token, nil)
			s.want(c.email+c.query, got, c.status, "")
			if c.status != 200 {
				continue
			}
			rights, _ := got.Body["droits"].([]any)
			if len(rights) != c.count || got.Body["email"] != c.email {
				t.Errorf("%s%s: %d rights, want %d: %s", c.email, c.query, len(rights), c.count, got.Raw)
			}
		}
	})
}

// No answer, header or log line holds a password, a token or a query string.
func TestNothingSecretIsLogged(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		pair := s.login("gestionnaire@exemple.test")
		s.refreshByAddress(pair.token, pair.refresh)
		pair = pairIn(s.refresh(pair.token, pair.refresh))
		s.call("GET", "/api/admin/exploitants?search=secretdequestion", pair.token, nil)
		s.call("POST", "/api/mot-de-passe/changer", "",
			map[string]string{"jeton": "secretdelien", "motDePasse": "secretdemotdepasse"})
		log := s.log.String()
		if !strings.Contains(log, "GET /api/token/refresh") {
			t.Fatalf("requests are not logged: %s", log)
		}
		for _, secret := range []string{pair.token, pair.refresh, password, "refreshToken", "secretde", "gestionnaire@"} {
			if strings.Contains(log, secret) {
				t.Errorf("%q is in the log", secret)
			}
		}
	})
}

func TestPreviousTokenSideBySide(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		pair := s.login("gestionnaire@exemple.test")
		answers := make(chan answer, 10)
		for range cap(answers) {
			go func() { answers <- s.refresh(pair.token, pair.refresh) }()
		}
		var given []string
		for range cap(answers) {
			got := <-answers
			if got.Status != http.StatusOK {
				t.Errorf("refresh: %d %s", got.Status, got.Raw)
			}
			given = append(given, pairIn(got).refresh)
		}
		if len(slices.Compact(given)) != 1 {
			t.Error("tabs that refresh together must hold the same token afterwards")
		}
	})
}
