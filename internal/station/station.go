// Package station holds the sites of an operator and their lockers or spaces
// (specification § 3, domain.md § 4).
package station

import (
	"context"
	"time"

	"consigne/internal/access"
	"consigne/internal/clock"
	"consigne/internal/fault"
	"consigne/internal/journal"
)

// Kind is what a station offers, as it stands on the wire.
type Kind string

// The kinds of station.
const (
	Individual        Kind = "indiv"           // lockers, one customer each
	Collective        Kind = "collec"          // spaces, as many customers as places
	CountedCollective Kind = "collec-comptage" // spaces whose users a system counts
)

// Station is one site.
type Station struct {
	ID             int64
	OperatorID     int64
	OperatorName   string
	AdminLabel     string
	Name           string
	Kind           Kind
	CountingSystem string // CountedCollective only
	Active         bool
	Street         string
	PostalCode     string
	City           string
	Latitude       string // text, as it was typed
	Longitude      string
	Tags           []string // those of its lockers
	Counters       Counters
}

// Counters counts lockers at an individual station, places at a collective one.
// An inactive locker is neither free nor occupied.
type Counters struct {
	Free     int
	Occupied int
	Inactive int
}

// Valid is how many are in service.
func (c Counters) Valid() int { return c.Free + c.Occupied }

// Store is what the package needs kept. What is not found is fault.NotFound.
type Store interface {
	journal.Recorder
	Atomically(ctx context.Context, act func(ctx context.Context) error) error

	// StationsOf lists an operator's stations by name, with counters and tags.
	StationsOf(ctx context.Context, operatorID int64) ([]Station, error)
	// StationOperator finds the operator of a station that is not archived.
	StationOperator(ctx context.Context, id int64) (int64, error)
	// CountOpenStays counts the stays in progress at a station.
	CountOpenStays(ctx context.Context, stationID int64) (int, error)
	// ArchiveStation hides the station and its lockers; false when they are already.
	ArchiveStation(ctx context.Context, id int64, at time.Time) (bool, error)
}

// Service is the way in for every caller.
type Service struct {
	store Store
	clock clock.Clock
}

// NewService returns the service on that store.
func NewService(store Store, clock clock.Clock) *Service { return &Service{store: store, clock: clock} }

// List returns the operator's stations by name.
func (s *Service) List(ctx context.Context, operatorID int64) ([]Station, error) {
	return s.store.StationsOf(ctx, operatorID)
}

// Archive deletes a station for its users and keeps its history.
// fault.Conflict: a stay is in progress there.
func (s *Service) Archive(ctx context.Context, actor access.Actor, id int64) error {
	now := s.clock.Now()
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		operatorID, err := s.store.StationOperator(ctx, id)
		if err != nil {
			return err
		}
		open, err := s.store.CountOpenStays(ctx, id)
		if err != nil {
			return err
		}
		if open > 0 {
			return fault.Refused("Cette station ne peut être supprimée : une utilisation y est en cours.")
		}
		archived, err := s.store.ArchiveStation(ctx, id, now)
		if err != nil {
			return err
		}
		if !archived {
			return fault.Missing()
		}
		return s.store.Record(ctx, journal.Entry{
			At: now, ActorID: actor.AccountID, OperatorID: operatorID,
			Action: journal.StationArchived, Object: journal.Object{Kind: "station", ID: id},
		})
	})
}
