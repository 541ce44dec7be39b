package waiting

import (
	"context"
	"time"

	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
)

// Listed is a wait as lists show it.
type Listed struct {
	Wait
	Rank        int // in the list of its tariff, from 1 on; 0: it has ended
	Account     stay.Account
	Tariff      string                 // its label for staff
	PublicLabel string                 // for customers
	Stations    []subscription.Station // in the order in which they are wanted
	OfferedAt   *subscription.Station  // the station of the offer
	Locker      string                 // the name of the locker that is offered
}

// Filter selects those who wait at an operator. Other zero values select all, and several conditions narrow together.
type Filter struct {
	OperatorID int64
	AccountID  int64
	Search     string // each word must match a name or the e-mail of the person
	TariffIDs  []int64
	StationIDs []int64
	States     []State   // of those who wait
	Now        time.Time // at which the states are those of the filter
}

// Demand counts those who wait for a tariff at a station.
type Demand struct {
	Commune     string // the town of the station
	CommuneCode string // empty: unknown
	Station     string
	Tariff      string // its label for staff
	People      int64
	Offers      int64 // open
}

// ListStore finds waits.
type ListStore interface {
	// ListedWait finds a wait, which may have ended.
	ListedWait(ctx context.Context, id int64) (Listed, error)
	// Entries returns a page of those who wait, by tariff and rank, and the number of all.
	ListedWaits(ctx context.Context, filter Filter, offset, limit int) ([]Listed, int, error)
	// WaitsOf lists the waits of an account at all operators, ended or not.
	WaitsOf(ctx context.Context, accountID int64) ([]Listed, error)
	// Demands counts those who wait at an operator, by commune, station and tariff.
	Demands(ctx context.Context, operatorID int64) ([]Demand, error)
}

// List returns a page of those who wait, by tariff and rank, and the number of all.
func (s *Service) List(ctx context.Context, filter Filter, offset, limit int) ([]Listed, int, error) {
	filter.Now = s.clock.Now()
	return s.store.ListedWaits(ctx, filter, offset, limit)
}

// OfAccount lists the waits of an account at all operators, ended or not.
func (s *Service) OfAccount(ctx context.Context, accountID int64) ([]Listed, error) {
	return s.store.WaitsOf(ctx, accountID)
}

// Demands counts those who wait at an operator, by commune, station and tariff.
func (s *Service) Demands(ctx context.Context, operatorID int64) ([]Demand, error) {
	return s.store.Demands(ctx, operatorID)
}
