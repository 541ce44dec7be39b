package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/clock"
)

// A new card is charged at once for all that attempts failed to collect of its person at its operator, and for nothing
// else.
func TestANewCardPresentsWhatIsDue(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Declined)
		usedUp := c.stay(time.Hour)
		for range 8 {
			c.collect()
			c.clock.advance(day)
		}
		declined := c.stay(time.Hour)
		c.collect()
		c.card(simulator.Silent)
		c.is("not yet", declined, payment.Unpaid, 1)
		c.is("nor the other", usedUp, payment.PermanentError, 4, "manual", "generer-ordre", "annuler")
		other := paymentSite{s, c.key, s.fieldCustomer(c.key, "autre@exemple.test")}
		others := other.stay(time.Hour)
		other.collect() // all that is due: the two by the silent card as well
		c.is("under way", declined, payment.InProgress, 2)
		c.is("under way", usedUp, payment.InProgress, 5)
		c.is("of another", others, payment.CardUnusable, 1)

		c.card(simulator.Accepted)
		c.collect()
		c.is("an attempt under way stays", declined, payment.InProgress, 2)
		c.is("an attempt under way stays", usedUp, payment.InProgress, 5)
		got := c.is("another person's waits for its day", others, payment.CardUnusable, 1)
		if at := fmt.Sprint(got.Body["prochainePresentation"]); !strings.HasPrefix(at,
			c.clock.Now().Add(day).In(clock.Paris).Format("2006-01-02")) {
			t.Errorf("next: %s", at)
		}
		for _, path := range []string{declined, usedUp} {
			uuid := dig(c.read(path).Body, "paiementDetail", "paiementPresentation", length(dig(c.read(path).Body,
				"paiementDetail", "paiementPresentation"))-1, "uuid")
			s.check(s.collector.Payments.Settle(t.Context(), fmt.Sprint(uuid), payment.Answer{Outcome: payment.Failed}))
		}
		c.is("failed", declined, payment.Failed, 2)
		c.is("failed for good", usedUp, payment.PermanentError, 5, "manual", "generer-ordre", "annuler")
		c.card(simulator.Accepted)
		if got := c.read(usedUp); got.Body["prochainePresentation"] == nil {
			t.Errorf("due: %s", got.Raw)
		}
		c.collect()
		c.is("collected", declined, payment.Paid, 3, "rembourser")
		c.is("collected", usedUp, payment.Paid, 6, "rembourser")
		c.is("another person's", others, payment.CardUnusable, 1)
		admin := s.login("admin@exemple.test").token
		lines := s.call("GET", fmt.Sprintf("/api/admin/journal?objet=compte:%.0f", c.accountID), admin, nil)
		if dig(lines.Body, "items", 0, "action") != "compte.carte" ||
			dig(lines.Body, "items", 0, "changements", "paiementsPresentes") != 2.0 {
			t.Errorf("audit log: %s", lines.Raw)
		}
	})
}

// The attempt by a new card is one of the four, and the next comes on its own day.
func TestAnAttemptByANewCardCounts(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Declined)
		path := c.stay(time.Hour)
		c.collect()
		first := c.clock.Now()
		next := func(what string, attempts int, after time.Duration) {
			t.Helper()
			got := c.is(what, path, payment.Unpaid, attempts)
			at, err := time.Parse(time.RFC3339, fmt.Sprint(got.Body["prochainePresentation"]))
			if err != nil || at.Sub(first.Truncate(time.Second)).Round(time.Minute) != after {
				t.Errorf("%s: next on %v, %v after the first, want %v", what, at, at.Sub(first), after)
			}
		}
		next("the first", 1, day)
		c.clock.advance(time.Hour)
		c.card(simulator.Declined)
		c.collect()
		next("the second, ahead of its day", 2, 3*day)
		c.clock.advance(day)
		c.collect()
		next("not on the day of the second", 2, 3*day)
		c.card(simulator.Declined)
		c.collect()
		next("the third, ahead", 3, 7*day)
		c.card(simulator.Declined)
		c.collect()
		c.is("the last", path, payment.PermanentError, 4, "manual", "generer-ordre", "annuler")
		c.card(simulator.Accepted)
		c.collect()
		c.is("by a good card", path, payment.Paid, 5, "rembourser")
	})
}

// Nothing is presented for an operator that is gone, whatever card was saved before.
func TestANewCardAtAnArchivedOperator(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Declined)
		path := c.stay(time.Hour)
		c.collect()
		c.card(simulator.Accepted)
		s.check(s.store.Exec(t.Context(), "archive", `UPDATE operators SET archived_at = 1 WHERE id = 1`))
		got := s.call("PUT", fmt.Sprintf("/api/terrain/utilisateurs/%.0f/carte", c.accountID), c.key,
			map[string]string{"jeton": simulator.Accepted})
		s.want("a card of a key of nobody", got, 401, "")
		c.collect()
		paid := s.call("GET", path, s.login("admin@exemple.test").token, nil)
		if dig(paid.Body, "paiementDetail", "paiementStatut") != string(payment.PermanentError) ||
			length(dig(paid.Body, "paiementDetail", "paiementPresentation")) != 1 ||
			paid.Body["prochainePresentation"] != nil {
			t.Errorf("given up: %s", paid.Raw)
		}
	})
}
