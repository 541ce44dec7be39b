package api_test

import (
	"fmt"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/money/payment"
)

// A charge that succeeds late counts if the payment is still due, and is refunded if not. A refund that fails late no
// longer counts, and the payment can be refunded again.
func TestProviderChangesItsMind(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Declined)
		settle := func(path string, attempt int, outcome payment.Status) {
			t.Helper()
			uuid := dig(c.read(path).Body, "paiementDetail", "paiementPresentation", attempt, "uuid")
			for range 3 {
				s.check(s.collector.Payments.Settle(t.Context(), fmt.Sprint(uuid), payment.Answer{Outcome: outcome, Ref: "ref"}))
			}
		}
		due := c.stay(time.Hour)
		c.collect()
		settle(due, 0, payment.Failed)
		c.is("another refusal changes nothing", due, payment.Unpaid, 1)
		settle(due, 0, payment.Paid)
		c.is("taken after all", due, payment.Paid, 1, "rembourser")
		settle(due, 0, payment.Unpaid)
		c.is("a refusal that comes late", due, payment.Paid, 1, "rembourser")

		other := c.stay(time.Hour)
		c.collect()
		c.card(simulator.Accepted)
		c.clock.advance(day)
		c.collect()
		c.is("collected the second time", other, payment.Paid, 2, "rembourser")
		settle(other, 0, payment.Paid)
		c.collect()
		got := c.is("the first goes back", other, payment.Paid, 3, "rembourser")
		if refund := dig(got.Body, "paiementDetail", "paiementPresentation", 2); dig(refund, "nature") != "remboursement" ||
			dig(refund, "statut") != "PAID" ||
			dig(refund, "montant") != 50.0 || got.Body["rembourse"] != 0.0 {
			t.Errorf("given back: %s", got.Raw)
		}

		manager := s.login("gestionnaire@exemple.test").token
		s.want("refund", s.call("PATCH", due+"/rembourser", manager, map[string]string{"commentaire": "Panne"}), 200, "")
		c.collect()
		c.is("given back", due, payment.Paid, 2)
		settle(due, 1, payment.Failed)
		if got := c.is("came back", due, payment.Paid, 2, "rembourser"); got.Body["rembourse"] != 0.0 {
			t.Errorf("came back: %s", got.Raw)
		}
	})
}
