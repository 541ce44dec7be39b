package statistics

import (
	"context"
	"time"

	"consigne/internal/domain/payment"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// Measure is the property by which the store counts stays, on the day of their start unless it says otherwise.
type Measure string

// The measures, with the meaning of Value and Total in their counts.
const (
	Stays    Measure = "use"     // Value: a set of bits, payment.OverrunBit and payment.RemovedBit
	Hours    Measure = "hour"    // Value: the hour in Paris at which the stay began
	Minutes  Measure = "minutes" // Value: the duration of a stay that ended
	Stations Measure = "station" // Value: station id; Total: milliseconds of the day that ended stays took
	Lockers  Measure = "locker"  // Value: locker id; Total: as for Stations
	Incomes  Measure = "income"  // counts payments on the day on which they were collected; Value: tariff id; Total: cents
	Refunds  Measure = "refund"  // counts refunds on the day on which they were done; Value: tariff id of the payment; Total: cents
	Visits   Measure = "visit"   // counts users per day; Value: the day of the user's previous visit, 0 for none
)

// Grain is the period that one count covers: a day; a month where the period contains it whole, else a
// day; or the whole period.
type Grain int

// The grains.
const (
	ByDay Grain = iota
	ByMonth
	Whole
)

// Count is the number of stays with the same value, over a day or a longer grain that begins at From.
type Count struct {
	From  clock.Day
	Value int64
	N     int64
	Total int64
}

// Bill is the number of payments with the same status, over a day or a longer grain that begins at
// From, and their amount less refunds that are done.
type Bill struct {
	From   clock.Day
	Status payment.Status
	N      int64
	Amount money.Cents
}

// OpenStay is a stay in progress.
type OpenStay struct {
	LockerID  int64
	StartedAt time.Time
}

// Locker is a locker or space that is, or was, in place.
type Locker struct {
	ID          int64
	Name        string
	StationID   int64
	StationName string
	Operator    string
	Capacity    int
	Active      bool
	Since       time.Time  // when it was created, or its first stay began if that was earlier
	Until       *time.Time // when it was deleted; nil: still in place
}

// Store reads the data of the statistics, without test stays. Operator 0 means all operators.
type Store interface {
	Counts(ctx context.Context, measure Measure, operatorID int64, period Period, grain Grain) ([]Count, error)
	Bills(ctx context.Context, operatorID int64, period Period, grain Grain) ([]Bill, error)
	OpenStays(ctx context.Context, operatorID int64) ([]OpenStay, error)
	PlacedLockers(ctx context.Context, operatorID int64) ([]Locker, error)
	// TariffLabels returns the labels of all tariffs of the operator, deleted ones included. For
	// operator 0 the labels contain the operators' names.
	TariffLabels(ctx context.Context, operatorID int64) (map[int64]string, error)
}
