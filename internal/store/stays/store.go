// Package stays stores stays and subscriptions: a file a table.
package stays

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/paging"
)

// People finds people by words.
type People interface {
	// IDs returns those who match, as many as most at most, and whether there are more.
	IDs(ctx context.Context, words account.Filter, most int) (ids []int64, more bool, err error)
	// Matching returns the condition that the person with the id in a column matches.
	Matching(args *[]any, column string, words account.Filter) string
}

// Store reads and writes them.
type Store struct {
	// ListTimeout is how long a page of the list of subscriptions and its total may be looked for.
	ListTimeout time.Duration

	db     *db.DB
	people People
}

// New returns the store in a database.
func New(d *db.DB, people People) *Store {
	return &Store{ListTimeout: paging.Timeout, db: d, people: people}
}
