// Package fieldwork lists what a technician finds to do at the stations of an operator (« À faire sur place »,
// docs/rules.md#field-work). Nothing of payments or people is in it.
package fieldwork

import (
	"context"
	"time"

	"consigne/internal/domain/places/controller"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
)

// Kind is why somebody has to go there, by its name on the wire.
type Kind string

// The kinds.
const (
	OutOfService  Kind = "hors_service"
	SilentStation Kind = "muette"
	BlockedLocker Kind = "bloque"
	OpenDoor      Kind = "porte_ouverte"
	Repair        Kind = "intervention"   // that is open
	DueRemoval    Kind = "velo_a_enlever" // a bicycle that was left; its notice has run out
)

// Listed is the number of tasks that are listed at most; all are counted.
const Listed = 300

// Task is one thing to do at a station, or at one of its lockers.
type Task struct {
	Kind    Kind
	Since   *time.Time // nil: out of service from before outages were kept
	Station Station
	Locker  *Locker         // nil: the station itself
	Outage  *station.Outage // of what is out of service; else nil
	Repair  *OpenRepair     // of that kind; else nil
	FileID  int64           // of the bicycle that is to be removed; else 0
}

// OpenRepair is an open intervention. Of the people who deal with it nothing is told.
type OpenRepair struct {
	ID, Number  int64
	Cause       station.OutageCause
	Description string
	Urgent      bool
}

// Station is where to go. Its position is in degrees, and empty when it is not known.
type Station struct {
	ID                       int64
	Name                     string
	Street, PostalCode, City string
	Latitude, Longitude      string
}

// Locker is the door to look at.
type Locker struct {
	ID         int64
	Name       string
	Complement string
	Type       station.LockerType
}

// Query selects the tasks of an operator.
type Query struct {
	OperatorID int64
	Now        time.Time
	OpenBefore time.Time // a door that was opened later is not a task
	Heard      bool      // this site hears controllers: what is stored of stations and doors is up to date
}

// Store is the storage that Service needs.
type Store interface {
	// FieldTasks lists the first tasks, urgent ones before the others, by the name of the station and since when they
	// wait, and counts all.
	FieldTasks(ctx context.Context, q Query) (tasks []Task, total int, err error)
}

// Service lists tasks.
type Service struct {
	store Store
	clock clock.Clock
}

// NewService returns a Service on the store.
func NewService(store Store, clock clock.Clock) *Service { return &Service{store, clock} }

// Of returns the first tasks at an operator now, and their number.
func (s *Service) Of(ctx context.Context, operatorID int64, heard bool) ([]Task, int, error) {
	now := s.clock.Now()
	return s.store.FieldTasks(ctx, Query{
		OperatorID: operatorID, Now: now, OpenBefore: now.Add(-controller.LeftOpen), Heard: heard,
	})
}
