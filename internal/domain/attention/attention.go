// Package attention lists what waits for the staff of an operator (« À traiter »):
// what neither time nor the jobs will settle without a person.
package attention

import (
	"context"
	"time"

	"consigne/internal/domain/payment"
	"consigne/internal/domain/station"
	"consigne/internal/kernel/money"
)

// Shown is how many of each kind are listed; all are counted.
const Shown = 20

// Section is what there is of one kind.
type Section[T any] struct {
	Total int
	First []T // most urgent first, at most Shown
}

// Person is whom it is about: the name, or the e-mail of who gave none.
type Person struct {
	ID   int64
	Name string
}

// Place is a locker, with its station.
type Place struct {
	StationID   int64
	StationName string
	LockerID    int64
	LockerName  string
	Complement  string
	Type        station.LockerType
}

// Payment is one that no further attempt will collect: those used up, or refused by
// the provider for good. Those of the staff's own stays are left out.
type Payment struct {
	ID     int64
	Amount money.Cents
	Status payment.Status
	At     time.Time // of the last attempt
	Person Person
	Place  *Place // of a stay; nil: of a subscription
	Label  string // of the subscription
}

// Stay is one in progress that has passed a limit.
type Stay struct {
	ID        int64
	StartedAt time.Time
	LimitAt   time.Time
	Person    Person
	Place     Place
}

// Space is one where nobody finds a place any more.
type Space struct {
	Place    Place
	Capacity int
	Occupied int
}

// Card is one that pays a running subscription and is about to expire, or has.
type Card struct {
	Person  Person
	PAN     string     // masked
	Expires string     // MM/YY
	NextAt  *time.Time // when it will be asked for money next; nil: not known to be
}

// SilentStation is one in service whose controller is not heard.
type SilentStation struct {
	StationID   int64
	StationName string
	Since       time.Time
}

// Reader reads what waits at an operator at that instant.
type Reader interface {
	// FailedPayments are PERMANENT_ERROR and INVALID_PAYMENT, longest failed first.
	FailedPayments(ctx context.Context, operatorID int64) (Section[Payment], error)
	// OverrunStays are past their overrun limit and not past their removal limit,
	// longest past first.
	OverrunStays(ctx context.Context, operatorID int64, now time.Time) (Section[Stay], error)
	// RemovedStays are past their removal limit and keep their locker blocked,
	// longest past first.
	RemovedStays(ctx context.Context, operatorID int64, now time.Time) (Section[Stay], error)
	// SilentStations are those whose silence counts, longest silent first.
	SilentStations(ctx context.Context, operatorID int64) (Section[SilentStation], error)
	// FullSpaces are in service, largest first.
	FullSpaces(ctx context.Context, operatorID int64) (Section[Space], error)
	// ExpiringCards are no longer valid after the month that follows that of now, one
	// a person, first to expire first.
	ExpiringCards(ctx context.Context, operatorID int64, now time.Time) (Section[Card], error)
}
