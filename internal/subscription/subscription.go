// Package subscription holds what users buy term by term (abonnements, domain.md § 6).
package subscription

import (
	"context"
	"time"

	"consigne/internal/clock"
	"consigne/internal/pricing"
	"consigne/internal/tariff"
)

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

// Bought is a subscription with the tariff as it was when it was bought.
type Bought struct {
	Subscription
	Tariff tariff.Tariff
}

// Reader reads subscriptions.
type Reader interface {
	// SubscriptionsOf lists a page of an account's subscriptions at an operator (0: at
	// all), newest first, and counts them.
	SubscriptionsOf(ctx context.Context, accountID, operatorID int64, offset, limit int) ([]Bought, int, error)
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

// NextTerm is when the next payment is due; nil: none will be.
func (b Bought) NextTerm(now time.Time) *time.Time {
	if !b.Renewed || !b.Running(now) {
		return nil
	}
	number := 0
	for !b.Term(number).After(now) {
		number++
	}
	next := b.Term(number)
	return &next
}
