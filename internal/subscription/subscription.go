// Package subscription holds what users buy term by term (abonnements, domain.md § 6).
package subscription

import "time"

// Subscription is a user's purchase of a subscription tariff.
type Subscription struct {
	ID            int64
	OperatorID    int64
	AccountID     int64
	TariffID      int64
	TariffVersion int64 // as it was when it was bought
	StartsAt      time.Time
	EndsAt        *time.Time // nil: not known yet
	Renewed       bool       // a new term follows the last (isReconductible)
}
