// Package occupation holds the stays of users in lockers (domain.md § 4): when
// one may begin, how it ends, and what it costs.
package occupation

import (
	"time"

	"consigne/internal/domain/station"
	"consigne/internal/domain/tariff"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// Occupation is one stay of one user in one locker.
type Occupation struct {
	ID         int64
	OperatorID int64
	LockerID   int64
	AccountID  int64
	Place      int  // from 1 to the locker's capacity; no two open stays share one
	Test       bool // its user was staff when it started
	StartedAt  time.Time
	EndedAt    *time.Time // nil: in progress
	MadeFree   bool       // « Ne pas faire payer »
	Overrun    bool       // dépassement
	Removed    bool       // enlèvement
	Price      money.Cents
	Tariff     *tariff.Tariff // as it was at the start; nil: begun before there were tariffs
}

// Open tells whether the stay is in progress.
func (o Occupation) Open() bool { return o.EndedAt == nil }

// PriceAt is what the stay costs then, or did at its end: what its tariff said at
// its start, unless it was made free. A clock behind that of the start counts as it.
func (o Occupation) PriceAt(now time.Time) pricing.Quote {
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
	quote, _ := pricing.Price(terms, o.StartedAt, now) // it does not end before it starts
	if o.MadeFree {
		return quote.Waived()
	}
	return quote
}

// Use is a stay with what a screen shows beside it.
type Use struct {
	Occupation
	Station station.Station // its id and name
	Locker  station.Locker  // its id, name, complement and type
	User    User

	PaymentID     int64
	PaymentStatus string // the key of domain.md § 5
}

// User is who stays.
type User struct {
	ID        int64
	LastName  string
	FirstName string
	Email     string
	Phone     string
}

// Locker is what decides whether a stay may begin in a locker.
type Locker struct {
	ID            int64
	StationID     int64
	OperatorID    int64
	Kind          station.Kind
	Capacity      int
	Active        bool
	StationActive bool
}

// Guest is what decides whether a person may begin a stay at an operator.
type Guest struct {
	ID     int64 // of the account today: the number that the operator was given first may be that of a claim, confirmed since
	Known  bool  // the operator created the account or has served it
	Active bool  // not Banni
	Staff  bool  // at that operator, or an administrator
	Email  string
}
