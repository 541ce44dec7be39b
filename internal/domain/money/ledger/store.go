package ledger

import (
	"context"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/transaction"
)

// Store is the storage that the service needs.
type Store interface {
	transaction.Runner
	ChainStore
	ReadStore
}

// ChainStore stores what the service adds to chains.
type ChainStore interface {
	// OperatorsWaiting lists the operators that have events to be chained.
	OperatorsWaiting(ctx context.Context) ([]int64, error)
	// Waiting lists the first events of an operator that are to be chained, by instant, then id. It leaves out those
	// before which a transaction under way may still write another.
	Waiting(ctx context.Context, operatorID int64, limit int) ([]Entry, error)
	// OldestWaiting returns the instant of the first event of an operator that is to be chained; false: there is none.
	OldestWaiting(ctx context.Context, operatorID int64) (time.Time, bool, error)
	// OpenFrom returns the first instant of the months of an operator that are not closed; the zero Time: none is closed.
	OpenFrom(ctx context.Context, operatorID int64) (time.Time, error)
	// TakeHead returns the head of an operator's chain, and keeps others from taking it until the transaction ends.
	TakeHead(ctx context.Context, operatorID int64) (Head, error)
	// SaveHead stores after, if the stored head is still before; else it returns false.
	SaveHead(ctx context.Context, before, after Head) (bool, error)
	// SaveEntries adds chained entries; the events among them no longer wait.
	SaveEntries(ctx context.Context, list []Entry) error
	// SaveSeal adds the seal of a day, unless it has one.
	SaveSeal(ctx context.Context, seal Seal) error
}

// ReadStore reads chains.
type ReadStore interface {
	// Snapshot runs reads that see one state of the database.
	Snapshot(ctx context.Context, act func(ctx context.Context) error) error
	// Operators lists the operators that have entries, a head or seals.
	BookedOperators(ctx context.Context) ([]int64, error)
	// HeadOf returns the head of an operator's chain, that of an empty chain if there is none.
	HeadOf(ctx context.Context, operatorID int64) (Head, error)
	// EntriesAfter lists entries of an operator by sequence.
	EntriesAfter(ctx context.Context, operatorID, sequence int64, limit int) ([]Entry, error)
	// FirstFrom returns the lowest sequence among the entries from an instant on; 0: there is none.
	FirstFrom(ctx context.Context, operatorID int64, from time.Time) (int64, error)
	// LastBefore returns the highest sequence among the entries before an instant; 0: there is none.
	LastBefore(ctx context.Context, operatorID int64, before time.Time) (int64, error)
	// AllWaiting lists the events of an operator that are to be chained.
	AllWaiting(ctx context.Context, operatorID int64) ([]Entry, error)
	// ClosedMonths lists what the database has of the months of an operator that were closed, by month.
	ClosedMonths(ctx context.Context, operatorID int64) ([]ClosedMonth, error)
	// SealSpans returns the digest of what is known of the availability of an operator in a month, as it was
	// at an instant.
	SealSpans(ctx context.Context, operatorID int64, month clock.Month, at time.Time) (string, error)
	// SealsOf lists the seals of an operator by day.
	SealsOf(ctx context.Context, operatorID int64) ([]Seal, error)
	// LastSeal returns the last seal of an operator; its Sequence is 0 if there is none.
	LastSeal(ctx context.Context, operatorID int64) (Seal, error)
}
