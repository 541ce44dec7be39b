package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/clock"
)

// unpaidSite is a site on 1 June 2027 at midnight of Paris, whose customer buys a monthly subscription of 15 €.
type unpaidSite struct{ bought }

func newUnpaidSite(s *site, card string, grace int) unpaidSite {
	s.t.Helper()
	s.clock.advance(time.Date(2027, 6, 1, 0, 0, 0, 0, clock.Paris).Sub(s.clock.Now()))
	s.want("settings", s.call("PUT", "/api/admin/exploitant/1/reglages", s.login("admin@exemple.test").token,
		map[string]any{"delaiGraceJours": grace}), 200, "")
	c := newPaymentSite(s, card)
	return unpaidSite{c.buys(s.monthly(nil), nil)}
}

// day goes to noon of a day of June and collects what is due.
func (u unpaidSite) day(of int) {
	u.t.Helper()
	u.clock.advance(time.Date(2027, 6, of, 12, 0, 0, 0, clock.Paris).Sub(u.clock.Now()))
	u.collect()
}

// opens checks whether a stay that begins now is under the subscription.
func (u unpaidSite) opens(what string, opens bool) {
	u.t.Helper()
	path := u.stay(time.Minute)
	status := dig(u.read(path).Body, "paiementDetail", "paiementStatut")
	if (status == string(payment.Free)) != opens {
		u.t.Errorf("%s: a stay is %v, want access %v", what, status, opens)
	}
	u.call("PATCH", path+"/switch-gratuit", u.login("gestionnaire@exemple.test").token, nil)
}

func (u unpaidSite) state(what, state string, status payment.Status) map[string]any {
	u.t.Helper()
	got := u.now()
	if got["etat"] != state || dig(got, "paiementDetail", "paiementStatut") != string(status) {
		u.t.Errorf("%s: %v, want %s with %s", what, got, state, status)
	}
	return got
}

func (u unpaidSite) owed(what string, amount, billed float64) answer {
	u.t.Helper()
	got := u.read("/api/admin/paiement/" + number(dig(u.now(), "paiementDetail", "id")))
	if got.Body["montant"] != amount || got.Body["montantInitial"] != billed {
		u.t.Errorf("%s: %s, want %v of %v", what, got.Raw, amount, billed)
	}
	return got
}

// letter returns the letter about the term that is not paid.
func (u unpaidSite) letter() string {
	u.t.Helper()
	u.check(u.mailer.SendDue(u.t.Context()))
	for _, m := range u.mailbox.mails {
		if m.Subject == "Votre abonnement n'a pas pu être encaissé" {
			return m.Text
		}
	}
	u.t.Errorf("no letter: %+v", u.mailbox.mails)
	return ""
}

// Term of 15 € from 1 June 00:00, last failure on 8 June: it ended on 8 June, and 3,50 € remain due (7 of 30 days).
func TestAnUnpaidSubscriptionEndsOnTheDayOfItsLastFailure(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		u := newUnpaidSite(s, simulator.Declined, 7)
		u.state("bought", "en_cours", payment.NotPresented)
		u.collect()
		got := u.state("declined", "impaye", payment.Unpaid)
		if !strings.HasPrefix(fmt.Sprint(got["impayeDepuis"]), "2027-06-01T00:0") ||
			!strings.HasPrefix(fmt.Sprint(got["accesJusquAu"]), "2027-06-08T00:0") {
			t.Errorf("declined: %v", got)
		}
		letter := u.letter()
		for _, told := range []string{
			"15,00", "votre banque a refusé la carte", "accès jusqu'au 08/06/2027", "présentée le 02/06/2027",
		} {
			if !strings.Contains(letter, told) {
				t.Errorf("the letter does not tell %s: %s", told, letter)
			}
		}
		for _, of := range []int{2, 4, 7} {
			u.day(of)
			u.opens(fmt.Sprint("on 0", of), true)
			u.state(fmt.Sprint("on 0", of), "impaye", payment.Unpaid)
		}
		u.clock.advance(time.Date(2027, 6, 8, 0, 30, 0, 0, clock.Paris).Sub(u.clock.Now()))
		u.collect()
		got = u.state("the last failure", "termine", payment.PermanentError)
		if !strings.HasPrefix(fmt.Sprint(got["fin"]), "2027-06-08T00:") || got["date_prochain_paiement"] != nil {
			t.Errorf("the last failure: %v", got)
		}
		u.opens("after the end", false)
		owed := u.owed("the last failure", 350, 1500)
		if !strings.Contains(owed.Raw, `"nature":"reduction"`) ||
			!strings.Contains(owed.Raw, "Abonnement terminé le 08/06/2027\u00a0: réduit de 15,00") {
			t.Errorf("the history: %s", owed.Raw)
		}
		path := "/api/admin/paiement/" + number(owed.Body["id"])
		s.want("pay", s.call("PATCH", path+"/manual", s.login("gestionnaire@exemple.test").token,
			map[string]any{"type": "Espèces", "commentaire": "Au guichet"}), 200, "")
		u.owed("paid", 350, 1500)
		u.state("paid", "termine", payment.Manual)

		// The month tells it to the cent.
		s.bookkeep()
		s.check(s.parts.Statements.AddUp(t.Context()))
		month := s.call("GET", reddition+"/2027-06", s.login("gestionnaire@exemple.test").token, nil)
		s.want("statement", month, 200, "")
		if is := figuresOf(month); is["reduit"] != 1150 || is["encaisse_autrement.especes"] != 350 ||
			month.Body["solde"] != nil && month.Body["solde"] != 0.0 {
			t.Errorf("statement: %s", month.Raw)
		}
	})
}

// Grace counts from the first failed attempt; what is settled opens at once.
func TestAccessEndsAfterTheDaysOfGrace(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		u := newUnpaidSite(s, simulator.Declined, 3)
		u.collect()
		u.day(3)
		u.opens("in the days of grace", true)
		u.day(5)
		u.state("after them", "impaye", payment.Unpaid)
		u.opens("after them", false)
		u.card(simulator.Silent)
		u.clock.advance(time.Date(2027, 6, 8, 12, 0, 0, 0, clock.Paris).Sub(u.clock.Now()))
		u.collect()
		u.state("presented again", "impaye", payment.InProgress)
		u.opens("presented again", false)
		s.want("end while the provider is asked", u.end(map[string]any{"quand": "maintenant", "commentaire": "Départ"}),
			409, "")
	})
}

func TestWhatIsPaidOpensAtOnce(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		u := newUnpaidSite(s, simulator.Declined, 0)
		u.collect()
		u.opens("without grace", false)
		u.card(simulator.Accepted)
		u.day(2)
		if got := u.state("paid", "en_cours", payment.Paid); got["impayeDepuis"] != nil || got["accesJusquAu"] != nil {
			t.Errorf("paid: %v", got)
		}
		u.opens("paid", true)
		u.owed("paid", 1500, 1500)
		// A stay that is reported late, of the hours in which it was closed.
		u.clock.advance(time.Hour)
		from, to := time.Date(2027, 6, 1, 8, 0, 0, 0, clock.Paris), time.Date(2027, 6, 1, 10, 0, 0, 0, clock.Paris)
		late := u.call("POST", "/api/terrain/occupations", u.key, map[string]any{
			"idCasier": 2, "idUtilisateur": u.accountID, "debut": from.Format(time.RFC3339), "fin": to.Format(time.RFC3339),
		})
		if late.Status != 201 || dig(late.Body, "cout") == 0.0 {
			t.Errorf("late: %d %s", late.Status, late.Raw)
		}
	})
}

// Whoever has no card at purchase has no grace, and owes nothing for a term that never opened.
func TestNoCardAtPurchase(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		u := newUnpaidSite(s, "", 7)
		u.state("bought", "impaye", payment.NotPresented)
		u.opens("bought", false)
		u.collect()
		u.state("presented", "impaye", payment.CardUnusable)
		u.opens("presented", false)
		letter := u.letter()
		for _, told := range []string{"aucune carte n'est enregistrée", "Il n'ouvre rien tant qu'il n'est pas réglé"} {
			if !strings.Contains(letter, told) {
				t.Errorf("the letter does not tell %s: %s", told, letter)
			}
		}
		for _, of := range []int{2, 4, 8} {
			u.day(of)
		}
		u.state("the last failure", "termine", payment.Free)
		u.owed("the last failure", 0, 1500)

		again := unpaidSite{u.buys(u.tariff, nil)}
		again.state("again", "impaye", payment.NotPresented)
		again.card(simulator.Accepted)
		again.collect()
		again.state("with a card", "en_cours", payment.Paid)
		again.opens("with a card", true)
	})
}

// An unpaid term that is ended at once is owed for the days that were open.
func TestAnUnpaidTermIsEndedAtOnce(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		u := newUnpaidSite(s, simulator.Declined, 7)
		u.day(3)
		s.want("end", u.end(map[string]any{"quand": "maintenant", "commentaire": "Départ"}), 200, "")
		u.state("ended", "termine", payment.Unpaid)
		u.owed("ended", 100, 1500) // 2 of 30 days
		u.card(simulator.Accepted)
		u.day(5)
		u.state("collected", "termine", payment.Paid)
		u.owed("collected", 100, 1500)
		lines := s.call("GET", "/api/admin/journal?exploitant=1", s.login("admin@exemple.test").token, nil).Raw
		for _, told := range []string{`"montantReduit":1400`, `"montant":[1500,100]`} {
			if !strings.Contains(lines, told) {
				t.Errorf("the audit log does not tell %s: %s", told, lines)
			}
		}
	})
}
