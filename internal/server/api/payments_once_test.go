package api_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/money/payment"
)

// Fifty identical actions at the same time have one effect and one line in the audit log.
func TestIdenticalActionsHaveOneEffect(t *testing.T) {
	const callers = 50
	because := map[string]any{"commentaire": "Erreur de saisie"}
	for name, c := range map[string]struct {
		card    string // the user's card, if the stay is to be collected
		days    int    // how many days of attempts to collect it
		path    string
		body    any
		byHand  bool   // the payment is marked as paid first
		line    string // action in the audit log
		left    int    // number of actions that are offered afterwards
		becomes payment.Status
	}{
		"mark as paid": {
			path: "/api/admin/paiement/1/manual", body: map[string]any{"type": "Espèces", "commentaire": "Au guichet"},
			line: "paiement.manuel", left: 1, becomes: payment.Manual,
		},
		"cancel": {
			path: "/api/admin/paiement/1/annuler", body: because, line: "paiement.annulation",
			becomes: payment.Cancelled,
		},
		"make free": {path: "/api/admin/paiement/1/switch-gratuit", line: "paiement.gratuit", becomes: payment.Free},
		"generate an order": {
			card: simulator.Declined, days: 9, // the last attempt was a day ago
			path: "/api/admin/paiement/1/generer-ordre", body: because,
			line: "paiement.ordre", becomes: payment.InProgress,
		},
		"refund all": {
			card: simulator.Accepted, path: "/api/admin/paiement/1/rembourser", body: because,
			line: "paiement.remboursement", becomes: payment.Paid,
		},
		"refund some": {
			card: simulator.Accepted, path: "/api/admin/paiement/1/rembourser",
			body: map[string]any{"montant": 1, "commentaire": "Geste"}, line: "paiement.remboursement", becomes: payment.Paid,
		},
		"refund all by hand": {
			byHand: true, path: "/api/admin/paiement/1/rembourser",
			body: map[string]any{"type": "Virement", "commentaire": "Geste"}, line: "paiement.remboursement",
			becomes: payment.Manual,
		},
	} {
		t.Run(name, func(t *testing.T) {
			onEachEngine(t, func(t *testing.T, s *site) {
				s.collectStay(c.card, c.days)
				token := s.login("gestionnaire@exemple.test").token
				if c.byHand {
					s.want("mark as paid", s.call("PATCH", "/api/admin/paiement/1/manual", token,
						map[string]any{"type": "Espèces", "commentaire": "Au guichet"}), 200, "")
				}
				var all sync.WaitGroup
				statuses := make(chan int, callers)
				for range callers {
					all.Go(func() { statuses <- s.call("PATCH", c.path, token, c.body).Status })
				}
				all.Wait()
				close(statuses)
				counts := map[int]int{}
				for status := range statuses {
					counts[status]++
				}
				if counts[200] != 1 || counts[409] != callers-1 {
					t.Errorf("answers: %v", counts)
				}
				lines := s.call("GET", "/api/admin/journal?exploitant=1&objet=paiement:1", token, nil)
				if n := strings.Count(lines.Raw, `"action":"`+c.line+`"`); n != 1 {
					t.Errorf("%d lines: %s", n, lines.Raw)
				}
				got := s.call("GET", "/api/admin/paiement/1", token, nil)
				if dig(got.Body, "paiementDetail", "paiementStatut") != string(c.becomes) ||
					length(got.Body["actions"]) != c.left {
					t.Errorf("payment: %s", got.Raw)
				}
			})
		})
	}
}

// collectStay ends stay 1 after an hour (50 cents) and, if its user has a card, runs the collector for so many days.
func (s *site) collectStay(card string, days int) {
	s.t.Helper()
	ctx := s.t.Context()
	if card != "" {
		s.check(s.store.SaveCard(ctx, 6, 1, payment.Card{Reference: card, PAN: "**** **** **** 4242"}, s.clock.Now()))
	}
	s.clock.advance(time.Hour)
	s.want("end", s.call("PATCH", "/api/admin/occupation/1/terminer", s.login("gestionnaire@exemple.test").token, nil),
		200, "")
	if card == "" {
		return
	}
	s.check(s.collector.CollectDue(ctx))
	for range days {
		s.clock.advance(24 * time.Hour)
		s.check(s.collector.CollectDue(ctx))
	}
}
