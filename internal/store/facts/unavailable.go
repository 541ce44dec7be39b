package facts

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/places/availability"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// measure begins and ends the spans of unavailability of what the fact is about.
func (s *Store) measure(ctx context.Context, entry audit.Entry) error {
	switch entry.Action {
	case audit.LockerCreated, audit.LockerChanged, audit.LockerSwitchedOn, audit.LockerSwitchedOff, audit.LockerArchived:
		return s.measureLocker(ctx, entry.Object.ID, entry.At)
	case audit.LockersImported:
		return s.measureLockersOut(ctx, entry.StationID, entry.At)
	case audit.StationCreated, audit.StationChanged, audit.StationSwitchedOn, audit.StationSwitchedOff,
		audit.StationSilent, audit.StationBack, audit.StationArchived:
		return s.measureStation(ctx, entry.StationID, entry.At)
	case audit.CodeUsed:
		return s.DoorOpened(ctx, entry.Object.ID, entry.At)
	case audit.StayStarted, audit.StayEnded:
		return s.doorOpened(ctx, `(SELECT locker_id FROM stays WHERE id = $1)`, entry.Object.ID, entry.At)
	}
	return nil
}

func (s *Store) measureLocker(ctx context.Context, id int64, at time.Time) error {
	type row struct {
		operatorID, stationID int64
		active                bool
		since, archived       *int64
		cause                 station.OutageCause
	}
	l, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read whether a locker is in service", func(r *row) []any {
		return []any{&r.operatorID, &r.stationID, &r.active, &r.since, &r.cause, &r.archived}
	}, `SELECT s.operator_id, s.id, l.is_active, l.out_since, l.out_cause, l.archived_at
		FROM lockers l JOIN stations s ON s.id = l.station_id WHERE l.id = $1`, id))
	switch {
	case err != nil:
		return err
	case l.archived != nil:
		return s.end(ctx, `locker_id = $1`, id, at)
	case l.active:
		return s.end(ctx, `locker_id = $1 AND kind = '`+string(availability.OutOfService)+`'`, id, at)
	}
	if l.since != nil {
		at = db.Instant(*l.since)
	}
	return s.begin(ctx, availability.Span{
		OperatorID: l.operatorID, StationID: l.stationID, LockerID: id, Kind: availability.OutOfService, From: at,
	}, l.cause)
}

func (s *Store) measureLockersOut(ctx context.Context, stationID int64, at time.Time) error {
	out, err := db.Collect(ctx, s.db.Reader(ctx), "list lockers out of service",
		func(id *int64) []any { return []any{id} },
		`SELECT l.id FROM lockers l WHERE l.station_id = $1 AND l.is_active = FALSE AND l.archived_at IS NULL`, stationID)
	if err != nil {
		return err
	}
	for _, id := range out {
		if err := s.measureLocker(ctx, id, at); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) measureStation(ctx context.Context, id int64, at time.Time) error {
	type row struct {
		operatorID            int64
		active                bool
		out, silent, archived *int64
		cause                 station.OutageCause
	}
	st, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read whether a station is in service", func(r *row) []any {
		return []any{&r.operatorID, &r.active, &r.out, &r.cause, &r.silent, &r.archived}
	}, `SELECT s.operator_id, s.is_active, s.out_since, s.out_cause, c.silent_since, s.archived_at
		FROM stations s LEFT JOIN controllers c ON c.station_id = s.id WHERE s.id = $1`, id))
	if err != nil {
		return err
	}
	if st.archived != nil { // with its lockers
		return s.end(ctx, `station_id = $1`, id, at)
	}
	of := availability.Span{OperatorID: st.operatorID, StationID: id}
	for _, state := range []struct {
		kind  availability.Kind
		is    bool
		since *int64
	}{
		{availability.InactiveStation, !st.active, st.out},
		{availability.SilentStation, st.silent != nil, st.silent},
	} {
		of.Kind, of.From = state.kind, at
		if state.since != nil {
			of.From = db.Instant(*state.since)
		}
		if state.is {
			err = s.begin(ctx, of, st.cause)
		} else {
			err = s.end(ctx, `locker_id IS NULL AND station_id = $1 AND kind = '`+string(state.kind)+`'`, id, at)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// DoorStuck begins the span of a door that refused too often.
func (s *Store) DoorStuck(ctx context.Context, lockerID int64, at time.Time) error {
	of, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read the station of a locker",
		func(of *availability.Span) []any { return []any{&of.OperatorID, &of.StationID} },
		`SELECT s.operator_id, s.id FROM lockers l JOIN stations s ON s.id = l.station_id
		WHERE l.id = $1 AND l.archived_at IS NULL AND s.archived_at IS NULL`, lockerID))
	if fault.Is(err, fault.KindNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	of.LockerID, of.Kind, of.From = lockerID, availability.StuckDoor, at
	return s.begin(ctx, of, "")
}

// DoorOpened ends the span of a door that was stuck.
func (s *Store) DoorOpened(ctx context.Context, lockerID int64, at time.Time) error {
	return s.doorOpened(ctx, `$1`, lockerID, at)
}

func (s *Store) doorOpened(ctx context.Context, locker string, id int64, at time.Time) error {
	return s.end(ctx, `locker_id = `+locker+` AND kind = '`+string(availability.StuckDoor)+`'`, id, at)
}

// begin begins a span, unless one of its kind goes on there.
func (s *Store) begin(ctx context.Context, span availability.Span, outage station.OutageCause) error {
	from, err := s.dated(ctx, span.OperatorID, span.From)
	if err != nil {
		return err
	}
	cause, attribution := availability.Begun(span.Kind, outage)
	return s.db.Exec(ctx, "begin a span", `INSERT INTO unavailable_spans
		(operator_id, station_id, locker_id, kind, began_at, cause, attribution) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT DO NOTHING`,
		span.OperatorID, span.StationID, db.OrNull(span.LockerID), span.Kind, db.Millis(from), cause, attribution)
}

// end ends the spans that go on and match a condition on $1. A span that began later than the instant goes on: what is
// told late of before it says nothing of it.
func (s *Store) end(ctx context.Context, where string, id int64, at time.Time) error {
	type row struct{ id, operatorID, began int64 }
	open, err := db.Collect(ctx, s.db.Reader(ctx), "list open spans",
		func(r *row) []any { return []any{&r.id, &r.operatorID, &r.began} },
		`SELECT id, operator_id, began_at FROM unavailable_spans WHERE ended_at IS NULL AND `+where, id)
	if err != nil {
		return err
	}
	for _, span := range open {
		if db.Millis(at) < span.began {
			continue
		}
		to, err := s.dated(ctx, span.operatorID, at)
		if err != nil {
			return err
		}
		if err := s.db.Exec(ctx, "end a span", `UPDATE unavailable_spans SET ended_at = $2
			WHERE id = $1 AND ended_at IS NULL`, span.id, db.Millis(to)); err != nil {
			return err
		}
	}
	return nil
}

// dated returns the instant, or the first of the month of the operator that is open if that is later: what is known of
// a closed month is sealed, and nothing that comes late changes it.
func (s *Store) dated(ctx context.Context, operatorID int64, at time.Time) (time.Time, error) {
	last, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read the last closed month",
		func(month **int64) []any { return []any{month} },
		`SELECT MAX(month) FROM statement_closings WHERE operator_id = $1`, operatorID))
	if err != nil || last == nil {
		return at, err
	}
	if open := (clock.Month(*last) + 1).Begins(); at.Before(open) {
		return open, nil
	}
	return at, nil
}
