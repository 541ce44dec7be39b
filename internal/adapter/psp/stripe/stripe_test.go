package stripe_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/psptest"
	"consigne/internal/adapter/psp/stripe"
	"consigne/internal/adapter/psp/stripe/stripetest"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/kernel/money"
)

func onDouble(t *testing.T) (*stripe.Provider, *stripetest.Double) {
	t.Helper()
	double, err := stripetest.Open(filepath.Join(t.TempDir(), "double.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(double)
	t.Cleanup(server.Close)
	return stripe.New("sk_test_secret", server.URL), double
}

func TestContract(t *testing.T) {
	provider, _ := onDouble(t)
	psptest.Run(t, provider, psptest.Tokens{
		Accepted: "pm_" + stripetest.Accepted, Declined: "pm_" + stripetest.Declined, Expired: "pm_" + stripetest.Expired,
		Unknown: "pm_inconnue",
	}, "pm_"+stripetest.Accepted+"_2")
}

func TestStatements(t *testing.T) {
	provider, double := onDouble(t)
	days := 0
	double.Now = func() time.Time { return time.Now().AddDate(0, 0, days) }
	psptest.Statements(t, provider, provider, "pm_"+stripetest.Accepted, func(n int) { days += n })
}

// Checks what Stripe's categories become, and whose a movement is that nobody here asked for.
func TestMovements(t *testing.T) {
	provider, double := onDouble(t)
	at := time.Date(2026, 10, 5, 8, 0, 0, 0, time.UTC)
	for i, planted := range []struct {
		stripetest.Transaction
		want reconciliation.Movement
	}{
		{
			stripetest.Transaction{Category: "charge", UUID: "u-1", Amount: 500},
			reconciliation.Movement{Kind: reconciliation.Collected, UUID: "u-1", Fee: 33},
		},
		{
			stripetest.Transaction{Category: "charge", Operator: "7", Amount: 500},
			reconciliation.Movement{Kind: reconciliation.Collected, Operator: 7, Fee: 33},
		},
		{
			stripetest.Transaction{Category: "refund", UUID: "u-2", Of: "u-1", Amount: -200},
			reconciliation.Movement{Kind: reconciliation.Refunded, UUID: "u-2", Of: "u-1"},
		},
		{
			stripetest.Transaction{Category: "refund", Of: "u-1", Amount: -300},
			reconciliation.Movement{Kind: reconciliation.Refunded, Of: "u-1"},
		},
		{
			stripetest.Transaction{Category: "refund_failure", UUID: "u-2", Of: "u-1", Amount: 200},
			reconciliation.Movement{Kind: reconciliation.Returned, UUID: "u-2", Of: "u-1"},
		},
		{
			stripetest.Transaction{Category: "dispute", Of: "u-1", Amount: -500},
			reconciliation.Movement{Kind: reconciliation.Disputed, Of: "u-1"},
		},
		{stripetest.Transaction{Category: "fee", Amount: -900}, reconciliation.Movement{Kind: reconciliation.Charged}},
		{stripetest.Transaction{Category: "topup", Amount: 900}, reconciliation.Movement{Kind: reconciliation.Other}},
		{stripetest.Transaction{Category: "payout", Amount: -900}, reconciliation.Movement{}},
	} {
		planted.At = at.Add(time.Duration(i) * time.Minute)
		planted.ID = fmt.Sprint("txn_", i)
		double.Plant(planted.Transaction)
		got := reconciliation.Movement{}
		if err := provider.Movements(t.Context(), planted.At,
			func(list []reconciliation.Movement) error { got = list[0]; return nil }); err != nil {
			t.Fatal(err)
		}
		want := planted.want
		if want.Kind != "" {
			want.ID, want.At, want.Amount = planted.ID, planted.At, money.Cents(planted.Amount)
			want.Net = want.Amount - want.Fee
		}
		if got != want {
			t.Errorf("%s: %+v, want %+v", planted.Category, got, want)
		}
	}
}

// Many pages are read without holding them all.
func TestMovementsByPages(t *testing.T) {
	provider, double := onDouble(t)
	at := time.Date(2026, 10, 5, 8, 0, 0, 0, time.UTC)
	for i := range 1234 {
		double.Plant(stripetest.Transaction{
			ID: fmt.Sprint("txn_", i), Category: "charge", UUID: fmt.Sprint("u-", i),
			Amount: 500, At: at.Add(time.Duration(i) * time.Second),
		})
	}
	seen := map[string]bool{}
	if err := provider.Movements(t.Context(), at.Add(234*time.Second), func(list []reconciliation.Movement) error {
		if len(list) > 100 {
			t.Errorf("%d at once", len(list))
		}
		for _, m := range list {
			seen[m.ID] = true
		}
		return nil
	}); err != nil || len(seen) != 1000 {
		t.Errorf("%d movements, %v", len(seen), err)
	}
}

// Checks the result of charges whose answer is lost, or that get no answer.
func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		manner        string
		first, then   payment.Status // "": no outcome is known
		seen          payment.Status // what Charge returns after both
		chargesAtLast int
	}{
		{manner: stripetest.Slow, first: payment.Paid, then: payment.Paid, seen: payment.Paid, chargesAtLast: 1},
		{manner: stripetest.Failing, seen: payment.Paid, chargesAtLast: 1}, // the first failure is repeated
		{manner: stripetest.Declined, first: payment.Unpaid, then: payment.Unpaid, seen: payment.Unpaid},
		{manner: stripetest.NeedsOwner, first: payment.CardUnusable, then: payment.CardUnusable, seen: payment.CardUnusable},
		{manner: stripetest.Processing, first: payment.InProgress, then: payment.InProgress, seen: payment.InProgress},
	} {
		t.Run(c.manner, func(t *testing.T) {
			provider, double := onDouble(t)
			card, err := provider.Card(t.Context(), payment.Holder{AccountID: 1, OperatorID: 1}, "pm_"+c.manner)
			if err != nil {
				t.Fatal(err)
			}
			charge := payment.Order{UUID: "u-1", Amount: 500, Card: card.Reference}
			for _, want := range []payment.Status{c.first, c.then} {
				got, err := provider.Collect(t.Context(), charge)
				if got.Outcome != want || (err == nil) != (want != "") {
					t.Errorf("%+v, %v, want %q", got, err, want)
				}
			}
			if got, err := provider.Charge(t.Context(), charge); err != nil || got.Outcome != c.seen {
				t.Errorf("looked at: %+v, %v, want %q", got, err, c.seen)
			}
			if made := double.Charges(); len(made) != c.chargesAtLast {
				t.Errorf("charges: %+v", made)
			}
		})
	}
}

// Stripe quotes cards and keys in its errors, and a wrong address may answer anything: none of it reaches the log.
func TestErrorsTellNothing(t *testing.T) {
	for status, body := range map[int]string{
		401: `{"error":{"type":"invalid_request_error","message":"Invalid API Key provided: sk_live_SECRET"}}`,
		500: `{"error":{"type":"api_error","message":"4242 SECRET"}}`,
		409: `{"error":{"type":"invalid_request_error","code":"idempotency_key_in_use","message":"SECRET"}}`,
		429: `{"error":{"type":"invalid_request_error","code":"rate_limit","message":"SECRET"}}`,
		400: `{"error":{"type":"idempotency_error","message":"SECRET"}}`,
		502: `<html>SECRET</html>`,
		200: `SECRET`,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}))
		provider, order := stripe.New("sk_test_SECRET", server.URL),
			payment.Order{UUID: "u", Amount: 500, Card: "cus_1/pm_1", ChargeRef: "pi_1"}
		for name, call := range map[string]func() error{
			"Collect":  func() error { _, err := provider.Collect(t.Context(), order); return err },
			"Charge":   func() error { _, err := provider.Charge(t.Context(), order); return err },
			"Refund":   func() error { _, err := provider.Refund(t.Context(), order); return err },
			"Refunded": func() error { _, err := provider.Refunded(t.Context(), order); return err },
			"Card": func() error {
				_, err := provider.Card(t.Context(), payment.Holder{AccountID: 1, OperatorID: 1}, "pm_1")
				return err
			},
			"Movements": func() error {
				return provider.Movements(t.Context(), time.Now(), func([]reconciliation.Movement) error { return nil })
			},
			"Payouts": func() error {
				return provider.Payouts(t.Context(), time.Now(), func([]reconciliation.Payout) error { return nil })
			},
		} {
			err := call()
			if err == nil || errors.Is(err, payment.ErrUnknownOrder) || errors.Is(err, payment.ErrUnknownCard) {
				t.Errorf("%d, %s: %v is taken for certain", status, name, err)
			} else if strings.Contains(err.Error(), "SECRET") {
				t.Errorf("%d, %s: %v", status, name, err)
			}
		}
		server.Close()
	}
}
