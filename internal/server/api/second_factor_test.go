package api_test

import (
	"bytes"
	"context"
	"encoding/base32"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/account/totp"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

const (
	secondFactor = "/api/compte/connexion/second-facteur"
	newFactor    = "/api/compte/second-facteur"
	ownFactors   = "/api/admin/compte/second-facteur"
	proveAgain   = "/api/admin/compte/confirmation"
	newCodes     = "/api/admin/compte/codes-secours"
)

// authenticator is an application on a telephone.
type authenticator struct {
	s   *site
	key []byte
}

func (a authenticator) code() string { return totp.At(a.key, a.s.clock.Now()) }

// later returns the code of the next step, which the clock then shows.
func (a authenticator) later() string {
	a.s.clock.advance(30 * time.Second)
	return a.code()
}

func (s *site) tryLogin(email string) answer {
	return s.call("POST", "/api/compte/connexion", "", map[string]string{"username": email, "password": password})
}

// step returns the token of the step that an answer begins.
func step(got answer) string {
	token, _ := got.Body["jetonEtape"].(string)
	return token
}

func (s *site) confirm(bearer string) string {
	s.t.Helper()
	got := s.call("POST", proveAgain, bearer, map[string]string{"motDePasse": password})
	s.want("the password again", got, 200, "")
	return step(got)
}

// addApp adds an application in a step, and returns it with the answer.
func (s *site) addApp(token, name string) (authenticator, answer) {
	s.t.Helper()
	begun := s.call("POST", newFactor+"/totp", "", map[string]string{"jetonEtape": token})
	s.want("a key", begun, 200, "")
	key, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(fmt.Sprint(begun.Body["cle"]))
	s.check(err)
	if image := fmt.Sprint(begun.Body["codeQr"]); !strings.HasPrefix(image, "data:image/png;base64,") ||
		!strings.HasPrefix(fmt.Sprint(begun.Body["lien"]), "otpauth://totp/") {
		s.t.Errorf("%.60s, %v", image, begun.Body["lien"])
	}
	added := authenticator{s, key}
	got := s.call("POST", newFactor, "",
		map[string]string{"jetonEtape": token, "moyen": "totp", "nom": name, "code": added.code()})
	s.want("an application", got, 200, "")
	return added, got
}

func (s *site) endWith(token, means, code string) answer {
	return s.call("POST", secondFactor, "", map[string]string{"jetonEtape": token, "moyen": means, "code": code})
}

// The whole life of second factors: added, used, exhausted, removed.
func TestSecondFactor(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		const email = "gestionnaire@exemple.test"
		first, other := s.login(email), s.login(email)
		s.want("none yet", s.call("GET", ownFactors, first.token, nil), 200, "")
		s.want("a wrong password", s.call("POST", proveAgain, first.token, map[string]string{"motDePasse": "faux"}), 422,
			"Ce mot de passe n'est pas correct.")
		confirmed := s.confirm(first.token)
		s.want("a name that hides something",
			s.call("POST", newFactor, "", map[string]string{"jetonEtape": confirmed, "nom": "Mon\u202etéléphone"}), 422, "")
		telephone, added := s.addApp(confirmed, "Mon téléphone")
		codes := added.Body["codesSecours"]
		if length(codes) != 10 || added.Body["session"] != nil {
			t.Errorf("added: %s", added.Raw)
		}
		s.want("the session that added it", s.call("GET", ownFactors, first.token, nil), 200, "")
		s.want("the other session", s.call("GET", ownFactors, other.token, nil), 401, "")

		entered := s.tryLogin(email)
		if got := fmt.Sprint(entered.Body["etape"], entered.Body["moyens"],
			entered.Body["token"]); got != "second-facteur[totp secours] <nil>" {
			t.Errorf("after the password: %s", entered.Raw)
		}
		s.want("the code that confirmed it", s.endWith(step(entered), "totp", telephone.code()), 401,
			"Ce code n'est pas correct, ou il a déjà servi.")
		s.want("a code", s.endWith(step(entered), "totp", telephone.later()[:3]+" "+telephone.code()[3:]), 200, "")
		s.want("the step again", s.endWith(step(entered), "totp", telephone.later()), 410, "")
		again := step(s.tryLogin(email))
		s.want("a code", s.endWith(again, "totp", telephone.later()), 200, "")
		s.want("the code again", s.endWith(step(s.tryLogin(email)), "totp", telephone.code()), 401, "")

		recovery := fmt.Sprint(dig(codes, 0))
		s.want("a recovery code, as it may be typed",
			s.endWith(step(s.tryLogin(email)), "secours", " "+strings.ToUpper(strings.ReplaceAll(recovery, "-", " "))), 200, "")
		s.want("again", s.endWith(step(s.tryLogin(email)), "secours", recovery), 401, "")
		if got := s.call("GET", ownFactors, first.token, nil); got.Body["codesSecours"] != 9.0 ||
			dig(got.Body, "facteurs", 0, "nom") != "Mon téléphone" || dig(got.Body, "facteurs", 0, "utilisation") == nil {
			t.Errorf("used: %s", got.Raw)
		}

		id := fmt.Sprintf("%s/%v", ownFactors, dig(s.call("GET", ownFactors, first.token, nil).Body, "facteurs", 0, "id"))
		s.want("a name", s.call("PATCH", id, first.token, map[string]string{"nom": "Ancien téléphone"}), 204, "")
		s.want("no name", s.call("PATCH", id, first.token, map[string]string{"nom": " "}), 422, "Veuillez donner un nom.")
		elsewhere := s.login("hotline@exemple.test")
		s.want("another's", s.call("PATCH", id, elsewhere.token, map[string]string{"nom": "À moi"}), 404, "")
		s.want("another's", s.call("POST", id+"/retirer", elsewhere.token,
			map[string]string{"jetonEtape": s.confirm(elsewhere.token)}), 404, "")
		s.want("with another's step",
			s.call("POST", id+"/retirer", first.token, map[string]string{"jetonEtape": s.confirm(elsewhere.token)}), 410, "")
		s.want("without a step", s.call("POST", id+"/retirer", first.token, map[string]string{}), 410, "")
		renewed := s.call("POST", newCodes, first.token, map[string]string{"jetonEtape": s.confirmBy(first.token, telephone)})
		s.want("new codes", renewed, 200, "")
		s.want("a former code", s.endWith(step(s.tryLogin(email)), "secours", fmt.Sprint(dig(codes, 1))), 401, "")
		s.clock.advance(time.Minute)
		byCode := s.call("POST", proveAgain, first.token, map[string]string{"moyen": "totp", "code": telephone.later()})
		s.want("confirmed by a code", byCode, 200, "")
		s.want("removed", s.call("POST", id+"/retirer", first.token, map[string]string{"jetonEtape": step(byCode)}), 204, "")
		if got := s.tryLogin(email); got.Body["token"] == nil {
			t.Errorf("without a factor: %s", got.Raw)
		}

		s.check(s.mailer.SendDue(t.Context()))
		told := []string{}
		for _, mail := range s.mailbox.mails {
			for _, what := range []string{"ajouté", "code de secours vient", "remplacés", "retiré"} {
				if mail.To == email && strings.Contains(mail.Text, what) {
					told = append(told, what)
				}
			}
		}
		if got := strings.Join(told, ", "); got != "ajouté, code de secours vient, remplacés, retiré" {
			t.Errorf("told: %s", got)
		}
		admin := s.login("admin@exemple.test").token
		for _, kind := range []string{
			"compte.facteur_ajoute", "compte.code_secours", "compte.codes_secours",
			"compte.facteur_retire",
		} {
			if got := s.call("GET", "/api/admin/securite/evenements?compte=2&type="+kind, admin, nil); got.Body["total"] != 1.0 {
				t.Errorf("%s: %s", kind, got.Raw)
			}
			if got := s.call("GET", "/api/admin/journal?action="+kind, admin, nil); got.Body["total"] != 1.0 {
				t.Errorf("%s: %s", kind, got.Raw)
			}
		}
		if got := s.call("GET", "/api/admin/securite/evenements?compte=2&type=connexion.echec", admin,
			nil); dig(got.Body, "items", 0, "motif") != "second facteur" {
			t.Errorf("failures: %s", got.Raw)
		}
	})
}

// Who knows the password cannot try codes without end: a step takes five, and the limits of sign-ins count them too.
func TestTriesOfASecondFactorAreLimited(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const email = "gestionnaire@exemple.test"
		telephone, _ := s.addApp(s.confirm(s.login(email).token), "Téléphone")
		s.clock.advance(time.Minute)
		long := step(s.tryLogin(email))
		for range 4 {
			s.want("wrong", s.endWith(long, "totp", "000000"), 401, "")
		}
		again := step(s.tryLogin(email))
		s.want("the fifth, though the password was right in between", s.endWith(long, "totp", "000000"), 401, "")
		s.want("locked", s.endWith(again, "totp", telephone.code()), 429, "")
		s.want("for the password too", s.tryLogin(email), 429, "")
		s.clock.advance(time.Minute)
		s.want("the sixth of a step, though right", s.endWith(long, "totp", telephone.later()), 410,
			"Cette étape a expiré. Veuillez vous reconnecter.")
		s.want("another step", s.endWith(again, "totp", telephone.code()), 200, "")
		late := step(s.tryLogin(email))
		s.clock.advance(5 * time.Minute)
		s.want("too late", s.endWith(late, "totp", telephone.code()), 410, "")
	})
}

// A code and a recovery code are good once, also on two nodes at the same time.
func TestACodeIsGoodOnceOnTwoNodes(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, database *store.Store) {
		s, ctx := newSite(t, database), context.Background()
		const email = "gestionnaire@exemple.test"
		telephone, added := s.addApp(s.confirm(s.login(email).token), "Téléphone")
		nodes := make(chan *account.Service, 2)
		for range cap(nodes) {
			node, err := account.NewService(database, s.clock, account.Options{Secret: bytes.Repeat([]byte("secret"), 6)})
			s.check(err)
			nodes <- node
		}
		s.clock.advance(time.Minute)
		for _, proof := range []account.Proof{
			{Means: account.TOTP, Code: telephone.code()},
			{Means: account.Recovery, Code: fmt.Sprint(dig(added.Body["codesSecours"], 0))},
		} {
			if winners := storetest.Race(4, func() bool {
				node := <-nodes
				nodes <- node
				from := account.Caller{Address: "192.0.2." + fmt.Sprint(time.Now().Nanosecond()%250)}
				begun, err := node.Login(ctx, email, password, from)
				if err != nil {
					t.Error(err)
					return false
				}
				_, err = node.SecondFactor(ctx, begun.Pending.Token, proof, from)
				if err != nil && !fault.Is(err, fault.KindUnauthenticated) {
					t.Error(err)
				}
				return err == nil
			}); winners != 1 {
				t.Errorf("%s: %d sign-ins", proof.Means, winners)
			}
		}
	})
}

// Who must have a second factor and has none adds it right after the password, before anything else.
func TestWhoMustHaveASecondFactorAddsIt(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const admin, manager, hotline, elsewhere, customer = "admin@exemple.test", "gestionnaire@exemple.test",
			"hotline@exemple.test", "ailleurs@exemple.test", "usager@exemple.test"
		must := func(what string, obliged ...string) {
			t.Helper()
			for _, email := range []string{admin, manager, hotline, elsewhere, customer} {
				if got := s.tryLogin(email); (got.Body["etape"] == "enrolement") != slices.Contains(obliged, email) ||
					(got.Body["token"] == nil) != slices.Contains(obliged, email) {
					t.Errorf("%s: %s: %s", what, email, got.Raw)
				}
			}
		}
		session := s.login(admin).token
		must("nobody")
		s.parts.Accounts.Obligation = account.Administrators
		must("administrators", admin)
		s.parts.Accounts.Obligation = account.AllStaff
		must("all staff", admin, manager, hotline, elsewhere)
		s.parts.Accounts.Obligation = account.Nobody
		needs := "/api/admin/exploitant/1/double-authentification"
		s.want("by a manager", s.call("PATCH", needs, s.login(manager).token, nil), 403, "")
		if got := s.call("PATCH", needs, session, nil); got.Body["doubleAuthentification"] != true {
			t.Errorf("asked: %s", got.Raw)
		}
		must("the staff of an operator", manager, hotline)

		awaited := s.tryLogin(manager)
		if fmt.Sprint(awaited.Body["moyens"]) != "[totp passkey]" {
			t.Errorf("to add: %s", awaited.Raw)
		}
		other := step(s.tryLogin(manager))
		s.want("the step opens no session", s.endWith(step(awaited), "totp", "000000"), 410, "")
		s.want("nor is it a token", s.call("GET", ownFactors, step(awaited), nil), 401, "")
		telephone, added := s.addApp(step(awaited), "Téléphone")
		opened, _ := dig(added.Body, "session", "token").(string)
		own := s.call("GET", ownFactors, opened, nil)
		if own.Body["obligatoire"] != true || length(added.Body["codesSecours"]) != 10 {
			t.Errorf("added: %s, %s", added.Raw, own.Raw)
		}
		s.want("a step from before", s.call("POST", newFactor+"/totp", "", map[string]string{"jetonEtape": other}), 410, "")
		s.want("the last", s.call("POST", fmt.Sprintf("%s/%v/retirer", ownFactors, dig(own.Body, "facteurs", 0, "id")),
			opened,
			map[string]string{"jetonEtape": s.confirmBy(opened,
				telephone)}), 409, "La double authentification est obligatoire pour votre compte : ajoutez d'abord un autre moyen.")
		s.want("from now on", s.endWith(step(s.tryLogin(manager)), "totp", telephone.later()), 200, "")
		s.want("asked no more", s.call("PATCH", needs, session, nil), 200, "")
		if got := s.tryLogin(hotline); got.Body["token"] == nil {
			t.Errorf("nobody again: %s", got.Raw)
		}
	})
}

// What a browser would answer is tried in Chromium by the journeys; here is what no browser answers.
func TestPasskeysThatAreRefused(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const alone, wrong = "/api/compte/connexion/cle-acces", "Cette clé d'accès n'est pas reconnue."
		ceremony := s.call("POST", alone+"/options", "", map[string]string{})
		s.want("any passkey", ceremony, 200, "")
		if dig(ceremony.Body, "options", "rpId") != "consigne.test" ||
			dig(
				ceremony.Body, "options", "userVerification",
			) != "required" || dig(ceremony.Body, "options", "allowCredentials") != nil {
			t.Errorf("ceremony: %s", ceremony.Raw)
		}
		for _, answer := range []any{
			nil, "texte",
			map[string]string{},
			map[string]any{"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": map[string]string{
				"clientDataJSON": "e30", "authenticatorData": "AAAA", "signature": "AAAA", "userHandle": "AAAA",
			}},
		} {
			s.want(fmt.Sprint(answer),
				s.call("POST", alone, "", map[string]any{"jetonEtape": step(ceremony), "reponse": answer}), 401, wrong)
		}
		s.want("without a step", s.call("POST", alone, "", map[string]any{"jetonEtape": "autre"}), 410, "")
		s.want("the step is for a passkey", s.endWith(step(ceremony), "totp", "000000"), 410, "")

		manager := s.login("gestionnaire@exemple.test").token
		confirmed := s.confirm(manager)
		begun := s.call("POST", newFactor+"/cle-acces", "", map[string]string{"jetonEtape": confirmed})
		if dig(begun.Body, "options", "authenticatorSelection", "residentKey") != "required" ||
			strings.Contains(fmt.Sprint(dig(begun.Body, "options", "user", "id")), "gestionnaire") {
			t.Errorf("begun: %s", begun.Raw)
		}
		s.want("no passkey", s.call("POST", newFactor, "",
			map[string]any{
				"jetonEtape": confirmed, "moyen": "passkey", "nom": "Clé",
				"reponse": map[string]string{},
			}), 409, "Cette clé d'accès n'a pas pu être ajoutée.")
		s.want("nor a code", s.call("POST", newFactor, "",
			map[string]any{"jetonEtape": confirmed, "moyen": "totp", "nom": "Clé", "code": "000000"}), 422, "")
		const own = proveAgain + "/cle-acces"
		s.want("none of one's own", s.call("POST", own, manager, nil), 409, wrong)
		for _, of := range []string{"", step(ceremony), confirmed} {
			s.want("not asked for", s.call("POST", proveAgain, manager,
				map[string]any{
					"moyen": "passkey", "jetonEtape": of,
					"reponse": map[string]string{},
				}), 410, "Cette étape a expiré. Veuillez recommencer.")
		}
		s.addApp(confirmed, "Téléphone")
		awaited := step(s.tryLogin("gestionnaire@exemple.test"))
		s.want("none to ask for", s.call("POST", alone+"/options", "", map[string]string{"jetonEtape": awaited}), 409, wrong)
		s.want("none to check", s.call("POST", secondFactor, "",
			map[string]any{"jetonEtape": awaited, "moyen": "passkey", "reponse": map[string]string{}}), 410, "")
		for range 30 {
			s.call("POST", alone+"/options", "", map[string]string{})
		}
		s.want("too many", s.call("POST", alone+"/options", "", map[string]string{}), 429, "")
	})
}

// onAnother is a call about the account of another person.
type onAnother struct {
	by, what string
	id       int
	query    string
	status   int
}

// notOutranked holds calls of people who do not rank above the account; 9 is another manager of the first operator.
var notOutranked = []onAnother{
	{"hotline", "without the right", 4, "?exploitant=1", 403},
	{"mainteneur", "without the right", 3, "?exploitant=1", 403},
	{"gestionnaire", "without an operator", 3, "", 403},
	{"gestionnaire", "at another's", 5, "?exploitant=2", 403},
	{"gestionnaire", "whom the operator does not know", 5, "?exploitant=1", 404},
	{"gestionnaire", "their own", 2, "?exploitant=1", 409},
	{"gestionnaire", "an equal", 9, "?exploitant=1", 403},
	{"admin", "their own", 1, "", 409},
	{"admin", "nobody", 99, "", 404},
}

// A manager resets the second factor of those whom they outrank, an administrator anybody's but their own.
func TestWhoResetsASecondFactor(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		callers := map[string]string{}
		for name, id := range map[string]int64{"admin": 1, "gestionnaire": 2, "hotline": 3, "mainteneur": 4, "ailleurs": 5} {
			email := name + "@exemple.test"
			callers[name] = s.login(email).token
			s.confirm(callers[name]) // the factors below, of which none gives codes, come by the store, which ends no proof
			_, err := s.store.CreateFactor(t.Context(),
				account.Factor{
					AccountID: id, Means: account.TOTP, Name: "Téléphone", Secret: "illisible",
					CreatedAt: s.clock.Now(),
				})
			s.check(err)
		}
		_, err := s.store.CreateAccount(t.Context(),
			account.Account{Email: "pair@exemple.test", Active: true, Roles: roles(1, access.Manager)}, s.clock.Now())
		s.check(err)
		reset := func(id int, query string) string {
			return fmt.Sprintf("/api/admin/utilisateur/%d/second-facteur/reinitialiser%s", id, query)
		}
		for _, c := range append(slices.Clone(notOutranked), []onAnother{
			{"gestionnaire", "whom they outrank", 3, "?exploitant=1", 200},
			{"gestionnaire", "who has none any more", 3, "?exploitant=1", 409},
			{"admin", "anybody", 2, "", 200},
		}...) {
			s.want(c.by+": "+c.what, s.call("POST", reset(c.id, c.query), callers[c.by], nil), c.status, "")
		}
		s.want("the session of the one", s.call("GET", ownFactors, callers["hotline"], nil), 401, "")
		if got := s.tryLogin("hotline@exemple.test"); got.Body["token"] == nil {
			t.Errorf("by the password alone: %s", got.Raw)
		}
		manager := s.login("gestionnaire@exemple.test").token
		shown := s.call("GET", "/api/admin/utilisateur/4?exploitant=1", manager, nil)
		if shown.Body["doubleAuthentification"] != true || shown.Body["reinitialisable"] != true {
			t.Errorf("shown: %s", shown.Raw)
		}
		s.check(s.mailer.SendDue(t.Context()))
		told := 0
		for _, mail := range s.mailbox.mails {
			if strings.Contains(mail.Text, "Un responsable vient de retirer") {
				told++
			}
		}
		if got := s.call("GET", "/api/admin/securite/evenements?type=compte.facteurs_effaces", callers["admin"],
			nil); got.Body["total"] != 2.0 || told != 2 {
			t.Errorf("%d told, %s", told, got.Raw)
		}
	})
}
