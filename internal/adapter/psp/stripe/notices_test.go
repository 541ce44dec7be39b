package stripe_test

import (
	"errors"
	"testing"
	"time"

	"consigne/internal/adapter/psp/stripe"
	"consigne/internal/adapter/psp/stripe/stripetest"
	"consigne/internal/domain/money/payment"
)

func TestNotices(t *testing.T) {
	const secret = "whsec_essai"
	notices := stripe.NewNotices(secret)
	for name, c := range map[string]struct {
		kind, object string
		want         payment.Notice
	}{
		"collected": {
			"payment_intent.succeeded", `{"id":"pi_1","status":"succeeded","metadata":{"presentation":"u-1"}}`,
			payment.Notice{Attempt: "u-1", Answer: payment.Answer{Outcome: payment.Paid, Ref: "pi_1"}},
		},
		"declined, and cancelled since": {
			"payment_intent.canceled",
			`{"id":"pi_1","status":"canceled","metadata":{"presentation":"u-1"},"last_payment_error":{"type":"card_error","code":"expired_card"}}`,
			payment.Notice{Attempt: "u-1", Answer: payment.Answer{Outcome: payment.CardUnusable, Ref: "pi_1"}},
		},
		"declined, and open still": {
			"payment_intent.payment_failed",
			`{"id":"pi_1","status":"requires_payment_method","metadata":{"presentation":"u-1"}}`,
			payment.Notice{},
		},
		"a refund that came back": {
			"refund.failed", `{"id":"re_1","status":"failed","metadata":{"presentation":"u-2"}}`,
			payment.Notice{Attempt: "u-2", Answer: payment.Answer{Outcome: payment.Failed, Ref: "re_1"}},
		},
		"a charge of somebody else": {
			"payment_intent.succeeded", `{"id":"pi_1","status":"succeeded","metadata":{}}`,
			payment.Notice{Answer: payment.Answer{Outcome: payment.Paid, Ref: "pi_1"}},
		},
		"a dispute":      {"charge.dispute.closed", `{"id":"dp_1","status":"won"}`, payment.Notice{Disputed: true}},
		"something else": {"customer.created", `{"id":"cus_1"}`, payment.Notice{}},
	} {
		body, signature := stripetest.Event(secret, c.kind, c.object, time.Now())
		if got, err := notices.Read(body, signature); err != nil || got != c.want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	body, signature := stripetest.Event(secret, "payment_intent.succeeded", `{}`, time.Now())
	_, late := stripetest.Event(secret, "payment_intent.succeeded", `{}`, time.Now().Add(-6*time.Minute))
	_, early := stripetest.Event(secret, "payment_intent.succeeded", `{}`, time.Now().Add(6*time.Minute))
	_, foreign := stripetest.Event("whsec_autre", "payment_intent.succeeded", `{}`, time.Now())
	for name, forged := range map[string]string{
		"none": "", "late": late, "from the future": early,
		"another secret": foreign, "cut": signature[:len(signature)-2],
	} {
		if _, err := notices.Read(body, forged); !errors.Is(err, payment.ErrForged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := notices.Read(append(body, ' '), signature); !errors.Is(err, payment.ErrForged) {
		t.Errorf("tampered: %v", err)
	}
}
