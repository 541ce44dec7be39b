package api_test

import (
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/adapter/psp/stripe/stripetest"
	"consigne/internal/domain/money/payment"
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
