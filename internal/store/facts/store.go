// Package facts records what happened, in the transaction of the write that made it happen, and tells who has to know.
package facts

import (
	"context"
	"sync/atomic"

	"consigne/internal/db"
	"consigne/internal/domain/desk/audit"
)

// Store records facts.
type Store struct {
	db   *db.DB
	wake atomic.Pointer[func()]
}

// New returns the store in a database.
func New(d *db.DB) *Store { return &Store{db: d} }

// Record implements audit.Recorder. Every write that screens show records a fact in its own transaction, so that nobody
// in this list misses one. Two more are told where what they need is at hand: the rollups by the store of payments, of
// each payment before and after a write; webhooks and the ledger by the services, whose event and entry they are.
func (s *Store) Record(ctx context.Context, entry audit.Entry) error {
	for _, tell := range []func(context.Context, audit.Entry) error{
		s.log,     // the audit log, and the revision of what was edited
		s.tell,    // open screens
		s.publish, // open data
		s.measure, // spans of unavailability
	} {
		if err := tell(ctx, entry); err != nil {
			return err
		}
	}
	return nil
}
