package stripetest

import (
	"fmt"
	"time"

	"github.com/stripe/stripe-go/v85/webhook"
)

// Event returns the webhook event that Stripe would send about an object, and its signature at that time.
func Event(secret, kind, object string, at time.Time) (body []byte, signature string) {
	body = fmt.Appendf(nil, `{"id":"evt_1","object":"event","api_version":"2020-08-27","type":%q,"data":{"object":%s}}`,
		kind, object)
	signed := webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: body, Secret: secret, Timestamp: at})
	return body, signed.Header
}
