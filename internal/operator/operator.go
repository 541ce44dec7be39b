// Package operator holds the organisations that run stations (exploitants): the
// tenants of the platform.
package operator

import (
	"context"

	"consigne/internal/access"
)

// Operator is one exploitant.
type Operator struct {
	ID          int64
	Name        string
	Email       string
	Street      string
	StreetExtra string
	PostalCode  string
	City        string
	MetabaseID  *int64 // nil: no dashboard in Metabase
}

// Counters says how an operator's stations are doing. Lockers are counted in
// lockers at individual stations and in places at collective ones.
type Counters struct {
	Stations         int
	InactiveStations int
	Free             int
	Occupied         int
	Inactive         int
	OpenStays        int
}

// Store is what the package needs kept.
type Store interface {
	// Operators lists those in service by name; ids nil: all of them.
	Operators(ctx context.Context, ids []int64) ([]Operator, error)
	OperatorCounters(ctx context.Context, id int64) (Counters, error)
}

// Service is the way in for every caller.
type Service struct{ store Store }

// NewService returns the service on that store.
func NewService(store Store) *Service { return &Service{store: store} }

// List returns, by name, every operator to an administrator and theirs to the others.
func (s *Service) List(ctx context.Context, actor access.Actor) ([]Operator, error) {
	if actor.Admin {
		return s.store.Operators(ctx, nil)
	}
	return s.store.Operators(ctx, actor.Operators())
}

// Counters returns the operator's live counters.
func (s *Service) Counters(ctx context.Context, id int64) (Counters, error) {
	return s.store.OperatorCounters(ctx, id)
}
