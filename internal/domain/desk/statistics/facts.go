package statistics

import (
	"context"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/money"
)

// Measure is the property by which the store counts stays, on the day of their start unless it says otherwise.
type Measure string

// The measures, with the meaning of Value and Total in their counts.
const (
	Stays    Measure = "use"     // Value: a set of bits, payment.OverrunBit and payment.RemovedBit
	Hours    Measure = "hour"    // Value: the hour of the week in Paris at which the stay began, 0 for Monday at 0:00
	Stations Measure = "station" // Value: station id; Total: milliseconds of the day that ended stays took
	Lockers  Measure = "locker"  // Value: locker id; Total: as for Stations
	Incomes  Measure = "income"  // counts payments on the day on which they were collected; Value: tariff id; Total: cents
	// counts refunds on the day on which they were done; Value: tariff id of the payment; Total: cents
	Refunds Measure = "refund"
)

// Count is the number of stays with the same value in a period. Period is an index in the periods asked for.
type Count struct {
	Period int
	Value  int64
	N      int64
	Total  int64
}

// Bill is the number of payments with the same status in a period, and their amount less refunds that are done. Period
// is an index in the periods asked for.
type Bill struct {
	Period int
	Status payment.Status
	N      int64
	Amount money.Cents
}

// Durations sums up the durations of the stays that began in a period and ended, in minutes. The median is the shortest
// duration that half of the stays do not exceed; 0 without stays.
type Durations struct{ N, Sum, Median int64 }

// Visitors holds the numbers of users with a stay that began in a period: those without an earlier stay, and the
// others.
type Visitors struct{ New, Returning int64 }

// OpenStay is a stay in progress.
type OpenStay struct {
	ID        int64
	LockerID  int64
	StartedAt time.Time
	Billed    bool // its payment is Running: it has a price, which grows; not one that was made free
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
	// Together runs reads that see the same instant, those of the store in this ctx included.
	Together(ctx context.Context, read func(ctx context.Context, sums Sums) error) error
	OpenStays(ctx context.Context, operatorID int64) ([]OpenStay, error)
	// ByID reads stays with the tariffs that they began with.
	StaysByID(ctx context.Context, stays []int64) ([]stay.Details, error)
	// PlacedLockers returns all lockers. Since may be later than the first stay if both are before from.
	PlacedLockers(ctx context.Context, operatorID int64, from time.Time) ([]Locker, error)
	// Outages returns when lockers and stations were out of service within a time, in any order.
	Outages(ctx context.Context, operatorID int64, from, to time.Time) ([]Outage, error)
	// TariffLabels returns the labels of all tariffs of the operator, deleted ones included. For
	// operator 0 the labels contain the operators' names.
	TariffLabels(ctx context.Context, operatorID int64) (map[int64]string, error)
}

// Sums adds up what was counted, at one instant. Periods may overlap.
type Sums interface {
	Counts(ctx context.Context, measure Measure, operatorID int64, periods []Period) ([]Count, error)
	Bills(ctx context.Context, operatorID int64, periods []Period) ([]Bill, error)
	// Durations returns those of each period, as Visitors does.
	Durations(ctx context.Context, operatorID int64, periods []Period) ([]Durations, error)
	Visitors(ctx context.Context, operatorID int64, periods []Period) ([]Visitors, error)
}
