// Package idempotency defines the idempotency records: the stored answers of calls that carry an
// Idempotency-Key, so that a repeated call changes nothing (docs/rules.md#idempotency).
package idempotency

import (
	"context"
	"time"
)

// Life is how long a stored answer is returned to repeated calls.
const Life = 24 * time.Hour

// Answer is the stored answer of a call.
type Answer struct {
	RequestHash string
	Status      int
	Body        string
	AccountID   int64 // the person named in Body; 0: nobody
}

// Store stores answers until they are too old or the person whom they name is erased.
type Store interface {
	Atomically(ctx context.Context, act func(ctx context.Context) error) error
	// KeptAnswer finds an answer stored since the given instant. fault.NotFound: there is none.
	KeptAnswer(ctx context.Context, caller, key string, since time.Time) (Answer, error)
	KeepAnswer(ctx context.Context, caller, key string, answer Answer, at time.Time) error
}
