package beginning

import (
	"context"
	"errors"
	"fmt"
	"time"

	"consigne/internal/domain/money/backfill"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/statement"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/transaction"
)

// Store is the storage that the service needs.
type Store interface {
	transaction.Runner
	ledger.Recorder
	BeginningStore
	BookStore
}

// BeginningStore stores where ledgers begin.
type BeginningStore interface {
	// OperatorsToBegin lists the operators whose ledger was not begun and that may have had money before it: their past
	// is numbered, they have payments and no entry, or payments that became due before the first one.
	OperatorsToBegin(ctx context.Context) ([]int64, error)
	// BeginLedger stores where the ledger of an operator begins, and has movements of before compared again; false: it was
	// begun already.
	BeginLedger(ctx context.Context, operatorID int64, beginning statement.Beginning, at time.Time) (bool, error)
	// OwedUnentered lists the payments that are owed to an operator and of which the ledger has no bill.
	OwedUnentered(ctx context.Context, operatorID int64) ([]payment.Payment, error)
}

// BookStore reads what is known of a ledger.
type BookStore interface {
	FirstEvent(ctx context.Context, operatorID int64) (time.Time, bool, error)
	Mark(ctx context.Context, operatorID int64) (backfill.Mark, bool, error)
	Closings(ctx context.Context, operatorID int64) ([]statement.Closing, error)
	VATRate(ctx context.Context, operatorID int64) (money.Rate, error)
}

// Service begins ledgers.
type Service struct {
	store Store
	clock clock.Clock
}

// NewService returns a Service on the store.
func NewService(store Store, clock clock.Clock) *Service { return &Service{store, clock} }

// BeginAll begins the ledgers of the operators that had money before. The failure of one operator's keeps no other's.
func (s *Service) BeginAll(ctx context.Context) error {
	operators, err := s.store.OperatorsToBegin(ctx)
	errs := []error{err}
	for _, operatorID := range operators {
		if err := s.Begin(ctx, operatorID); err != nil {
			errs = append(errs, fmt.Errorf("begin the ledger of operator %d: %w", operatorID, err))
		}
	}
	return errors.Join(errs...)
}

// Begin begins the ledger of an operator once, and brings forward what its customers owe: in its first month if it has
// no entry yet, else in the one that is open. While its past is being numbered, it waits. fault.NotFound: there is no
// such operator.
func (s *Service) Begin(ctx context.Context, operatorID int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		mark, begun, err := s.store.Mark(ctx, operatorID)
		if err != nil || begun && !mark.Over() {
			return err
		}
		var b Books
		if begun {
			b.OwnFrom = &mark.OwnFrom
		}
		if first, has, err := s.store.FirstEvent(ctx, operatorID); err != nil {
			return err
		} else if has {
			b.Event = &first
		}
		closings, err := s.store.Closings(ctx, operatorID)
		if err != nil {
			return err
		}
		if len(closings) > 0 { // the newest first
			b.Closed = &closings[len(closings)-1].Month
		}
		now := s.clock.Now()
		return s.begin(ctx, operatorID, Of(b, now), now, func(payment.Payment) bool { return true })
	})
}

// BeginWith begins the ledger of an operator with a month of which all events are about to be entered, and brings
// forward what was owed at its beginning.
func (s *Service) BeginWith(ctx context.Context, operatorID int64, month clock.Month) error {
	begins := month.Begins()
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		return s.begin(ctx, operatorID, statement.Beginning{Month: month, OwnFrom: begins}, begins,
			func(p payment.Payment) bool { return p.BilledAt().Before(begins) })
	})
}

func (s *Service) begin(
	ctx context.Context, operatorID int64, o statement.Beginning, at time.Time, owed func(payment.Payment) bool,
) error {
	rate, err := s.store.VATRate(ctx, operatorID)
	if err != nil {
		return err
	}
	first, err := s.store.BeginLedger(ctx, operatorID, o, at)
	if err != nil || !first {
		return err
	}
	if err := s.store.AppendEntry(ctx, entry(operatorID, o, at)); err != nil {
		return err
	}
	debts, err := s.store.OwedUnentered(ctx, operatorID)
	for _, p := range debts {
		if err == nil && owed(p) {
			err = s.store.AppendEntry(ctx, p.BroughtForward(rate, at))
		}
	}
	return err
}
