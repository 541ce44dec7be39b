// Package idempotency defines the idempotency records: the stored answers of calls that carry an
// Idempotency-Key, so that a repeated call changes nothing (docs/rules.md#idempotency).
package idempotency

import (
	"cmp"
	"context"
	"errors"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/transaction"
)

// Life is how long a stored answer is returned to repeated calls.
const Life = 24 * time.Hour

// Call identifies a call. Calls with the same caller and key are one call, whose request must be the same.
type Call struct {
	Caller      string // a hash of the caller's credentials
	Key         string // chosen by the caller
	RequestHash string
}

// Record is the stored answer of a call.
type Record struct {
	RequestHash string
	Status      int
	Body        string
	AccountID   int64 // the person named in Body; 0: nobody
}

// Store is the storage that the service needs.
type Store interface {
	transaction.Runner
	AnswerStore
}

// AnswerStore stores answers until they are too old or the person whom they name is erased.
type AnswerStore interface {
	// IdempotencyRecord finds an answer stored since the given instant. fault.NotFound: there is none.
	IdempotencyRecord(ctx context.Context, caller, key string, since time.Time) (Record, error)
	// KeepIdempotencyRecord stores an answer. It returns false when one stored since the given instant exists, or lets the
	// transaction run again.
	KeepIdempotencyRecord(ctx context.Context, caller, key string, answer Record, at, since time.Time) (bool, error)
}

// Service runs calls at most once.
type Service struct {
	store Store
	clock clock.Clock
}

// NewService returns a Service on the store.
func NewService(store Store, clock clock.Clock) *Service {
	return &Service{store: store, clock: clock}
}

// Once returns the stored answer of the call, or runs act and stores the answer that it returns, in
// one transaction: a second call finds both the effect and the answer or none, even at the same time
// or after a crash. act returns nil for an answer that is not to be stored. The transaction may run
// again from its start, so that act is called more than once. Once returns nil if act ran last.
// fault.Invalid: the key was used for another request.
//
// The stored answer is looked for before the transaction, which so reads no page of the database that other calls write
// to. When another call with the key has stored its answer meanwhile, the transaction is undone.
func (s *Service) Once(
	ctx context.Context, call Call, act func(ctx context.Context) (*Record, error),
) (*Record, error) {
	for {
		now := s.clock.Now()
		kept, err := s.store.IdempotencyRecord(ctx, call.Caller, call.Key, now.Add(-Life))
		switch {
		case err == nil && kept.RequestHash != call.RequestHash:
			return nil, fault.Invalid("Idempotency-Key", "Cette clé d'idempotence a déjà servi pour une autre requête.")
		case err == nil:
			return &kept, nil
		case !fault.Is(err, fault.KindNotFound):
			return nil, err
		}
		unanswered := func(ctx context.Context) error {
			_, err := s.store.IdempotencyRecord(ctx, call.Caller, call.Key, now.Add(-Life))
			if fault.Is(err, fault.KindNotFound) {
				return nil
			}
			return cmp.Or(err, errNotFirst)
		}
		again := false
		err = s.store.Atomically(ctx, func(ctx context.Context) error {
			if again {
				if err := unanswered(ctx); err != nil {
					return err
				}
			}
			again = true
			given, err := act(transaction.WithSavepoints(ctx)) // of a refusal, what was written is undone, and the answer kept
			if err != nil {
				return err
			}
			if given == nil {
				return unanswered(ctx)
			}
			given.RequestHash = call.RequestHash
			first, err := s.store.KeepIdempotencyRecord(ctx, call.Caller, call.Key, *given, now, now.Add(-Life))
			if err == nil && !first {
				err = errNotFirst
			}
			return err
		})
		if !errors.Is(err, errNotFirst) {
			return nil, err
		}
	}
}

var errNotFirst = errors.New("another call with the key was first")
