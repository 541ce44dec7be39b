// Package stay holds the stays of customers in lockers (docs/rules.md#stays): when one may begin,
// how it ends, and what it costs.
package stay

import (
	"time"

	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/kernel/text"
)

// Stay is one stay of one customer in one place of a locker.
type Stay struct {
	ID         int64
	OperatorID int64
	LockerID   int64
	AccountID  int64
	Place      int  // from 1 to the locker's capacity; no two open stays share one
	Test       bool // the customer was staff when the stay began
	StartedAt  time.Time
	EndedAt    *time.Time // nil: in progress
	EndComment string     // of staff, who said that it had ended before
	MadeFree   bool       // « Ne pas faire payer »
	Overrun    bool       // dépassement
	Removed    bool       // enlèvement
	Reminded   bool       // the customer was told that the overrun is near
	Price      money.Cents
	Tariff     *tariff.Tariff // the version at the start; nil: the stay began before tariffs existed
}

// Open reports whether the stay is in progress.
func (o Stay) Open() bool { return o.EndedAt == nil }

// PriceAt returns the price of the stay at the instant, or at its end if it has ended. It uses the
// tariff version of the start, and is zero if the stay was made free. An instant before the start, from
// a clock that is behind, counts as the start. A stay that another system has priced keeps that price.
func (o Stay) PriceAt(now time.Time) pricing.Quote {
	if o.Tariff == nil && o.EndedAt != nil && !o.MadeFree {
		return pricing.Given(o.Price, o.StartedAt, *o.EndedAt)
	}
	if o.EndedAt != nil {
		now = *o.EndedAt
	}
	if now.Before(o.StartedAt) {
		now = o.StartedAt
	}
	var terms pricing.Terms
	if o.Tariff != nil {
		terms = o.Tariff.Terms
	}
	quote, _ := pricing.Price(terms, o.StartedAt, now) // no error: the instant is not before the start
	if o.MadeFree {
		return quote.Waived()
	}
	return quote
}

// RemindAt returns when the customer is to be told that the overrun is near; nil: never, as there is no reminder, or no
// overrun before the removal.
func (o Stay) RemindAt() *time.Time {
	t := o.Tariff
	if t == nil || t.Reminder == nil || t.OverrunAfter == nil ||
		t.RemovalAfter != nil && *t.RemovalAfter <= *t.OverrunAfter {
		return nil
	}
	return new(o.StartedAt.Add(time.Duration(*t.OverrunAfter-*t.Reminder) * time.Minute))
}

// toRemind reports whether the customer is to be told at the instant that the overrun is near: it is, has not come yet,
// and will cost something.
func (o Stay) toRemind(now time.Time) bool {
	at := o.RemindAt()
	return o.Open() && !o.Reminded && !o.MadeFree && at != nil && !now.Before(*at) && !o.PriceAt(now).OverLimit
}

// endedAt returns the stay with its end and the price of it.
func (o Stay) endedAt(ended time.Time) Stay {
	final := o.PriceAt(ended)
	o.EndedAt, o.Price, o.Overrun, o.Removed = &ended, final.Amount(), final.OverLimit, final.Removed
	return o
}

// Details is a stay with the data that a screen shows with it.
type Details struct {
	Stay
	Station station.Station // only id and name are set
	Locker  station.Locker  // only id, name, complement and type are set
	Account Account

	PaymentID     int64
	PaymentStatus string // the key of a payment.Status
}

// Account is the customer of a stay.
type Account struct {
	ID        int64
	LastName  string
	FirstName string
	Email     string
	Phone     string
}

// Locker holds what decides whether a stay may begin in a locker.
type Locker struct {
	ID            int64
	StationID     int64
	OperatorID    int64
	Kind          station.Kind
	Capacity      int
	Active        bool
	StationActive bool

	HolderID  int64      // the customer whose place it is; 0: nobody's
	HeldUntil *time.Time // when that ends; nil: not known yet

	Station station.Station // only id and name are set
	Shown   station.Locker  // only id, name, complement and type are set
}

// Customer holds what decides whether a person may begin a stay at an operator.
type Customer struct {
	Account                  // the current account; the operator's own number may be that of a claim, confirmed since
	Language   text.Language // of letters to them
	Known      bool          // the operator has created the account or served it
	Active     bool          // false: banned
	Staff      bool          // staff at that operator, or an administrator
	Remembered bool          // the account has the role of a customer at the operator
}

// Bill is the payment of a stay.
type Bill struct {
	PaymentID int64
	Status    string // the key of a payment.Status
}
