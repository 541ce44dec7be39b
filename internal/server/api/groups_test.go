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

// groupSite is a site at whose operator small sums wait for 0,50 €, and an hour costs 0,10 €.
func groupSite(s *site, card string) paymentSite {
	s.t.Helper()
	c := newPaymentSite(s, card)
	s.typed(10)
	c.settings(map[string]any{"montantMinimumEncaissement": 50})
	return c
}

func (t paymentSite) settings(body map[string]any) answer {
	t.t.Helper()
	got := t.call("PUT", "/api/admin/exploitant/1/reglages", t.login("admin@exemple.test").token, body)
	t.want("settings", got, 200, "")
	return got
}

// waits checks what a payment waits for.
func (t paymentSite) waits(what, path string, sum, until float64) answer {
	t.t.Helper()
	got := t.is(what, path, payment.NotPresented, 0, "manual", "annuler", "switch-gratuit")
	if dig(got.Body, "regroupement", "montant") != sum || dig(got.Body, "regroupement", "seuil") != until {
		t.t.Errorf("%s: %s", what, got.Raw)
	}
	return got
}

// Stays of 0,10 €, 0,20 € and 0,30 € are collected by one charge; each has its receipt, and is given back on its own.
func TestSmallSumsAreCollectedTogether(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := groupSite(s, simulator.Accepted)
		first := c.stay(time.Hour)
		c.collect()
		waiting := c.waits("alone", first, 10, 50)
		if at := fmt.Sprint(waiting.Body["prochainePresentation"]); !strings.HasPrefix(at,
			c.clock.Now().AddDate(0, 0, 30).In(clock.Paris).Format("2006-01-02")) {
			t.Errorf("waits until %s", at)
		}
		second := c.stay(2 * time.Hour)
		c.collect()
		c.waits("with another", first, 30, 50)
		c.waits("the other", second, 30, 50)
		manager := s.login("gestionnaire@exemple.test").token
		listed := s.call("GET", "/api/admin/paiements/exploitant/1", manager, nil)
		if !strings.Contains(listed.Raw, `"regroupement":{"montant":30,"seuil":50}`) {
			t.Errorf("listed: %s", listed.Raw)
		}
		third := c.stay(3 * time.Hour)
		c.collect()
		s.bookkeep()
		charges := map[any]bool{}
		for path, amount := range map[string]float64{first: 10, second: 20, third: 30} {
			got := c.is("collected", path, payment.Paid, 1, "rembourser")
			made := dig(got.Body, "paiementDetail", "paiementPresentation", 0)
			if dig(made, "montant") != amount || dig(made, "encaissement", "montant") != 60.0 ||
				length(got.Body["documents"]) != 1 || dig(got.Body, "documents", 0, "montant") != amount ||
				got.Body["regroupement"] != nil {
				t.Errorf("%s: %s", path, got.Raw)
			}
			charges[dig(made, "encaissement", "uuid")] = true
		}
		if len(charges) != 1 {
			t.Errorf("charges: %v", charges)
		}
		manager = s.login("gestionnaire@exemple.test").token
		s.want("refund", s.call("PATCH", second+"/rembourser", manager,
			map[string]any{"commentaire": "Porte bloquée"}), 200, "")
		c.collect()
		s.bookkeep()
		if got := c.is("given back", second, payment.Paid, 2); got.Body["rembourse"] != 20.0 ||
			got.Body["remboursementEnAttente"] != 0.0 || dig(got.Body, "documents", 1, "montant") != 20.0 {
			t.Errorf("refund: %s", got.Raw)
		}
		c.is("untouched", first, payment.Paid, 1, "rembourser")

		alone := c.stay(6 * time.Hour) // 0,60 €, and nothing else waits
		c.collect()
		if got := c.is("enough on its own", alone, payment.Paid, 1, "rembourser"); dig(got.Body, "paiementDetail",
			"paiementPresentation", 0, "encaissement") != nil {
			t.Errorf("%s", got.Raw)
		}
	})
}

// A declined charge goes again as the same group, on the ordinary days or by a new card at once.
func TestADeclinedGroupGoesAgain(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := groupSite(s, simulator.Declined)
		group := []string{c.stay(2 * time.Hour), c.stay(3 * time.Hour)}
		c.collect()
		later := c.stay(time.Hour)
		all := func(what string, status payment.Status, attempts int, actions ...string) {
			t.Helper()
			c.collect()
			for _, path := range group {
				got := c.is(what, path, status, attempts, actions...)
				if dig(got.Body, "paiementDetail", "paiementPresentation", attempts-1, "encaissement", "montant") != 50.0 {
					t.Errorf("%s: %s", what, got.Raw)
				}
			}
			c.waits(what, later, 10, 50)
		}
		all("declined", payment.Unpaid, 1)
		c.clock.advance(day)
		all("the next day", payment.Unpaid, 2)
		c.card(simulator.Declined)
		all("a new card", payment.Unpaid, 3)
		c.clock.advance(6 * day)
		all("for the last time", payment.PermanentError, 4, "manual", "generer-ordre", "annuler")
		c.clock.advance(day)
		manager := s.login("gestionnaire@exemple.test").token
		s.want("an order", s.call("PATCH", group[1]+"/generer-ordre", manager,
			map[string]any{"commentaire": "Encore"}), 200, "")
		all("by an order for one", payment.PermanentError, 5, "manual", "generer-ordre", "annuler")
		c.card(simulator.Accepted)
		all("a good card", payment.Paid, 6, "rembourser")
	})
}

// At the latest day, a small sum is presented if the provider takes it; staff may settle it before.
func TestSmallSumsWaitNoLongerThanTheyMay(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := groupSite(s, simulator.Accepted)
		settled, left := c.stay(time.Hour), c.stay(time.Hour)
		c.collect()
		hotline := s.login("hotline@exemple.test").token
		s.want("mark as paid", s.call("PATCH", settled+"/manual", hotline,
			map[string]string{"type": "Espèces", "commentaire": "Au guichet"}), 200, "")
		c.waits("alone again", left, 10, 50)
		c.clock.advance(29 * day)
		c.collect()
		c.waits("still", left, 10, 50)
		c.clock.advance(day)
		c.collect()
		c.is("taken at the latest day", left, payment.Paid, 1, "rembourser")
		c.is("settled by staff", settled, payment.Manual, 1, "rembourser")

		judged := c.stay(4 * time.Hour)
		c.collect()
		c.waits("below", judged, 40, 50)
		c.settings(map[string]any{"montantMinimumEncaissement": 30})
		c.collect()
		c.is("enough by now", judged, payment.Paid, 1, "rembourser")
	})
}

// What the provider never takes is made free at the latest day, and says why.
func TestWhatIsTooSmallIsMadeFree(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		s.typed(10)
		s.provider.Least = 50
		path := c.stay(time.Hour)
		c.collect()
		c.waits("too small", path, 10, 50)
		c.clock.advance(30 * day)
		c.collect()
		got := c.is("made free", path, payment.Free, 1)
		made := dig(got.Body, "paiementDetail", "paiementPresentation", 0)
		if got.Body["montant"] != 0.0 || dig(got.Body, "utilisations", 0, "cout") != 0.0 || dig(made, "type") != "Gratuité" ||
			dig(made, "montant") != 10.0 || !strings.Contains(fmt.Sprint(dig(made, "commentaire")), "En dessous de 0,50") {
			t.Errorf("%s", got.Raw)
		}
	})
}
