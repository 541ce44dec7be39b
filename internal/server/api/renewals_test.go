package api_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/kernel/clock"
)

// until moves the clock to an instant of Paris, bills what is due then, writes to who is owed a letter and sends it.
func (b bought) until(year int, month time.Month, day, hour int) {
	b.t.Helper()
	b.clock.advance(time.Date(year, month, day, hour, 0, 0, 0, clock.Paris).Sub(b.clock.Now()))
	b.check(b.collector.BillTerms(b.t.Context()))
	b.collect()
	b.check(b.parts.Subscriptions.WarnOfRenewals(b.t.Context()))
	b.check(b.mailer.SendDue(b.t.Context()))
}

// mailsOf returns the texts of the letters with a subject.
func (s *site) mailsOf(subject string) []string {
	texts := []string{}
	for _, m := range s.mailbox.mails {
		if m.Subject == subject {
			texts = append(texts, m.Text)
		}
	}
	return texts
}

const (
	priceMail   = "Le prix de votre abonnement change"
	renewalMail = "Votre abonnement va être reconduit"
)

// saves saves another price of the tariff of the subscription.
func (b bought) saves(changes map[string]any) answer {
	b.t.Helper()
	typed := map[string]any{"abonnement": true, "typeTarif": "mois"}
	for name, value := range changes {
		typed[name] = value
	}
	got := b.call("PUT", fmt.Sprintf("/api/admin/tarif/%.0f/modifier-informations-generales", b.tariff),
		b.login("gestionnaire@exemple.test").token, typedTariff(typed))
	b.want("save a price", got, 200, "")
	return got
}

// amounts returns what the terms were billed for, the first one first.
func (b bought) amounts() string {
	b.t.Helper()
	list := []string{}
	for term := range 10 {
		if n, err := b.store.Count(b.t.Context(), "test", fmt.Sprintf(
			`SELECT COALESCE(SUM(amount + reduced), 0) FROM payments WHERE subscription_id = %s AND term = %d`, b.id, term)); err != nil {
			b.t.Fatal(err)
		} else if n > 0 {
			list = append(list, fmt.Sprint(n))
		}
	}
	return strings.Join(list, " ")
}

func (b bought) effect(query string) answer {
	b.t.Helper()
	got := b.call("GET", fmt.Sprintf("/api/admin/tarif/%.0f/abonnements/effet?%s", b.tariff, query),
		b.login("gestionnaire@exemple.test").token, nil)
	b.want("effect of "+query, got, 200, "")
	return got
}

// Renewal on 15 December, price raised and told on 20 November: the old price on 15 December (25 days), the new one on
// 15 January.
func TestAPriceRaisedTooLateForTheNextTerm(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		s.clock.advance(time.Date(2027, 11, 15, 8, 0, 0, 0, clock.Paris).Sub(s.clock.Now()))
		c := newPaymentSite(s, simulator.Accepted)
		sub := c.buys(s.monthly(nil), nil)
		sub.until(2027, 11, 20, 12)
		if got := sub.now(); got["montant"] != 1500.0 || got["prochainMontant"] != 1500.0 {
			t.Errorf("bought: %v", got)
		}
		if got := sub.effect("montant=1800"); got.Raw != `{"prevenus":{"nombre":1,"jours":[{"jour":"2028-01-15","nombre":1}]},`+
			`"termines":{"nombre":0,"jours":[]}}`+"\n" {
			t.Errorf("effect: %s", got.Raw)
		}
		if got := sub.effect("montant=1500"); dig(got.Body, "prevenus", "nombre") != 0.0 {
			t.Errorf("the same price: %s", got.Raw)
		}
		if got := sub.effect("montant=0"); dig(got.Body, "prevenus", "jours", 0, "jour") != "2027-12-15" {
			t.Errorf("a fall: %s", got.Raw)
		}
		if got := sub.effect("montant=1800&unite=an"); dig(got.Body, "prevenus", "nombre") != 0.0 ||
			fmt.Sprint(dig(got.Body, "inchanges", "jours")) != "[map[jour:2027-12-15 nombre:1]]" {
			t.Errorf("by the year: %s", got.Raw)
		}
		if got := sub.effect("montant=1800&unite=mois"); dig(got.Body, "prevenus", "nombre") != 1.0 ||
			dig(got.Body, "inchanges", "nombre") != 0.0 {
			t.Errorf("by the month: %s", got.Raw)
		}
		sub.saves(map[string]any{"montant": 1800})
		sub.until(2027, 11, 20, 13)
		told := s.mailsOf(priceMail)
		if len(told) != 1 || !strings.Contains(told[0], "Vous paierez 18,00\u00a0€ par mois, au lieu de 15,00\u00a0€, "+
			"à partir de l'échéance du 15 janvier 2028.") {
			t.Errorf("letters: %v", told)
		}
		if lines := s.call("GET", "/api/admin/journal?exploitant=1&action=tarif.modification",
			s.login("admin@exemple.test").token, nil).Raw; !strings.Contains(lines, `"abonnesPrevenus":1`) {
			t.Errorf("the audit log: %s", lines)
		}
		sub.until(2027, 12, 15, 9)
		if got := sub.now(); sub.amounts() != "1500 1500" || got["montant"] != 1500.0 || got["prochainMontant"] != 1800.0 {
			t.Errorf("15 December: %s, %v", sub.amounts(), got)
		}
		sub.until(2028, 1, 15, 9)
		if got := sub.now(); sub.amounts() != "1500 1500 1800" || got["montant"] != 1800.0 ||
			got["prochainMontant"] != 1800.0 {
			t.Errorf("15 January: %s, %v", sub.amounts(), got)
		}
		// A fall favours the customer, and the label alone is not told.
		sub.saves(map[string]any{"montant": 1200})
		sub.saves(map[string]any{"montant": 1200, "libelleUtilisateur": "Autre nom"})
		s.check(s.mailer.SendDue(t.Context()))
		sub.until(2028, 2, 15, 9)
		if sub.amounts() != "1500 1500 1800 1200" || len(s.mailsOf(priceMail)) != 2 {
			t.Errorf("a fall: %s, %d letters", sub.amounts(), len(s.mailsOf(priceMail)))
		}
		// Whoever is not written to is not billed more; whoever goes on is written to then.
		s.want("end", sub.end(map[string]any{}), 200, "")
		if got := sub.now(); got["prochainMontant"] != nil {
			t.Errorf("nothing follows: %v", got)
		}
		sub.saves(map[string]any{"montant": 2000})
		sub.until(2028, 2, 16, 9)
		if len(s.mailsOf(priceMail)) != 2 {
			t.Error("told although nothing follows")
		}
		s.want("go on", sub.resume(), 200, "")
		s.mailbox.closed = fmt.Errorf("no server")
		_ = s.mailer.SendDue(t.Context())
		sub.clock.advance(60 * day)
		s.check(s.collector.BillTerms(t.Context()))
		if sub.amounts() != "1500 1500 1800 1200 1200" {
			t.Errorf("not told: %s", sub.amounts())
		}
	})
}

// A price that is raised while terms renew is of one of both orders: the term is billed once at the old price, and its
// subscriber is told once.
func TestRaceOfAPriceWithARenewal(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		sub := c.buys(s.monthly(nil), nil)
		c.collect()
		path := fmt.Sprintf("/api/admin/tarif/%.0f/modifier-informations-generales", sub.tariff)
		for term, amount := range []int{1800, 1400, 2000} {
			s.clock.advance(32 * day)
			manager := s.login("gestionnaire@exemple.test").token
			before := sub.now()
			typed := typedTariff(map[string]any{"abonnement": true, "typeTarif": "mois", "montant": amount})
			var together sync.WaitGroup
			together.Go(func() {
				s.want("save", s.call("PUT", path, manager, typed), 200, "")
			})
			for range 2 {
				together.Go(func() { s.check(s.collector.BillTerms(t.Context())) })
			}
			together.Wait()
			s.check(s.collector.BillTerms(t.Context()))
			s.check(s.mailer.SendDue(t.Context()))
			got := sub.now()
			list := strings.Fields(sub.amounts())
			if last := list[len(list)-1]; len(list) != term+2 || last != fmt.Sprint(got["montant"]) ||
				last != fmt.Sprint(before["prochainMontant"]) && last != fmt.Sprint(amount) {
				t.Fatalf("%d: %v of %v, then %v", amount, list, before, got)
			}
			if told := len(s.mailsOf(priceMail)); amount > 1500 && got["montant"] == float64(amount) || told > term+1 {
				t.Errorf("%d: %v, %d letters", amount, got, told)
			}
		}
	})
}

// newYearly sells a yearly subscription of 120 €, from 1 January 2027 on, whose first term is billed.
func newYearly(s *site) bought {
	s.t.Helper()
	s.clock.advance(time.Date(2027, 1, 1, 0, 0, 0, 0, clock.Paris).Sub(s.clock.Now()))
	c := newPaymentSite(s, simulator.Accepted)
	sub := c.buys(s.monthly(map[string]any{"typeTarif": "an", "montant": 12000}), nil)
	sub.until(2027, 1, 1, 1)
	return sub
}

func (b bought) endByCustomer() answer {
	return b.call("POST", "/api/terrain/abonnements/"+b.id+"/resiliation", b.key, map[string]any{})
}

func TestTheNoticeBeforeARenewal(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		sub := newYearly(s)
		sub.until(2027, 9, 30, 23)
		if told := s.mailsOf(renewalMail); len(told) != 0 || sub.now()["avisReconductionLe"] != nil {
			t.Errorf("before three months: %v", told)
		}
		sub.until(2027, 10, 8, 9) // the server was away for a week
		sub.until(2027, 10, 8, 10)
		told := s.mailsOf(renewalMail)
		if len(told) != 1 || !strings.Contains(told[0], "| avant le 01/01/2028 à 00\u00a0h\u00a000.") ||
			!strings.Contains(told[0], "120,00\u00a0€") {
			t.Fatalf("letters: %v", told)
		}
		if got := fmt.Sprint(sub.now()["avisReconductionLe"]); !strings.HasPrefix(got, "2027-10-08T09:00") {
			t.Errorf("sent %s", got)
		}
		sub.until(2028, 1, 1, 1)
		if got := sub.now(); sub.amounts() != "12000 12000" || got["resiliableAToutMoment"] != false ||
			got["avisReconductionLe"] != nil {
			t.Errorf("renewed: %s, %v", sub.amounts(), got)
		}
		ended := sub.endByCustomer()
		s.want("by the customer", ended, 200, "")
		if ended.Body["etat"] != "resilie" || !strings.HasPrefix(fmt.Sprint(ended.Body["fin"]), "2029-01-01") {
			t.Errorf("ended: %s", ended.Raw)
		}
	})
}

// Whose letter was not sent in time ends the term that renewed at any moment, and gets its days back.
func TestARenewalWithoutItsNotice(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		sub := newYearly(s)
		s.mailbox.closed = fmt.Errorf("no server")
		s.clock.advance(time.Date(2027, 11, 1, 0, 0, 0, 0, clock.Paris).Sub(s.clock.Now()))
		s.check(s.parts.Subscriptions.WarnOfRenewals(t.Context()))
		_ = s.mailer.SendDue(t.Context())
		s.mailbox.closed = nil
		sub.until(2027, 12, 2, 0) // less than a month before
		if told := s.mailsOf(renewalMail); len(told) != 1 {
			t.Errorf("letters: %v", told)
		}
		sub.until(2028, 1, 1, 1)
		got := sub.now()
		if got["resiliableAToutMoment"] != true || fmt.Sprint(got["actions"]) != "[resilier]" {
			t.Errorf("renewed: %v", got)
		}
		sub.until(2028, 7, 1, 12) // 184 of 366 days are left
		at := sub.call("GET", fmt.Sprintf("/api/terrain/utilisateurs/%.0f/abonnements", sub.accountID), sub.key, nil)
		if dig(at.Body, "items", 0, "resiliableAToutMoment") != true ||
			dig(at.Body, "items", 0, "prochainMontant") != 12000.0 {
			t.Errorf("to its customer: %s", at.Raw)
		}
		ended := sub.endByCustomer()
		s.want("by the customer", ended, 200, "")
		if ended.Body["etat"] != "termine" || !strings.HasPrefix(fmt.Sprint(ended.Body["fin"]), "2028-07-01T12:00") ||
			ended.Body["resiliableAToutMoment"] != false {
			t.Errorf("ended: %s", ended.Raw)
		}
		sub.collect()
		paid := sub.read("/api/admin/paiement/" + number(dig(sub.now(), "paiementDetail", "id")))
		if paid.Body["rembourse"] != 6033.0 {
			t.Errorf("given back: %s", paid.Raw)
		}
		s.want("twice", sub.endByCustomer(), 409, "Cet abonnement est terminé.")
	})
}

// What an edit of a tariff or a ban would end.
func TestEffectOnSubscriptions(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		s.clock.advance(time.Date(2027, 6, 1, 8, 0, 0, 0, clock.Paris).Sub(s.clock.Now()))
		c := newPaymentSite(s, simulator.Accepted)
		sub := c.buys(s.monthly(map[string]any{
			"beneficiaires": []string{"cliente@exemple.test", "*@ville.test"},
		}), nil)
		other := c
		other.accountID = s.fieldCustomer(c.key, "agent@ville.test")
		other.buys(sub.tariff, map[string]any{"debut": "2027-07-10T08:00:00+02:00"})
		manager, admin := s.login("gestionnaire@exemple.test").token, s.login("admin@exemple.test").token
		list := s.call("GET", fmt.Sprintf("/api/admin/tarif/%.0f/beneficiaires-pour-tarif", sub.tariff), manager, nil)
		ids := map[any]string{}
		for _, b := range list.List {
			ids[b["email"]] = number(b["id"])
		}
		person, company := ids["cliente@exemple.test"], ids["*@ville.test"]
		for query, want := range map[string]string{
			"":                   "[]",
			"retirer=" + person:  "[map[jour:2027-07-01 nombre:1]]",
			"retirer=" + company: "[map[jour:2027-07-10 nombre:1]]",
			"retirer=" + person + "&ajouter=CLIENTE@exemple.test": "[]",
			"retirer=" + person + "&retirer=" + company:           "[]", // open to all
			"retirer=" + person + "&retirer=" + company + "&ajouter=x@y.test": "[map[jour:2027-07-01 nombre:1] " +
				"map[jour:2027-07-10 nombre:1]]",
		} {
			got := sub.effect(query)
			if fmt.Sprint(dig(got.Body, "termines", "jours")) != want || dig(got.Body, "prevenus", "nombre") != 0.0 {
				t.Errorf("%q: %s, want %s", query, got.Raw, want)
			}
		}
		s.want("below nought", s.call("GET", fmt.Sprintf("/api/admin/tarif/%.0f/abonnements/effet?montant=-1", sub.tariff),
			manager, nil), 422, "")
		s.want("another operator's", s.call("GET", "/api/admin/tarif/2/abonnements/effet", manager, nil), 404, "")
		path := fmt.Sprintf("/api/admin/utilisateur/%.0f/abonnements/effet", c.accountID)
		s.want("by a manager", s.call("GET", path, manager, nil), 403, "")
		s.want("nobody", s.call("GET", "/api/admin/utilisateur/9999/abonnements/effet", admin, nil), 404, "")
		got := s.call("GET", path, admin, nil)
		if s.want("a ban", got, 200, ""); got.Raw != `{"nombre":1,"jours":[{"jour":"2027-07-01","nombre":1}]}`+"\n" {
			t.Errorf("a ban: %s", got.Raw)
		}
		s.want("end", sub.end(map[string]any{}), 200, "")
		if got := s.call("GET", path, admin, nil); got.Body["nombre"] != 0.0 {
			t.Errorf("it ends anyway: %s", got.Raw)
		}
	})
}
