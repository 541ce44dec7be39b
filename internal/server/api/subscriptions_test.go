package api_test

import (
	"fmt"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/money/payment"
)

// monthly creates a monthly subscription tariff on locker 2 and returns its id.
func (s *site) monthly(changes map[string]any) float64 {
	s.t.Helper()
	typed := map[string]any{"abonnement": true, "typeTarif": "mois", "montant": 1500}
	for name, value := range changes {
		typed[name] = value
	}
	manager := s.login("gestionnaire@exemple.test").token
	made := s.call("POST", "/api/admin/exploitant/1/tarif/creation-tarif", manager, typedTariff(typed))
	s.want("tariff", made, 201, "")
	id, _ := made.Body["id"].(float64)
	s.want("apply", s.call("PUT", fmt.Sprintf("/api/admin/tarif/%.0f/station/2/modifier-casiers", id), manager,
		map[string]any{"idCasiers": []int{2}}), 200, "")
	return id
}

func (t paymentSite) subscribe(tariffID float64, changes map[string]any) answer {
	t.t.Helper()
	body := map[string]any{"idUtilisateur": t.accountID, "idTarif": tariffID, "isReconductible": true}
	for name, value := range changes {
		body[name] = value
	}
	return t.call("POST", "/api/terrain/abonnements", t.key, body)
}

// terms returns the status of the terms of the customer's subscriptions, newest first.
func (t paymentSite) terms() []string {
	t.t.Helper()
	got := t.call("GET", "/api/admin/paiements/exploitant/1?nom=&email=cliente&itemsPerPage=20",
		t.login("gestionnaire@exemple.test").token, nil)
	t.want("terms", got, 200, "")
	statuses := []string{}
	for i := range length(got.Body["items"]) {
		statuses = append(statuses, fmt.Sprint(dig(got.Body, "items", i, "paiementDetail", "paiementStatut")))
	}
	return statuses
}

func TestSubscriptionIsPaidTermByTerm(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		tariff := s.monthly(nil)
		got := c.subscribe(tariff, nil)
		s.want("subscribe", got, 201, "")
		next, err := time.Parse(time.RFC3339Nano, fmt.Sprint(got.Body["date_prochain_paiement"]))
		s.check(err)
		if got.Body["fin"] != nil || got.Body["montant"] != 1500.0 ||
			dig(got.Body, "paiementDetail", "paiementStatut") != "NOT_PRESENTED" ||
			next.Before(c.clock.Now().AddDate(0, 0, 27)) || next.After(c.clock.Now().AddDate(0, 0, 32)) {
			t.Errorf("subscribed: %s", got.Raw)
		}
		s.want("twice", c.subscribe(tariff, nil), 409, "Cet utilisateur a déjà cet abonnement.")
		c.collect()
		s.check(c.collector.BillTerms(t.Context()))
		if terms := c.terms(); fmt.Sprint(terms) != "[PAID]" {
			t.Errorf("first term: %v", terms)
		}
		c.clock.advance(next.Sub(c.clock.Now()))
		s.check(c.collector.BillTerms(t.Context()))
		s.check(c.collector.BillTerms(t.Context()))
		c.collect()
		if terms := c.terms(); fmt.Sprint(terms) != "[PAID PAID]" {
			t.Errorf("second term: %v", terms)
		}
		stay := c.stay(5 * time.Hour)
		c.is("a stay under the subscription", stay, payment.Free, 0)

		// A term that stays unpaid ends the subscription.
		c.card(simulator.Declined)
		c.clock.advance(31 * day)
		s.check(c.collector.BillTerms(t.Context()))
		for range 12 {
			c.collect()
			c.clock.advance(day)
		}
		bought := s.call("GET", fmt.Sprintf("/api/admin/utilisateur/%.0f/abonnements?exploitant=1", c.accountID),
			s.login("hotline@exemple.test").token, nil)
		item := dig(bought.Body, "items", 0)
		if dig(item, "paiementDetail", "paiementStatut") != "PERMANENT_ERROR" || dig(item, "date_prochain_paiement") != nil ||
			dig(item, "fin") == nil {
			t.Errorf("unpaid: %s", bought.Raw)
		}
		c.clock.advance(40 * day)
		s.check(c.collector.BillTerms(t.Context()))
		if terms := c.terms(); len(terms) != 4 {
			t.Errorf("billed after its end: %v", terms)
		}
		c.card(simulator.Accepted)
		c.is("a stay after its end", c.stay(time.Hour), payment.NotPresented, 0, "manual", "annuler", "switch-gratuit")
	})
}

func TestSubscriptionRefusals(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		tariff := s.monthly(nil)
		s.want("not a subscription", c.subscribe(1, nil), 422, "Cette condition tarifaire n'est pas un abonnement.")
		s.want("another operator's tariff", c.subscribe(2, nil), 404, "")
		s.want("an unknown user", c.subscribe(tariff, map[string]any{"idUtilisateur": 5}), 404, "")
		s.want("too far", c.subscribe(tariff, map[string]any{"debut": c.clock.Now().AddDate(1, 0, 1)}), 422,
			"Un abonnement commence dans un an au plus tard.")
		s.want("over already", c.subscribe(tariff, map[string]any{"debut": c.clock.Now().AddDate(0, -1, -1)}), 422,
			"Cet abonnement serait déjà échu.")
		reserved := s.monthly(map[string]any{"beneficiaires": []string{"*@mairie.test"}})
		s.want("reserved", c.subscribe(reserved, nil), 409, "Cet abonnement est réservé à d'autres usagers.")
		once := c.subscribe(tariff, map[string]any{"isReconductible": false})
		s.want("for one term", once, 201, "")
		if once.Body["fin"] == nil || once.Body["date_prochain_paiement"] != nil {
			t.Errorf("one term: %s", once.Raw)
		}
		s.want("a card number is no token",
			s.call("PUT", fmt.Sprintf("/api/terrain/utilisateurs/%.0f/carte", c.accountID), c.key,
				map[string]string{"jeton": "4242424242424242"}), 422, "Cette carte n'est pas utilisable.")
		s.want("an unknown token",
			s.call("PUT", fmt.Sprintf("/api/terrain/utilisateurs/%.0f/carte", c.accountID), c.key,
				map[string]string{"jeton": "sim_inconnue"}), 422, "")
		s.want("a stranger's card",
			s.call("PUT", "/api/terrain/utilisateurs/5/carte", c.key, map[string]string{"jeton": simulator.Accepted}), 404, "")
		s.want("ban", s.call("PATCH", fmt.Sprintf("/api/admin/utilisateur/%.0f/switch-actif", c.accountID),
			s.login("admin@exemple.test").token, nil), 200, "")
		s.want("banned", c.subscribe(s.monthly(nil), nil), 409, "Cet utilisateur est banni.")
	})
}
