package stripetest

import (
	"net/http"
	"slices"
	"strings"
)

// act runs one API call and returns its status and body.
func (d *Double) act(r *http.Request) (int, any) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	path := strings.Split(strings.TrimPrefix(r.URL.Path, "/v1/"), "/")
	call := r.Method + " " + path[0]
	if len(path) > 2 {
		call += " " + path[2]
	}
	switch call {
	case "POST customers":
		d.made++
		return http.StatusOK, map[string]any{
			"id": d.id("cus"), "object": "customer",
			"metadata": map[string]string{"compte": r.Form.Get("metadata[compte]")},
		}
	case "GET payment_methods", "POST payment_methods attach":
		return d.method(path[1], r.Form.Get("customer"))
	case "POST payment_intents":
		return d.charge(r)
	case "GET payment_intents":
		if len(path) > 1 {
			return found(d.intent(path[1]))
		}
		made := slices.DeleteFunc(slices.Clone(d.intents),
			func(i *Intent) bool { return i.Customer != r.Form.Get("customer") })
		slices.Reverse(made)
		return http.StatusOK, list(made)
	case "POST payment_intents cancel":
		intent := d.intent(path[1])
		if intent == nil || intent.Status == "succeeded" || intent.Status == "canceled" {
			return http.StatusBadRequest, failure("invalid_request_error", "payment_intent_unexpected_state", "", nil)
		}
		cancelled := *intent
		cancelled.Status = "canceled"
		d.keep(line{Intent: &cancelled})
		return http.StatusOK, cancelled
	case "GET balance_transactions":
		return d.balance(r)
	case "GET disputes":
		return d.disputes(r)
	case "GET payouts":
		return d.payouts(r)
	case "POST refunds":
		return d.refund(r)
	case "GET refunds":
		return http.StatusOK, list(slices.DeleteFunc(slices.Clone(d.refunds), func(made *Refund) bool {
			return made.PaymentIntent != r.Form.Get("payment_intent")
		}))
	}
	return http.StatusNotFound, failure("invalid_request_error", "", "", nil)
}

func found(intent *Intent) (int, any) {
	if intent == nil {
		return http.StatusNotFound, failure("invalid_request_error", "resource_missing", "intent", nil)
	}
	return http.StatusOK, intent
}

func (d *Double) method(id, customer string) (int, any) {
	manner := Manner(id)
	if manner == "" || manner == "inconnue" {
		return http.StatusNotFound, failure("invalid_request_error", "resource_missing", "payment_method", nil)
	}
	if customer != "" {
		d.keep(line{Method: id, Customer: customer})
	}
	card := map[string]any{"brand": "visa", "last4": "4242", "exp_month": 12, "exp_year": 2030}
	return http.StatusOK, map[string]any{"id": id, "object": "payment_method", "type": "card", "card": card}
}

func (d *Double) charge(r *http.Request) (int, any) {
	amount, customer, method := whole(r.Form.Get("amount")), r.Form.Get("customer"), r.Form.Get("payment_method")
	switch {
	case r.Form.Get("confirm") != "true" || r.Form.Get("off_session") != "true" || r.Form.Get("currency") != "eur":
		return http.StatusBadRequest, failure("invalid_request_error", "", "confirm", nil)
	case amount < smallest:
		return http.StatusBadRequest, failure("invalid_request_error", "amount_too_small", "amount", nil)
	case d.holders[method] == "" || d.holders[method] != customer:
		return http.StatusBadRequest, failure("invalid_request_error", "", "payment_method", nil)
	}
	intent := &Intent{
		ID: d.id("pi"), Object: "payment_intent", Amount: amount, Currency: "eur", Customer: customer, PaymentMethod: method,
		Status:   "succeeded",
		Metadata: map[string]string{"presentation": r.Form.Get("metadata[presentation]")},
	}
	earlier := 0
	for _, other := range d.intents {
		if other.Customer == customer {
			earlier++
		}
	}
	code := ""
	switch manner := Manner(method); {
	case manner == Declined, manner == Sometimes && earlier < 2:
		code = "card_declined"
	case manner == Expired:
		code = "expired_card"
	case manner == NeedsOwner:
		code = "authentication_required"
	case manner == Processing:
		intent.Status = "processing"
	}
	if code != "" {
		intent.Status = "requires_payment_method"
		intent.LastPaymentError = map[string]any{"type": "card_error", "code": code}
	}
	d.keep(line{Intent: intent})
	if intent.Status == "succeeded" {
		d.settle("charge", intent.Metadata["presentation"], "", amount)
	}
	if code != "" {
		return http.StatusPaymentRequired, failure("card_error", code, "", intent)
	}
	return http.StatusOK, *intent
}

func (d *Double) refund(r *http.Request) (int, any) {
	intent := d.intent(r.Form.Get("payment_intent"))
	if intent == nil || intent.Status != "succeeded" {
		return http.StatusNotFound, failure("invalid_request_error", "resource_missing", "payment_intent", nil)
	}
	left, amount := intent.Amount, whole(r.Form.Get("amount"))
	for _, made := range d.refunds {
		if made.PaymentIntent == intent.ID {
			left -= made.Amount
		}
	}
	if amount < 1 || amount > left || strings.Contains(intent.PaymentMethod, "_rendre-"+Declined) {
		return http.StatusBadRequest, failure("invalid_request_error", "charge_already_refunded", "amount", nil)
	}
	made := &Refund{
		ID: d.id("re"), Object: "refund", Amount: amount, PaymentIntent: intent.ID, Status: "succeeded",
		Metadata: map[string]string{"presentation": r.Form.Get("metadata[presentation]")},
	}
	d.keep(line{Refund: made})
	d.settle("refund", made.Metadata["presentation"], intent.Metadata["presentation"], -amount)
	return http.StatusOK, made
}
