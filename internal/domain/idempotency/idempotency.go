// Package idempotency says how the answers of calls that carry an Idempotency-Key
// are kept, so that the same call again changes nothing.
package idempotency

import (
	"context"
	"time"
)

// Life is how long an answer is given again.
const Life = 24 * time.Hour

// Answer is what a call answered.
type Answer struct {
	RequestHash string
	Status      int
	Body        string
	AccountID   int64 // the person whom the body names; 0: nobody
}

// Store keeps answers, until they are old or the person whom they name is erased.
type Store interface {
	Atomically(ctx context.Context, act func(ctx context.Context) error) error
	// KeptAnswer finds the answer kept since that instant. fault.NotFound: none is.
	KeptAnswer(ctx context.Context, caller, key string, since time.Time) (Answer, error)
	KeepAnswer(ctx context.Context, caller, key string, answer Answer, at time.Time) error
}
