// Package station holds the sites of an operator and their lockers or spaces
// (specification § 3, domain.md § 4).
package station

import (
	"context"
	"time"

	"consigne/internal/domain/journal"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
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
	// StationByID finds a station that is not archived, with counters and tags.
	StationByID(ctx context.Context, id int64) (Station, error)
	CreateStation(ctx context.Context, st Station, at time.Time) (int64, error)
	UpdateStation(ctx context.Context, st Station) error
	// CountOpenStays counts the stays in progress at a station.
	CountOpenStays(ctx context.Context, stationID int64) (int, error)
	// ArchiveStation hides the station and its lockers; false when they are already.
	ArchiveStation(ctx context.Context, id int64, at time.Time) (bool, error)

	// LockersOf lists the lockers of a station that are not archived.
	LockersOf(ctx context.Context, stationID int64) ([]Locker, error)
	LockerByID(ctx context.Context, id int64) (Locker, error)
	CreateLocker(ctx context.Context, l Locker, at time.Time) (int64, error)
	UpdateLocker(ctx context.Context, l Locker) error
	SetLockerActive(ctx context.Context, id int64, active bool) error
	ArchiveLocker(ctx context.Context, id int64, at time.Time) error
	// CountedSpace finds the space of a counted station of that operator.
	CountedSpace(ctx context.Context, operatorID int64, reference string) (int64, error)
	// SetCount keeps a count unless a later one is kept.
	SetCount(ctx context.Context, lockerID int64, seen Count) error
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

// ByID returns one station.
func (s *Service) ByID(ctx context.Context, id int64) (Station, error) {
	return s.store.StationByID(ctx, id)
}

// Add creates a station, active, and returns its id.
func (s *Service) Add(ctx context.Context, actor access.Actor, typed Station) (int64, error) {
	typed.Active = true
	valid, err := typed.Validate()
	if err != nil {
		return 0, err
	}
	var id int64
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		var err error
		if id, err = s.store.CreateStation(ctx, valid, s.clock.Now()); err != nil {
			return err
		}
		valid.ID = id
		return s.record(ctx, journal.StationCreated, actor, valid, map[string]any{"nom": valid.Name})
	})
	return id, err
}

// Change replaces what was typed of a station; active nil leaves that as it is.
// fault.Conflict: its lockers do not fit the new kind.
func (s *Service) Change(ctx context.Context, actor access.Actor, typed Station, active *bool) (Station, error) {
	var changed Station
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.StationByID(ctx, typed.ID)
		if err != nil {
			return err
		}
		valid, err := typed.Validate()
		if err != nil {
			return err
		}
		if valid.Active = before.Active; active != nil {
			valid.Active = *active
		}
		if (valid.Kind == Individual) != (before.Kind == Individual) {
			lockers, err := s.store.LockersOf(ctx, typed.ID)
			if err != nil {
				return err
			}
			if len(lockers) > 0 {
				return fault.Refused(msgKindFixed)
			}
		}
		if err := s.store.UpdateStation(ctx, valid); err != nil {
			return err
		}
		if changed, err = s.store.StationByID(ctx, typed.ID); err != nil {
			return err
		}
		return s.record(ctx, journal.StationChanged, actor, changed, journal.Differences(before.facts(), changed.facts()))
	})
	return changed, err
}

// Archive deletes a station for its users and keeps its history.
// fault.Conflict: a stay is in progress there.
func (s *Service) Archive(ctx context.Context, actor access.Actor, id int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		st, err := s.store.StationByID(ctx, id)
		if err != nil {
			return err
		}
		open, err := s.store.CountOpenStays(ctx, id)
		if err != nil {
			return err
		}
		if open > 0 {
			return fault.Refused(msgStationInUse)
		}
		archived, err := s.store.ArchiveStation(ctx, id, s.clock.Now())
		if err != nil {
			return err
		}
		if !archived {
			return fault.Missing()
		}
		return s.record(ctx, journal.StationArchived, actor, st, map[string]any{"nom": st.Name})
	})
}

// facts are what the journal tells of a change, by the names on the wire.
func (st Station) facts() map[string]any {
	return map[string]any{
		"libelleAdmin": st.AdminLabel, "nom": st.Name, "actif": st.Active, "stationType": string(st.Kind),
		"systemeComptage": st.CountingSystem, "adresse": st.Street, "codePostal": st.PostalCode, "ville": st.City,
		"latitude": st.Latitude, "longitude": st.Longitude,
	}
}

func (s *Service) record(ctx context.Context, action journal.Action, actor access.Actor, st Station, changes map[string]any) error {
	return s.store.Record(ctx, journal.Entry{
		At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: st.OperatorID, StationID: st.ID,
		Action: action, Object: journal.Object{Kind: journal.KindStation, ID: st.ID}, Changes: changes,
	})
}

// Address is a place that a geocoder found.
type Address struct {
	Label      string
	Street     string
	PostalCode string
	City       string
	Latitude   string
	Longitude  string
}

// Geocoder looks addresses up.
type Geocoder interface {
	// Search returns the addresses that look like the text, the likeliest first.
	Search(ctx context.Context, text string) ([]Address, error)
}
