package repricing

import (
	"time"

	"consigne/internal/kernel/money"
)

// BatchState is the state of a batch, as on the wire.
type BatchState string

// The states of a batch.
const (
	Preparing BatchState = "preparation" // its lines are being written; nothing is refunded yet
	Working   BatchState = "en_cours"
	Paused    BatchState = "en_pause"
	Finished  BatchState = "termine"
	Rejected  BatchState = "refuse" // its number or sum is no longer what was agreed to; nothing was refunded
)

// Batch refunds what a replay found to be paid too much.
type Batch struct {
	ID         int64
	OperatorID int64
	TariffID   int64
	TariffName string
	ReplayID   int64
	State      BatchState
	Agreed     Figure // what its author agreed to: the number of refunds and their sum
	Comment    string
	Explained  bool // each person whose refund is done gets a mail with both explanations of the price
	AskedAt    time.Time
	AskedBy    int64  // 0: a key
	AskedByKey int64  // 0: an account
	AskerName  string // of a key: « clé LABEL »
	EndedAt    *time.Time
	Preparation
}

// Preparation is how far the lines of a batch have been written.
type Preparation struct {
	Cursor Cursor
	DueAt  time.Time // when a node may go on
	Found  Figure    // the lines up to there
}

// LineState is the state of a line of a batch, as on the wire.
type LineState string

// The states of a line. A stay stands in one line that is ToDo, Asked or Refunded, of all batches.
const (
	ToDo     LineState = "a_faire"
	Asked    LineState = "en_cours" // the provider's answer is not known yet
	Refunded LineState = "rembourse"
	Refused  LineState = "refuse" // by the rules of refunds or by the provider
	Ignored  LineState = "ignore" // nothing is left to refund, or the batch was rejected
)

// LineStates lists the states of lines in the order in which they are shown.
var LineStates = []LineState{ToDo, Asked, Refunded, Refused, Ignored}

// BatchLine is one stay of a batch.
type BatchLine struct {
	ID          int64
	BatchID     int64
	StayID      int64
	PaymentID   int64
	StationName string
	LockerName  string
	StartedAt   time.Time
	EndedAt     time.Time
	Old, New    money.Cents
	Amount      money.Cents // to refund; once asked for, what was asked for
	State       LineState
	Reason      string     // why it was refused or ignored
	Attempt     string     // uuid of the refund; empty: not asked for
	At          *time.Time // of its last state; nil: to do
}
