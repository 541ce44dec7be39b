package repricing

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/transaction"
)

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	ReplayStore
	BatchStore
	LineStore
	StayStore
	TariffStore
	PaymentStore
	MailStore
}

// Scope selects the stays of a tariff that began in a span and ended by an instant, without those made free.
type Scope struct {
	TariffID     int64
	From, Before time.Time // of the starts: From included, Before excluded
	EndedBy      time.Time
}

// StayStore reads stays that ended.
type StayStore interface {
	// StaysAfter reads some stays of the tariff after a cursor, in the order of ends, and returns those of the scope.
	StaysAfter(ctx context.Context, scope Scope, after Cursor, most int) (Chunk, error)
}

// Chunk is a part of the stays of a tariff.
type Chunk struct {
	Stays []Stay // those of the scope, perhaps none
	End   Cursor // of what was read
	Last  bool   // there is no more to read
}

// ReplayStore stores replays.
type ReplayStore interface {
	CreateReplay(ctx context.Context, r Replay) (int64, error)
	ReplayByID(ctx context.Context, id int64) (Replay, error)
	// ReplaysOf returns the last replays of a tariff, newest first, without comparisons.
	ReplaysOf(ctx context.Context, tariffID int64, most int) ([]Replay, error)
	// SaveProgress stores how far a replay has come, and its state. It returns false when the replay no longer runs, or no
	// longer stands where it stood before.
	SaveProgress(ctx context.Context, before Cursor, r Replay) (bool, error)
	// EndReplay ends a replay that runs; false: it does not.
	EndReplay(ctx context.Context, id int64, state State, at time.Time) (bool, error)
}

// BatchStore stores batches of refunds.
type BatchStore interface {
	// CreateBatch stores a batch; false: another of the replay is not rejected, or another of the tariff is not finished.
	CreateBatch(ctx context.Context, b Batch) (int64, bool, error)
	BatchByID(ctx context.Context, id int64) (Batch, error)
	// SavePrepared stores how far a batch has been prepared, and its state. It returns false when it is prepared, or no
	// longer stands where it stood before.
	SavePrepared(ctx context.Context, before Cursor, b Batch) (bool, error)
	// ChangeBatch changes the state of a batch; false: it is not in the state was. at: the end of the batch; nil: it goes
	// on.
	ChangeBatch(ctx context.Context, id int64, was, becomes BatchState, at *time.Time) (bool, error)
	// WorkedOff lists the batches under way of which nothing is left to ask or to wait for.
	WorkedOff(ctx context.Context) ([]Batch, error)
}

// LineStore stores the lines of batches.
type LineStore interface {
	// CreateLines adds lines to a batch.
	CreateLines(ctx context.Context, lines []BatchLine) error
	// DropLines deletes some lines of a batch that was not begun, and returns how many.
	DropLines(ctx context.Context, batchID int64, most int) (int, error)
	LineByID(ctx context.Context, id int64) (BatchLine, error)
	// LineOfRefund finds the line of a refund of a payment.
	LineOfRefund(ctx context.Context, paymentID int64, attempt string) (BatchLine, error)
	// RefundedLine finds the line whose refund of a payment is done.
	RefundedLine(ctx context.Context, paymentID int64) (BatchLine, error)
	// LinesBefore counts the lines of a payment that are older than a line.
	LinesBefore(ctx context.Context, paymentID, lineID int64) (int, error)
	// ChangeLine stores the state of a line, with its amount, attempt, reason and instant; false: it is not in the state
	// was.
	ChangeLine(ctx context.Context, was LineState, line BatchLine) (bool, error)
	// LinesAfter returns the first lines of a batch after a line, in a state ("": in any).
	LinesAfter(ctx context.Context, batchID int64, state LineState, after int64, most int) ([]BatchLine, error)
	// LineFigures returns the number and the sum of the lines of a batch, by state.
	LineFigures(ctx context.Context, batchID int64) (map[LineState]Figure, error)
}

// TariffStore reads tariffs.
type TariffStore interface {
	// TariffOutline finds a tariff that is not archived.
	TariffOutline(ctx context.Context, id int64) (tariff.Tariff, error)
}

// PaymentStore reads payments.
type PaymentStore interface {
	PaymentByID(ctx context.Context, id int64) (payment.Payment, error)
	PaymentDetails(ctx context.Context, id int64) (payment.Details, error)
}

// MailStore queues mails.
type MailStore interface {
	// QueueMailOf queues a mail to an account about a payment.
	QueueMailOf(ctx context.Context, kind outbox.Kind, accountID, paymentID int64, at time.Time) error
}

// Payments refunds. payment.Service implements it.
type Payments interface {
	// RefundAs asks for a refund under a uuid, in the caller's transaction.
	RefundAs(ctx context.Context, actor access.Actor, id int64, as string, amount money.Cents, comment string) error
	// AskRefund asks the provider for it. payment.ErrNoAnswer: it is asked again by itself.
	AskRefund(ctx context.Context, as string) error
}
