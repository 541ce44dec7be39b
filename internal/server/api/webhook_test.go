package api_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/adapter/psp/stripe/stripetest"
	"consigne/internal/domain/desk/live"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/server/api"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

const webhookSecret = "whsec_essai"

// An attempt whose answer was lost is settled once by Stripe's notices, though the notice comes five times, late and
// out of order. A notice whose signature is missing, wrong or too old changes nothing.
func TestNoticesOfStripe(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		s.collectStay(simulator.Silent, 0)
		uuid := s.attempt(0)
		now := time.Now()
		paid := announce("payment_intent.succeeded", "succeeded", uuid, now, 200)
		tampered := paid
		tampered.body, tampered.status = strings.Replace(paid.body, "pi_1", "pi_2", 1), 400
		unsigned := paid
		unsigned.signature, unsigned.status = "", 400
		told := []notice{
			paid, paid, paid, paid, paid, tampered, unsigned,
			announce("payment_intent.created", "requires_confirmation", uuid, now, 200),
			announce("payment_intent.payment_failed", "requires_payment_method", uuid, now, 200),
			announce("payment_intent.succeeded", "succeeded", "une-autre-installation", now, 200),
			announce("payment_intent.canceled", "canceled", uuid, now.Add(-10*time.Minute), 400),
		}
		testenv.Random(t).Shuffle(len(told), func(i, j int) { told[i], told[j] = told[j], told[i] })
		for _, n := range told {
			s.tell(n)
		}
		// Days later, with a new signature, Stripe sends a contrary outcome.
		s.clock.advance(72 * time.Hour)
		s.tell(announce("payment_intent.canceled", "canceled", uuid, time.Now(), 200))

		got := s.payment()
		if dig(got.Body, "paiementDetail", "paiementStatut") != "PAID" ||
			length(dig(got.Body, "paiementDetail", "paiementPresentation")) != 1 {
			t.Errorf("payment: %s", got.Raw)
		}
		lines := s.call("GET", "/api/admin/journal?exploitant=1&objet=paiement:1", s.login("gestionnaire@exemple.test").token,
			nil)
		if n := strings.Count(lines.Raw, `"action":"paiement.resultat"`); n != 1 {
			t.Errorf("%d lines: %s", n, lines.Raw)
		}
	})
}

// A charge that was declined and succeeds after all is refunded once another attempt has been paid. Until the outcome
// of that attempt is known, Stripe is asked to send its notice again.
func TestMoneyTakenTwiceGoesBack(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		s.collectStay(simulator.Declined, 0)
		late := announce("payment_intent.succeeded", "succeeded", s.attempt(0), time.Now(), 500)
		s.check(s.store.SaveCard(t.Context(), 6, 1, payment.Card{Reference: simulator.Late}, s.clock.Now()))
		s.clock.advance(24 * time.Hour)
		s.check(s.collector.CollectDue(t.Context()))
		s.tell(late) // the second attempt is in progress
		s.clock.advance(time.Hour)
		s.check(s.collector.CollectDue(t.Context()))
		late.status = 200
		s.tell(late)
		s.tell(late)
		s.check(s.collector.CollectDue(t.Context()))

		got := s.payment()
		made := dig(got.Body, "paiementDetail", "paiementPresentation")
		if dig(got.Body, "paiementDetail", "paiementStatut") != "PAID" || got.Body["rembourse"] != 0.0 || length(made) != 3 ||
			dig(made, 0, "statut") != "PAID" || dig(made, 1, "statut") != "PAID" ||
			dig(made, 2, "nature") != "remboursement" || dig(made, 2, "statut") != "PAID" || dig(made, 2, "montant") != 50.0 {
			t.Errorf("payment: %s", got.Raw)
		}
	})
}

// told is what the provider says of disputes.
type told struct {
	*simulator.Provider
	disputes []reconciliation.Dispute
}

func (p *told) Disputes(_ context.Context, _ time.Time, read func([]reconciliation.Dispute) error) error {
	return read(p.disputes)
}

// Stripe announces that a dispute was opened, and later that it is won: each time the payment tells it at once, with
// one line in the audit log that open screens are told of, however often the notice comes.
func TestADisputeIsTold(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, database *store.Store) {
		provider := &told{}
		s := newSite(t, database, func(parts *api.Components) {
			parts.Reconciliation = reconciliation.NewService(database, parts.Clock, provider)
		})
		s.collectStay(simulator.Accepted, 0)
		opened := s.clock.Now().Add(-time.Minute)
		provider.disputes = []reconciliation.Dispute{{ID: "dp_1", Of: s.attempt(0), Amount: 50, OpenedAt: opened}}
		announced := func(kind string) {
			body, signature := stripetest.Event(
				webhookSecret, "charge.dispute."+kind, `{"id":"dp_1","charge":"ch_1"}`, time.Now())
			for range 3 {
				s.tell(notice{string(body), signature, 200})
			}
			s.tell(notice{string(body), "", 400})
		}
		logged := func(action string) int {
			lines := s.call("GET", "/api/admin/journal?exploitant=1&objet=paiement:1",
				s.login("gestionnaire@exemple.test").token, nil)
			return strings.Count(lines.Raw, `"action":"`+action+`"`)
		}
		announced("created")
		if got := s.payment(); dig(got.Body, "contestation", "le") == nil || dig(got.Body, "contestation", "issue") != "" {
			t.Errorf("opened: %s", got.Raw)
		}
		changes, err := s.store.LatestChanges(t.Context(), 1)
		s.check(err)
		if c := changes[0]; c.Topic != live.Payments || c.OperatorID != 1 || c.ObjectID != 1 {
			t.Errorf("told: %+v", c)
		}
		closed := s.clock.Now()
		provider.disputes[0].Outcome, provider.disputes[0].ClosedAt = payment.DisputeWon, &closed
		announced("closed")
		if got := s.payment(); dig(got.Body, "contestation", "issue") != "gagnee" {
			t.Errorf("won: %s", got.Raw)
		}
		for action, want := range map[string]int{
			"paiement.contestation": 1, "paiement.contestation_gagnee": 1, "paiement.contestation_perdue": 0,
		} {
			if n := logged(action); n != want {
				t.Errorf("%s: %d lines, want %d", action, n, want)
			}
		}
	})
}

type notice struct {
	body, signature string
	status          int // the expected status of the answer
}

// announce returns Stripe's notice about a charge, signed at that time.
func announce(kind, status, attempt string, at time.Time, want int) notice {
	body, signature := stripetest.Event(webhookSecret, kind,
		`{"id":"pi_1","status":"`+status+`","metadata":{"presentation":"`+attempt+`"}}`, at)
	return notice{string(body), signature, want}
}

func (s *site) tell(n notice) {
	s.t.Helper()
	s.want(n.body, s.call("POST", "/api/paiements/stripe", "", n.body, "Stripe-Signature", n.signature), n.status, "")
}

// payment returns the payment of stay 1.
func (s *site) payment() answer {
	s.t.Helper()
	return s.call("GET", "/api/admin/paiement/1", s.login("gestionnaire@exemple.test").token, nil)
}

// attempt returns the uuid of one of its attempts.
func (s *site) attempt(n int) string {
	s.t.Helper()
	got := s.payment()
	uuid, _ := dig(got.Body, "paiementDetail", "paiementPresentation", n, "uuid").(string)
	if uuid == "" {
		s.t.Fatalf("not presented: %s", got.Raw)
	}
	return uuid
}
