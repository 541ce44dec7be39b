package outbox

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"time"

	"consigne/internal/kernel/fault"
)

// RecipientCounter counts in the database, so that all nodes share a count.
type RecipientCounter interface {
	// CountTry adds one to the bucket and returns its count and when the count began. A count older than the window
	// begins anew.
	CountTry(ctx context.Context, bucket string, now time.Time, window time.Duration) (int, time.Time, error)
}

// addressLimits say how many mails the acts of people may send to one address, whoever acts.
var addressLimits = []struct {
	name   string
	most   int
	window time.Duration
}{
	{"courriels-heure", 5, time.Hour},
	{"courriels-jour", 20, 24 * time.Hour},
}

// Allow counts a mail that the act of a person sends to an address. It must run in the transaction of the act, which a
// refusal undoes. fault.TooMany: the address has had enough.
//
// What tells of an account's safety, and the link of a forgotten password, is not counted here: who fills the count of
// an address neither silences warnings nor keeps its owner out.
func Allow(ctx context.Context, counter RecipientCounter, address string, now time.Time) error {
	sum := sha256.Sum256([]byte(strings.ToLower(strings.TrimSpace(address))))
	for _, limit := range addressLimits {
		bucket := limit.name + " " + base64.RawURLEncoding.EncodeToString(sum[:])
		count, since, err := counter.CountTry(ctx, bucket, now, limit.window)
		if err != nil {
			return err
		}
		if count > limit.most {
			return &fault.Error{
				Kind: fault.KindTooMany, RetryAfter: since.Add(limit.window).Sub(now),
				Detail: "Trop de messages ont été envoyés à cette adresse. Veuillez réessayer plus tard.",
			}
		}
	}
	return nil
}
