package api_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/mail"
)

var confirmPattern = regexp.MustCompile(`http://consigne\.test/confirmer-adresse#jeton=(\S+)`)

// sent sends the mails that are due and returns them.
func (s *site) sent() []mail.Message {
	s.t.Helper()
	s.mailbox.mails = nil
	s.check(s.mailer.SendDue(s.t.Context()))
	return s.mailbox.mails
}

func recipients(mails []mail.Message) string {
	list := []string{}
	for _, message := range mails {
		list = append(list, message.To)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// requestEmail makes the manager change the e-mail of the hotline's account, and returns the token of the link sent to
// the new address.
func (s *site) requestEmail(email string) string {
	s.t.Helper()
	body := typedMember(map[string]string{"email": email})
	got := s.call("PUT", "/api/admin/personnel/utilisateur/3/exploitant/1?role=Hotline",
		s.login("gestionnaire@exemple.test").token, body)
	s.want("ask for "+email, got, 200, "")
	for _, message := range s.sent() {
		if message.To == email {
			if match := confirmPattern.FindStringSubmatch(message.Text); match != nil {
				return match[1]
			}
		}
	}
	return ""
}

func (s *site) confirmEmail(token string) answer {
	s.t.Helper()
	return s.call("POST", "/api/compte/adresse/confirmer", "", map[string]string{"jeton": token})
}

// An e-mail that a colleague typed gives no access before the person confirms it. The former address is notified, and
// the sessions end when the address changes.
func TestEmailChangedByAColleague(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const before, after = "hotline@exemple.test", "autre@exemple.test"
		manager, theirs := s.login("gestionnaire@exemple.test").token, s.login(before)
		member := "/api/admin/personnel/utilisateur/3/exploitant/1?role=Hotline"
		loginAt := func(email string) answer {
			return s.call("POST", "/api/compte/connexion", "", map[string]string{"username": email, "password": password})
		}
		forgottenAt := func(email string) string {
			s.want("forgotten", s.call("POST", "/api/mot-de-passe/demander-changement", "", map[string]string{"mail": email}),
				200, "")
			return recipients(s.sent())
		}

		s.want("a taken e-mail",
			s.call("PUT", member, manager, typedMember(map[string]string{"email": "usager@exemple.test"})), 422,
			"Ce mail est déjà présent")
		changed := s.call("PUT", member, manager, typedMember(map[string]string{"email": after}))
		s.want("ask", changed, 200, "")
		list := s.call("GET", "/api/admin/personnel/exploitant/1?role=Hotline", manager, nil)
		for what, got := range map[string]map[string]any{"answer": changed.Body, "list": list.List[0]} {
			if got["email"] != before || got["emailEnAttente"] != after || got["nom"] != "Zola" {
				t.Errorf("%s: %v", what, got)
			}
		}
		mails := s.sent()
		if recipients(mails) != after+" "+before {
			t.Fatalf("mails: %+v", mails)
		}
		token := ""
		for _, message := range mails {
			match := confirmPattern.FindStringSubmatch(message.Text)
			if message.To == after && match != nil && strings.Contains(message.HTML, match[0]) {
				token = match[1]
			}
			if message.To == before && (match != nil || strings.Contains(message.Text, after)) {
				t.Errorf("the address before is shown too much: %s", message.Text)
			}
		}
		s.want("the same once more", s.call("PUT", member, manager, typedMember(map[string]string{"email": after})), 200, "")
		s.want("other fields, the e-mail that is awaited",
			s.call("PUT", member, manager, typedMember(map[string]string{"email": "Autre@exemple.test", "nom": "Hugo"})), 200,
			"")
		if again := s.sent(); len(again) != 0 {
			t.Errorf("nothing new to tell: %+v", again)
		}
		s.want("login at the new address", loginAt(after), 401, "")
		if got := forgottenAt(after); got != "" {
			t.Errorf("a link that opens the account goes to %s", got)
		}
		s.want("login as before", loginAt(before), 200, "")
		s.want("a session of before", s.call("GET", details, theirs.token, nil), 200, "")

		const gone = "Ce lien a déjà servi ou n'est plus valable. Si vous l'avez déjà confirmée, connectez-vous avec cette adresse\u00a0; sinon, demandez un nouveau lien."
		s.want("not a link", s.confirmEmail("xxx"), 410, gone)
		s.want("confirm", s.confirmEmail(token), 200, "L'adresse e-mail a été confirmée.")
		s.want("twice", s.confirmEmail(token), 410, gone)
		s.want("a session of before", s.call("GET", details, theirs.token, nil), 401, "")
		s.want("login as before", loginAt(before), 401, "")
		s.want("login at the new address", loginAt(after), 200, "")
		if told := s.sent(); recipients(told) != before || strings.Contains(told[0].Text, after) {
			t.Errorf("the address before is told: %+v", told)
		}
		if got := forgottenAt(after); got != after {
			t.Errorf("a forgotten password goes to %q", got)
		}

		admin := s.login("admin@exemple.test").token
		auditLog := s.call("GET", "/api/admin/journal?objet=compte:3", admin, nil)
		if !strings.Contains(auditLog.Raw, `"champs":"nom, prenom, telephone, email"`) ||
			!strings.Contains(auditLog.Raw, `"champs":"nom"`) || strings.Count(
			auditLog.Raw, `"compte.modification"`,
		) != 2 || !strings.Contains(auditLog.Raw, `"compte.email"`) || strings.Contains(auditLog.Raw, "autre@") {
			t.Errorf("audit log: %s", auditLog.Raw)
		}
		for kind, actor := range map[string]float64{"compte.email_demande": 2, "compte.email": 3} {
			events := s.call("GET", "/api/admin/securite/evenements?compte=3&type="+kind, admin, nil)
			if events.Body["total"] != 1.0 || dig(events.Body["items"], 0, "acteur") != actor ||
				dig(events.Body["items"], 0, "adresse") != "127.0.0.1" {
				t.Errorf("%s: %s", kind, events.Raw)
			}
		}
	})
}

func TestEmailChangesThatComeToNothing(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		first := s.requestEmail("a@exemple.test")
		second := s.requestEmail("b@exemple.test")
		s.want("one that another replaced", s.confirmEmail(first), 410, "")
		s.clock.advance(7 * 24 * time.Hour)
		s.want("seven days later", s.confirmEmail(second), 410, "")

		taken := s.requestEmail("c@exemple.test")
		created := s.call("POST", "/api/admin/personnel/exploitant/1?role=Mainteneur", s.login("admin@exemple.test").token,
			typedMember(map[string]string{"email": "c@exemple.test"}))
		s.want("another is first", created, 201, "")
		s.want("taken since", s.confirmEmail(taken), 409, "Cette adresse est déjà celle d'un autre compte.")

		unwanted := s.requestEmail("d@exemple.test")
		s.want("forgotten", s.call("POST", "/api/mot-de-passe/demander-changement", "",
			map[string]string{"mail": "hotline@exemple.test"}), 200, "")
		link := linkIn.FindStringSubmatch(s.sent()[0].Text)[1]
		changed := s.call("POST", "/api/mot-de-passe/changer", "",
			map[string]string{"jeton": link, "motDePasse": "un autre mot de passe"})
		s.want("the person objects with a new password", changed, 200, "")
		s.want("unwanted", s.confirmEmail(unwanted), 410, "")
	})
}

// Typing the e-mail of the account withdraws the one that is awaited, and its link with it.
func TestAnAwaitedEmailIsWithdrawn(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const before, wrong = "hotline@exemple.test", "faute@exemple.test"
		manager := s.login("gestionnaire@exemple.test").token
		give := func(email string) answer {
			s.t.Helper()
			got := s.call("PUT", "/api/admin/personnel/utilisateur/3/exploitant/1?role=Hotline", manager,
				typedMember(map[string]string{"email": email}))
			s.want("give "+email, got, 200, "")
			return got
		}
		token := s.requestEmail(wrong)
		if got := give(before); got.Body["email"] != before || got.Body["emailEnAttente"] != nil {
			t.Errorf("answer: %s", got.Raw)
		}
		s.want("the link of an e-mail taken back", s.confirmEmail(token), 410, "")
		s.want("login as before",
			s.call("POST", "/api/compte/connexion", "", map[string]string{"username": before, "password": password}), 200, "")
		give(before)
		if again := s.sent(); len(again) != 0 {
			t.Errorf("nothing to tell: %+v", again)
		}

		give(wrong)
		give(before)
		if mails := s.sent(); recipients(mails) != before {
			t.Errorf("taken back before the link left: %q", recipients(mails))
		}

		lines := s.call("GET", "/api/admin/journal?objet=compte:3", s.login("admin@exemple.test").token, nil).Raw
		for line, want := range map[string]int{
			`"compte.email_annule"`: 2, `"compte.modification"`: 2, `email"}`: 2,
			"faute@": 0,
		} {
			if got := strings.Count(lines, line); got != want {
				t.Errorf("%d times %s: %s", got, line, lines)
			}
		}
	})
}

// Saving again with the e-mail that is awaited sends the link once more, when the last is
// older than a day; the link before is dead, and the address before is told only once.
func TestTheLinkOfAnAwaitedEmailIsSentAgain(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const awaited = "nouvelle@exemple.test"
		first := s.requestEmail(awaited)
		s.clock.advance(24*time.Hour - time.Minute)
		if got := s.requestEmail(awaited); got != "" {
			t.Error("sent twice in a day")
		}
		s.clock.advance(time.Minute)
		s.want("save", s.call("PUT", "/api/admin/personnel/utilisateur/3/exploitant/1?role=Hotline",
			s.login("gestionnaire@exemple.test").token, typedMember(map[string]string{"email": awaited})), 200, "")
		mails := s.sent()
		if recipients(mails) != awaited {
			t.Fatalf("sent to %q", recipients(mails))
		}
		if got := s.requestEmail(awaited); got != "" {
			t.Error("sent again at once")
		}
		s.clock.advance(7*24*time.Hour - time.Minute)
		s.want("the link before", s.confirmEmail(first), 410, "")
		s.want("the link", s.confirmEmail(confirmPattern.FindStringSubmatch(mails[0].Text)[1]), 200, "")
	})
}

// The mail about a new password goes to the address that the account had then, even if the address changes before the
// mail is sent.
func TestANewPasswordIsToldAtTheAddressOfThatMoment(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		s.want("forgotten", s.call("POST", "/api/mot-de-passe/demander-changement", "",
			map[string]string{"mail": "hotline@exemple.test"}), 200, "")
		link := linkIn.FindStringSubmatch(s.sent()[0].Text)[1]
		s.want("new password", s.call("POST", "/api/mot-de-passe/changer", "",
			map[string]string{"jeton": link, "motDePasse": "un autre mot de passe"}), 200, "")
		moved, err := s.store.AccountByID(t.Context(), 3)
		s.check(err)
		moved.Email = "ailleurs@ville.fr"
		s.check(s.store.SetIdentity(t.Context(), moved))
		if told := s.sent(); recipients(told) != "hotline@exemple.test" {
			t.Errorf("told at %q", recipients(told))
		}
	})
}

// An address in other letters that fold to the present one is another address: it does not
// pass for a mere change of case.
func TestAnAddressThatFoldsAlikeIsConfirmedToo(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		manager, member := s.login("gestionnaire@exemple.test").token,
			"/api/admin/personnel/utilisateur/3/exploitant/1?role=Hotline"
		for _, email := range []string{"hotlİne@exemple.test", "hotline@exemple.tesİ"} {
			s.want(email, s.call("PUT", member, manager, typedMember(map[string]string{"email": email})), 422,
				"Le format de l'email n'est pas correct.")
		}
		s.want("case alone", s.call("PUT", member, manager, typedMember(map[string]string{"email": "Hotline@exemple.test"})),
			200, "")
		if told := s.sent(); len(told) != 0 {
			t.Errorf("a change of case is told: %+v", told)
		}
		token := s.requestEmail("hôtline@exemple.test")
		s.want("accents", s.confirmEmail(token), 200, "")
		token = s.requestEmail("HÔTLINE@exemple.test")
		if token == "" {
			t.Fatal("other mails than those of ASCII changed in silence")
		}
		s.want("their own address, in capitals", s.confirmEmail(token), 200, "")
	})
}

// A customer who joined a team without a password has something to take over: a new e-mail
// waits for them too.
func TestEmailOfACustomerInATeam(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin := s.login("admin@exemple.test").token
		_, key := s.fieldKeyOf(1)
		customer := s.fieldCustomer(key, "cliente@exemple.test")
		s.want("a role", s.call("POST", fmt.Sprintf("/api/admin/utilisateur/%v/role", customer), admin,
			map[string]any{"exploitant": 1, "role": "Hotline"}), 200, "")
		s.sent()
		got := s.call("PUT", fmt.Sprintf("/api/admin/personnel/utilisateur/%v/exploitant/1?role=Hotline", customer),
			s.login("gestionnaire@exemple.test").token, typedMember(map[string]string{"email": "voleur@ailleurs.test"}))
		if got.Status != 200 || got.Body["email"] != "cliente@exemple.test" ||
			got.Body["emailEnAttente"] != "voleur@ailleurs.test" {
			t.Errorf("changed: %d %s", got.Status, got.Raw)
		}
		mails := s.sent()
		if recipients(mails) != "cliente@exemple.test voleur@ailleurs.test" {
			t.Errorf("mails to %s", recipients(mails))
		}
		for _, message := range mails {
			if strings.Contains(message.Text, "/nouveau-mot-de-passe") {
				t.Errorf("a link that opens the account goes to %s", message.To)
			}
		}
	})
}
