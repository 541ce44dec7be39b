// Package stays stores stays and subscriptions: a file a table.
package stays

import (
	"time"

	"consigne/internal/db"
	"consigne/internal/kernel/paging"
	"consigne/internal/readmodel/people"
)

// Store reads and writes them.
type Store struct {
	// ListTimeout is how long a page of the list of subscriptions and its total may be looked for.
	ListTimeout time.Duration

	db     *db.DB
	people *people.Index
}

// New returns the store in a database.
func New(d *db.DB, people *people.Index) *Store {
	return &Store{ListTimeout: paging.Timeout, db: d, people: people}
}
