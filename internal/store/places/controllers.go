package places

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/live"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/places/controller"
	"consigne/internal/kernel/access"
)

// KeepPresence implements controller.ControllerStore.
func (s *Store) KeepPresence(ctx context.Context, stationID int64, software string, at time.Time) (bool, error) {
	wasSilent, err := s.db.CompareAndSet(ctx, "end silence",
		`UPDATE controllers SET silent_since = NULL WHERE station_id = $1 AND silent_since IS NOT NULL`, stationID)
	if err != nil {
		return false, err
	}
	return wasSilent, s.db.Exec(ctx, "keep presence", `
		INSERT INTO controllers (station_id, software, heard_at) VALUES ($1, $2, $3)
		ON CONFLICT (station_id) DO UPDATE SET software = $2, heard_at = $3,
		absent_at = NULL`, stationID, software, db.Millis(at))
}

// KeepAbsence implements controller.ControllerStore.
func (s *Store) KeepAbsence(ctx context.Context, stationID int64, at time.Time) error {
	return s.db.Exec(ctx, "keep absence", `UPDATE controllers SET absent_at = $2 WHERE station_id = $1
		AND absent_at IS NULL`, stationID, db.Millis(at))
}

const isQuiet = `silent_since IS NULL AND (absent_at <= $1 OR heard_at <= $2)`

// MarkSilent implements controller.ControllerStore.
func (s *Store) MarkSilent(ctx context.Context, stationID int64, goneBefore, heardBefore time.Time) (bool, error) {
	return s.db.CompareAndSet(ctx, "mark silent",
		`UPDATE controllers SET silent_since = COALESCE(absent_at, heard_at) WHERE station_id = $3 AND `+isQuiet,
		db.Millis(goneBefore), db.Millis(heardBefore), stationID)
}

// QueueStationMails implements controller.MailStore.
func (s *Store) QueueStationMails(ctx context.Context, kind outbox.Kind, stationID int64, at time.Time) error {
	return s.db.Exec(ctx, "queue mails about a station", `
		INSERT INTO mails (kind, account_id, station_id, created_at, due_at)
		SELECT $1, a.id, s.id, $3, $3 FROM stations s
		JOIN account_roles r ON r.operator_id = s.operator_id AND r.role = $4 JOIN accounts a ON a.id = r.account_id
		WHERE s.id = $2 AND a.is_active = TRUE AND a.deleted_at IS NULL AND a.anonymised_at IS NULL`,
		kind, stationID, db.Millis(at), access.Manager)
}

// KeepDoor implements controller.ControllerStore.
func (s *Store) KeepDoor(ctx context.Context, door controller.Door) error {
	moved, err := s.db.CompareAndSet(ctx, "keep door", `
		INSERT INTO doors (locker_id, is_open, moved_at, is_misdated) VALUES ($1, $2, $3, $4)
		ON CONFLICT (locker_id) DO UPDATE SET is_open = $2, moved_at = $3, is_misdated = $4 WHERE doors.moved_at <= $3`,
		door.LockerID, door.Open, db.Millis(door.MovedAt), door.Misdated)
	if err != nil || !moved {
		return err
	}
	if door.Open {
		if err := s.facts.DoorOpened(ctx, door.LockerID, door.MovedAt); err != nil {
			return err
		}
	}
	return s.facts.AtLocker(ctx, live.Doors, door.LockerID, door.MovedAt)
}

// DoorsAt implements controller.ControllerStore.
func (s *Store) DoorsAt(ctx context.Context, stationID int64) ([]controller.Door, error) {
	return s.doors(ctx, `l.station_id = $1`, stationID)
}

// DoorOf implements controller.ControllerStore.
func (s *Store) DoorOf(ctx context.Context, lockerID int64) (controller.Door, error) {
	return db.First(s.doors(ctx, `l.id = $1`, lockerID))
}

func (s *Store) doors(ctx context.Context, where string, arg any) ([]controller.Door, error) {
	type row struct {
		controller.Door
		moved int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list doors",
		func(r *row) []any { return []any{&r.LockerID, &r.Open, &r.moved, &r.Misdated} },
		`SELECT d.locker_id, d.is_open, d.moved_at, d.is_misdated FROM doors d JOIN lockers l ON l.id = d.locker_id
			WHERE `+where, arg)
	doors := make([]controller.Door, len(rows))
	for i, r := range rows {
		doors[i] = r.Door
		doors[i].MovedAt = db.Instant(r.moved)
	}
	return doors, err
}

// ControllerOf implements controller.ControllerStore.
func (s *Store) ControllerOf(ctx context.Context, stationID int64) (controller.Controller, error) {
	return db.First(s.controllers(ctx, `c.station_id = $1`, stationID))
}

// ControllersOf implements controller.ControllerStore.
func (s *Store) ControllersOf(ctx context.Context, operatorID int64) ([]controller.Controller, error) {
	return s.controllers(ctx, `s.operator_id = $1`, operatorID)
}

func (s *Store) controllers(ctx context.Context, where string, arg any) ([]controller.Controller, error) {
	type row struct {
		controller.Controller
		silent *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list controllers", func(r *row) []any {
		return []any{&r.StationID, &r.StationName, &r.OperatorID, &r.Software, &r.silent}
	}, `SELECT s.id, s.name, s.operator_id, c.software, c.silent_since
		FROM controllers c JOIN stations s ON s.id = c.station_id WHERE `+where+` AND s.is_active = TRUE AND s.archived_at IS NULL ORDER BY s.id`, arg)
	list := make([]controller.Controller, len(rows))
	for i, r := range rows {
		list[i] = r.Controller
		list[i].SilentSince = db.InstantOrNil(r.silent)
	}
	return list, err
}
