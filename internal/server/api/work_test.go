package api_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/machines/queue"
)

const parked = "/api/admin/taches-en-echec"

// park makes the due payment of stay 1 fail until it is parked.
func (s *site) park() {
	s.t.Helper()
	s.clock.advance(time.Hour)
	s.want("end", s.call("PATCH", "/api/admin/occupation/1/terminer", s.login("gestionnaire@exemple.test").token, nil),
		200, "")
	broken := queue.Work{
		Kind: queue.Payments,
		Do:   func(context.Context, int64) error { return errors.New("carte de Jeanne Dupont illisible") },
	}
	for range 8 {
		s.check(s.runner.Run(s.t.Context(), broken))
		s.clock.advance(time.Hour)
	}
}

func TestParkedWork(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin := s.login("admin@exemple.test").token
		if calm := s.call("GET", parked, admin, nil); calm.Body["total"] != 0.0 || length(calm.Body["items"]) != 0 ||
			!strings.Contains(calm.Raw, `"items":[]`) {
			t.Errorf("nothing is parked: %s", calm.Raw)
		}
		s.park()
		admin = s.login("admin@exemple.test").token
		got := s.call("GET", parked, admin, nil)
		item := dig(got.Body, "items", 0)
		if got.Body["total"] != 1.0 || dig(item, "genre") != "paiement" || dig(item, "id") != 1.0 ||
			dig(item, "idPaiement") != 1.0 || dig(item, "tentatives") != 8.0 ||
			dig(item, "cause") != "erreur" || dig(
			item, "exploitant", "nom",
		) != "Grandval" || dig(item, "idUtilisateur") != nil || dig(item, "depuis") == nil {
			t.Errorf("parked: %s", got.Raw)
		}
		if strings.Contains(got.Raw, "Dupont") || !strings.Contains(s.log.String(), "work parked") {
			t.Errorf("the error belongs into the log: %s", got.Raw)
		}
		s.check(s.collector.CollectDue(t.Context()))
		if got := s.payment(); dig(got.Body, "paiementDetail", "paiementStatut") != "NOT_PRESENTED" {
			t.Errorf("tried again by itself: %s", got.Raw)
		}

		retried := s.call("PATCH", parked+"/paiement/1/relancer", admin, nil)
		s.want("retry", retried, 200, "")
		if retried.Body["total"] != 0.0 {
			t.Errorf("retried: %s", retried.Raw)
		}
		s.want("twice", s.call("PATCH", parked+"/paiement/1/relancer", admin, nil), 409, "Cette tâche n'est plus en échec.")
		s.check(s.collector.CollectDue(t.Context()))
		if got := s.payment(); dig(got.Body, "paiementDetail", "paiementStatut") != "PAYMENT_ERROR_MEANT_OF_PAYMENT" {
			t.Errorf("presented once it is mended: %s", got.Raw)
		}
		lines := s.call("GET", "/api/admin/journal?exploitant=1&objet=paiement:1", admin, nil)
		if dig(lines.Body, "items", 2, "action") != "tache.relance" || dig(lines.Body, "items", 2, "acteur", "id") != 1.0 ||
			fmt.Sprint(dig(lines.Body, "items", 2, "changements")) != "map[cause:erreur genre:paiement tentatives:8]" {
			t.Errorf("audit log: %s", lines.Raw)
		}
	})
}

func TestParkedWorkIsAbandoned(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		s.park()
		admin := s.login("admin@exemple.test").token
		if got := s.call("PATCH", parked+"/paiement/1/abandonner", admin, nil); got.Status != 200 ||
			got.Body["total"] != 0.0 {
			t.Errorf("abandoned: %s", got.Raw)
		}
		s.want("retry what was abandoned", s.call("PATCH", parked+"/paiement/1/relancer", admin, nil), 409, "")
		s.check(s.collector.CollectDue(t.Context()))
		// The payment keeps its status, and can be settled by hand.
		token := s.login("gestionnaire@exemple.test").token
		s.want("by hand", s.call("PATCH", "/api/admin/paiement/1/manual", token,
			map[string]string{"type": "Chèque", "commentaire": "Au guichet."}), 200, "")
		lines := s.call("GET", "/api/admin/journal?exploitant=1&objet=paiement:1", admin, nil)
		if dig(lines.Body, "items", 1, "action") != "tache.abandon" {
			t.Errorf("audit log: %s", lines.Raw)
		}
		for _, path := range []string{"/paiement/99/relancer", "/courriel/1/abandonner"} {
			s.want(path, s.call("PATCH", parked+path, admin, nil), 409, "")
		}
		s.want("unknown kind", s.call("PATCH", parked+"/autre/1/relancer", admin, nil), 404, "")
	})
}

// A payment that is parked between two attempts can be settled by nobody; given up, by staff.
func TestAPaymentGivenUpBetweenAttemptsIsLeftToStaff(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		s.collectStay(simulator.Declined, 0)
		broken := queue.Work{
			Kind: queue.Payments, Delays: []time.Duration{},
			Do: func(context.Context, int64) error { return errors.New("illisible") },
		}
		s.clock.advance(25 * time.Hour)
		s.check(s.runner.Run(t.Context(), broken))
		admin, token := s.login("admin@exemple.test").token, s.login("gestionnaire@exemple.test").token
		byHand := func() answer {
			return s.call("PATCH", "/api/admin/paiement/1/manual", token,
				map[string]string{"type": "Chèque", "commentaire": "Au guichet."})
		}
		s.want("by hand, while it is parked", byHand(), 409, "")
		s.want("given up", s.call("PATCH", parked+"/paiement/1/abandonner", admin, nil), 200, "")
		if got := s.payment(); dig(got.Body, "paiementDetail", "paiementStatut") != "PERMANENT_ERROR" {
			t.Errorf("payment: %s", got.Raw)
		}
		waiting := s.call("GET", "/api/admin/exploitant/1/a-traiter", token, nil)
		if dig(waiting.Body, "paiements", "total") != 1.0 {
			t.Errorf("to deal with: %s", waiting.Raw)
		}
		lines := s.call("GET", "/api/admin/journal?exploitant=1&objet=paiement:1", admin, nil)
		if dig(lines.Body, "items", 0, "action") != "tache.abandon" ||
			dig(lines.Body, "items", 1, "action") != "paiement.resultat" ||
			dig(lines.Body, "items", 1, "acteur", "id") != 1.0 || dig(
			lines.Body, "items", 1, "changements", "statut",
		) != "PERMANENT_ERROR" {
			t.Errorf("audit log: %s", lines.Raw)
		}
		s.want("by hand", byHand(), 200, "")
		s.check(s.runner.Tidy(t.Context()))
		s.clock.advance(30 * 24 * time.Hour)
		s.check(s.collector.CollectDue(t.Context()))
		if made, err := s.store.AttemptsOf(t.Context(), 1); err != nil || len(made) != 2 {
			t.Errorf("presented again: %+v, %v", made, err)
		}
	})
}

// Whether money was taken has to be known: asking about it is not given up.
func TestAnAttemptIsNotGivenUp(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		s.collectStay(simulator.Silent, 0)
		s.clock.advance(time.Hour)
		broken := queue.Work{
			Kind: queue.Attempts, Delays: []time.Duration{},
			Do: func(context.Context, int64) error { return errors.New("illisible") },
		}
		s.check(s.runner.Run(t.Context(), broken))
		admin := s.login("admin@exemple.test").token
		s.want("given up", s.call("PATCH", parked+"/presentation/1/abandonner", admin, nil), 409,
			"Cette tâche ne peut être abandonnée : l'issue de la présentation doit être connue du prestataire de paiement. Veuillez la relancer.")
		if got := s.call("GET", parked, admin, nil); got.Body["total"] != 1.0 {
			t.Errorf("it is not shown any more: %s", got.Raw)
		}
		s.want("tried again", s.call("PATCH", parked+"/presentation/1/relancer", admin, nil), 200, "")
	})
}

func TestWhoDealsWithParkedWork(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		s.park()
		for _, who := range []string{"gestionnaire", "hotline", "mainteneur", "ailleurs", "usager"} {
			token := s.login(who + "@exemple.test").token
			s.want(who, s.call("GET", parked, token, nil), 403, "")
			s.want(who, s.call("PATCH", parked+"/paiement/1/relancer", token, nil), 403, "")
			s.want(who, s.call("PATCH", parked+"/paiement/1/abandonner", token, nil), 403, "")
		}
		s.want("nobody", s.call("GET", parked, "", nil), 401, "")
		if got := s.call("GET", parked, s.login("admin@exemple.test").token, nil); got.Body["total"] != 1.0 {
			t.Errorf("somebody did: %s", got.Raw)
		}
	})
}
