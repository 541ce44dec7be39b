package reconciliation

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/paging"
	"consigne/internal/kernel/transaction"
)

// Store is the storage that Service needs.
type Store interface {
	transaction.Runner
	audit.Recorder
	ReadingStore
	MatchStore
	BookStore
	DifferenceStore
}

// Reading is how far the provider's statements were read.
type Reading struct {
	Since     time.Time  // what moved here before is not compared; zero: nothing was read yet
	ReadAt    *time.Time // when the last complete reading began
	CheckedAt *time.Time // until when the outcomes recorded here were compared
}

// next returns from when on the statements are to be read.
func (r Reading) next(now time.Time) time.Time {
	switch {
	case r.ReadAt != nil && r.ReadAt.After(r.Since):
		return *r.ReadAt
	case r.Since.IsZero():
		return (clock.MonthOf(now) - 1).Begins() // so that one whole month can be compared
	}
	return r.Since
}

// ReadingStore stores what the provider tells.
type ReadingStore interface {
	// Reading returns how far the statements were read; the zero Reading: they were not.
	Reading(ctx context.Context) (Reading, error)
	// TakeTurn reserves the reading for the caller until an instant. It returns false when another has reserved it, or it
	// is not due yet.
	TakeTurn(ctx context.Context, now, until time.Time) (bool, error)
	// EndTurn stores how far the statements were read, and when they are due to be read next.
	EndTurn(ctx context.Context, reading Reading, due time.Time) error
	// DelayTurn lets nobody try again before an instant. The reading stays due since when it was.
	DelayTurn(ctx context.Context, until time.Time) error
	// SaveMovements adds the movements that are not stored. One that is stored never changes.
	SaveMovements(ctx context.Context, list []Movement) error
	// SavePayouts adds payouts or changes their status.
	SavePayouts(ctx context.Context, list []Payout) error
	// UnreadPayouts lists the ids of the payouts whose movements are not known.
	UnreadPayouts(ctx context.Context) ([]string, error)
	// LinkMovements says of which payout movements are a part.
	LinkMovements(ctx context.Context, payoutID string, movements []string) error
	// MarkPayoutRead says that all movements of a payout are known.
	MarkPayoutRead(ctx context.Context, payoutID string) error
}

// MatchStore stores what the comparison found.
type MatchStore interface {
	// NewKeys lists keys of movements that were not compared yet.
	NewKeys(ctx context.Context, limit int) ([]string, error)
	// DueKeys lists keys, after one, of what has waited for the other side since before an instant.
	DueKeys(ctx context.Context, before time.Time, after string, limit int) ([]string, error)
	// SettledAfter lists the keys of attempts and refunds that moved money, by the instant of their outcome: those after a
	// key and before an instant. next is the key after which the list goes on.
	SettledAfter(ctx context.Context, after paging.Key, before time.Time, limit int) (uuids []string, next paging.Key,
		err error)
	// FirstPresented returns when the oldest of the attempts and refunds was made whose outcome moved money at an instant
	// or later; nil: there is none.
	FirstPresented(ctx context.Context, from time.Time) (*time.Time, error)
	// MovementsOf returns the movements with the keys.
	MovementsOf(ctx context.Context, keys []string) ([]Movement, error)
	// EventsOf returns the attempts and refunds with the uuids.
	EventsOf(ctx context.Context, uuids []string) ([]Event, error)
	// LedgerBegins returns from when on the ledger of an operator is compared; false: it has no entry.
	LedgerBegins(ctx context.Context, operatorID int64) (time.Time, bool, error)
	// SaveFindings replaces what is stored of the keys of the findings. A difference that is the same keeps its id and its
	// explanation; one with another state or amount is a new difference.
	SaveFindings(ctx context.Context, list []Finding, now time.Time) error
	// SettleKeys says of keys that there is nothing to compare, so that they are new no longer.
	SettleKeys(ctx context.Context, keys []string) error
}

// Figure is the number and the sums of what is in one state.
type Figure struct {
	State     State
	Number    int
	Here      money.Cents
	There     money.Cents
	Explained int // of Number
}

// Share is the part of a payout that belongs to one operator.
type Share struct {
	Payout
	Number  int
	Gross   money.Cents // collected
	Refunds money.Cents // given back or taken back: below zero
	Fees    money.Cents
	Net     money.Cents
}

// Difference is what a person has to explain.
type Difference struct {
	Finding
	ID          int64
	FoundAt     time.Time
	Dispute     *payment.Dispute // of the payment, if the difference is one
	Explanation *Explanation     // nil: nobody has
}

// Explanation is what a person says of a difference.
type Explanation struct {
	Comment string
	ActorID int64  // 0: a key
	KeyID   int64  // 0: an account
	Actor   string // name; of a key: « clé LABEL »
	At      time.Time
}

// Filter selects differences. OperatorID 0: those of which nothing tells whose they are.
type Filter struct {
	OperatorID int64
	Month      string
	State      State // empty: every difference; Waiting lists what waits
	Open       bool  // those that nobody has explained
}

// DifferenceStore reads what was found, and stores explanations.
type DifferenceStore interface {
	// Figures returns the figures of an operator's month, without the states that nothing is in.
	Figures(ctx context.Context, operatorID int64, month string) ([]Figure, error)
	// Shares returns the operator's part of each payout that arrives between two instants, latest first.
	Shares(ctx context.Context, operatorID int64, from, before time.Time) ([]Share, error)
	// NotPaidOut returns the operator's part of what is in no payout yet.
	NotPaidOut(ctx context.Context, operatorID int64) (Share, error)
	// Differences returns a page of differences, latest first.
	Differences(ctx context.Context, filter Filter, window paging.Window) (paging.Page[Difference], error)
	// DifferenceByID finds a difference of an operator (0: of nobody).
	DifferenceByID(ctx context.Context, operatorID, id int64) (Difference, error)
	// Explain stores an explanation. It returns false when the difference has one or is gone.
	Explain(ctx context.Context, operatorID, id int64, explanation Explanation) (bool, error)
}
