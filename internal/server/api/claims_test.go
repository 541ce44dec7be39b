package api_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/mail"
	"consigne/internal/adapter/psp/simulator"
)

const deadLink = "Ce lien a déjà servi ou n'est plus valable. Si vous n'avez pas encore confirmé, inscrivez-vous de nouveau auprès de l'exploitant\u00a0: un autre message vous sera envoyé, demain au plus tard."

// twoOperatorSite is a site where operator 1 has a customer with a card and stays, and operator 2 has a field key.
type twoOperatorSite struct {
	paymentSite
	foreign string // operator 2's field key
	admin   string
}

func newTwoOperatorSite(s *site) twoOperatorSite {
	s.t.Helper()
	a := twoOperatorSite{paymentSite: newPaymentSite(s, simulator.Accepted)}
	_, a.foreign = s.fieldKeyOf(2)
	a.admin = s.login("admin@exemple.test").token
	s.check(s.mailer.SendDue(s.t.Context()))
	s.mailbox.mails = nil
	return a
}

const herEmail = "cliente@exemple.test"

// name makes the application of operator 2 register a person.
func (a twoOperatorSite) name(email string, headers ...string) answer {
	a.t.Helper()
	return a.call("POST", "/api/terrain/utilisateurs", a.foreign, map[string]string{
		"email": email, "nom": "Envoyé", "prenom": "Léa", "telephone": "0699999999",
	}, headers...)
}

// mails sends the mails that are due and returns those to that address.
func (a twoOperatorSite) mails(to string) []mail.Message {
	a.t.Helper()
	a.check(a.mailer.SendDue(a.t.Context()))
	list := []mail.Message{}
	for _, message := range a.mailbox.mails {
		if message.To == to {
			list = append(list, message)
		}
	}
	return list
}

var confirmation = regexp.MustCompile(`http://consigne\.test/confirmer-inscription#jeton=([A-Za-z0-9._-]+)`)

func tokenIn(t *testing.T, message mail.Message) string {
	t.Helper()
	found := confirmation.FindStringSubmatch(message.Text)
	if found == nil || !strings.Contains(message.HTML, "#jeton="+found[1]) {
		t.Fatalf("no link in %s", message.Text)
	}
	return found[1]
}

func (a twoOperatorSite) confirm(token string) answer {
	a.t.Helper()
	return a.call("POST", "/api/compte/inscription/confirmer", "", map[string]string{"jeton": token})
}

// seen reads a user as the manager of operator 2 sees them.
func (a twoOperatorSite) seen(id any) answer {
	a.t.Helper()
	return a.call("GET", "/api/admin/utilisateur/"+number(id)+"?exploitant=2", a.login("ailleurs@exemple.test").token, nil)
}

func (a twoOperatorSite) begin(id any) answer {
	a.t.Helper()
	return a.call("POST", "/api/terrain/occupations", a.foreign, map[string]any{"idCasier": 3, "idUtilisateur": id})
}

// A person who is known at another operator gets the same answers, pages and service as a new one: nothing tells the
// two apart, and nothing of the known person is read, charged or changed.
func TestAnAccountKnownElsewhereIsLikeANewOne(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		a := newTwoOperatorSite(s)
		known, fresh := a.name(strings.ToUpper(herEmail)), a.name("nouvelle@exemple.test")
		for what, got := range map[string]answer{"known elsewhere": known, "new": fresh} {
			s.want(what, got, 201, "")
			if len(got.Body) != 1 || got.Body["id"] == a.accountID {
				t.Errorf("%s: %s", what, got.Raw)
			}
		}
		first, _ := known.Body["id"].(float64)
		if fresh.Body["id"] != first+1 {
			t.Errorf("numbers out of order: %s, %s", known.Raw, fresh.Raw)
		}
		// Everything that the operator can read of the two is the same except the number and the address.
		alike := func(what string, one, other answer) {
			t.Helper()
			same := func(got answer, id any, email string) string {
				text := strings.ReplaceAll(got.Raw, email, "EMAIL")
				return fmt.Sprint(got.Status, regexp.MustCompile(`\b`+number(id)+`\b`).ReplaceAllString(text, "ID"))
			}
			if is, want := same(one, known.Body["id"], strings.ToUpper(herEmail)),
				same(other, fresh.Body["id"], "nouvelle@exemple.test"); is != want {
				t.Errorf("%s differs:\n%s\n%s", what, is, want)
			}
		}
		manager := s.login("ailleurs@exemple.test").token
		alike("the page", a.seen(known.Body["id"]), a.seen(fresh.Body["id"]))
		alike("a second time", a.name(herEmail), a.name("nouvelle@exemple.test"))
		for _, id := range []any{known.Body["id"], fresh.Body["id"]} {
			if got := a.seen(id); got.Body["nom"] != "Envoyé" || got.Body["prenom"] != "Léa" ||
				got.Body["telephone"] != "0699999999" || got.Body["moyenPaiements"] != nil {
				t.Errorf("as the operator sees them: %s", got.Raw)
			}
		}
		if got := s.call("GET", "/api/admin/utilisateurs?exploitant=2&search=cliente", manager,
			nil); got.Body["total"] != 1.0 || strings.Contains(got.Raw, "Prénom") {
			t.Errorf("searched: %s", got.Raw)
		}
		s.want("her own number", a.seen(a.accountID), 404, "")
		s.want("a stay by her own number", a.begin(a.accountID), 404, "")
		s.want("a card for her own number",
			s.call("PUT", fmt.Sprintf("/api/terrain/utilisateurs/%.0f/carte", a.accountID), a.foreign,
				map[string]string{"jeton": simulator.Declined}), 404, "")

		for _, id := range []any{known.Body["id"], fresh.Body["id"]} {
			stay := a.begin(id)
			s.want("a stay", stay, 201, "")
			if dig(stay.Body, "user", "nom") != "Envoyé" || dig(stay.Body, "user", "telephone") != "0699999999" {
				t.Errorf("the stay tells: %s", stay.Raw)
			}
			s.clock.advance(time.Hour)
			s.want("its end", s.call("POST", "/api/terrain/occupations/"+number(stay.Body["id"])+"/fin", a.foreign, nil), 200,
				"")
			a.collect()
			got := s.call("GET", "/api/admin/paiement/"+number(dig(stay.Body, "paiement", "id")),
				s.login("ailleurs@exemple.test").token, nil)
			if dig(got.Body, "paiementDetail", "paiementStatut") != "PAYMENT_ERROR_MEANT_OF_PAYMENT" ||
				dig(got.Body, "paiementDetail", "paiementPresentation", 0, "carte") != nil {
				t.Errorf("charged by a card of elsewhere: %s", got.Raw)
			}
		}
		s.want("a card here", s.call("PUT", "/api/terrain/utilisateurs/"+number(known.Body["id"])+"/carte", a.foreign,
			map[string]string{"jeton": simulator.Declined}), 200, "")
		path := a.stay(time.Hour)
		a.collect()
		if got := a.read(path); dig(got.Body, "paiementDetail", "paiementStatut") != "PAID" || dig(got.Body, "nom") != "Nom" {
			t.Errorf("at home: %s", got.Raw)
		}
	})
}

// The person is sent a mail, once a day, and none of their data changes before they confirm.
func TestAClaimIsToldToTheOwner(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		a := newTwoOperatorSite(s)
		active := func() any {
			return s.call("GET", fmt.Sprintf("/api/admin/utilisateur/%.0f/export", a.accountID), a.admin,
				nil).Body["derniereActivite"]
		}
		was := active()
		s.clock.advance(48 * time.Hour)
		a.admin = s.login("admin@exemple.test").token
		a.name(herEmail)
		a.name("nouvelle@exemple.test")
		a.name(herEmail)
		mails := a.mails(herEmail)
		if len(mails) != 1 || len(s.mailbox.mails) != 1 {
			t.Fatalf("%d mails to her, %d in all", len(mails), len(s.mailbox.mails))
		}
		tokenIn(t, mails[0])
		for _, foreign := range []string{"Léa", "Envoyé", "0699999999"} {
			if strings.Contains(mails[0].Text, foreign) {
				t.Errorf("the mail repeats what was sent: %s", mails[0].Text)
			}
		}
		if !strings.Contains(mails[0].Text, "Littoral") || !strings.Contains(mails[0].Text, "Bonjour Prénom,") {
			t.Errorf("the mail: %s", mails[0].Text)
		}
		if is := active(); is != was {
			t.Errorf("seen last %v, then %v", was, is)
		}
		s.clock.advance(23 * time.Hour)
		a.name(herEmail)
		if n := len(a.mails(herEmail)); n != 1 {
			t.Errorf("%d mails within a day", n)
		}
		s.clock.advance(time.Hour)
		a.name(herEmail)
		if n := len(a.mails(herEmail)); n != 2 {
			t.Errorf("%d mails on the second day", n)
		}
		s.check(s.store.SetActive(t.Context(), int64(a.accountID), false))
		s.clock.advance(24 * time.Hour)
		a.name(herEmail)
		if n := len(a.mails(herEmail)); n != 2 {
			t.Errorf("a mail to somebody who is banned")
		}
	})
}

// A claim is in the audit log of the platform, without personal data. The operator cannot read it, nor tell from the
// numbers of its own lines that the claim exists.
func TestAClaimLeavesALine(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		a := newTwoOperatorSite(s)
		manager := s.login("ailleurs@exemple.test").token
		a.name("une@exemple.test")
		claimed := a.name(herEmail)
		a.name("autre@exemple.test")
		line := s.call("GET", fmt.Sprintf("/api/admin/journal?objet=compte:%.0f", a.accountID), a.admin, nil)
		if dig(line.Body, "items", 0, "action") != "compte.revendication" ||
			dig(line.Body, "items", 0, "exploitant") != nil ||
			dig(line.Body, "items", 0, "changements", "exploitant") != 2.0 ||
			dig(line.Body, "items", 0, "changements", "compte") != claimed.Body["id"] ||
			dig(line.Body, "items", 0, "changements", "cle") != 2.0 {
			t.Errorf("the line: %s", line.Raw)
		}
		// The names beside it are read with it, for who may know them.
		object := dig(line.Body, "items", 0, "objet", "nom")
		kept := fmt.Sprint(object, dig(line.Body, "items", 0, "changements"))
		for _, personal := range []string{herEmail, "Léa", "Envoyé", "0699999999"} {
			if strings.Contains(kept, personal) {
				t.Errorf("personal data: %s", line.Raw)
			}
		}
		theirs := s.call("GET", "/api/admin/journal?exploitant=2", manager, nil)
		lineID := func(at int) float64 {
			id, _ := dig(theirs.Body, "items", at, "id").(float64)
			return id
		}
		if strings.Contains(theirs.Raw, "revendication") || dig(theirs.Body, "items", 1, "action") != "compte.creation" ||
			lineID(0)-lineID(1) != lineID(1)-lineID(2) {
			t.Errorf("what the operator reads: %s", theirs.Raw)
		}
	})
}

// After the confirmation both accounts are one; the number that the operator was given remains valid.
func TestAConfirmedClaimIsTheSameAccount(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		a := newTwoOperatorSite(s)
		id := a.name(herEmail).Body["id"]
		s.want("a card here", s.call("PUT", "/api/terrain/utilisateurs/"+number(id)+"/carte", a.foreign,
			map[string]string{"jeton": simulator.Declined}), 200, "")
		s.want("a stay", a.begin(id), 201, "")
		token := tokenIn(t, a.mails(herEmail)[0])
		for _, wrong := range []string{"", "x", token + "x", "1" + token, strings.Replace(token, ".", ".1", 1)} {
			s.want("a wrong token", a.confirm(wrong), 410, deadLink)
		}
		done := a.confirm(token)
		s.want("confirm", done, 200, "")
		if done.Body["exploitant"] != "Littoral" || len(done.Body) != 1 {
			t.Errorf("confirmed: %s", done.Raw)
		}
		s.want("twice", a.confirm(token), 410, deadLink)

		person := a.seen(a.accountID)
		if person.Body["nom"] != "Nom" || person.Body["telephone"] != "0612345678" ||
			dig(person.Body, "utilisateurPaiement", "nombreTotalPaiement") != 1.0 ||
			dig(person.Body, "role") != "Utilisateur" {
			t.Errorf("the person: %s", person.Raw)
		}
		s.want("the account of the claim", a.seen(id), 404, "")
		if got := a.name(herEmail); got.Status != 200 || got.Body["id"] != a.accountID {
			t.Errorf("named again: %s", got.Raw)
		}
		if got := s.call("GET", "/api/admin/utilisateurs?exploitant=2", s.login("ailleurs@exemple.test").token,
			nil); got.Body["total"] != 2.0 || strings.Contains(got.Raw, "Envoyé") {
			t.Errorf("the list: %s", got.Raw)
		}
		both := s.call("GET", fmt.Sprintf("/api/admin/utilisateur/%.0f", a.accountID), a.admin, nil)
		if dig(both.Body, "moyenPaiements", 0, "pan") != "**** **** **** 4242" ||
			dig(both.Body, "moyenPaiements", 0, "exploitant", "nom") != "Grandval" ||
			dig(both.Body, "moyenPaiements", 1, "pan") != "**** **** **** 0002" || dig(
			both.Body, "moyenPaiements", 1, "exploitant", "id",
		) != 2.0 {
			t.Errorf("her cards: %s", both.Raw)
		}
		s.want("a stay is under way", a.begin(id), 409, "Ce casier est déjà occupé.")
		open := s.call("GET", "/api/admin/utilisateur/"+number(a.accountID)+"/occupation/detail?exploitant=2",
			s.login("ailleurs@exemple.test").token, nil)
		s.want("its end", s.call("POST", "/api/terrain/occupations/"+number(dig(open.Body, "items", 0, "id"))+"/fin",
			a.foreign, nil), 200, "")
		s.clock.advance(time.Second)
		again := a.begin(id)
		s.want("by the number of the claim", again, 201, "")
		if dig(again.Body, "user", "id") != a.accountID {
			t.Errorf("a stay of %s", again.Raw)
		}
		s.want("a card by that number",
			s.call("PUT", "/api/terrain/utilisateurs/"+number(id)+"/carte", a.foreign,
				map[string]string{"jeton": simulator.Accepted}), 200, "")
		s.want("that number with another key",
			s.call("PUT", "/api/terrain/utilisateurs/"+number(id)+"/carte", a.key,
				map[string]string{"jeton": simulator.Accepted}), 404, "")
	})
}

// A confirmation link is valid for seven days, and only for the address it was sent to.
func TestALinkOfConfirmationEnds(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		a := newTwoOperatorSite(s)
		a.name(herEmail)
		late := tokenIn(t, a.mails(herEmail)[0])
		s.clock.advance(7*24*time.Hour + time.Second)
		s.want("after seven days", a.confirm(late), 410, deadLink)
		a.name(herEmail)
		moved := tokenIn(t, a.mails(herEmail)[1])
		account, err := s.store.AccountByEmail(t.Context(), herEmail)
		s.check(err)
		account.Email = "demenagee@exemple.test"
		s.check(s.store.SetIdentity(t.Context(), account))
		s.want("of an address that is another's now", a.confirm(moved), 410, deadLink)
		for range 29 {
			a.confirm("x")
		}
		got := a.confirm("x")
		s.want("too many", got, 429, "")
		if got.Header.Get("Retry-After") == "" {
			t.Errorf("no Retry-After: %v", got.Header)
		}
	})
}

// A field key registers three hundred people a minute at most, whether they are known or not.
func TestAKeyNamesThreeHundredPeopleAMinute(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		a := newTwoOperatorSite(s)
		for i := range 299 {
			if got := a.name(herEmail); got.Status != 201 && got.Status != 200 {
				t.Fatalf("%d: %s", i, got.Raw)
			}
		}
		s.want("the last", a.name("derniere@exemple.test", "Idempotency-Key", "la dernière"), 201, "")
		full := a.name("suivante@exemple.test", "Idempotency-Key", "la suivante")
		s.want("one more", full, 429, "Trop de tentatives. Veuillez réessayer dans une minute.")
		if full.Header.Get("Retry-After") == "" {
			t.Errorf("no Retry-After: %v", full.Header)
		}
		s.want("an answer that was given", a.name("derniere@exemple.test", "Idempotency-Key", "la dernière"), 201, "")
		if got := s.fieldCustomer(a.key, "autre@exemple.test"); got == 0 {
			t.Error("another key waits as well")
		}
		s.clock.advance(time.Minute)
		s.want("the same call a minute later", a.name("suivante@exemple.test", "Idempotency-Key", "la suivante"), 201, "")
	})
}

// Erasing the person also erases what operators sent about them; erasing what one operator sent erases nothing else.
func TestErasureReachesClaims(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		a := newTwoOperatorSite(s)
		s.call("PUT", "/api/admin/tarif/2/modifier-liste-usagers", s.login("ailleurs@exemple.test").token,
			map[string]any{"emails": []string{herEmail, "autre@exemple.test"}, "mode": "remplacer"})
		id := a.name(herEmail).Body["id"]
		erase := func(token string, id any, operator string) answer {
			return s.call("POST", "/api/admin/utilisateur/"+number(id)+"/supprimer"+operator, token, nil)
		}
		manager := s.login("ailleurs@exemple.test").token
		stay := a.begin(id)
		s.want("her stay there", stay, 201, "")
		s.want("while something is due there", erase(a.admin, a.accountID, ""), 409,
			"Ce compte ne peut être supprimé\u00a0: le compte n°\u00a0"+number(id)+
				", ouvert avec la même adresse et non confirmé, a une utilisation en cours ou un paiement à régler.")
		s.want("free", s.call("PATCH", "/api/admin/casier/3/occupation/switch-gratuit", manager, nil), 200, "")
		s.want("its end", s.call("POST", "/api/terrain/occupations/"+number(stay.Body["id"])+"/fin", a.foreign, nil), 200, "")

		s.want("by the operator, what it sent", erase(manager, id, "?exploitant=2"), 201, "")
		if got := s.call("GET", fmt.Sprintf("/api/admin/utilisateur/%.0f", a.accountID), a.admin,
			nil); got.Body["email"] != herEmail {
			t.Errorf("the person: %s", got.Raw)
		}
		again := a.name(herEmail)
		s.want("named anew", again, 201, "")
		s.clock.advance(time.Minute)
		if n := len(a.mails(herEmail)); n != 0 { // the first mail was withdrawn with the account; at most one a day
			t.Errorf("%d mails", n)
		}
		s.want("a line of the person", erase(a.admin, a.accountID, ""), 201, "")
		s.want("what the operator sent", a.seen(again.Body["id"]), 404, "")
		s.want("a stay", a.begin(again.Body["id"]), 404, "")
		found := s.call("GET", "/api/admin/utilisateurs?search=cliente", a.admin, nil)
		if found.Body["total"] != 0.0 {
			t.Errorf("still found: %s", found.Raw)
		}
	})
}

// An administrator sees what was claimed. The operator does not see that it is a claim.
func TestAdministratorsSeeClaims(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		a := newTwoOperatorSite(s)
		id := a.name(herEmail).Body["id"]
		if got := s.call("GET", "/api/admin/utilisateur/"+number(id), a.admin, nil); got.Body["nonConfirme"] != true {
			t.Errorf("to an administrator: %s", got.Raw)
		}
		if got := s.call("GET", "/api/admin/utilisateurs?search="+herEmail, a.admin, nil); got.Body["total"] != 2.0 ||
			strings.Count(got.Raw, `"nonConfirme":true`) != 1 {
			t.Errorf("in the list: %s", got.Raw)
		}
		if got := a.seen(id); strings.Contains(got.Raw, "nonConfirme") {
			t.Errorf("to the operator: %s", got.Raw)
		}
		exported := s.call("GET", fmt.Sprintf("/api/admin/utilisateur/%.0f/export", a.accountID), a.admin, nil)
		if dig(exported.Body, "rattachements", 0, "exploitant", "nom") != "Littoral" ||
			dig(exported.Body, "rattachements", 0, "confirmation") != nil || strings.Contains(exported.Raw, "Envoyé") {
			t.Errorf("exported: %s", exported.Raw)
		}
		s.want("a role for what nobody confirmed",
			s.call("POST", "/api/admin/utilisateur/"+number(id)+"/role", a.admin,
				map[string]any{"exploitant": 2, "role": "Hotline"}), 409,
			"Ce compte n'a pas été confirmé par la personne\u00a0: donnez le rôle à celui qu'elle ouvre avec cette adresse.")
		s.check(s.mailer.SendDue(t.Context()))
		s.mailbox.mails = nil
		s.want("ban", s.call("PATCH", "/api/admin/utilisateur/"+number(id)+"/switch-actif", a.admin, nil), 200, "")
		if n := len(a.mails(strings.ToLower(herEmail))); n != 0 {
			t.Errorf("%d mails to an address that nobody has confirmed", n)
		}
		s.want("a stay", a.begin(id), 409, "Cet utilisateur est banni.")
	})
}
