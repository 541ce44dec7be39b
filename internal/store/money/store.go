// Package money stores payments and their attempts, documents, the ledger, statements and what the provider tells: a
// file a table.
package money

import (
	"consigne/internal/db"
	"consigne/internal/store/facts"
	"consigne/internal/store/stays"
)

// Store reads and writes them.
type Store struct {
	db      *db.DB
	rollups Rollups
	facts   *facts.Store
	stays   *stays.Store
	people  People
}

// New returns the store in a database.
func New(d *db.DB, rollups Rollups, facts *facts.Store, stays *stays.Store, people People) *Store {
	return &Store{db: d, rollups: rollups, facts: facts, stays: stays, people: people}
}
