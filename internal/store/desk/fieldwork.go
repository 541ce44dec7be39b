package desk

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/fieldwork"
	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
)

// FieldTasks implements fieldwork.Store. Blocked lockers and silent stations are those of the worklist. What an open
// intervention is about is listed as that intervention alone, and a blocked locker whose bicycle may be removed as that
// removal.
func (s *Store) FieldTasks(ctx context.Context, q fieldwork.Query) ([]fieldwork.Task, int, error) {
	type row struct {
		fieldwork.Task
		since, backOn, outSince *int64
		lockerID, lockerType    *int64
		lockerName, complement  *string
		outage                  station.Outage
		repairID, number        *int64
		fileID                  *int64
		cause, description      *string
		urgent, active          bool
		total                   int
	}
	args := []any{}
	operator, now := db.Mark(&args, q.OperatorID), db.Mark(&args, db.Millis(q.Now))
	before, today := db.Mark(&args, db.Millis(q.OpenBefore)), db.Mark(&args, int64(clock.DayOf(q.Now)))
	tasks := `
		SELECT 'hors_service' AS kind, s.out_since AS since, s.id AS station_id, CAST(NULL AS BIGINT) AS locker_id,
		  CAST(NULL AS BIGINT) AS repair_id, CAST(NULL AS BIGINT) AS file_id, FALSE AS urgent
		FROM stations s WHERE s.operator_id = ` + operator + ` AND s.is_active = FALSE AND s.archived_at IS NULL
		UNION ALL SELECT 'hors_service', l.out_since, l.station_id, l.id, NULL, NULL, FALSE
		FROM stations s JOIN lockers l ON l.station_id = s.id
		WHERE s.operator_id = ` + operator + ` AND s.is_active = TRUE AND s.archived_at IS NULL
		  AND l.is_active = FALSE AND l.archived_at IS NULL
		  AND NOT EXISTS (SELECT 1 FROM interventions i WHERE i.locker_id = l.id AND i.resolved_at IS NULL
		    AND i.took_out = TRUE)
		UNION ALL SELECT 'intervention', i.opened_at, i.station_id, i.locker_id, i.id, NULL,
		  i.locker_id IS NULL OR EXISTS (SELECT 1 FROM stays o WHERE o.locker_id = i.locker_id AND o.ended_at IS NULL)
		FROM interventions i
		JOIN stations s ON s.id = i.station_id AND s.archived_at IS NULL
		WHERE i.operator_id = ` + operator + ` AND i.resolved_at IS NULL
		UNION ALL SELECT 'bloque', q.since, l.station_id, l.id, NULL, NULL, FALSE
		FROM (` + lines(worklist.KindRemoved, q.Now, operator, now, &args) + `) q JOIN lockers l ON l.id = q.locker_id
		WHERE NOT EXISTS (SELECT 1 FROM left_bikes b WHERE b.stay_id = q.id AND b.step = 'preavis' AND b.due_on <= ` +
		today + `)
		UNION ALL SELECT 'velo_a_enlever', q.since, q.station_id, q.locker_id, NULL, q.id, FALSE
		FROM (` + lines(worklist.KindLeftBike, q.Now, operator, now, &args) + `) q WHERE q.step = 'preavis'`
	if q.Heard {
		// The last word of a silent controller about its doors may be old.
		tasks += `
		UNION ALL SELECT 'muette', q.since, q.id, NULL, NULL, NULL, FALSE FROM (` +
			lines(worklist.KindSilent, q.Now, operator, now, &args) + `) q
		WHERE NOT EXISTS (SELECT 1 FROM interventions i WHERE i.station_id = q.id AND i.resolved_at IS NULL
		  AND i.awaited = 'muette')
		UNION ALL SELECT 'porte_ouverte', d.moved_at, l.station_id, l.id, NULL, NULL, FALSE
		FROM stations s JOIN controllers c ON c.station_id = s.id AND c.silent_since IS NULL
		JOIN lockers l ON l.station_id = s.id JOIN doors d ON d.locker_id = l.id
		WHERE s.operator_id = ` + operator + ` AND s.is_active = TRUE AND s.archived_at IS NULL
		  AND l.archived_at IS NULL AND d.is_open = TRUE AND d.moved_at <= ` + before + `
		  AND NOT EXISTS (SELECT 1 FROM interventions i WHERE i.locker_id = l.id AND i.resolved_at IS NULL
		    AND i.awaited = 'porte_ouverte')`
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list field work", func(r *row) []any {
		st := &r.Station
		return []any{
			&r.Kind, &r.since, &st.ID, &st.Name, &st.Street, &st.PostalCode, &st.City, &st.Latitude, &st.Longitude,
			&r.lockerID, &r.lockerName, &r.complement, &r.lockerType,
			&r.outage.Cause, &r.outage.Reason, &r.backOn, &r.outSince, &r.active,
			&r.repairID, &r.number, &r.cause, &r.description, &r.fileID, &r.urgent, &r.total,
		}
	}, `SELECT f.kind, f.since, s.id, s.name, s.street, s.postal_code, s.city, s.latitude, s.longitude,
		  l.id, l.name, l.complement, l.type_id, COALESCE(l.out_cause, s.out_cause), COALESCE(l.out_reason, s.out_reason),
		  CASE WHEN l.id IS NULL THEN s.back_on ELSE l.back_on END,
		  CASE WHEN l.id IS NULL THEN s.out_since ELSE l.out_since END,
		  COALESCE(l.is_active, s.is_active), r.id, r.number, r.cause, r.description, f.file_id,
		  f.urgent, COUNT(*) OVER ()
		FROM (`+tasks+`) f JOIN stations s ON s.id = f.station_id LEFT JOIN lockers l ON l.id = f.locker_id
		LEFT JOIN interventions r ON r.id = f.repair_id
		WHERE CAST(`+now+` AS BIGINT) IS NOT NULL AND CAST(`+before+` AS BIGINT) IS NOT NULL
		ORDER BY f.urgent DESC, s.name_folded, s.id, f.since NULLS FIRST, l.id, f.kind
		LIMIT `+db.Mark(&args, fieldwork.Listed), args...)
	if err != nil {
		return nil, 0, err
	}
	list, total := make([]fieldwork.Task, len(rows)), 0
	for i, r := range rows {
		t := r.Task
		t.Since, t.FileID, total = db.InstantOrNil(r.since), db.IdOrZero(r.fileID), r.total
		if r.lockerID != nil {
			t.Locker = &fieldwork.Locker{
				ID: *r.lockerID, Name: db.TextOf(r.lockerName), Complement: db.TextOf(r.complement),
				Type: station.LockerType(db.IdOrZero(r.lockerType)),
			}
		}
		if r.repairID != nil {
			t.Repair = &fieldwork.OpenRepair{
				ID: *r.repairID, Number: db.IdOrZero(r.number), Cause: station.OutageCause(db.TextOf(r.cause)),
				Description: db.TextOf(r.description), Urgent: r.urgent,
			}
		}
		if t.Kind == fieldwork.OutOfService || t.Repair != nil && !r.active {
			t.Outage = outageOf(db.InstantOrNil(r.outSince), r.outage, r.backOn)
		}
		list[i] = t
	}
	return list, total, nil
}

// outageOf returns the outage of these columns.
func outageOf(since *time.Time, told station.Outage, backOn *int64) *station.Outage {
	told.Since, told.BackOn = since, (*clock.Day)(backOn)
	if told.Cause == "" { // nothing was told
		told.Cause = station.OtherCause
	}
	return &told
}
