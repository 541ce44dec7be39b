// Package people stores accounts, how they sign in, their sessions and mails, and erases them: a file a table.
package people

import (
	"consigne/internal/db"
	"consigne/internal/store/desk"
	"consigne/internal/store/machines"
	"consigne/internal/store/places"
)

// Store reads and writes them. What other areas hold of a person it reads and erases through their stores.
type Store struct {
	db       *db.DB
	people   People
	rollups  Rollups
	places   *places.Store
	desk     *desk.Store
	machines *machines.Store
}

// New returns the store in a database.
func New(
	d *db.DB, people People, rollups Rollups, places *places.Store, desk *desk.Store, machines *machines.Store,
) *Store {
	return &Store{db: d, people: people, rollups: rollups, places: places, desk: desk, machines: machines}
}
