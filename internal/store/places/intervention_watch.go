package places

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/places/intervention"
	"consigne/internal/domain/places/station"
)

// inUse are stations s in service of operators in service; lockers l that are out of service are known to be.
const (
	inUse       = `s.is_active = TRUE AND s.archived_at IS NULL`
	lockerInUse = inUse + ` AND l.is_active = TRUE AND l.archived_at IS NULL`
)

// Sights implements intervention.Store.
func (s *Store) Sights(ctx context.Context, look intervention.Look) ([]intervention.Sight, error) {
	list, err := s.refusingDoors(ctx, look.RefusedAfter)
	if err != nil || !look.Heard {
		return list, err
	}
	for _, of := range []struct {
		event intervention.Event
		cause station.OutageCause
		query string
		args  []any
	}{
		{intervention.Silent, "controleur", `
			SELECT s.operator_id, s.id, NULL, c.silent_since, c.silent_since FROM controllers c
			JOIN stations s ON s.id = c.station_id
			WHERE c.silent_since <= $1 AND ` + inUse, []any{db.Millis(look.SilentBefore)}},
		// The last word of a silent controller about its doors may be old.
		{intervention.DoorOpen, "porte", `
			SELECT s.operator_id, s.id, l.id, d.moved_at, d.moved_at FROM doors d JOIN lockers l ON l.id = d.locker_id
			JOIN stations s ON s.id = l.station_id
			JOIN controllers c ON c.station_id = s.id AND c.silent_since IS NULL
			WHERE d.is_open = TRUE AND d.moved_at <= $1 AND ` + lockerInUse, []any{db.Millis(look.OpenBefore)}},
		{
			intervention.Unreceived, "controleur", `
			SELECT s.operator_id, s.id, l.id, MAX(g.given_at), MAX(g.expires_at) FROM openings g
			JOIN lockers l ON l.id = g.locker_id JOIN stations s ON s.id = l.station_id
			JOIN controllers c ON c.station_id = s.id AND c.silent_since IS NULL
			WHERE g.given_at > $1 AND g.expires_at <= $2 AND g.command_id IS NOT NULL AND g.received_at IS NULL
			AND g.used_at IS NULL AND ` + lockerInUse + ` GROUP BY s.operator_id, s.id, l.id`,
			[]any{db.Millis(look.RefusedAfter), db.Millis(look.Now)},
		},
	} {
		found, err := s.sights(ctx, of.event, of.cause, of.query, of.args...)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

// refusingDoors lists the doors that refused several times and did not open since.
func (s *Store) refusingDoors(ctx context.Context, after time.Time) ([]intervention.Sight, error) {
	list := []intervention.Sight{}
	byCause := map[station.OutageCause][]string{}
	for kind, cause := range intervention.RefusalCauses {
		byCause[cause] = append(byCause[cause], string(kind))
	}
	for _, cause := range slices.Sorted(maps.Keys(byCause)) {
		args := []any{db.Millis(after)}
		found, err := s.sights(ctx, intervention.Refusing, cause, `
			SELECT s.operator_id, s.id, l.id, MIN(r.at), MAX(r.at) FROM refusals r JOIN lockers l ON l.id = r.locker_id
			JOIN stations s ON s.id = l.station_id
			WHERE r.at > $1 AND r.kind IN (`+db.Marks(&args, byCause[cause])+`) AND `+lockerInUse+`
			AND NOT EXISTS (SELECT 1 FROM openings g WHERE g.locker_id = l.id AND g.used_at >= r.at)
			AND NOT EXISTS (SELECT 1 FROM stays o WHERE o.locker_id = l.id AND o.started_at >= r.at)
			GROUP BY s.operator_id, s.id, l.id HAVING COUNT(*) >= `+strconv.Itoa(refusal.StuckAfter), args...)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

// sights reads places with the first and the last instant of an event.
func (s *Store) sights(
	ctx context.Context, event intervention.Event, cause station.OutageCause, query string, args ...any,
) ([]intervention.Sight, error) {
	type row struct {
		intervention.Sight
		locker    *int64
		first, at int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "look at doors and controllers", func(r *row) []any {
		return []any{&r.OperatorID, &r.StationID, &r.locker, &r.first, &r.at}
	}, query, args...)
	list := make([]intervention.Sight, len(rows))
	for n, r := range rows {
		list[n] = r.Sight
		list[n].Event, list[n].Cause, list[n].LockerID = event, cause, db.IdOrZero(r.locker)
		list[n].First, list[n].At = db.Instant(r.first), db.Instant(r.at)
	}
	return list, err
}

// Returned implements intervention.Store.
func (s *Store) Returned(ctx context.Context) ([]intervention.Return, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "list what has returned", func(r *intervention.Return) []any {
		return []any{&r.InterventionID, &r.Event}
	}, `SELECT i.id, i.awaited FROM interventions i JOIN controllers c ON c.station_id = i.station_id
		LEFT JOIN doors d ON d.locker_id = i.locker_id
		WHERE i.awaited <> '' AND i.resolved_at IS NULL AND c.silent_since IS NULL
		  AND (i.awaited = 'muette' OR d.is_open = FALSE) ORDER BY i.id`)
}
