// Package store opens the database and puts together the stores of all areas, each in a folder of its own, and the read
// models that they keep up to date.
package store

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/readmodel/lists"
	index "consigne/internal/readmodel/people"
	"consigne/internal/readmodel/rollups"
	"consigne/internal/store/desk"
	"consigne/internal/store/facts"
	"consigne/internal/store/machines"
	"consigne/internal/store/money"
	"consigne/internal/store/people"
	"consigne/internal/store/places"
	"consigne/internal/store/prices"
	"consigne/internal/store/stays"
)

type (
	factStore    = facts.Store
	peopleStore  = people.Store
	placeStore   = places.Store
	priceStore   = prices.Store
	stayStore    = stays.Store
	moneyStore   = money.Store
	deskStore    = desk.Store
	machineStore = machines.Store
)

// Store is one database. It has the methods of the stores of all areas, so that it fulfils what each service asks of
// its store.
type Store struct {
	*db.DB
	*factStore
	*peopleStore
	*placeStore
	*priceStore
	*stayStore
	*moneyStore
	*deskStore
	*machineStore
	*lists.Lists
	*rollups.Rollups

	People *index.Index
}

// Open connects to `sqlite:PATH` or `postgres://…` and applies no migration.
func Open(url string, options ...db.Option) (*Store, error) {
	d, err := db.Open(url, options...)
	if err != nil {
		return nil, err
	}
	return on(d), nil
}

// on builds the stores on a database. Those that change what a read model shows are given the read
// model, and tell it in the transaction of the write.
func on(d *db.DB) *Store {
	s := &Store{
		DB:         d,
		factStore:  facts.New(d),
		priceStore: prices.New(d),
		Rollups:    rollups.New(d),
		People:     index.New(d),
	}
	s.stayStore = stays.New(d, s.People)
	s.placeStore = places.New(d, s.factStore)
	s.moneyStore = money.New(d, s.Rollups, s.factStore, s.stayStore, s.People)
	s.deskStore = desk.New(d, s.factStore)
	s.machineStore = machines.New(d, s.factStore, s.stayStore)
	s.peopleStore = people.New(d, s.People, s.Rollups, s.placeStore, s.deskStore, s.machineStore)
	s.Lists = lists.New(d, s.People, s.Rollups, s.moneyStore, s.stayStore)
	return s
}

// RebuildRollups empties the rollups and counts every payment again.
func (s *Store) RebuildRollups(ctx context.Context) error { return s.Rebuild(ctx, s.moneyStore) }

// Empty reports whether the database has neither an account nor an operator yet.
func (s *Store) Empty(ctx context.Context) (bool, error) {
	count, err := s.Count(ctx, "look for data", `SELECT (SELECT COUNT(*) FROM accounts) + (SELECT COUNT(*)
		FROM operators)`)
	return count == 0, err
}
