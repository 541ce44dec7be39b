// Package stays stores stays and subscriptions: a file a table.
package stays

import "consigne/internal/db"

// Store reads and writes them.
type Store struct{ db *db.DB }

// New returns the store in a database.
func New(d *db.DB) *Store { return &Store{db: d} }
