// Package controller follows the controllers of the stations: which are there, since
// when one is silent, and which doors stand open.
package controller

import (
	"context"
	"time"

	"consigne/internal/domain/journal"
	"consigne/internal/domain/occupation"
	"consigne/internal/domain/outbox"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

const (
	// unheardAfter is three of the messages that a controller sends each minute.
	unheardAfter = 3 * time.Minute
	// grace is how long a silence lasts before it counts: a line that flaps wakes nobody,
	// and after a failure of the broker the controllers have the time to come back.
	grace = 2 * time.Minute
)

// Controller is that of a station, known from the first time that it was heard.
type Controller struct {
	StationID   int64
	StationName string
	OperatorID  int64
	Software    string
	SilentSince *time.Time // nil: it is there
}

// Door is what a controller last told of one.
type Door struct {
	LockerID int64
	Open     bool
	MovedAt  time.Time
}

// Store is what the package needs kept. What is not found is fault.NotFound. Controllers
// and silent ones are those of stations in service: the others may be without power.
type Store interface {
	journal.Recorder
	Atomically(ctx context.Context, act func(ctx context.Context) error) error

	StationOperator(ctx context.Context, id int64) (int64, error)
	LockerForStay(ctx context.Context, id int64) (occupation.Locker, error)

	// KeepPresence notes that the station's controller is there; wasSilent: it was counted
	// as silent until now.
	KeepPresence(ctx context.Context, stationID int64, software string, at time.Time) (wasSilent bool, err error)
	// KeepAbsence notes that a known controller is gone, unless that is known.
	KeepAbsence(ctx context.Context, stationID int64, at time.Time) error
	// MarkSilent counts a station as silent that said it is gone, or was last heard, before
	// these instants; false when it is no longer such, or counted already.
	MarkSilent(ctx context.Context, stationID int64, goneBefore, heardBefore time.Time) (bool, error)
	// QueueStationMails queues a letter about the station to each Gestionnaire of its operator.
	QueueStationMails(ctx context.Context, kind outbox.Kind, stationID int64, at time.Time) error

	// KeepDoor notes how a door stands, unless something later is known.
	KeepDoor(ctx context.Context, door Door) error
	DoorsAt(ctx context.Context, stationID int64) ([]Door, error)

	ControllerOf(ctx context.Context, stationID int64) (Controller, error)
	ControllersOf(ctx context.Context, operatorID int64) ([]Controller, error)
}

// Service is the way in for every caller.
type Service struct {
	store Store
	clock clock.Clock
}

// NewService returns the service on that store.
func NewService(store Store, clock clock.Clock) *Service { return &Service{store: store, clock: clock} }

// Present notes that the controller of a station says it is there. The instant is that of
// this clock: a controller's own may be wrong. fault.NotFound: there is no such station.
func (s *Service) Present(ctx context.Context, stationID int64, software string) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		operatorID, err := s.store.StationOperator(ctx, stationID)
		if err != nil {
			return err
		}
		back, err := s.store.KeepPresence(ctx, stationID, software, s.clock.Now())
		if err != nil || !back {
			return err
		}
		return s.record(ctx, journal.StationBack, stationID, operatorID)
	})
}

// Absent notes that a controller, or its last will, says that it is gone.
func (s *Service) Absent(ctx context.Context, stationID int64) error {
	return s.store.KeepAbsence(ctx, stationID, s.clock.Now())
}

// DoorMoved notes that a door opened or closed at that instant, or now if it claims to
// come from the future. fault.NotFound: the locker is not of that station.
func (s *Service) DoorMoved(ctx context.Context, stationID int64, door Door) error {
	if now := s.clock.Now(); door.MovedAt.After(now) {
		door.MovedAt = now
	}
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		locker, err := s.store.LockerForStay(ctx, door.LockerID)
		if err != nil {
			return err
		}
		if locker.StationID != stationID {
			return fault.Missing()
		}
		return s.store.KeepDoor(ctx, door)
	})
}

// Quiet is when a station must have said that it is gone, or have been heard last, to count
// as silent.
type Quiet struct{ GoneBefore, HeardBefore time.Time }

// Quiet tells when, for a caller that has listened since that instant: what nobody could hear
// before does not count. False: it has not listened for long enough.
func (s *Service) Quiet(listeningSince time.Time) (Quiet, bool) {
	now := s.clock.Now()
	switch listened := now.Sub(listeningSince); {
	case listened >= unheardAfter+grace:
		return Quiet{now.Add(-grace), now.Add(-unheardAfter - grace)}, true
	case listened >= grace:
		return Quiet{GoneBefore: now.Add(-grace)}, true
	}
	return Quiet{}, false
}

// MarkSilent counts a station as silent, if it is, tells the journal, and writes to its
// managers, once a silence. fault.NotFound: there is no such station.
func (s *Service) MarkSilent(ctx context.Context, stationID int64, quiet Quiet) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		operatorID, err := s.store.StationOperator(ctx, stationID)
		if err != nil {
			return err
		}
		first, err := s.store.MarkSilent(ctx, stationID, quiet.GoneBefore, quiet.HeardBefore)
		if err != nil || !first {
			return err
		}
		if err := s.store.QueueStationMails(ctx, outbox.StationSilent, stationID, s.clock.Now()); err != nil {
			return err
		}
		return s.record(ctx, journal.StationSilent, stationID, operatorID)
	})
}

// Of returns the controller of a station. fault.NotFound: none is known.
func (s *Service) Of(ctx context.Context, stationID int64) (Controller, error) {
	return s.store.ControllerOf(ctx, stationID)
}

// At returns the known controllers of an operator, by station.
func (s *Service) At(ctx context.Context, operatorID int64) (map[int64]Controller, error) {
	list, err := s.store.ControllersOf(ctx, operatorID)
	byStation := make(map[int64]Controller, len(list))
	for _, c := range list {
		byStation[c.StationID] = c
	}
	return byStation, err
}

// Doors returns what is known of the doors of a station, by locker.
func (s *Service) Doors(ctx context.Context, stationID int64) (map[int64]Door, error) {
	list, err := s.store.DoorsAt(ctx, stationID)
	byLocker := make(map[int64]Door, len(list))
	for _, door := range list {
		byLocker[door.LockerID] = door
	}
	return byLocker, err
}

func (s *Service) record(ctx context.Context, action journal.Action, stationID, operatorID int64) error {
	return s.store.Record(ctx, journal.Entry{
		At: s.clock.Now(), OperatorID: operatorID, StationID: stationID, Action: action,
		Object: journal.Object{Kind: journal.KindStation, ID: stationID},
	})
}
