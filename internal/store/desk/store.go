// Package desk stores what staff work with: the worklist, refusals, saved views, and reads of the audit log and of the
// call: a file a table.
package desk

import (
	"consigne/internal/db"
	"consigne/internal/store/facts"
)

// Store reads and writes it.
type Store struct {
	db    *db.DB
	facts *facts.Store
}

// New returns the store in a database.
func New(d *db.DB, facts *facts.Store) *Store { return &Store{db: d, facts: facts} }
