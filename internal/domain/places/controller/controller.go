// Package controller tracks the controllers of the stations: which are present, since when one is
// silent, and which doors are open (docs/rules.md#controllers).
package controller

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/transaction"
)

const (
	// unheardAfter is three times the interval of one minute at which a controller sends messages.
	unheardAfter = 3 * time.Minute
	// grace is how long a silence must last before it counts: a connection that drops for a moment
	// alerts nobody, and after a failure of the broker the controllers have time to reconnect.
	grace = 2 * time.Minute

	// LeftOpen is how long a door may stand open before somebody has to look.
	LeftOpen = 10 * time.Minute

	// ListeningEvery is how often it is noted that this site hears the controllers. What it did not hear for longer, and
	// ListeningLate more, counts for nobody (docs/rules.md#availability).
	ListeningEvery = 30 * time.Second
	ListeningLate  = time.Minute
)

// Controller is the controller of a station. It is known from the first time it is heard.
type Controller struct {
	StationID   int64
	StationName string
	OperatorID  int64
	Software    string
	SilentSince *time.Time // nil: not silent
}

// Door is the last state of a door that its controller reported.
type Door struct {
	LockerID int64
	Open     bool
	MovedAt  time.Time
	Misdated bool // the clock of the controller was wrong: MovedAt is when the event arrived
}

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	webhook.Announcer
	ControllerStore
	ListeningStore
	StationStore
	StayStore
	MailStore
}

// ControllerStore stores what is known of controllers and doors. Only controllers of stations in service are
// listed or become silent: the others may be without power.
type ControllerStore interface {
	// KeepPresence records that the station's controller is present. wasSilent reports whether it was
	// counted as silent until now.
	KeepPresence(ctx context.Context, stationID int64, software string, at time.Time) (wasSilent bool, err error)
	// KeepAbsence records that a known controller is gone, unless that is already recorded.
	KeepAbsence(ctx context.Context, stationID int64, at time.Time) error
	// MarkSilent counts a station as silent if its controller reported to be gone before goneBefore, or
	// was last heard before heardBefore. It returns false if neither holds or it is already counted.
	MarkSilent(ctx context.Context, stationID int64, goneBefore, heardBefore time.Time) (bool, error)
	// KeepDoor records the state of a door, unless a later one is recorded.
	KeepDoor(ctx context.Context, door Door) error
	DoorsAt(ctx context.Context, stationID int64) ([]Door, error)
	// DoorOf returns the last reported state of a locker's door. fault.NotFound: none was reported.
	DoorOf(ctx context.Context, lockerID int64) (Door, error)
	ControllerOf(ctx context.Context, stationID int64) (Controller, error)
	ControllersOf(ctx context.Context, operatorID int64) ([]Controller, error)
}

// ListeningStore keeps when this site heard the controllers.
type ListeningStore interface {
	// KeepListening notes that a node has heard the controllers since an instant, and when no node did before.
	KeepListening(ctx context.Context, since, now time.Time) error
}

// StationStore reads stations.
type StationStore interface {
	StationOperator(ctx context.Context, id int64) (int64, error)
	// StationMade returns when the station was created.
	StationMade(ctx context.Context, id int64) (time.Time, error)
}

// StayStore reads the lockers of stays.
type StayStore interface {
	LockerForStay(ctx context.Context, id int64) (stay.Locker, error)
}

// MailStore queues mails.
type MailStore interface {
	// QueueStationMails queues a mail about the station to each « Gestionnaire » of its operator.
	QueueStationMails(ctx context.Context, kind outbox.Kind, stationID int64, at time.Time) error
}

// Service implements the package's operations for all callers.
type Service struct {
	store Store
	clock clock.Clock
}

// NewService returns a Service on the store.
func NewService(store Store, clock clock.Clock) *Service {
	return &Service{store: store, clock: clock}
}

// Present records that a station's controller reported to be present. The time is that of the server,
// because the controller's clock may be wrong. fault.NotFound: there is no such station.
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
		return s.record(ctx, audit.StationBack, stationID, operatorID)
	})
}

// Absent records that a controller is gone, as reported by the controller or its last will.
func (s *Service) Absent(ctx context.Context, stationID int64) error {
	return s.store.KeepAbsence(ctx, stationID, s.clock.Now())
}

// DoorMoved records that a door opened or closed at door.MovedAt. An instant that cannot be true counts as now;
// misdated: the clock of the controller is wrong. fault.NotFound: the locker is not at that station.
func (s *Service) DoorMoved(ctx context.Context, stationID int64, door Door) (misdated bool, err error) {
	told := door.MovedAt
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		locker, err := s.store.LockerForStay(ctx, door.LockerID)
		if err != nil {
			return err
		}
		if locker.StationID != stationID {
			return fault.NotFound()
		}
		made, err := s.store.StationMade(ctx, stationID)
		if err != nil {
			return err
		}
		door.MovedAt, misdated = clock.Told(s.clock.Now(), told, made)
		door.Misdated = misdated
		return s.store.KeepDoor(ctx, door)
	})
	return misdated, err
}

// Quiet holds the instants that decide which stations count as silent: those that reported to be gone
// before GoneBefore, or were last heard before HeardBefore.
type Quiet struct{ GoneBefore, HeardBefore time.Time }

// Quiet returns these instants for a caller that has listened since the given instant. The time before
// does not count, because the caller could hear nothing then. False: the caller has not listened for
// long enough.
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

// Listens notes that this node has heard the controllers since an instant.
func (s *Service) Listens(ctx context.Context, since time.Time) error {
	return s.store.KeepListening(ctx, since, s.clock.Now())
}

// MarkSilent counts a station as silent if it is, adds a line to the audit log and queues mails to the
// operator's managers, once for each silence. fault.NotFound: there is no such station.
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
		return s.record(ctx, audit.StationSilent, stationID, operatorID)
	})
}

// Of returns the controller of a station. fault.NotFound: none was ever heard.
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

// Doors returns the last reported state of each door of a station, by locker.
func (s *Service) Doors(ctx context.Context, stationID int64) (map[int64]Door, error) {
	list, err := s.store.DoorsAt(ctx, stationID)
	byLocker := make(map[int64]Door, len(list))
	for _, door := range list {
		byLocker[door.LockerID] = door
	}
	return byLocker, err
}

// Door returns the last reported state of a locker's door. fault.NotFound: none was reported.
func (s *Service) Door(ctx context.Context, lockerID int64) (Door, error) {
	return s.store.DoorOf(ctx, lockerID)
}

func (s *Service) record(ctx context.Context, action audit.Action, stationID, operatorID int64) error {
	event := webhook.ControllerSilent
	if action == audit.StationBack {
		event = webhook.ControllerBack
	}
	data := webhook.ControllerData{IDExploitant: operatorID, IDStation: stationID}
	if err := s.store.Announce(ctx, webhook.OfController(event, data, s.clock.Now())); err != nil {
		return err
	}
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), OperatorID: operatorID, StationID: stationID, Action: action,
		Object: audit.Object{Kind: audit.KindStation, ID: stationID},
	})
}
