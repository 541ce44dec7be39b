package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/mail"
	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/server/jobs"
)

// written passes the time that a document takes, and returns the letters that are sent then.
func (t paymentSite) written() []mail.Message {
	t.t.Helper()
	t.bookkeep()
	t.clock.advance(10 * time.Second)
	return t.sent()
}

// one returns the only letter, which must have the subject, hold the words, and bring so many files.
func (t paymentSite) one(what string, mails []mail.Message, subject string, files int, words ...string) {
	t.t.Helper()
	if len(mails) != 1 || !strings.HasPrefix(mails[0].Subject, subject) || len(mails[0].Files) != files {
		t.t.Errorf("%s: %+v", what, mails)
		return
	}
	for _, word := range words {
		if !strings.Contains(mails[0].Text, word) {
			t.t.Errorf("%s does not tell %q: %s", what, word, mails[0].Text)
		}
	}
}

// A subscription's receipts go by mail, those of stays only if the operator says so; each once, when its document is
// numbered; and the end of a subscription is told whatever it says.
func TestMailsAboutMoney(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		admin := s.login("admin@exemple.test").token
		mails := func(setting string) {
			t.Helper()
			s.want(setting, s.call("PUT", "/api/admin/exploitant/1/reglages", admin,
				map[string]any{"recusParCourriel": setting}), 200, "")
		}
		s.sent()
		path := c.stay(time.Hour)
		c.collect()
		if got := c.written(); len(got) != 0 {
			t.Errorf("a stay, by default: %+v", got)
		}
		c.refund(path, 10)
		if got := c.written(); len(got) != 0 {
			t.Errorf("its refund, by default: %+v", got)
		}

		b := c.buys(s.monthly(nil), nil)
		b.collect()
		if got := s.sent(); len(got) != 0 {
			t.Errorf("before the receipt is numbered: %+v", got)
		}
		c.one("the purchase", c.written(), "Votre reçu EX1-", 1, "15,00", "votre nouvel abonnement", "L'échéance suivante")
		if got := c.written(); len(got) != 0 {
			t.Errorf("twice: %+v", got)
		}
		s.clock.advance(32 * 24 * time.Hour)
		s.check(s.collector.BillTerms(t.Context()))
		b.collect()
		c.one("the renewal", c.written(), "Votre reçu EX1-", 1, "le renouvellement de votre abonnement")

		manager := s.login("gestionnaire@exemple.test").token
		admin = s.login("admin@exemple.test").token
		s.want("end", s.call("PATCH", "/api/admin/abonnement/"+b.id+"/resilier", manager, map[string]any{
			"quand": "maintenant", "remboursement": "total", "commentaire": "Départ",
		}), 200, "")
		c.one("the end", s.sent(), "La fin de votre abonnement", 0, "s'est terminé le", "15,00\u00a0€ vous sont rendus")
		b.collect()
		c.one("the refund", c.written(), "Remboursement de 15,00", 1, "L'avoir EX1-A", "sur la carte qui a payé")

		mails("toujours")
		path = c.stay(time.Hour)
		c.collect()
		c.one("a stay", c.written(), "Votre reçu EX1-", 1, "votre utilisation du", "à la station")
		c.refund(path, 10)
		c.one("its refund", c.written(), "Remboursement de 0,10", 1, "votre utilisation du")

		admin = s.login("admin@exemple.test").token
		mails("jamais")
		b = c.buys(s.monthly(map[string]any{"libelleAdmin": "Autre"}), nil)
		b.collect()
		if got := c.written(); len(got) != 0 {
			t.Errorf("never: %+v", got)
		}
		s.want("end", s.call("PATCH", "/api/admin/abonnement/"+b.id+"/resilier", s.login("gestionnaire@exemple.test").token,
			map[string]any{"quand": "terme"}), 200, "")
		c.one("the end, all the same", s.sent(), "La fin de votre abonnement", 0, "Il vous donne accès jusque-là")
	})
}

// The operator's application tells the language of a person, which their letters have from then on.
func TestLanguageOfMails(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		_, key := s.fieldKeyOf(1)
		person := fmt.Sprintf("/api/terrain/utilisateurs/%.0f", c.accountID)
		read := func() any { return s.call("GET", person, key, nil).Body["langue"] }
		if read() != nil {
			t.Errorf("before: %v", read())
		}
		got := s.call("PUT", person+"/langue", key, map[string]any{"langue": "pt"})
		if got.Status != 422 || !strings.Contains(got.Raw, "Les langues sont «\u00a0fr\u00a0»") {
			t.Errorf("an unknown one: %d %s", got.Status, got.Raw)
		}
		s.want("English", s.call("PUT", person+"/langue", key, map[string]any{"langue": "en"}), 200, "")
		_, other := s.fieldKeyOf(2)
		s.want("another operator", s.call("PUT", person+"/langue", other, map[string]any{"langue": "de"}), 404, "")
		if read() != "en" {
			t.Errorf("after: %v", read())
		}
		staff := s.call("GET", fmt.Sprintf("/api/admin/utilisateur/%.0f", c.accountID),
			s.login("admin@exemple.test").token, nil)
		if staff.Body["langue"] != "en" {
			t.Errorf("for staff: %s", staff.Raw)
		}
		s.sent()
		sub := c.buys(s.monthly(nil), nil)
		sub.collect()
		c.one("the purchase", c.written(), "Your receipt EX1-", 1, "Hello", "€15.00", "your new subscription “")
		sub.saves(map[string]any{"montant": 1800})
		c.one("a new price", c.written(), "The price of your subscription is changing", 0,
			"You will pay €18.00 a month, instead of €15.00, from the period that begins on")
		s.want("none", s.call("PUT", person+"/langue", key, map[string]any{"langue": nil}), 200, "")
		if read() != nil {
			t.Errorf("taken back: %v", read())
		}
		s.want("a new person", s.call("POST", "/api/terrain/utilisateurs", key,
			map[string]any{"email": "jan@exemple.test", "langue": "nl"}), 201, "")
		s.want("a new person, wrong", s.call("POST", "/api/terrain/utilisateurs", key,
			map[string]any{"email": "jo@exemple.test", "langue": "xx"}), 422, "")
	})
}

// What jobs send to one address waits beyond five an hour, and none is lost.
func TestMailsWait(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		s.want("always", s.call("PUT", "/api/admin/exploitant/1/reglages", s.login("admin@exemple.test").token,
			map[string]any{"recusParCourriel": "toujours"}), 200, "")
		s.sent()
		path := ""
		for range 8 {
			path = c.stay(time.Minute)
		}
		c.collect()
		if got := c.written(); len(got) != 5 {
			t.Errorf("at once: %d", len(got))
		}
		s.want("an act", s.call("POST", path+"/envoyer-recu", s.login("hotline@exemple.test").token, nil), 429, "")
		s.want("a password", s.call("POST", "/api/mot-de-passe/demander-changement", "",
			map[string]any{"mail": "cliente@exemple.test"}), 200, "")
		if got := s.sent(); len(got) != 1 {
			t.Errorf("the link of a forgotten password: %+v", got)
		}
		s.clock.advance(59 * time.Minute)
		if got := s.sent(); len(got) != 0 {
			t.Errorf("within the hour: %d", len(got))
		}
		s.clock.advance(time.Minute)
		if got := s.sent(); len(got) != 3 {
			t.Errorf("after the hour: %d", len(got))
		}
	})
}

// Before an overrun the customer is told once, by letter and event, unless the stay has ended or cost nothing.
func TestOverrunsAreAnnounced(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		manager := s.login("gestionnaire@exemple.test").token
		typed := map[string]any{
			"montant": 50, "nombreMinutesAvantDepassement": 60, "montantDepassement": 100, "uniteDureeDepassement": "heure",
		}
		save := func(minutes any, status int, message string) {
			t.Helper()
			typed["rappelMinutes"] = minutes
			s.want(fmt.Sprint(minutes), s.call("PUT", atTariff+"1/modifier-informations-generales", manager, typedTariff(typed)),
				status, message)
		}
		save(60, 422, "")
		save(0, 422, "")
		save(15, 200, "")
		begin := func() string {
			t.Helper()
			began := s.call("POST", "/api/terrain/occupations", c.key,
				map[string]any{"idCasier": 2, "idUtilisateur": c.accountID})
			s.want("begin", began, 201, "")
			return number(began.Body["id"])
		}
		after := func(minutes int) []mail.Message {
			t.Helper()
			s.clock.advance(time.Duration(minutes) * time.Minute)
			s.check(s.runner.Run(t.Context(), jobs.Limits(s.parts.Stays)))
			return s.sent()
		}
		s.sent()
		id := begin()
		if got := after(44); len(got) != 0 {
			t.Errorf("too early: %+v", got)
		}
		c.one("near", after(1), "Votre utilisation approche", 0, "atteint sa durée limite le",
			"1,00\u00a0€ par heure commencée")
		if got := after(5); len(got) != 0 {
			t.Errorf("twice: %+v", got)
		}
		s.want("end", s.call("POST", "/api/terrain/occupations/"+id+"/fin", c.key, nil), 200, "")
		id = begin()
		s.clock.advance(30 * time.Minute)
		s.want("end", s.call("POST", "/api/terrain/occupations/"+id+"/fin", c.key, nil), 200, "")
		if got := after(20); len(got) != 0 {
			t.Errorf("of one that has ended: %+v", got)
		}
		begin()
		if got := after(61); len(got) != 0 {
			t.Errorf("past the limit: %+v", got)
		}
	})
}
