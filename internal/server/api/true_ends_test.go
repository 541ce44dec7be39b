package api_test

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
)

// begun begins a stay in locker 2 and returns the address of its end by staff.
func (t paymentSite) begun() (id, end string) {
	t.t.Helper()
	got := t.call("POST", "/api/terrain/occupations", t.key, map[string]any{"idCasier": 2, "idUtilisateur": t.accountID})
	t.want("begin", got, 201, "")
	return number(got.Body["id"]), "/api/admin/occupation/" + number(got.Body["id"]) + "/terminer"
}

// Staff end a stay of fifty hours that was over after one: price, limits, payment and webhook are those of that hour,
// and the audit log tells both instants.
func TestTheTrueEndOfAStay(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		to := newReceiver(t)
		s.newWebhook(s.login("admin@exemple.test").token, to.URL, webhook.StayEnded)
		began := s.clock.Now()
		id, end := c.begun()
		s.clock.advance(50 * time.Hour)
		stayID, _ := strconv.ParseInt(id, 10, 64)
		s.check(stay.NewService(s.store, s.clock, payment.NewService(s.store, s.clock, simulator.New()), nil).
			FlagPassedLimits(t.Context(), stayID))
		hotline := s.login("hotline@exemple.test").token
		at := func(after time.Duration) string {
			return began.Add(after).In(clock.Paris).Format(time.RFC3339Nano)
		}
		refused := func(what string, body map[string]any, want ...string) {
			t.Helper()
			got := s.call("PATCH", end, hotline, body)
			said := []string{}
			for i := range length(got.Body["violations"]) {
				said = append(said, fmt.Sprint(dig(got.Body, "violations", i, "propertyPath"), ": ",
					dig(got.Body, "violations", i, "message")))
			}
			if got.Status != 422 || strings.Join(said, "|") != strings.Join(want, "|") {
				t.Errorf("%s: %s", what, got.Raw)
			}
		}
		const notAfter, future = "fin: La fin doit suivre le début.", "fin: Cet instant est dans le futur."
		const noComment = "commentaire: Le commentaire est obligatoire."
		refused("without a comment", map[string]any{"fin": at(time.Hour)}, noComment)
		refused("a comment of spaces", map[string]any{"fin": at(time.Hour), "commentaire": " "}, noComment)
		refused("at its start", map[string]any{"fin": at(0), "commentaire": "Oubli"}, notAfter)
		refused("before it", map[string]any{"fin": at(-time.Hour)}, notAfter, noComment)
		refused("in the future", map[string]any{"fin": at(51 * time.Hour), "commentaire": "Oubli"}, future)
		refused("with a card number", map[string]any{"fin": at(time.Hour), "commentaire": "Carte 4111 1111 1111 1111"},
			"commentaire: Un commentaire ne doit pas contenir de numéro de carte.")
		if got := s.call("GET", "/api/admin/usages?exploitant=1", hotline, nil); dig(got.Body, "history", 0,
			"finOccupation") != nil {
			t.Errorf("it goes on: %s", got.Raw)
		}

		price := func(fin string) answer {
			return s.call("GET", end+"?fin="+url.QueryEscape(fin), hotline, nil)
		}
		if now, then := s.call("GET", end, hotline, nil), price(at(time.Hour)); now.Status != 200 ||
			number(now.Body["prixActuel"]) == "50" || then.Body["prixActuel"] != 50.0 {
			t.Errorf("what it costs now, and at its true end: %s, %s", now.Raw, then.Raw)
		}
		s.want("what it costs at its start", price(at(0)), 422, "")
		s.want("what it costs in the future", price(at(51*time.Hour)), 422, "")
		technician := s.login("mainteneur@exemple.test").token
		s.want("who may not end it reads no price", s.call("GET", end, technician, nil), 403, "")

		told := map[string]any{"fin": at(time.Hour), "commentaire": " La porte fermait mal "}
		got := s.call("PATCH", end, hotline, told)
		s.want("its true end", got, 200, "")
		if got.Body["cout"] != 50.0 || got.Body["depassement"] != false || got.Body["enlevement"] != false ||
			got.Body["finOccupation"] != at(time.Hour) || got.Body["commentaireFin"] != "La porte fermait mal" {
			t.Errorf("ended: %s", got.Raw)
		}
		s.want("again", s.call("PATCH", end, hotline, told), 409, "Cette utilisation est déjà terminée.")
		s.want("what it costs once it has ended", price(at(time.Hour)), 409, "Cette utilisation est déjà terminée.")
		s.want("again, with what is wrong", s.call("PATCH", end, hotline, map[string]any{"fin": at(0)}), 409,
			"Cette utilisation est déjà terminée.")

		path := "/api/admin/paiement/" + number(dig(got.Body, "paiement", "id"))
		c.collect()
		if paid := c.read(path); paid.Body["montant"] != 50.0 ||
			dig(paid.Body, "paiementDetail", "paiementStatut") != "PAID" ||
			dig(paid.Body, "utilisations", 0, "commentaireFin") != "La porte fermait mal" {
			t.Errorf("paid: %s", paid.Raw)
		}
		s.notify()
		if events := to.take(); len(events) != 1 || !strings.Contains(events[0].body, at(time.Hour)) ||
			!strings.Contains(events[0].body, `"montant":50`) || strings.Contains(events[0].body, "fermait") {
			t.Errorf("told: %+v", events)
		}
		log := s.call("GET", "/api/admin/journal?exploitant=1&objet=utilisation:"+id,
			s.login("gestionnaire@exemple.test").token, nil)
		if dig(log.Body, "items", 0, "changements", "fin") != clock.Written(began.Add(time.Hour)) ||
			!strings.HasPrefix(fmt.Sprint(dig(log.Body, "items", 0, "instant")), at(50 * time.Hour)[:16]) ||
			strings.Contains(log.Raw, "fermait") {
			t.Errorf("audit log: %s", log.Raw)
		}
	})
}

// The locker was free from the true end on: what is reported late may lie after it, and nowhere before.
func TestAfterATrueEnd(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		_, end := c.begun()
		s.clock.advance(5 * time.Hour)
		s.want("nothing can lie within it", c.report(2, 180, 120), 409, "")
		s.want("it was over after an hour", s.call("PATCH", end, s.login("gestionnaire@exemple.test").token, map[string]any{
			"fin": s.clock.Now().Add(-4 * time.Hour), "commentaire": "Contact en panne",
		}), 200, "")
		s.want("over its true end", c.report(2, 250, 230), 409, "Cette utilisation en chevauche une autre dans ce casier.")
		s.want("after it", c.report(2, 180, 120), 201, "")
		s.want("right after it", c.report(2, 240, 180), 201, "")
		s.want("the next one", s.call("POST", "/api/terrain/occupations", c.key,
			map[string]any{"idCasier": 2, "idUtilisateur": c.accountID, "debut": s.clock.Now().Add(-time.Hour)}), 201, "")
	})
}

func TestWhoReadsTheCommentOfATrueEnd(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		_, end := c.begun()
		s.clock.advance(2 * time.Hour)
		admin := s.login("admin@exemple.test").token
		s.want("end", s.call("PATCH", end, admin, map[string]any{
			"fin": s.clock.Now().Add(-time.Hour), "commentaire": "Mme Cliente avait rendu le vélo",
		}), 200, "")
		c.collect()
		person := fmt.Sprintf("/api/admin/utilisateur/%.0f", c.accountID)
		reads := []string{"/api/admin/usages?exploitant=1", person + "/occupation/detail?exploitant=1"}
		for _, path := range append(reads, person+"/export") {
			if got := s.call("GET", path, admin, nil); !strings.Contains(got.Raw, "avait rendu le vélo") {
				t.Errorf("%s: %s", path, got.Raw)
			}
		}
		s.want("erase", s.call("POST", person+"/anonymiser", admin, nil), 201, "")
		if got := s.call("GET", reads[0], admin, nil); !strings.Contains(got.Raw, "Commentaire effacé") ||
			strings.Contains(got.Raw, "rendu le vélo") {
			t.Errorf("erased: %s", got.Raw)
		}
	})
}
