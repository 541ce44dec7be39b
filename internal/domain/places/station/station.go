// Package station holds an operator's stations with their lockers or spaces (docs/rules.md#stations).
package station

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
	"consigne/internal/kernel/transaction"
)

// Kind is the kind of a station, as written on the wire.
type Kind string

// The kinds of station.
const (
	Individual        Kind = "indiv"           // lockers for one customer each
	Collective        Kind = "collec"          // spaces for as many customers as they have places
	CountedCollective Kind = "collec-comptage" // spaces whose users a counting system counts
)

// Station is one site of an operator.
type Station struct {
	ID int64
	// counts its changes (docs/rules.md#versions); typed data: the one that its author saw, 0 if not told
	Revision       int64
	OperatorID     int64
	OperatorName   string
	AdminLabel     string
	Name           string
	Kind           Kind
	CountingSystem string // CountedCollective only
	Active         bool
	Outage         *Outage // nil: in service
	Street         string
	PostalCode     string
	City           string
	Latitude       string // text, as typed
	Longitude      string
	Description    *Description // of typed data, nil leaves it unchanged
	Tags           []string     // the tags of its lockers
	Counters       Counters
}

// Counters counts lockers at an individual station and places at a collective one. An inactive locker
// is neither free nor occupied.
type Counters struct {
	Free     int
	Occupied int
	Inactive int
}

// Valid returns the number of lockers or places in service.
func (c Counters) Valid() int { return c.Free + c.Occupied }

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	webhook.Announcer
	audit.Revisions
	StationStore
	LockerStore
	SubscriptionStore
	Publisher
}

// StationStore stores stations.
type StationStore interface {
	// StationsOf lists an operator's stations by name, with counters and tags.
	StationsOf(ctx context.Context, operatorID int64) ([]Station, error)
	// StationsWithoutCommune lists the stations without a commune, at an operator or, when its id is 0, at all.
	StationsWithoutCommune(ctx context.Context, operatorID int64) ([]Station, error)
	// StationByID finds a station that is not archived, with counters and tags.
	StationByID(ctx context.Context, id int64) (Station, error)
	CreateStation(ctx context.Context, st Station, at time.Time) (int64, error)
	UpdateStation(ctx context.Context, st Station) error
	// SetStationOutage takes a station out of service, or puts it back when the outage is nil.
	SetStationOutage(ctx context.Context, id int64, outage *Outage) error
	// CountOpenStays counts the stays in progress at a station.
	CountOpenStays(ctx context.Context, stationID int64) (int, error)
	// ArchiveStation archives the station and its lockers; it returns false when they already are.
	ArchiveStation(ctx context.Context, id int64, at time.Time) (bool, error)
}

// LockerStore stores lockers, and the counts of counted spaces.
type LockerStore interface {
	// LockersOf lists the lockers of a station that are not archived.
	LockersOf(ctx context.Context, stationID int64) ([]Locker, error)
	LockerByID(ctx context.Context, id int64) (Locker, error)
	CreateLocker(ctx context.Context, l Locker, at time.Time) (int64, error)
	UpdateLocker(ctx context.Context, l Locker) error
	// SetOutage takes a locker out of service, or puts it back when the outage is nil.
	SetOutage(ctx context.Context, id int64, outage *Outage) error
	ArchiveLocker(ctx context.Context, id int64, at time.Time) error
	// CountedSpace finds the space with that reference at a counted station of the operator.
	CountedSpace(ctx context.Context, operatorID int64, reference string) (id int64, made time.Time, err error)
	// SetCount stores a count unless a later one is stored.
	SetCount(ctx context.Context, lockerID int64, seen Count) error
}

// SubscriptionStore counts subscriptions.
type SubscriptionStore interface {
	// ServedByStation counts the subscriptions that are not over at the instant and whose tariff no locker elsewhere has.
	ServedByStation(ctx context.Context, stationID int64, at time.Time) (int, error)
	// ServedByLocker counts those whose tariff no other locker has.
	ServedByLocker(ctx context.Context, lockerID int64, at time.Time) (int, error)
}

// Service implements the package's operations for all callers.
type Service struct {
	Repairs Repairs // nil: nobody keeps interventions

	store Store
	clock clock.Clock
}

// Repairs is told what ends an intervention.
type Repairs interface {
	// BackInService is called in the transaction that puts a locker back into service.
	BackInService(ctx context.Context, actor access.Actor, lockerID int64) error
}

// NewService returns a Service on the store.
func NewService(store Store, clock clock.Clock) *Service {
	return &Service{store: store, clock: clock}
}

// List returns the operator's stations by name.
func (s *Service) List(ctx context.Context, operatorID int64) ([]Station, error) {
	return s.store.StationsOf(ctx, operatorID)
}

// ByID returns one station.
func (s *Service) ByID(ctx context.Context, id int64) (Station, error) {
	return s.store.StationByID(ctx, id)
}

// Add creates an active station and returns its id.
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
		return s.record(ctx, audit.StationCreated, actor, valid, map[string]any{"nom": valid.Name})
	})
	return id, err
}

// Change replaces the typed data of a station; active nil leaves that flag unchanged, and so does a description that is
// nil, unless the town changes: then the commune is forgotten. fault.Conflict: the station has lockers, which do not
// fit the new kind; audit.Overwrite: it was changed after typed.Revision.
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
		if err := audit.Unchanged(ctx, s.store, audit.Object{Kind: audit.KindStation, ID: typed.ID}, typed.Revision,
			nil); err != nil {
			return err
		}
		if valid.Active = before.Active; active != nil {
			valid.Active = *active
		}
		valid.Outage = switched(before.Outage, valid.Active, s.clock.Now())
		if valid.Description == nil {
			valid.Description = before.keptDescription(valid)
		}
		differences := audit.Differences(before.facts(), valid.facts())
		if len(differences) == 0 {
			changed = before
			return nil
		}
		if (valid.Kind == Individual) != (before.Kind == Individual) {
			lockers, err := s.store.LockersOf(ctx, typed.ID)
			if err != nil {
				return err
			}
			if len(lockers) > 0 {
				return fault.Conflict(msgKindFixed)
			}
		}
		if err := s.store.UpdateStation(ctx, valid); err != nil {
			return err
		}
		if err := s.record(ctx, audit.StationChanged, actor, before, differences); err != nil {
			return err
		}
		changed, err = s.store.StationByID(ctx, typed.ID)
		return err
	})
	return changed, err
}

// Archive deletes a station from all lists and keeps its history (docs/rules.md#deletion).
// fault.Conflict: a stay is in progress there, or it has somebody's place or the last lockers of a running
// subscription.
func (s *Service) Archive(ctx context.Context, actor access.Actor, id int64) error {
	now := s.clock.Now()
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
			return fault.Conflict(msgStationInUse)
		}
		lockers, err := s.store.LockersOf(ctx, id)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(lockers, func(l Locker) bool { return l.Holder != nil }) {
			return fault.Conflict(msgStationHeld)
		}
		served, err := s.store.ServedByStation(ctx, id, now)
		if err != nil {
			return err
		}
		if served > 0 {
			return fault.Conflict(fmt.Sprintf(msgStationServes, text.RunningSubscriptions(served)))
		}
		archived, err := s.store.ArchiveStation(ctx, id, now)
		if err != nil {
			return err
		}
		if !archived {
			return fault.NotFound()
		}
		return s.record(ctx, audit.StationArchived, actor, st, map[string]any{"nom": st.Name})
	})
}

// facts returns the fields that the audit log compares, by their names on the wire.
func (st Station) facts() map[string]any {
	facts := map[string]any{
		"libelleAdmin": st.AdminLabel, "nom": st.Name, "actif": st.Active, "stationType": string(st.Kind),
		"systemeComptage": st.CountingSystem, "adresse": st.Street, "codePostal": st.PostalCode, "ville": st.City,
		"latitude": st.Latitude, "longitude": st.Longitude,
	}
	maps.Copy(facts, st.described().facts())
	return facts
}

func (s *Service) record(
	ctx context.Context, action audit.Action, actor access.Actor, st Station, changes map[string]any,
) error {
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: st.OperatorID, StationID: st.ID,
		Action: action, Object: audit.Object{Kind: audit.KindStation, ID: st.ID}, Changes: changes,
	})
}

// Address is an address found by a geocoder.
type Address struct {
	Label      string
	Street     string
	PostalCode string
	City       string
	// CommuneCode is the INSEE code of the commune; "": not told.
	CommuneCode string
	Latitude    string
	Longitude   string
	// Score describes how well it matches the text, from 0 to 1.
	Score float64
}

// Geocoder searches for addresses.
type Geocoder interface {
	// Search returns the addresses that match the text, most likely first.
	Search(ctx context.Context, text string) ([]Address, error)
}
