// Package machines stores service keys, webhooks, imports, idempotency records and the queue: a file a table.
package machines

import (
	"consigne/internal/db"
	"consigne/internal/store/facts"
	"consigne/internal/store/stays"
)

// Store reads and writes them.
type Store struct {
	db    *db.DB
	facts *facts.Store
	stays *stays.Store
}

// New returns the store in a database.
func New(d *db.DB, facts *facts.Store, stays *stays.Store) *Store {
	return &Store{db: d, facts: facts, stays: stays}
}
