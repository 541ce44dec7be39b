// Package subscription holds what users buy term by term (abonnements, domain.md § 6).
package subscription

import (
	"time"

	"consigne/internal/domain/tariff"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/pricing"
)

// Subscription is a user's purchase of a subscription tariff.
type Subscription struct {
	ID            int64
	OperatorID    int64
	AccountID     int64
	TariffID      int64
	TariffVersion int64 // as it was when it was bought
	Test          bool  // its user was staff then
	StartsAt      time.Time
	EndsAt        *time.Time // nil: not known yet
	Renewed       bool       // a new term follows the last (isReconductible)
	NextTerm      int        // the number of the next to bill, the first being 0
	NextAt        *time.Time // when it begins; nil: none will
}

// Bought is a subscription with the tariff as it was when it was bought, and the
// payment of its last term.
type Bought struct {
	Subscription
	Tariff tariff.Tariff

	PaymentID     int64  // 0: no term has been billed
	PaymentStatus string // the key of domain.md § 5
}

// Running tells whether the subscription is valid then.
func (s Subscription) Running(at time.Time) bool {
	return !at.Before(s.StartsAt) && (s.EndsAt == nil || at.Before(*s.EndsAt))
}

// Term is when a term begins, the first being 0. Terms follow the calendar of
// Europe/Paris from the first day: 31 January, 28 February, 31 March.
func (b Bought) Term(number int) time.Time {
	months := number
	if b.Tariff.Unit == pricing.Year {
		months *= 12
	}
	first := b.StartsAt.In(clock.Paris)
	year, month, day := first.Date()
	lastDay := time.Date(year, month+time.Month(months)+1, 0, 0, 0, 0, 0, clock.Paris).Day()
	hour, minute, second := first.Clock()
	return time.Date(year, month+time.Month(months), min(day, lastDay), hour, minute, second, first.Nanosecond(), clock.Paris)
}

// Began returns the subscription after its next term was billed: another follows,
// or it ends with this one.
func (b Bought) Began() Bought {
	b.NextTerm++
	end := b.Term(b.NextTerm)
	if b.Renewed {
		b.NextAt = &end
	} else {
		b.NextAt, b.EndsAt = nil, &end
	}
	return b
}
