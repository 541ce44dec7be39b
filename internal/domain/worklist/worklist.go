// Package worklist is the worklist of an operator's staff (« À traiter »): what neither time nor the
// jobs will settle without a person (docs/rules.md#worklist).
package worklist

import (
	"context"
	"time"

	"consigne/internal/domain/payment"
	"consigne/internal/domain/station"
	"consigne/internal/kernel/money"
)

// Shown is the maximum number of entries listed of each kind; all entries are counted.
const Shown = 20

// Section is the part of the worklist for one kind.
type Section[T any] struct {
	Total int
	First []T // at most Shown, most urgent first
}

// Account is the customer whom an entry is about. Name is the person's name, or the e-mail if no name
// was given.
type Account struct {
	ID   int64
	Name string
}

// Place is a locker with its station.
type Place struct {
	StationID   int64
	StationName string
	LockerID    int64
	LockerName  string
	Complement  string
	Type        station.LockerType
}

// Payment is a payment that will not be attempted again: its attempts are used up, or the provider
// refuses the amount. Payments of test stays are left out.
type Payment struct {
	ID      int64
	Amount  money.Cents
	Status  payment.Status
	At      time.Time // time of the last attempt
	Account Account
	Place   *Place // the place of the stay; nil: the payment is for a subscription
	Label   string // the label of the subscription
}

// Stay is a stay in progress that has passed a limit.
type Stay struct {
	ID        int64
	StartedAt time.Time
	LimitAt   time.Time
	Account   Account
	Place     Place
}

// Space is a space without a free place.
type Space struct {
	Place    Place
	Capacity int
	Occupied int
}

// Card is a card that pays for a running subscription and has expired or is about to.
type Card struct {
	Account Account
	PAN     string     // masked
	Expires string     // MM/YY
	NextAt  *time.Time // when the card will be charged next; nil: unknown
}

// SilentStation is a station in service whose controller is not heard.
type SilentStation struct {
	StationID   int64
	StationName string
	Since       time.Time
}

// Reader reads the sections of an operator's worklist.
type Reader interface {
	// FailedPayments are those with PERMANENT_ERROR or INVALID_PAYMENT, longest failed first.
	FailedPayments(ctx context.Context, operatorID int64) (Section[Payment], error)
	// OverrunStays are past their overrun limit and not past their removal limit, longest past first.
	OverrunStays(ctx context.Context, operatorID int64, now time.Time) (Section[Stay], error)
	// RemovedStays are past their removal limit, so their locker is blocked; longest past first.
	RemovedStays(ctx context.Context, operatorID int64, now time.Time) (Section[Stay], error)
	// SilentStations are the stations counted as silent, longest silent first.
	SilentStations(ctx context.Context, operatorID int64) (Section[SilentStation], error)
	// FullSpaces are spaces in service without a free place, largest first.
	FullSpaces(ctx context.Context, operatorID int64) (Section[Space], error)
	// ExpiringCards are no longer valid after the month that follows now, one for each person, first to
	// expire first.
	ExpiringCards(ctx context.Context, operatorID int64, now time.Time) (Section[Card], error)
}
