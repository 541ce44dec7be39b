package statement

import (
	"context"
	"io"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/paging"
	"consigne/internal/kernel/transaction"
)

// Store is the storage that the service needs.
type Store interface {
	transaction.Runner
	audit.Recorder
	LedgerStore
	EntryStore
	YearStore
	TotalStore
	ClosingStore
	RefusalStore
	AccountStore
	SellerStore
	PayoutStore
	LeftStore
	SpanStore
}

// SpanStore seals what is known of the availability of lockers.
type SpanStore interface {
	// SettleListening decides whether what is not known to have been heard before an instant was.
	SettleListening(ctx context.Context, before time.Time) error
	// SealSpans returns the digest of what is known of the availability of an operator in a month, as it was at an
	// instant.
	SealSpans(ctx context.Context, operatorID int64, month clock.Month, at time.Time) (string, error)
}

// LedgerStore reads the ledger and adds to it.
type LedgerStore interface {
	ledger.Recorder
	// BeginningOf returns where the ledger of an operator begins that had money before it; nil: it had none.
	BeginningOf(ctx context.Context, operatorID int64) (*Beginning, error)
	// Snapshot runs reads that see one state of the database.
	Snapshot(ctx context.Context, act func(ctx context.Context) error) error
	// HeadOf returns the head of an operator's chain, that of an empty chain if there is none.
	HeadOf(ctx context.Context, operatorID int64) (ledger.Head, error)
	// TakeHead returns the head of an operator's chain, and keeps others from taking it until the transaction ends.
	TakeHead(ctx context.Context, operatorID int64) (ledger.Head, error)
	// EntriesAfter lists entries of an operator by sequence.
	EntriesAfter(ctx context.Context, operatorID, sequence int64, limit int) ([]ledger.Entry, error)
}

// EntryStore reads what statements tell of entries.
type EntryStore interface {
	// AllWaiting lists the events of an operator that are to be chained.
	AllWaiting(ctx context.Context, operatorID int64) ([]ledger.Entry, error)
	// FirstsOf returns the first chained entries of payments, by their ids; of those that have any.
	FirstsOf(ctx context.Context, payments []int64) (map[int64]Firsts, error)
	// TestPayments returns those of the payments that are of tests.
	TestPayments(ctx context.Context, payments []int64) (map[int64]bool, error)
	// PaymentUUIDs returns the uuids of payments by their ids.
	PaymentUUIDs(ctx context.Context, payments []int64) (map[int64]string, error)
	// ChainedLines lists at most limit entries of a span that a selection picks, up to a sequence, newest first, then
	// highest sequence: those before a key or, oldest first, those after it; nil: the newest.
	ChainedLines(ctx context.Context, operatorID, upTo int64, picks Selection, span Span, from *paging.Key,
		oldestFirst bool, limit int) ([]ledger.Entry, error)
}

// Beginning is where the ledger of an operator begins that had money before it.
type Beginning struct {
	Month   clock.Month // of the first statement
	OwnFrom time.Time   // the ledger tells of every event from this instant on
}

// TotalStore stores what the entries of each operator add up to.
type TotalStore interface {
	// OperatorsToAdd lists the operators that have entries which their totals do not contain.
	OperatorsToAdd(ctx context.Context) ([]int64, error)
	// TotalsOf returns the totals of an operator, and the sequence of the last entry that they contain.
	TotalsOf(ctx context.Context, operatorID int64) (totals Totals, upTo int64, err error)
	// TakeTotals does the same, and keeps others from taking them until the transaction ends.
	TakeTotals(ctx context.Context, operatorID int64) (totals Totals, upTo int64, err error)
	// ForgetTotals removes the totals of an operator and its marks, so that all entries are added again.
	ForgetTotals(ctx context.Context, operatorID int64) error
	// SaveTotals stores changed totals, which contain the entries up to a sequence, and the marked among the new ones.
	SaveTotals(ctx context.Context, operatorID, upTo int64, changed Totals, marked []Event) error
}

// Closing is a month that was closed.
type Closing struct {
	Month    clock.Month
	At       time.Time
	ActorID  int64       // 0: a key
	KeyID    int64       // 0: an account
	Balance  money.Cents // due at its end
	Sequence int64       // of the last entry that it contains
	Record   []byte      // the statement in JSON
}

// ClosingStore stores the months that were closed.
type ClosingStore interface {
	// Closings lists those of an operator, newest first, without their records.
	Closings(ctx context.Context, operatorID int64) ([]Closing, error)
	// ClosingOf returns one. fault.NotFound: the month is not closed.
	ClosingOf(ctx context.Context, operatorID int64, month clock.Month) (Closing, error)
	// CreateClosing adds one; false: the month is closed already.
	CreateClosing(ctx context.Context, operatorID int64, closing Closing) (bool, error)
}

// Refusal is that a month was not closed, because what would have been sealed does not follow from the ledger.
type Refusal struct {
	Month  clock.Month
	At     time.Time // the first time
	Reason string    // a part of a French sentence
}

// RefusalStore stores the month of each operator whose closing was refused.
type RefusalStore interface {
	// SaveRefusal stores one. That of the same month keeps its instant.
	SaveRefusal(ctx context.Context, operatorID int64, refusal Refusal) error
	// DropRefusal removes that of an operator, if there is one.
	DropRefusal(ctx context.Context, operatorID int64) error
}

// Chain reads the ledger and verifies what it reads.
type Chain interface {
	// HeadBefore returns where the chain of an operator stood before the first entry from an instant on.
	HeadBefore(ctx context.Context, operatorID int64, from time.Time) (ledger.Head, error)
	// Follow passes the entries after a head, in order, and returns the head after them. *ledger.Broken: one is not valid.
	Follow(ctx context.Context, after ledger.Head, page func([]ledger.Entry) error) (ledger.Head, error)
}

// AccountStore stores the accounts of the FEC.
type AccountStore interface {
	// AccountsOf returns those that an operator has set; false: it has set none.
	AccountsOf(ctx context.Context, operatorID int64) (Accounts, bool, error)
	SaveAccounts(ctx context.Context, operatorID int64, accounts Accounts) error
}

// SellerStore reads what statements say of operators.
type SellerStore interface {
	// OperatorEver finds an operator, in service or archived.
	OperatorEver(ctx context.Context, id int64) (operator.Operator, error)
	// DocumentsOfBefore counts the documents numbered in a span whose money moved before the ledger began, by kind.
	DocumentsOfBefore(ctx context.Context, operatorID int64, span Span) (map[document.Kind]int64, error)
}

// PayoutStore reads what the provider transferred.
type PayoutStore interface {
	// PayoutsOf lists the payouts that arrived in a span, oldest first, each with the operator's share.
	PayoutsOf(ctx context.Context, operatorID int64, span Span) ([]Payout, error)
}

// LeftStore reads what is left to do about a month.
type LeftStore interface {
	// Unexplained counts the differences of a month that nobody has explained, with how far apart both sides are.
	Unexplained(ctx context.Context, operatorID int64, month clock.Month) (int64, money.Cents, error)
	// UnderWay counts the payments of what began before an instant whose attempt is with the provider, with their sum.
	UnderWay(ctx context.Context, operatorID int64, before time.Time) (int64, money.Cents, error)
}

// Printer writes the PDF of a statement. The same report gives the same bytes.
type Printer func(w io.Writer, r Report) error
