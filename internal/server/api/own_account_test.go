package api_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
)

const (
	ownPassword = "/api/admin/compte/mot-de-passe"
	ownEmail    = "/api/admin/compte/adresse"
)

// A person changes their password after they have proved who they are.
func TestOwnPassword(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const email, chosen = "hotline@exemple.test", "quatre nuages très lents"
		mine, other, stranger := s.login(email).token, s.login(email).token, s.login("gestionnaire@exemple.test").token
		change := func(step, password string) answer {
			return s.call("POST", ownPassword, mine, map[string]string{"jetonEtape": step, "motDePasse": password})
		}
		awaited := s.requestEmail("autre@exemple.test")
		s.want("without a step", change("", chosen), 410, "Cette étape a expiré. Veuillez recommencer.")
		s.want("with another's step", change(s.confirm(stranger), chosen), 410, "")
		s.want("with the step of another session", change(s.confirm(other), chosen), 410, "")
		proved := s.confirm(mine)
		s.want("too short", change(proved, "court"), 422, "Le mot de passe doit contenir au moins 12 caractères.")
		s.want("made of the e-mail", change(proved, "hotline@exemple.test"), 422, "")
		s.want("the same step goes on", change(proved, chosen), 204, "")
		s.want("the step again", change(proved, chosen+" encore"), 410, "")
		s.want("this session", s.call("GET", details, mine, nil), 200, "")
		s.want("the other one", s.call("GET", details, other, nil), 401, "")
		s.want("the former password", s.tryLogin(email), 401, "")
		s.want("the new password",
			s.call("POST", "/api/compte/connexion", "", map[string]string{"username": email, "password": chosen}), 200, "")
		s.want("an e-mail that was awaited", s.confirmEmail(awaited), 410, "")
		if told := s.sent(); recipients(told) != email || !strings.Contains(told[0].Subject, "mot de passe") {
			t.Errorf("told: %+v", told)
		}
		admin := s.login("admin@exemple.test").token
		for _, path := range []string{
			"/api/admin/securite/evenements?compte=3&type=compte.mot_de_passe",
			"/api/admin/journal?action=compte.mot_de_passe",
		} {
			if got := s.call("GET", path, admin, nil); got.Body["total"] != 1.0 {
				t.Errorf("%s: %s", path, got.Raw)
			}
		}
	})
}

// A person's own new e-mail opens nothing before they confirm it by the link sent there.
func TestOwnEmail(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const before, after = "hotline@exemple.test", "autre@exemple.test"
		mine := s.login(before).token
		ask := func(step, email string) answer {
			return s.call("POST", ownEmail, mine, map[string]string{"jetonEtape": step, "email": email})
		}
		awaited := func() any { return s.call("GET", details, mine, nil).Body["emailEnAttente"] }
		link := func() string {
			t.Helper()
			for _, message := range s.sent() {
				if match := confirmPattern.FindStringSubmatch(message.Text); match != nil && message.To == after {
					return match[1]
				}
			}
			t.Fatal("no link was sent")
			return ""
		}
		s.want("without a step", ask("", after), 410, "")
		proved := s.confirm(mine)
		s.want("no address", ask(proved, "autre"), 422, "Le format de l'email n'est pas correct.")
		s.want("one that rings", ask(proved, "au\u0007tre@exemple.test"), 422, "Le format de l'email n'est pas correct.")
		s.want("the same", ask(proved, "HOTLINE@exemple.test"), 422, "C'est déjà votre adresse.")
		s.want("another's", ask(proved, "usager@exemple.test"), 422, "Ce mail est déjà présent")
		s.want("asked", ask(proved, after), 204, "")
		s.want("the step again", ask(proved, after), 410, "")
		mails := s.sent()
		if recipients(mails) != after+" "+before || awaited() != after {
			t.Fatalf("mails to %s, %v awaited", recipients(mails), awaited())
		}
		for _, message := range mails {
			if message.To == before && (confirmPattern.MatchString(message.Text) || strings.Contains(message.Text, after)) {
				t.Errorf("the address before is shown too much: %s", message.Text)
			}
		}
		s.want("login at the new address", s.tryLogin(after), 401, "")

		s.want("withdrawn", s.call("DELETE", ownEmail, mine, nil), 204, "")
		s.want("nothing to withdraw", s.call("DELETE", ownEmail, mine, nil), 204, "")
		if got := awaited(); got != nil {
			t.Errorf("%v is awaited", got)
		}
		s.clock.advance(time.Hour)
		mine = s.login(before).token
		s.want("asked again", ask(s.confirm(mine), after), 204, "")
		first := link()
		s.want("asked once more", ask(s.confirm(mine), after), 204, "")
		second := link()
		s.want("the link before", s.confirmEmail(first), 410, "")
		s.want("a session, until then", s.call("GET", details, mine, nil), 200, "")
		s.want("confirmed", s.confirmEmail(second), 200, "")
		s.want("a session of before", s.call("GET", details, mine, nil), 401, "")
		s.want("login at the former address", s.tryLogin(before), 401, "")
		s.want("login at the new address", s.tryLogin(after), 200, "")
		if told := s.sent(); recipients(told) != before {
			t.Errorf("told at %s", recipients(told))
		}

		admin := s.login("admin@exemple.test").token
		lines := s.call("GET", "/api/admin/journal?objet=compte:3", admin, nil).Raw
		for line, want := range map[string]int{
			`"champs":"email"`: 3, `"compte.email_annule"`: 1, `"compte.email"`: 1,
			"autre@": 0,
		} {
			if got := strings.Count(lines, line); got != want {
				t.Errorf("%d times %s: %s", got, line, lines)
			}
		}
		for kind, want := range map[string]float64{"compte.email_demande": 3, "compte.email": 1} {
			if got := s.call("GET", "/api/admin/securite/evenements?compte=3&type="+kind, admin,
				nil); got.Body["total"] != want || dig(got.Body, "items", 0, "acteur") != 3.0 {
				t.Errorf("%s: %s", kind, got.Raw)
			}
		}
	})
}

// Who is signed in cannot use the console to send letters to others without end, or to learn who has an account.
func TestOwnEmailsAreLimited(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		mine := s.login("hotline@exemple.test").token
		ask := func(n int) answer {
			return s.call("POST", ownEmail, mine,
				map[string]string{"jetonEtape": s.confirm(mine), "email": fmt.Sprintf("a%d@exemple.test", n)})
		}
		for n := range 5 {
			s.want("asked", ask(n), 204, "")
		}
		s.want("too many", ask(5), 429, "")
	})
}

// A password opens whichever way its accents were composed, also one that was hashed as it was typed, which is then
// hashed anew.
func TestAPasswordOpensHoweverItIsComposed(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const email, composed = "hotline@exemple.test", "Hêtre pourpre à l'été étoilé 7"
		decomposed := norm.NFD.String(composed)
		enter := func(password string) answer {
			return s.call("POST", "/api/compte/connexion", "", map[string]string{"username": email, "password": password})
		}
		mine := s.login(email).token
		step := s.confirm(mine)
		s.want("broken", s.call("POST", ownPassword, mine,
			map[string]string{"jetonEtape": step, "motDePasse": "H\ufffdtre pourpre"}), 422, "")
		s.want("choose", s.call("POST", ownPassword, mine, map[string]string{"jetonEtape": step, "motDePasse": decomposed}),
			204, "")
		for _, typed := range []string{composed, decomposed} {
			s.want("enter", enter(typed), 200, "")
			s.want("confirm", s.call("POST", "/api/admin/compte/confirmation", mine, map[string]string{"motDePasse": typed}),
				200, "")
		}
		s.want("wrong", enter(decomposed+"!"), 401, "")

		salt := []byte("un sel d'un test")
		key := argon2.IDKey([]byte(decomposed), salt, 1, 8, 1, 32)
		old := fmt.Sprintf("$argon2id$v=19$m=8,t=1,p=1$%s$%s", base64.RawStdEncoding.EncodeToString(salt),
			base64.RawStdEncoding.EncodeToString(key))
		s.check(s.store.SetPassword(t.Context(), 3, old))
		s.want("not yet", enter(composed), 401, "")
		s.want("as it was typed", enter(decomposed), 200, "")
		s.want("from then on", enter(composed), 200, "")
		s.check(s.store.SetPassword(t.Context(), 3, old))
		s.want("confirm", s.call("POST", "/api/admin/compte/confirmation", mine, map[string]string{"motDePasse": decomposed}),
			200, "")
		s.want("from then on", enter(composed), 200, "")
		s.check(s.store.RenewHash(t.Context(), 3, old, old))
		s.want("a hash that was replaced meanwhile stays", enter(composed), 200, "")
	})
}
