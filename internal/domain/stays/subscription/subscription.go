// Package subscription holds the subscriptions that customers buy term by term (abonnements,
// docs/rules.md#subscriptions).
package subscription

import (
	"time"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/pricing"
)

// Subscription is a customer's purchase of a subscription tariff.
type Subscription struct {
	ID            int64
	OperatorID    int64
	AccountID     int64
	TariffID      int64
	TariffVersion int64 // the version whose price the last term has, or the first one to come
	Test          bool  // the customer was staff when it was bought
	StartsAt      time.Time
	EndsAt        *time.Time // nil: not known yet
	Renewed       bool       // another term follows each term (isReconductible)
	NextTerm      int        // number of the next term to bill; the first is 0
	NextAt        *time.Time // when the next term begins; nil: there is none
	CancelledAt   *time.Time // when somebody ended it; nil: nobody has
	EndComment    string     // typed by who ended it; empty: nothing
	UnwarnedTerm  *int       // the last term that renewed without the letter of L215-1; nil: none
	StationID     int64      // where it counts in the quota; 0: at no one station
}

// Bought is a subscription with its tariff in that version and the payment of its last term.
type Bought struct {
	Subscription
	Tariff tariff.Tariff

	StationName   string
	LockerID      int64 // its place, at that station, while it is not over; 0: it has none
	LockerName    string
	PaymentID     int64      // 0: no term has been billed
	PaymentStatus string     // the key of a payment.Status
	FirstAt       *time.Time // when it was presented first
	ClosesAt      *time.Time // from then on it opens nothing, unless it is settled; nil: no attempt has failed

	Offer tariff.TermPrice // of its tariff today
	// whether its tariff lets it hold a locker today
	OffersPlace bool
	NoticeDays  int      // how long before a term its subscriber must be told of a higher price
	Notices     []Notice // of later versions and of terms to come, by their numbers
}

// Term returns when a term begins; the first is 0. Terms follow the calendar of Europe/Paris from the
// first day: 31 January, 28 February, 31 March.
func (b Bought) Term(number int) time.Time {
	months := number
	if b.Tariff.Unit == pricing.Year {
		months *= 12
	}
	return monthsAfter(b.StartsAt, months)
}

// monthsAfter returns the same hour of Paris on the same day of another month, or on its last one.
func monthsAfter(at time.Time, months int) time.Time {
	first := at.In(clock.Paris)
	year, month, day := first.Date()
	lastDay := time.Date(year, month+time.Month(months)+1, 0, 0, 0, 0, 0, clock.Paris).Day()
	hour, minute, second := first.Clock()
	return time.Date(year, month+time.Month(months), min(day, lastDay), hour, minute, second, first.Nanosecond(),
		clock.Paris)
}

// OpenDays counts the days of a term before an instant, or before the term closed (nil: it did not), and all of its
// days. The day of the instant is not counted; the days are those of Paris.
func (b Bought) OpenDays(term int, until time.Time, closes *time.Time) (open, days int) {
	if closes != nil && closes.Before(until) {
		until = *closes
	}
	first, next := clock.DayOf(b.Term(term)), clock.DayOf(b.Term(term+1))
	days = int(next - first)
	return min(max(int(clock.DayOf(until)-first), 0), days), days
}

// Began returns the subscription after its next term was billed: either another term follows, or the
// subscription ends with this one.
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
