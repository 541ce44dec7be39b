package stripetest

import (
	"fmt"
	"time"

	"github.com/stripe/stripe-go/v85/webhook"
)

// Event is what Stripe would tell of an object, and its signature of that instant.
func Event(secret, kind, object string, at time.Time) (body []byte, signature string) {
	body = fmt.Appendf(nil, `{"id":"evt_1","object":"event","api_version":"2020-08-27","type":%q,"data":{"object":%s}}`, kind, object)
	signed := webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: body, Secret: secret, Timestamp: at})
	return body, signed.Header
}
