package stripe

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	stripego "github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/webhook"

	"consigne/internal/domain/money/payment"
)

// tolerance is how far the time of a signature may be in the past or in the future. Stripe signs anew what it sends
// again.
const tolerance = 5 * time.Minute

// Notices reads the webhook notices that Stripe sends.
type Notices struct{ secret string }

// NewNotices returns a reader of notices signed with that secret.
func NewNotices(secret string) Notices { return Notices{secret} }

// Read returns the content of a notice, empty for notices that do not concern us. It returns payment.ErrForged if the
// signature is wrong, too old or in the future.
//
// Only final outcomes are returned. A failed attempt (payment_intent.payment_failed) is not final: the intent may
// still be confirmed, until our own call or our next query has cancelled it.
func (n Notices) Read(body []byte, signature string) (payment.Notice, error) {
	event, err := webhook.ConstructEventWithOptions(body, signature, n.secret, webhook.ConstructEventOptions{
		Tolerance:                tolerance,
		IgnoreAPIVersionMismatch: true, // the fields read here are the same in every version
	})
	if err != nil || event.Data == nil || signedAt(signature).After(time.Now().Add(tolerance)) {
		return payment.Notice{}, payment.ErrForged
	}
	switch event.Type {
	case stripego.EventTypePaymentIntentSucceeded, stripego.EventTypePaymentIntentCanceled:
		intent := stripego.PaymentIntent{}
		if err := json.Unmarshal(event.Data.Raw, &intent); err != nil {
			return payment.Notice{}, payment.ErrForged
		}
		return payment.Notice{Attempt: intent.Metadata[attemptKey], Answer: answerOf(&intent)}, nil
	case stripego.EventTypeRefundUpdated, stripego.EventTypeRefundFailed, stripego.EventTypeChargeRefundUpdated:
		refund := stripego.Refund{}
		if err := json.Unmarshal(event.Data.Raw, &refund); err != nil {
			return payment.Notice{}, payment.ErrForged
		}
		return payment.Notice{Attempt: refund.Metadata[attemptKey], Answer: refundAnswer(&refund)}, nil
	case stripego.EventTypeChargeDisputeCreated, stripego.EventTypeChargeDisputeUpdated,
		stripego.EventTypeChargeDisputeClosed:
		return payment.Notice{Disputed: true}, nil // without the attempt: its charge has to be asked for
	}
	return payment.Notice{}, nil
}

// signedAt returns the time of a signature that the library has accepted. The library refuses old signatures but not
// future ones.
func signedAt(signature string) time.Time {
	at := time.Time{}
	for part := range strings.SplitSeq(signature, ",") {
		if text, found := strings.CutPrefix(part, "t="); found {
			seconds, _ := strconv.ParseInt(text, 10, 64) // the library has already parsed it
			at = time.Unix(seconds, 0)
		}
	}
	return at
}
