package api_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/server/jobs"
)

const waitsAt = "/api/admin/exploitant/1/attentes"

// waitSite is a site with a tariff of one place at station 2, and people who want it.
type waitSite struct {
	paymentSite
	admin  string
	tariff float64
}

func newWaitSite(s *site) waitSite {
	c := newPaymentSite(s, simulator.Accepted)
	w := waitSite{c, s.login("admin@exemple.test").token, s.monthly(nil)}
	w.quota(1)
	return w
}

func (w waitSite) quota(places any) {
	w.t.Helper()
	w.want("quota", w.call("PUT", fmt.Sprintf("/api/admin/tarif/%.0f/station/2/modifier-casiers", w.tariff), w.admin,
		map[string]any{"idCasiers": []int{2}, "quota": places}), 200, "")
}

// person makes a customer with a card.
func (w waitSite) person(name string) float64 {
	w.t.Helper()
	id := w.fieldCustomer(w.key, name+"@exemple.test")
	paymentSite{w.site, w.key, id}.card(simulator.Accepted)
	return id
}

func (w waitSite) buy(person float64) answer {
	return paymentSite{w.site, w.key, person}.subscribe(w.tariff, nil)
}

// joins puts a person on the list, and returns the address of the wait for the application.
func (w waitSite) joins(person float64) string {
	w.t.Helper()
	got := w.call("POST", "/api/terrain/attentes", w.key, map[string]any{
		"idUtilisateur": person, "idTarif": w.tariff, "idStations": []int{2},
	})
	w.want("wait", got, 201, "")
	return "/api/terrain/attentes/" + number(got.Body["id"])
}

func (w waitSite) minute() {
	w.t.Helper()
	w.check(jobs.ServeWaitingNow(w.t.Context(), w.runner, w.parts.Waiting))
}

// is checks the state and the rank of a wait; rank nil: it has ended.
func (w waitSite) is(what, wait, state string, rank any) answer {
	w.t.Helper()
	got := w.call("GET", wait, w.key, nil)
	w.want(what, got, 200, "")
	if got.Body["etat"] != state || got.Body["rang"] != rank || (got.Body["offre"] != nil) != (state == "offre") {
		w.t.Errorf("%s: %s, want %s, rank %v", what, got.Raw, state, rank)
	}
	return got
}

func (w waitSite) endAtOnce(bought answer) {
	w.t.Helper()
	w.want("end", w.call("PATCH", "/api/admin/abonnement/"+number(bought.Body["id"])+"/resilier", w.admin,
		map[string]any{"quand": "maintenant", "commentaire": "Déménage"}), 200, "")
}

func (w waitSite) subjects() []string {
	w.t.Helper()
	list := []string{}
	for _, message := range w.sent() {
		list = append(list, message.To+": "+message.Subject)
	}
	slices.Sort(list)
	return list
}

// A place that is free goes to the first who waits, then, refused or not answered, to the next; who accepts it has the
// subscription.
func TestAPlaceGoesDownTheList(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		w := newWaitSite(s)
		s.want("settings", s.call("PUT", "/api/admin/exploitant/1/reglages", w.admin,
			map[string]any{"delaiOffreJours": 5}), 200, "")
		anna, basile, chloe, dora := w.person("anna"), w.person("basile"), w.person("chloe"), w.person("dora")
		bought := w.buy(anna)
		s.want("the only place", bought, 201, "")
		s.want("who has it does not wait", s.call("POST", "/api/terrain/attentes", w.key,
			map[string]any{"idUtilisateur": anna, "idTarif": w.tariff}), 409, "Cet utilisateur a déjà cet abonnement.")
		first, second := w.joins(basile), w.joins(chloe)
		w.is("first", first, "en_attente", 1.0)
		w.is("second", second, "en_attente", 2.0)
		again := s.call("POST", "/api/terrain/attentes", w.key, map[string]any{"idUtilisateur": basile, "idTarif": w.tariff})
		s.want("again", again, 200, "")
		if again.Body["rang"] != 1.0 || length(again.Body["stations"]) != 1 {
			t.Errorf("again: %s", again.Raw)
		}
		s.want("sold out", w.buy(dora), 409, "")
		w.minute()
		w.is("nothing is free", first, "en_attente", 1.0)
		s.want("nothing is offered", s.call("POST", first+"/acceptation", w.key, nil), 409,
			"Aucune offre n'est en cours pour cette attente.")

		_ = s.sent()
		w.endAtOnce(bought)
		s.want("nobody overtakes who waits", w.buy(dora), 409, "")
		w.minute()
		offer := w.is("offered", first, "offre", 1.0)
		until, err := time.Parse(time.RFC3339Nano, fmt.Sprint(dig(offer.Body, "offre", "jusquAu")))
		s.check(err)
		if dig(offer.Body, "offre", "station", "id") != 2.0 || dig(offer.Body, "offre", "casier") != nil ||
			until.Before(s.clock.Now().Add(5*day-2*time.Hour)) || until.After(s.clock.Now().Add(5*day+2*time.Hour)) {
			t.Errorf("the offer: %s", offer.Raw)
		}
		if got := w.subjects(); !slices.Contains(got, "basile@exemple.test: Une place vous est offerte") {
			t.Errorf("letters: %q", got)
		}
		s.want("an offer holds the place", w.buy(dora), 409, "")
		w.minute()
		w.is("one offer a place", second, "en_attente", 2.0)

		s.want("refused", s.call("POST", first+"/refus", w.key, nil), 200, "")
		w.is("who refuses the last station", first, "termine", nil)
		w.is("goes to the next", second, "offre", 1.0)
		s.clock.advance(5*day + 2*time.Hour)
		s.want("too late", s.call("POST", second+"/acceptation", w.key, nil), 409, "")
		w.minute()
		w.is("not answered", second, "sans_reponse", 1.0)
		list := s.call("GET", worklistAt, s.login("admin@exemple.test").token, nil)
		if dig(list.Body, "offres", "total") != 1.0 ||
			dig(list.Body, "offres", "items", 0, "utilisateur", "nom") != "Prénom Nom" {
			t.Errorf("to deal with: %s", list.Raw)
		}
		w.minute()
		w.is("no other offer before an answer", second, "sans_reponse", 1.0)
		s.want("still interested", s.call("POST", second+"/confirmation", w.key, nil), 200, "")
		w.is("offered anew", second, "offre", 1.0)
		if list = s.call("GET", worklistAt, s.login("admin@exemple.test").token, nil); dig(list.Body, "offres",
			"total") != 0.0 {
			t.Errorf("dealt with: %s", list.Raw)
		}
		accepted := s.call("POST", second+"/acceptation", w.key, map[string]any{"isReconductible": false})
		s.want("accepted", accepted, 201, "")
		if accepted.Body["isReconductible"] != false || accepted.Body["etat"] != "en_cours" {
			t.Errorf("bought: %s", accepted.Raw)
		}
		if ended := w.is("served", second, "termine", nil); ended.Body["motif"] != "abonnement" {
			t.Errorf("served: %s", ended.Raw)
		}
		s.want("once", s.call("POST", second+"/acceptation", w.key, nil), 409, "")
		s.want("sold out again", w.buy(dora), 409, "")
		_, foreign := s.fieldKeyOf(2)
		s.want("another operator's", s.call("GET", second, foreign, nil), 404, "")
	})
}

// Once a year a person is asked whether they still wait; who does not answer within thirty days leaves the list.
func TestWhoIsSilentLeavesTheList(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		w := newWaitSite(s)
		s.want("the only place", w.buy(w.person("anna")), 201, "")
		silent, faithful := w.joins(w.person("basile")), w.joins(w.person("chloe"))
		s.clock.advance(366 * day)
		_ = s.sent()
		w.minute()
		if got := w.subjects(); len(got) != 2 || !strings.HasPrefix(got[0], "basile@exemple.test: Attendez-vous toujours") {
			t.Errorf("letters: %q", got)
		}
		if w.is("asked", silent, "en_attente", 1.0).Body["reponseAvant"] == nil {
			t.Error("not said until when")
		}
		s.want("answered", s.call("POST", faithful+"/confirmation", w.key, nil), 200, "")
		s.clock.advance(31 * day)
		w.minute()
		if ended := w.is("silent", silent, "termine", nil); ended.Body["motif"] != "sans_reponse" {
			t.Errorf("silent: %s", ended.Raw)
		}
		w.is("faithful", faithful, "en_attente", 1.0)
	})
}

// Staff see who waits, add and move them, with a comment, and take them off.
func TestStaffKeepTheList(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		w := newWaitSite(s)
		s.want("the only place", w.buy(w.person("anna")), 201, "")
		w.joins(w.person("basile"))
		chloe := w.person("chloe")
		hotline := s.login("hotline@exemple.test").token
		s.want("a tariff without places", s.call("POST", waitsAt, hotline,
			map[string]any{"idUtilisateur": chloe, "idTarif": 1}), 422, "Cette condition tarifaire n'est pas un abonnement.")
		s.want("a station of another tariff", s.call("POST", waitsAt, hotline,
			map[string]any{"idUtilisateur": chloe, "idTarif": w.tariff, "idStations": []int{1}}), 422,
			"Cet abonnement ne s'applique pas à cette station.")
		added := s.call("POST", waitsAt, hotline, map[string]any{"idUtilisateur": chloe, "idTarif": w.tariff})
		s.want("added", added, 201, "")
		wait := "/api/admin/attente/" + number(added.Body["id"])
		s.want("why", s.call("PATCH", wait+"/rang", hotline, map[string]any{"rang": 1, "commentaire": " "}), 422, "")
		s.want("no rank", s.call("PATCH", wait+"/rang", hotline, map[string]any{"rang": 0, "commentaire": "Essai"}), 422, "")
		s.want("a technician may not", s.call("PATCH", wait+"/rang", s.login("mainteneur@exemple.test").token,
			map[string]any{"rang": 1, "commentaire": "Essai"}), 403, "")
		s.want("nor somebody elsewhere", s.call("DELETE", wait, s.login("ailleurs@exemple.test").token, nil), 404, "")
		moved := s.call("PATCH", wait+"/rang", hotline, map[string]any{"rang": 1, "commentaire": "Mobilité réduite"})
		s.want("moved", moved, 200, "")
		if moved.Body["rang"] != 1.0 || moved.Body["commentaireRang"] != "Mobilité réduite" {
			t.Errorf("moved: %s", moved.Raw)
		}
		lines := s.call("GET", "/api/admin/journal?exploitant=1&action=attente.rang", w.admin, nil).Raw
		if !strings.Contains(lines, `"rang":[2,1]`) || strings.Contains(lines, "Mobilité") {
			t.Errorf("the audit log: %s", lines)
		}
		list := s.call("GET", waitsAt+"?search=chloe&etat=en_attente&station=2", hotline, nil)
		s.want("list", list, 200, "")
		if list.Body["total"] != 1.0 || dig(list.Body, "items", 0, "utilisateur", "email") != "chloe@exemple.test" {
			t.Errorf("list: %s", list.Raw)
		}
		demand := s.call("GET", waitsAt+"/demande.csv", hotline, nil)
		if demand.Status != 200 || !strings.Contains(demand.Raw, ";2;0") {
			t.Errorf("demand: %s", demand.Raw)
		}
		s.want("removed", s.call("DELETE", wait, hotline, nil), 200, "")
		s.want("twice", s.call("DELETE", wait, hotline, nil), 409, "Cette attente est terminée.")
	})
}

// Who is banned is passed over and keeps the rank; the list of a tariff that is deleted ends.
func TestWhoCannotBeServedIsPassedOver(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		w := newWaitSite(s)
		bought := w.buy(w.person("anna"))
		basile := w.person("basile")
		banned, next := w.joins(basile), w.joins(w.person("chloe"))
		s.want("ban", s.call("PATCH", fmt.Sprintf("/api/admin/utilisateur/%.0f/switch-actif", basile), w.admin, nil), 200, "")
		w.endAtOnce(bought)
		w.minute()
		w.is("passed over", banned, "en_attente", 1.0)
		w.is("the next", next, "offre", 2.0)
		s.want("the tariff goes",
			s.call("DELETE", fmt.Sprintf("/api/admin/tarif/%.0f/supprimer", w.tariff), w.admin, nil), 204, "")
		w.minute()
		w.is("its list has ended", banned, "termine", nil)
	})
}

// Two who accept one offer at once: one gets the subscription, and the place is sold once.
func TestRaceForOneOffer(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		w := newWaitSite(s)
		basile, dora := w.person("basile"), w.person("dora")
		for range 5 {
			wait := w.joins(basile) // the place is free: it is offered at once
			w.is("offered", wait, "offre", 1.0)
			answers := make([]answer, 4)
			var group sync.WaitGroup
			for i := range answers {
				group.Go(func() {
					if i == 0 { // somebody who does not wait
						answers[i] = w.buy(dora)
						return
					}
					answers[i] = s.call("POST", wait+"/acceptation", w.key, nil)
				})
			}
			group.Wait()
			var bought answer
			for i, got := range answers {
				switch {
				case got.Status == 201 && bought.Status == 0 && i != 0:
					bought = got
				case got.Status != 409:
					t.Fatalf("%d: status %d: %s", i, got.Status, got.Raw)
				}
			}
			if bought.Status == 0 {
				t.Fatal("nobody got the place")
			}
			w.endAtOnce(bought)
			s.clock.advance(time.Second)
		}
	})
}
