// Package prices stores tariffs with their versions, and the repricing of past stays with its refunds: a file a table.
package prices

import "consigne/internal/db"

// Store reads and writes them.
type Store struct{ db *db.DB }

// New returns the store in a database.
func New(d *db.DB) *Store { return &Store{db: d} }
