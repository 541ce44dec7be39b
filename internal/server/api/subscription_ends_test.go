package api_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/kernel/clock"
)

// bought is a subscription of the site's customer.
type bought struct {
	paymentSite
	tariff float64
	id     string
}

func (t paymentSite) buys(tariff float64, changes map[string]any) bought {
	t.t.Helper()
	got := t.subscribe(tariff, changes)
	t.want("subscribe", got, 201, "")
	return bought{t, tariff, number(got.Body["id"])}
}

func (b bought) end(body map[string]any) answer {
	return b.call("PATCH", "/api/admin/abonnement/"+b.id+"/resilier", b.login("gestionnaire@exemple.test").token, body)
}

func (b bought) resume() answer {
	return b.call("PATCH", "/api/admin/abonnement/"+b.id+"/reprendre", b.login("gestionnaire@exemple.test").token,
		map[string]any{})
}

// now returns the subscription as staff see it.
func (b bought) now() map[string]any {
	b.t.Helper()
	list := b.call("GET", fmt.Sprintf("/api/admin/utilisateur/%.0f/abonnements?itemsPerPage=20", b.accountID),
		b.login("admin@exemple.test").token, nil)
	b.want("subscriptions", list, 200, "")
	for i := range length(list.Body["items"]) {
		item, _ := dig(list.Body, "items", i).(map[string]any)
		if number(item["id"]) == b.id {
			return item
		}
	}
	b.t.Fatalf("no subscription %s: %s", b.id, list.Raw)
	return nil
}

func (b bought) is(what, state string, renewed bool) {
	b.t.Helper()
	got := b.now()
	if got["etat"] != state || (got["date_prochain_paiement"] != nil) != renewed || (got["fin"] == nil) != renewed ||
		got["finPrevue"] == nil {
		b.t.Errorf("%s: %v, want %s, renewed %v", what, got, state, renewed)
	}
}

// nextTerm goes a month on and bills what is due.
func (b bought) nextTerm() {
	b.t.Helper()
	b.clock.advance(31*day + time.Hour)
	b.check(b.collector.BillTerms(b.t.Context()))
	b.collect()
}

// logged counts the lines of an action in the audit log.
func (s *site) logged(action string) int {
	s.t.Helper()
	got := s.call("GET", "/api/admin/journal?action="+action, s.login("admin@exemple.test").token, nil)
	s.want("audit log", got, 200, "")
	return length(got.Body["items"])
}

// No term is billed to who cannot be served any more: the subscription ends with its last billed term.
func TestNoTermIsBilledThatCannotBeServed(t *testing.T) {
	for name, gone := range map[string]func(s *site, b bought){
		"banned": func(s *site, b bought) {
			s.want("ban", s.call("PATCH", fmt.Sprintf("/api/admin/utilisateur/%.0f/switch-actif", b.accountID),
				s.login("admin@exemple.test").token, nil), 200, "")
		},
		"taken off the beneficiaries": func(s *site, b bought) {
			s.want("take off", s.call("PUT", fmt.Sprintf("/api/admin/tarif/%.0f/modifier-liste-usagers", b.tariff),
				s.login("gestionnaire@exemple.test").token,
				map[string]any{"emails": []string{"autre@exemple.test"}, "mode": 2}), 200, "")
		},
		"no locker has the tariff": func(s *site, b bought) {
			s.want("unapply", s.call("PUT", fmt.Sprintf("/api/admin/tarif/%.0f/station/2/modifier-casiers", b.tariff),
				s.login("gestionnaire@exemple.test").token,
				map[string]any{"idCasiers": []int{}}), 200, "")
		},
		"archived by an older version: operator": func(s *site, _ bought) { s.archived("operators", "id = 1") },
		"archived by an older version: station":  func(s *site, _ bought) { s.archived("stations", "id = 2") },
		"archived by an older version: lockers":  func(s *site, _ bought) { s.archived("lockers", "id = 2") },
		"archived by an older version: tariff": func(s *site,
			b bought,
		) {
			s.archived("tariffs", fmt.Sprintf("id = %.0f", b.tariff))
		},
	} {
		t.Run(name, func(t *testing.T) {
			onSQLite(t, func(t *testing.T, s *site) {
				b := newPaymentSite(s, simulator.Accepted)
				sub := b.buys(s.monthly(nil), nil)
				b.collect()
				renews := sub.now()["date_prochain_paiement"]
				gone(s, sub)
				sub.nextTerm()
				sub.nextTerm()
				got := sub.now()
				if got["etat"] != "termine" || got["fin"] != renews || got["date_prochain_paiement"] != nil ||
					got["resilieLe"] != nil {
					t.Errorf("%v, want the end at %v", got, renews)
				}
				if n, err := s.store.Count(t.Context(), "test", `SELECT COUNT(*) FROM payments
					WHERE subscription_id IS NOT NULL`); err != nil || n != 1 {
					t.Errorf("%d terms billed, %v", n, err)
				}
				if n, err := s.store.Count(t.Context(), "test", `SELECT COUNT(*) FROM audit_log
					WHERE action = 'abonnement.fin'`); err != nil || n != 1 {
					t.Errorf("%d lines in the audit log, %v", n, err)
				}
			})
		})
	}
}

// endStays ends the stays that are in progress.
func (s *site) endStays() {
	s.t.Helper()
	admin := s.login("admin@exemple.test").token
	for _, station := range []int64{1, 2} {
		open, err := s.store.OpenStaysAt(s.t.Context(), station)
		s.check(err)
		for _, stay := range open {
			s.want("end", s.call("PATCH", fmt.Sprintf("/api/admin/occupation/%d/terminer", stay.ID), admin, nil), 200, "")
		}
	}
}

// archived archives rows as a version did that asked for no subscriptions.
func (s *site) archived(table, where string) {
	s.t.Helper()
	s.check(s.store.Exec(s.t.Context(), "test", `UPDATE `+table+` SET archived_at = 1 WHERE `+where))
}

// After an outage the term under way is billed and none of those wholly past.
func TestMissedTermsAreNotBilled(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		sub := c.buys(s.monthly(nil), nil)
		c.collect()
		c.clock.advance(100 * day)
		s.check(c.collector.BillTerms(t.Context()))
		s.check(c.collector.BillTerms(t.Context()))
		c.collect()
		next, err := time.Parse(time.RFC3339, fmt.Sprint(sub.now()["date_prochain_paiement"]))
		s.check(err)
		if terms := c.terms(); fmt.Sprint(terms) != "[PAID PAID]" || !next.After(c.clock.Now()) ||
			next.After(c.clock.Now().AddDate(0, 1, 0)) {
			t.Errorf("%v, next %s", terms, next)
		}
		sub.is("after the outage", "en_cours", true)
		sub.nextTerm()
		if terms := c.terms(); fmt.Sprint(terms) != "[PAID PAID PAID]" {
			t.Errorf("the next term: %v", terms)
		}
	})
}

// What a running subscription needs is not deleted, and what is owed to an operator that is gone in spite of it is not
// collected.
func TestWhatASubscriptionNeedsIsNotDeleted(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		s.endStays()
		c := newPaymentSite(s, simulator.Accepted)
		tariff := s.monthly(nil)
		first := c.buys(tariff, nil)
		admin := func() string { return s.login("admin@exemple.test").token }
		manager := func() string { return s.login("gestionnaire@exemple.test").token }
		refused := func(how string) {
			t.Helper()
			s.want("operator", s.call("DELETE", "/api/admin/exploitant/1/suppression", admin(), nil), 409,
				"Cet exploitant ne peut être supprimé : "+how)
			s.want("station", s.call("DELETE", "/api/admin/station/2/supprimer", admin(), nil), 409,
				"Cette station ne peut être supprimée : "+how)
			s.want("locker", s.call("DELETE", "/api/admin/casier/2", admin(), nil), 409,
				"Ce casier ne peut être supprimé : "+how)
			s.want("tariff", s.call("DELETE", fmt.Sprintf("/api/admin/tarif/%.0f/supprimer", tariff), admin(), nil), 409,
				"Cette condition tarifaire ne peut être supprimée : "+how)
		}
		refused("un abonnement est en cours.")
		other := c
		other.accountID = s.fieldCustomer(c.key, "voisin@exemple.test")
		other.card(simulator.Accepted)
		second := other.buys(tariff, nil)
		refused("2 abonnements sont en cours.")

		s.want("elsewhere too", s.call("PUT", fmt.Sprintf("/api/admin/tarif/%.0f/station/1/modifier-casiers", tariff),
			manager(), map[string]any{"idCasiers": []int{1}}), 200, "")
		s.want("a locker of two", s.call("DELETE", "/api/admin/casier/1", admin(), nil), 204, "")
		refused("2 abonnements sont en cours.")
		c.clock.advance(2 * day)
		for _, sub := range []bought{first, second} {
			s.want("end", sub.end(map[string]any{"quand": "maintenant", "commentaire": "Départ"}), 200, "")
		}
		c.clock.advance(time.Second) // one that ends when it began lasts a millisecond
		s.want("station", s.call("DELETE", "/api/admin/station/2/supprimer", admin(), nil), 204, "")
		s.want("sold for nowhere", c.subscribe(tariff, nil), 409, "Cet abonnement ne donne accès à aucun casier.")
		s.want("operator", s.call("DELETE", "/api/admin/exploitant/1/suppression", admin(), nil), 204, "")
		s.check(c.collector.PresentDue(t.Context()))
		due, err := s.store.Count(t.Context(), "test", `SELECT COUNT(*) FROM payments WHERE subscription_id IS NOT NULL
			AND (due_at IS NOT NULL OR status <> 'NOT_PRESENTED')`)
		tried, err2 := s.store.Count(t.Context(), "test", `SELECT COUNT(*) FROM payment_attempts`)
		if err != nil || err2 != nil || due+tried > 0 {
			t.Errorf("%d payments are due or were presented, %d attempts: %v, %v", due, tried, err, err2)
		}
	})
}

// The attempts at a debt to an operator that is gone end, and no order is generated.
func TestNothingIsCollectedForAnOperatorThatIsGone(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		s.endStays()
		c := newPaymentSite(s, simulator.Declined)
		path := c.stay(time.Hour)
		c.collect()
		c.card(simulator.Accepted) // with which the next attempt would collect
		s.want("operator", s.call("DELETE", "/api/admin/exploitant/1/suppression", s.login("admin@exemple.test").token, nil),
			204, "")
		for range 12 {
			c.clock.advance(day)
			c.collect()
		}
		order := s.call("PATCH", path+"/generer-ordre", s.login("admin@exemple.test").token,
			map[string]string{"commentaire": "Encore"})
		s.want("order", order, 409, "L'exploitant de ce paiement n'existe plus : rien n'est plus présenté pour lui.")
		got := s.call("GET", path, s.login("admin@exemple.test").token, nil)
		if dig(got.Body, "paiementDetail", "paiementStatut") != "PERMANENT_ERROR" ||
			length(dig(got.Body, "paiementDetail", "paiementPresentation")) != 1 {
			t.Errorf("%s", got.Raw)
		}
	})
}

func TestSubscriptionIsEndedAtItsTerm(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		sub := c.buys(s.monthly(nil), nil)
		c.collect()
		sub.is("bought", "en_cours", true)
		renews := sub.now()["date_prochain_paiement"]
		s.want("resume what nobody ended", sub.resume(), 409, "Aucune résiliation n'est à reprendre.")
		s.want("refunded later", sub.end(map[string]any{"remboursement": "prorata"}), 422,
			"Un abonnement résilié au terme n'est pas remboursé.")
		s.want("another day", sub.end(map[string]any{"quand": "demain"}), 422, "")
		s.want("a card number", sub.end(map[string]any{"commentaire": "4242 4242 4242 4242"}), 422,
			"Un commentaire ne doit pas contenir de numéro de carte.")

		ended := sub.end(map[string]any{"commentaire": "Déménage"})
		s.want("end", ended, 200, "")
		if ended.Body["etat"] != "resilie" || ended.Body["fin"] != renews || ended.Body["finPrevue"] != renews ||
			ended.Body["resilieLe"] == nil ||
			ended.Body["commentaireResiliation"] != "Déménage" || fmt.Sprint(ended.Body["actions"]) != "[resilier reprendre]" {
			t.Errorf("ended: %s", ended.Raw)
		}
		s.want("twice", sub.end(map[string]any{}), 409, "Cet abonnement est déjà résilié.")
		s.want("resume", sub.resume(), 200, "")
		sub.is("resumed", "en_cours", true)
		s.want("resume twice", sub.resume(), 409, "Aucune résiliation n'est à reprendre.")

		// The same by the customer, through the operator's application.
		at := "/api/terrain/abonnements/" + sub.id + "/resiliation"
		_, stranger := s.fieldKeyOf(2)
		s.want("another operator's", s.call("POST", at, stranger, map[string]any{}), 404, "")
		s.want("another operator's", s.call("DELETE", at, stranger, nil), 404, "")
		s.want("nothing to take back", s.call("DELETE", at, c.key, nil), 409, "Aucune résiliation n'est à reprendre.")
		got := s.call("POST", at, c.key, map[string]any{})
		s.want("by the customer", got, 200, "")
		if got.Body["etat"] != "resilie" || got.Body["fin"] != renews {
			t.Errorf("by the customer: %s", got.Raw)
		}
		s.want("twice", s.call("POST", at, c.key, map[string]any{}), 409, "Cet abonnement est déjà résilié.")
		s.want("taken back", s.call("DELETE", at, c.key, nil), 200, "")
		s.want("again", s.call("POST", at, c.key, map[string]any{}), 200, "")
		c.is("a stay in the term", c.stay(time.Hour), "FREE", 0)

		sub.nextTerm()
		sub.is("at its term", "termine", false)
		if terms := len(c.terms()); terms != 2 { // the term and the stay
			t.Errorf("%d payments", terms)
		}
		s.want("over", sub.end(map[string]any{}), 409, "Cet abonnement est terminé.")
		s.want("resume what is over", sub.resume(), 409, "Aucune résiliation n'est à reprendre.")
		if fmt.Sprint(sub.now()["actions"]) != "[]" {
			t.Errorf("over: %v", sub.now())
		}
		if ends, resumes := s.logged("abonnement.resiliation"), s.logged("abonnement.reprise"); ends != 3 || resumes != 2 {
			t.Errorf("%d and %d lines in the audit log", ends, resumes)
		}
		once := c.buys(sub.tariff, map[string]any{"isReconductible": false})
		once.is("for one term", "en_cours", false)
		s.want("ends anyway", once.end(map[string]any{}), 409,
			"Cet abonnement n'est pas reconductible : il se termine de lui-même.")
	})
}

func TestSubscriptionIsEndedAtOnce(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		year := s.monthly(map[string]any{"typeTarif": "an", "montant": 12000})
		start := time.Date(2027, 1, 1, 0, 0, 0, 0, clock.Paris)
		c.clock.advance(start.Sub(c.clock.Now()))
		sub := c.buys(year, nil)
		c.collect()
		c.clock.advance(time.Date(2027, 7, 1, 12, 0, 0, 0, clock.Paris).Sub(c.clock.Now()))
		now := map[string]any{"quand": "maintenant", "remboursement": "prorata"}
		s.want("without a word", sub.end(now), 422, "Le commentaire est obligatoire.")
		now["commentaire"] = "Vélo volé"
		hotline := s.call("PATCH", "/api/admin/abonnement/"+sub.id+"/resilier", s.login("hotline@exemple.test").token, now)
		s.want("a refund by the hotline", hotline, 403, "")
		sub.is("as before", "en_cours", true)
		got := sub.end(now)
		s.want("end", got, 200, "")
		if got.Body["etat"] != "termine" || fmt.Sprint(got.Body["actions"]) != "[]" {
			t.Errorf("ended: %s", got.Raw)
		}
		path := "/api/admin/paiement/" + number(dig(got.Body, "paiementDetail", "id"))
		c.collect()
		paid := c.read(path)
		if paid.Body["rembourse"] != 6049.0 {
			t.Errorf("given back: %s", paid.Raw)
		}
		c.is("a stay from then on", c.stay(time.Hour), "NOT_PRESENTED", 0, "manual", "annuler", "switch-gratuit")
		s.want("twice", sub.end(now), 409, "Cet abonnement est terminé.")

		// Never more than was collected and not given back.
		again := c.buys(year, nil)
		c.collect()
		path = "/api/admin/paiement/" + number(dig(again.now(), "paiementDetail", "id"))
		s.want("refund", s.call("PATCH", path+"/rembourser", s.login("gestionnaire@exemple.test").token,
			map[string]any{"montant": 11900, "commentaire": "Geste"}), 200, "")
		now["remboursement"] = "total"
		s.want("while another is asked for", again.end(now), 409, "")
		again.is("as before", "en_cours", true)
		c.collect()
		s.want("the rest", again.end(now), 200, "")
		c.collect()
		if paid := c.read(path); paid.Body["rembourse"] != 12000.0 {
			t.Errorf("given back in all: %s", paid.Raw)
		}

		// What was not collected is not given back, and is owed for the days that were open: none.
		c.clock.advance(time.Second)
		due := c.buys(year, nil)
		s.want("unpaid", due.end(now), 200, "")
		if got := due.now(); dig(got, "paiementDetail", "paiementStatut") != "FREE" {
			t.Errorf("owed: %v", got)
		}
	})
}

// A term that staff marked as paid is given back by the means of the mark, in the transaction of the end.
func TestATermPaidByHandIsGivenBackByItsMeans(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, "")
		tariff := s.monthly(nil)
		now := map[string]any{"quand": "maintenant", "remboursement": "total", "commentaire": "Déménage"}
		for _, means := range []string{"Espèces", "Carte bancaire"} {
			sub := c.buys(tariff, nil)
			path := "/api/admin/paiement/" + number(dig(sub.now(), "paiementDetail", "id"))
			manager := s.login("gestionnaire@exemple.test").token
			s.want("mark as paid", s.call("PATCH", path+"/manual", manager,
				map[string]any{"type": means, "commentaire": "Au guichet"}), 200, "")
			s.want("end", sub.end(now), 200, "")
			got := c.is("given back", path, "MANUAL", 2)
			made := dig(got.Body, "paiementDetail", "paiementPresentation", 1)
			if got.Body["rembourse"] != 1500.0 || got.Body["remboursementEnAttente"] != 0.0 || dig(made, "type") != means ||
				dig(made, "nature") != "remboursement" || dig(made, "commentaire") != "Déménage" {
				t.Errorf("given back: %s", got.Raw)
			}
			c.clock.advance(time.Second)
		}

		// A former system did not tell by which means it was paid.
		sub := c.buys(tariff, nil)
		path := "/api/admin/paiement/" + number(dig(sub.now(), "paiementDetail", "id"))
		s.want("mark as paid", s.call("PATCH", path+"/manual", s.login("gestionnaire@exemple.test").token,
			map[string]any{"type": "Chèque", "commentaire": "Repris"}), 200, "")
		s.check(s.store.Exec(t.Context(), "forget the means", `UPDATE payment_attempts SET means = '' WHERE id =
			(SELECT MAX(id) FROM payment_attempts)`))
		s.want("by no known means", sub.end(now), 409, "Le moyen par lequel l'échéance en cours a été réglée n'est pas "+
			"connu : mettez fin à l'abonnement sans remboursement, puis remboursez ce paiement.")
		sub.is("as before", "en_cours", true)
		c.is("not given back", path, "MANUAL", 1, "rembourser")
	})
}

func TestTheCommentOfAnEndIsErased(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		sub := c.buys(s.monthly(nil), nil)
		c.collect()
		c.clock.advance(time.Hour)
		s.want("end", sub.end(map[string]any{"commentaire": "Mme Cliente déménage"}), 200, "")
		admin := s.login("admin@exemple.test").token
		s.want("erase", s.call("POST", fmt.Sprintf("/api/admin/utilisateur/%.0f/anonymiser", c.accountID), admin, nil), 201,
			"")
		sub.is("erased", "termine", false)
		if got := sub.now()["commentaireResiliation"]; got != "Commentaire effacé" {
			t.Errorf("the comment is %v", got)
		}
	})
}

// An end and a renewal in the same second: either the term is billed and the subscription ends after it, or it is not.
func TestEndAndRenewalExcludeEachOther(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		tariff := s.monthly(nil)
		for round := range 4 {
			sub := c.buys(tariff, nil)
			c.clock.advance(31*day + time.Hour)
			token := s.login("gestionnaire@exemple.test").token
			body := map[string]any{"quand": []string{"terme", "maintenant"}[round%2], "commentaire": "Départ"}
			var ended answer
			s.atOnce(
				func() { ended = s.call("PATCH", "/api/admin/abonnement/"+sub.id+"/resilier", token, body) },
				func() { s.check(c.collector.BillTerms(t.Context())) },
			)
			s.want("end", ended, 200, "")
			s.check(c.collector.BillTerms(t.Context()))
			got := sub.now()
			billed, err := s.store.Count(t.Context(), "test", `SELECT COUNT(*) FROM payments WHERE subscription_id = `+sub.id)
			s.check(err)
			running := got["etat"] != "termine"
			if got["date_prochain_paiement"] != nil || got["fin"] == nil || billed > 2 ||
				running && (billed != 2 || round%2 == 1) {
				t.Errorf("%d terms billed: %v", billed, got)
			}
			if running {
				s.want("now", sub.end(map[string]any{"quand": "maintenant", "commentaire": "Fin"}), 200, "")
			}
		}
	})
}

// A ban while a term is billed: the term is billed before the ban, or the subscription ends.
func TestBanAndRenewalExcludeEachOther(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		sub := c.buys(s.monthly(nil), nil)
		c.clock.advance(31*day + time.Hour)
		token := s.login("admin@exemple.test").token
		s.atOnce(
			func() {
				s.want("ban", s.call("PATCH", fmt.Sprintf("/api/admin/utilisateur/%.0f/switch-actif", c.accountID), token, nil),
					200, "")
			},
			func() { s.check(c.collector.BillTerms(t.Context())) },
		)
		s.check(c.collector.BillTerms(t.Context()))
		billed, err := s.store.Count(t.Context(), "test", `SELECT COUNT(*) FROM payments WHERE subscription_id = `+sub.id)
		s.check(err)
		if got := sub.now(); (billed == 2) != (got["date_prochain_paiement"] != nil) {
			t.Errorf("%d terms billed: %v", billed, got)
		}
		sub.nextTerm()
		sub.is("a term later", "termine", false)
	})
}

// A subscription that is taken and a deletion of what it needs exclude each other.
func TestDeletionAndPurchaseExcludeEachOther(t *testing.T) {
	for _, path := range []string{
		"/api/admin/exploitant/1/suppression", "/api/admin/station/2/supprimer",
		"/api/admin/casier/2", "/api/admin/tarif/%.0f/supprimer",
	} {
		t.Run(path, func(t *testing.T) {
			onEachEngine(t, func(t *testing.T, s *site) {
				c := newPaymentSite(s, simulator.Accepted)
				tariff := s.monthly(nil)
				if path == "/api/admin/tarif/%.0f/supprimer" {
					path = fmt.Sprintf(path, tariff)
				}
				token := s.login("admin@exemple.test").token
				var deleted, taken answer
				s.atOnce(
					func() { deleted = s.call("DELETE", path, token, nil) },
					func() { taken = c.subscribe(tariff, nil) },
				)
				if (deleted.Status == 204) == (taken.Status == 201) {
					t.Errorf("deleted: %d %s, taken: %d %s", deleted.Status, deleted.Raw, taken.Status, taken.Raw)
				}
			})
		})
	}
}

// atOnce does both at the same time.
func (s *site) atOnce(acts ...func()) {
	var done sync.WaitGroup
	for _, act := range acts {
		done.Go(act)
	}
	done.Wait()
}
