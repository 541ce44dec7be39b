package outbox

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"slices"
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

// addressLimits say how many mails go to one address, whoever asks for them.
var addressLimits = []struct {
	name   string
	most   int
	window time.Duration
}{
	{"courriels-heure", 5, time.Hour},
	{"courriels-jour", 20, 24 * time.Hour},
}

// uncounted are the mails that tell of an account's safety, and the link of a forgotten password. They neither count
// nor wait, so that who fills the count of an address neither delays warnings nor keeps its owner out; each has a
// limit of its own.
var uncounted = []Kind{
	PasswordReset, PasswordChanged, LoginsFailed, EmailChanged, FactorAdded, FactorRemoved, FactorsReset, RecoveryUsed,
	RecoveryRenewed, IdentityAdded, IdentityRemoved, SessionsEnded,
}

// requested are the mails that acts of people send, which are counted by [Allow] when they are asked for.
var requested = []Kind{Receipt, Invitation, EmailConfirm, EmailRequested, DoorCode}

// counts reports whether the mail is counted when it is sent.
func (m Mail) counts() bool {
	return !m.Counted && !slices.Contains(uncounted, m.Kind) && !slices.Contains(requested, m.Kind)
}

// Buckets returns the names of the counts of an address, which do not hold it.
func Buckets(address string) []string {
	sum := sha256.Sum256([]byte(strings.ToLower(strings.TrimSpace(address))))
	buckets := make([]string, len(addressLimits))
	for i, limit := range addressLimits {
		buckets[i] = limit.name + " " + base64.RawURLEncoding.EncodeToString(sum[:])
	}
	return buckets
}

// Allow counts a mail to an address. It must run in the transaction of the act that asks for the mail, which a refusal
// undoes. fault.TooMany: the address has had enough.
func Allow(ctx context.Context, counter RecipientCounter, address string, now time.Time) error {
	for i, bucket := range Buckets(address) {
		limit := addressLimits[i]
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
