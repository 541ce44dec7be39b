// Package repricing prices past stays of a tariff again, with corrected terms, and refunds in batches what was paid too
// much (docs/rules.md#replay).
//
// A replay writes nothing but its own result. What a batch refunds goes through the ordinary refund of package payment.
package repricing

import (
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// State is the state of a replay, as on the wire.
type State string

// The states of a replay. Only Running changes.
const (
	Running State = "en_cours" // or about to be taken up by a node
	Done    State = "termine"
	Stopped State = "arrete" // by staff
	Failed  State = "echec"
)

// Replay prices the stays of a tariff that began in a span of days again. A stay that is open, was made free, or ended
// after AskedAt is left out.
type Replay struct {
	ID         int64
	OperatorID int64
	TariffID   int64
	TariffName string        // the admin label of its present version
	Comparison bool          // asked for before a tariff is saved; nothing is refunded from it
	From, To   clock.Day     // of the starts, in Paris, both included
	Terms      pricing.Terms // the corrected ones
	State      State
	AskedAt    time.Time
	AskedBy    int64      // 0: a key
	AskedByKey int64      // 0: an account
	AskerName  string     // of a key: « clé LABEL »
	EndedAt    *time.Time // done, stopped or failed
	BatchID    int64      // the batch that refunds it; 0: none
	Progress
}

// Progress is how far a replay has come, with its result up to there.
type Progress struct {
	Cursor  Cursor
	DueAt   time.Time // when a node may go on
	Totals  Totals
	Largest []Line // the widest gaps, the widest first
}

// Cursor is the last stay that was priced again, in the order of ends.
type Cursor struct {
	EndedAt time.Time
	StayID  int64
}

// Span returns the instants between which stays begin: from included, before excluded.
func (r Replay) Span() (from, before time.Time) { return r.From.Begins(), (r.To + 1).Begins() }

// Percent returns how much of the time to read has been read, in percent; 100 only when the replay is done.
func (r Replay) Percent() int {
	from, _ := r.Span()
	since := func(at time.Time) float64 { return float64(at.UnixMilli() - from.UnixMilli()) } // durations end at 292 years
	whole := since(r.AskedAt)
	switch {
	case r.State == Done:
		return 100
	case whole <= 0 || r.Cursor.EndedAt.Before(from):
		return 0
	}
	return min(99, int(100*since(r.Cursor.EndedAt)/whole))
}

// Figure is a number of stays with the sum of an amount over them.
type Figure struct {
	Count int64
	Sum   money.Cents
}

func (f *Figure) add(amount money.Cents) { f.Count, f.Sum = f.Count+1, f.Sum+amount }

// Totals is the result of a replay. The sums of gaps are positive; New.Sum − Old.Sum = Less.Sum − More.Sum.
type Totals struct {
	Old        Figure // the stays that were priced again, and what they cost
	New        Figure // the same stays, and what they would have cost
	More       Figure // those that cost too much, and by how much
	Less       Figure // those that cost too little, and by how much
	Same       Figure // those whose price is right, and what they cost
	Other      Figure // those of a version of another nature, which no other values put right, and what they cost
	Refundable Figure // what a batch would refund
}
