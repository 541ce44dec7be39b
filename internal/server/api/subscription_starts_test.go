package api_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/clock"
)

// inDays returns an instant of the site's clock that many days from now, as an application sends it.
func (s *site) inDays(days int) string {
	return s.clock.Now().In(clock.Paris).AddDate(0, 0, days).Format(time.RFC3339Nano)
}

func TestASubscriptionBeginsLater(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		tariff := s.monthly(nil)
		to := newReceiver(t)
		s.newWebhook(s.login("admin@exemple.test").token, to.URL, webhook.SubscriptionStarted, webhook.SubscriptionRenewed)
		told := func(what string, want ...string) {
			t.Helper()
			s.notify()
			if got := types(to.take()); !slices.Equal(got, want) {
				t.Errorf("%s: told %v, want %v", what, got, want)
			}
		}
		sub := c.buys(tariff, map[string]any{"debut": s.inDays(10)})
		told("bought")
		is := func(what, state string, terms int) map[string]any {
			t.Helper()
			s.check(c.collector.BillTerms(t.Context()))
			c.collect()
			got := sub.now()
			billed, err := s.store.Count(t.Context(), "test", `SELECT COUNT(*) FROM payments WHERE subscription_id = `+sub.id)
			if err != nil || got["etat"] != state || billed != terms {
				t.Errorf("%s: %v, %d terms billed, want %s with %d", what, got, billed, state, terms)
			}
			return got
		}
		got := is("bought", "a_venir", 0)
		if got["paiementDetail"] != nil || got["fin"] != nil || got["finPrevue"] == nil ||
			got["date_prochain_paiement"] != got["debut"] || fmt.Sprint(got["actions"]) != "[resilier]" {
			t.Errorf("to come: %v", got)
		}
		c.is("a stay before it", c.stay(time.Hour), payment.NotPresented, 0, "manual", "annuler", "switch-gratuit")
		is("a day before", "a_venir", 0)
		c.clock.advance(10 * day)
		if got = is("on its day", "en_cours", 1); dig(got, "paiementDetail", "paiementStatut") != "PAID" {
			t.Errorf("on its day: %v", got)
		}
		told("on its day", "subscription.started")
		c.is("a stay under it", c.stay(time.Hour), payment.Free, 0)
		c.clock.advance(31 * day)
		is("a month later", "en_cours", 2)
		told("a month later", "subscription.renewed")
		if begun := s.logged("abonnement.echeance"); begun != 2 {
			t.Errorf("%d terms in the audit log", begun)
		}
	})
}

func TestASubscriptionToComeIsEnded(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		tariff := s.monthly(nil)
		for _, body := range []map[string]any{
			{}, {"quand": "maintenant", "remboursement": "prorata", "commentaire": "Erreur"},
		} {
			for _, renewed := range []bool{true, false} {
				sub := c.buys(tariff, map[string]any{"debut": s.inDays(10), "isReconductible": renewed})
				ended := sub.end(body)
				s.want("end", ended, 200, "")
				if ended.Body["etat"] != "termine" || ended.Body["paiementDetail"] != nil || ended.Body["fin"] == nil ||
					fmt.Sprint(ended.Body["actions"]) != "[]" {
					t.Errorf("%v: %s", body, ended.Raw)
				}
				s.want("resume", sub.resume(), 409, "Aucune résiliation n'est à reprendre.")
				c.clock.advance(11 * day)
				s.check(c.collector.BillTerms(t.Context()))
				if got := sub.now(); got["etat"] != "termine" || got["paiementDetail"] != nil {
					t.Errorf("after its day: %v", got)
				}
			}
		}
		c.is("a stay", c.stay(time.Hour), payment.NotPresented, 0, "manual", "annuler", "switch-gratuit")
		s.want("delete the tariff", s.call("DELETE", fmt.Sprintf("/api/admin/tarif/%.0f/supprimer", tariff),
			s.login("admin@exemple.test").token, nil), 204, "")
	})
}

// A person who cannot be served on the first day has no term billed; of one for a term that passed during an outage,
// nothing is billed either.
func TestASubscriptionNeverBegins(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		tariff := s.monthly(nil)
		sub := c.buys(tariff, map[string]any{"debut": s.inDays(10), "isReconductible": false})
		c.clock.advance(60 * day)
		s.check(c.collector.BillTerms(t.Context()))
		if got := sub.now(); got["etat"] != "termine" || got["paiementDetail"] != nil {
			t.Errorf("passed: %v", got)
		}
		sub = c.buys(tariff, map[string]any{"debut": s.inDays(10)})
		s.want("ban", s.call("PATCH", fmt.Sprintf("/api/admin/utilisateur/%.0f/switch-actif", c.accountID),
			s.login("admin@exemple.test").token, nil), 200, "")
		c.clock.advance(11 * day)
		s.check(c.collector.BillTerms(t.Context()))
		if got := sub.now(); got["etat"] != "termine" || got["paiementDetail"] != nil || len(c.terms()) != 0 {
			t.Errorf("banned: %v, %v", got, c.terms())
		}
	})
}

// Twice the same tariff at one time is refused, one after the other is not.
func TestSubscriptionsToOneTariffDoNotOverlap(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		tariff, other := s.monthly(nil), s.monthly(nil)
		const held = "Cet utilisateur a déjà cet abonnement."
		once := map[string]any{"isReconductible": false}
		from := func(days int, changes map[string]any) map[string]any {
			body := map[string]any{"debut": s.inDays(days)}
			for name, value := range changes {
				body[name] = value
			}
			return body
		}
		c.buys(tariff, from(100, nil))
		s.want("it begins before the other ends", c.subscribe(tariff, from(80, once)), 409, held)
		s.want("it is renewed for ever", c.subscribe(tariff, nil), 409, held)
		s.want("the other is", c.subscribe(tariff, from(200, once)), 409, held)
		s.want("another tariff", c.subscribe(other, nil), 201, "")
		s.want("between", c.subscribe(tariff, from(40, once)), 201, "")
		s.want("now", c.subscribe(tariff, once), 201, "")
		s.want("twice", c.subscribe(tariff, once), 409, held)
		s.want("into the next", c.subscribe(tariff, from(20, once)), 409, held)
	})
}

// Of two purchases at once the database lets one in.
func TestTwoPurchasesAtOnce(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		tariff := s.monthly(nil)
		for _, changes := range []map[string]any{{"isReconductible": false}, {"debut": s.inDays(40)}} {
			answers := make([]answer, 2)
			s.atOnce(func() { answers[0] = c.subscribe(tariff, changes) }, func() { answers[1] = c.subscribe(tariff, changes) })
			if answers[0].Status+answers[1].Status != 201+409 {
				t.Errorf("%d %s, %d %s", answers[0].Status, answers[0].Raw, answers[1].Status, answers[1].Raw)
			}
		}
	})
}
