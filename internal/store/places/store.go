// Package places stores operators, stations, lockers, controllers and door codes: a file a table.
package places

import (
	"consigne/internal/db"
	"consigne/internal/kernel/clock"
	"consigne/internal/store/facts"
)

// Store reads and writes them.
type Store struct {
	Clock clock.Clock // by which a subscription that holds a locker is over

	db    *db.DB
	facts *facts.Store
}

// New returns the store in a database.
func New(d *db.DB, facts *facts.Store) *Store {
	return &Store{Clock: clock.System{}, db: d, facts: facts}
}
