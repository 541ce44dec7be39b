package stripe

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	stripego "github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/webhook"

	"consigne/internal/domain/payment"
)

// tolerance is how old a signature may be, or how far ahead. Stripe signs anew what it
// sends again.
const tolerance = 5 * time.Minute

// Notices reads what Stripe tells of its own accord.
type Notices struct{ secret string }

// NewNotices returns a reader of what is signed with that secret.
func NewNotices(secret string) Notices { return Notices{secret} }

// Read returns what a notice says, empty for what is of no concern here.
// payment.ErrForged: it is not signed, or was long ago, or will be.
//
// Only what is final is told. A failed attempt (payment_intent.payment_failed) is
// not: the intent may still be confirmed, until the answer to our own call, or to
// our next question, has cancelled it.
func (n Notices) Read(body []byte, signature string) (payment.Notice, error) {
	event, err := webhook.ConstructEventWithOptions(body, signature, n.secret, webhook.ConstructEventOptions{
		Tolerance:                tolerance,
		IgnoreAPIVersionMismatch: true, // the fields read here are those of every version
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
		return payment.Notice{Presentation: intent.Metadata[presentationKey], Answer: answerOf(&intent)}, nil
	case stripego.EventTypeRefundUpdated, stripego.EventTypeRefundFailed, stripego.EventTypeChargeRefundUpdated:
		refund := stripego.Refund{}
		if err := json.Unmarshal(event.Data.Raw, &refund); err != nil {
			return payment.Notice{}, payment.ErrForged
		}
		return payment.Notice{Presentation: refund.Metadata[presentationKey], Answer: refundAnswer(&refund)}, nil
	}
	return payment.Notice{}, nil
}

// signedAt is the instant in a signature that the library, which refuses old ones but not
// those from the future, found good.
func signedAt(signature string) time.Time {
	at := time.Time{}
	for part := range strings.SplitSeq(signature, ",") {
		if text, found := strings.CutPrefix(part, "t="); found {
			seconds, _ := strconv.ParseInt(text, 10, 64) // the library has read it
			at = time.Unix(seconds, 0)
		}
	}
	return at
}
