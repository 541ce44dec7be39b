package stripe_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"consigne/internal/adapter/psp/stripe"
	"consigne/internal/domain/money/payment"
)

// A payment method that is already attached is valid only for the holder whose Stripe customer has it: a person's
// card at one operator cannot be used at another.
func TestACardIsItsHoldersAlone(t *testing.T) {
	holder := payment.Holder{AccountID: 7, OperatorID: 2}
	for metadata, want := range map[string]error{
		`{"compte":"7","exploitant":"2"}`: nil,
		`{"compte":"7","exploitant":"1"}`: payment.ErrUnknownCard,
		`{"compte":"8","exploitant":"2"}`: payment.ErrUnknownCard,
		`{"compte":"7"}`:                  payment.ErrUnknownCard,
		`{}`:                              payment.ErrUnknownCard,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet {
				t.Errorf("%s: %s %s", metadata, r.Method, r.URL.Path)
			}
			_, _ = fmt.Fprintf(w, `{"id":"pm_1","object":"payment_method","type":"card","card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2030},
				"customer":{"id":"cus_1","object":"customer","metadata":%s}}`, metadata)
		}))
		card, err := stripe.New("sk_test", server.URL).Card(t.Context(), holder, "pm_1")
		if !errors.Is(err, want) || (want == nil && card.Reference != "cus_1/pm_1") {
			t.Errorf("%s: %+v, %v, want %v", metadata, card, err, want)
		}
		server.Close()
	}
}

// The Stripe customer made for a card names both the person and the operator, and is created once for each pair.
func TestACustomerIsMadeForEachHolder(t *testing.T) {
	made := map[string]string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Method + " " + r.URL.Path {
		case "POST /v1/customers":
			made[r.Header.Get("Idempotency-Key")] = r.FormValue("metadata[compte]") + " " + r.FormValue("metadata[exploitant]")
			_, _ = fmt.Fprint(w, `{"id":"cus_1","object":"customer"}`)
		default:
			_, _ = fmt.Fprint(
				w, `{"id":"pm_1","object":"payment_method","type":"card","card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2030}}`,
			)
		}
	}))
	defer server.Close()
	provider := stripe.New("sk_test", server.URL)
	for _, holder := range []payment.Holder{
		{AccountID: 7, OperatorID: 1},
		{AccountID: 7, OperatorID: 2},
		{AccountID: 7, OperatorID: 2},
	} {
		if _, err := provider.Card(t.Context(), holder, "pm_1"); err != nil {
			t.Fatal(err)
		}
	}
	if len(made) != 2 || made["consigne-compte-7-exploitant-1"] != "7 1" ||
		made["consigne-compte-7-exploitant-2"] != "7 2" {
		t.Errorf("customers: %v", made)
	}
}
