// Package proof verifies the money of each operator as the database has it: the chain of its ledger, and all that
// follows from it – totals, closed months, documents with their counters, payments with their attempts
// (docs/ledger.md#verifying).
package proof

import (
	"context"
	"io"

	"consigne/internal/domain/money/backfill"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/statement"
	"consigne/internal/kernel/clock"
)

// Store is the storage that the service needs.
type Store interface {
	TotalStore
	DocumentStore
	PaymentStore
	// Snapshot runs reads that see one state of the database.
	Snapshot(ctx context.Context, act func(ctx context.Context) error) error
	// AllOperators lists the ids of all operators, archived ones too, and those by which money is stored.
	AllOperators(ctx context.Context) ([]int64, error)
}

// TotalStore reads what is added up, and closed months.
type TotalStore interface {
	TotalsOf(ctx context.Context, operatorID int64) (totals statement.Totals, upTo int64, err error)
	// MarksOf lists the entries that are stored as marked.
	MarksOf(ctx context.Context, operatorID int64) ([]Marked, error)
	// BeginningOf returns where the ledger of an operator begins that had money before it; nil: it had none.
	BeginningOf(ctx context.Context, operatorID int64) (*statement.Beginning, error)
	Closings(ctx context.Context, operatorID int64) ([]statement.Closing, error)
	ClosingOf(ctx context.Context, operatorID int64, month clock.Month) (statement.Closing, error)
}

// DocumentStore reads documents as they are stored.
type DocumentStore interface {
	// FrozenAfter lists documents of an operator and kind by year and rank, from those after one.
	FrozenAfter(
		ctx context.Context, operatorID int64, kind document.Kind, year int, rank int64, limit int,
	) ([]Frozen, error)
	Counter(ctx context.Context, operatorID int64, kind document.Kind) (document.Counter, error)
}

// PaymentStore reads payments with what the ledger has of them.
type PaymentStore interface {
	// StoredAfter lists payments by id, from the one after an id, as they are stored.
	StoredAfter(ctx context.Context, id int64, limit int) ([]Stored, error)
	// FormerPayments returns those of the payments that another system billed.
	FormerPayments(ctx context.Context, payments []int64) (map[int64]bool, error)
	// AllOfTests returns every payment of tests.
	AllOfTests(ctx context.Context) (map[int64]bool, error)
	// OddGroups lists the charges of several payments that are not the sum of their parts, or whose parts have not come
	// to one end; by one of their payments.
	OddGroups(ctx context.Context) ([]Odd, error)
	// OddTerms lists the subscriptions, but for those of former systems, whose last term has no payment, or one of
	// another price, or that have payments of later terms; and those that payments are of and that do not exist.
	OddTerms(ctx context.Context) ([]Odd, error)
	// OddTests lists the payments that are not in totals yet and are of tests, though their stay or subscription is not,
	// or the reverse. Totals tell of the others.
	OddTests(ctx context.Context) ([]Odd, error)
	Mark(ctx context.Context, operatorID int64) (backfill.Mark, bool, error)
}

// Stored is a payment as it is stored, without its waiver.
type Stored struct {
	payment.Past
	Entries []ledger.Entry // of the ledger, chained or waiting
	Written *int           // how many were ever written; nil: they were not counted yet
}

// Odd is a payment or subscription that is not as others tell.
type Odd struct{ OperatorID, ID int64 }

// Marked is an entry that is stored as marked.
type Marked struct {
	Mark     statement.Mark
	Kind     ledger.Kind
	At       int64 // milliseconds
	Sequence int64
}

// Frozen is a document as it is stored. Instants are in milliseconds.
type Frozen struct {
	document.Document        // without its record
	Number            string // as in the column
	IssuedAt          int64
	SettledAt         int64
	Total, VAT        int64
	JSON              []byte // the record
}

// Service verifies.
type Service struct {
	store  Store
	ledger *ledger.Service
}

// NewService returns a Service on the store.
func NewService(store Store, books *ledger.Service) *Service {
	return &Service{store: store, ledger: books}
}

// Verify checks the money of each operator, with seals that were published before and kept elsewhere. Operators
// without money are left out.
func (s *Service) Verify(ctx context.Context, published []ledger.Seal) (some []ledger.Verified, err error) {
	err = s.store.Snapshot(ctx, func(ctx context.Context) error {
		some = []ledger.Verified{}
		operators, err := s.store.AllOperators(ctx)
		if err != nil {
			return err
		}
		tests, err := s.store.AllOfTests(ctx)
		if err != nil {
			return err
		}
		followers := map[int64]*follower{}
		found, err := s.ledger.Verify(ctx, published, operators, func(operatorID int64) ledger.Follower {
			followers[operatorID] = &follower{store: s.store, operatorID: operatorID, tests: tests}
			return followers[operatorID]
		})
		if err != nil {
			return err
		}
		payments, err := s.payments(ctx, followers)
		if err != nil {
			return err
		}
		for _, one := range found {
			if one.Broken == nil {
				one.Broken = payments[one.OperatorID]
			}
			delete(payments, one.OperatorID)
			if one.Entries > 0 || one.Seals > 0 || one.Broken != nil {
				some = append(some, one)
			}
		}
		for operatorID, broken := range payments { // of no operator that exists
			some = append(some, ledger.Verified{OperatorID: operatorID, Broken: broken})
		}
		return nil
	})
	return some, err
}

// VerifyArchive checks an archive of a ledger, with seals that were kept elsewhere or nil: all that its entries alone
// tell ([ledger.VerifyArchive]).
func VerifyArchive(from io.ReaderAt, size int64, published *ledger.Published) (ledger.Archive, error) {
	return ledger.VerifyArchive(from, size, published,
		func(operatorID, after int64) ledger.Checker { return newCourse(operatorID, after) })
}
