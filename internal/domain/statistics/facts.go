package statistics

import (
	"context"
	"time"

	"consigne/internal/domain/payment"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// Measure is what the store counts stays by, as they are written.
type Measure string

// The measures, with what a Count's Value and Total are.
const (
	Uses     Measure = "use"     // Value: a set of bits, payment.OverrunBit and payment.RemovedBit
	Hours    Measure = "hour"    // Value: hour of Paris at which it began
	Minutes  Measure = "minutes" // Value: how long a stay that ended was
	Stations Measure = "station" // Value: its id; Total: milliseconds that stays which ended took of the day
	Lockers  Measure = "locker"  // likewise
	Tariffs  Measure = "tariff"  // Value: its id; Total: cents collected, less refunds
	Visits   Measure = "visit"   // users and days; Value: the day of the user's visit before, 0 for none
)

// Grain is what a count is for: each day; each month where the period holds it
// whole, else each day; or the whole period.
type Grain int

// The grains.
const (
	ByDay Grain = iota
	ByMonth
	Whole
)

// Count is how many stays of a day, or from that day on, have a value in common.
type Count struct {
	From  clock.Day
	Value int64
	N     int64
	Total int64
}

// Bill is how many payments of a day, or from that day on, have a status, and what they
// come to, less refunds.
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
	Since       time.Time  // its creation, or its first stay if that was before
	Until       *time.Time // nil: it still is in place
}

// Store reads what the statistics are made of, without test uses; operator 0: all of them.
type Store interface {
	Counts(ctx context.Context, measure Measure, operatorID int64, period Period, grain Grain) ([]Count, error)
	Bills(ctx context.Context, operatorID int64, period Period, grain Grain) ([]Bill, error)
	OpenStays(ctx context.Context, operatorID int64) ([]OpenStay, error)
	PlacedLockers(ctx context.Context, operatorID int64) ([]Locker, error)
	// TariffLabels names every tariff of the operator, deleted ones too; those of all with
	// their operators.
	TariffLabels(ctx context.Context, operatorID int64) (map[int64]string, error)
}
