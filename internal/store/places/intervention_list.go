package places

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/domain/places/intervention"
)

// ListedIntervention implements intervention.ListStore.
func (s *Store) ListedIntervention(ctx context.Context, id int64) (intervention.Listed, error) {
	return db.First(s.listedInterventions(ctx, `i.id = $1`, id))
}

// InterventionNumbered implements hotline.NumberStore.
func (s *Store) InterventionNumbered(ctx context.Context, operatorID, number int64) (intervention.Listed, error) {
	return db.First(s.listedInterventions(ctx, `i.operator_id = $1 AND i.number = $2`, operatorID, number))
}

// occupied is whether a stay is in progress in the locker of intervention i.
const occupied = `EXISTS (SELECT 1 FROM stays o WHERE o.locker_id = i.locker_id AND o.ended_at IS NULL)`

// ListedInterventions implements intervention.ListStore.
func (s *Store) ListedInterventions(
	ctx context.Context, f intervention.Filter, offset, limit int,
) (list []intervention.Listed, total int, err error) {
	q := &db.Where{}
	q.Is(`i.operator_id`, f.OperatorID)
	if len(f.States) > 0 {
		q.Only(`i.state IN (` + db.Marks(&q.Args, f.States) + `)`)
	}
	if len(f.Causes) > 0 {
		q.Only(`i.cause IN (` + db.Marks(&q.Args, f.Causes) + `)`)
	}
	if len(f.StationIDs) > 0 {
		q.Only(`i.station_id IN (` + db.Marks(&q.Args, f.StationIDs) + `)`)
	}
	if f.LockerID != 0 {
		q.Is(`i.locker_id`, f.LockerID)
	}
	if f.Whole {
		q.Only(`i.locker_id IS NULL`)
	}
	if f.AssigneeID != 0 {
		q.Is(`i.assignee_id`, f.AssigneeID)
	}
	err = s.db.Snapshot(ctx, func(ctx context.Context) error {
		if total, err = s.db.Count(ctx, "count interventions", `SELECT COUNT(*) FROM interventions i WHERE `+q.SQL(),
			q.Args...); err != nil {
			return err
		}
		const order = ` ORDER BY CASE WHEN i.resolved_at IS NULL THEN 0 ELSE 1 END,
			CASE WHEN i.resolved_at IS NULL AND (i.locker_id IS NULL OR ` + occupied + `) THEN 0 ELSE 1 END,
			i.resolved_at DESC, i.opened_at, i.id`
		// The ids of the page first: names and stays are read of its rows alone.
		list, err = s.listedInterventions(ctx, `i.id IN (SELECT i.id FROM interventions i WHERE `+q.SQL()+order+
			db.Page(q.Args, limit)+`)`+order, append(q.Args, offset)...)
		return err
	})
	return list, total, err
}

// listedInterventions reads interventions i with the names that go with them.
func (s *Store) listedInterventions(ctx context.Context, where string, args ...any) ([]intervention.Listed, error) {
	type row struct {
		interventionRow
		station                      string
		lockerName, complement, name *string
		active                       *bool
		occupied                     bool
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list interventions", func(r *row) []any {
		return append(r.fields(), &r.station, &r.lockerName, &r.complement, &r.active, &r.name, &r.occupied)
	}, `SELECT `+interventionColumns+`, s.name, l.name, l.complement, l.is_active,
		a.first_name || ' ' || a.last_name, `+occupied+`
		FROM interventions i JOIN stations s ON s.id = i.station_id LEFT JOIN lockers l ON l.id = i.locker_id
		LEFT JOIN accounts a ON a.id = i.assignee_id WHERE `+where, args...)
	list := make([]intervention.Listed, len(rows))
	for n := range rows {
		r := &rows[n]
		l := intervention.Listed{
			Intervention: r.intervention(), Station: r.station, Assignee: db.TextOf(r.name), Occupied: r.occupied,
		}
		if l.LockerID != 0 {
			l.Locker = &intervention.Locker{
				ID: l.LockerID, Name: db.TextOf(r.lockerName), Complement: db.TextOf(r.complement),
				Active: r.active != nil && *r.active,
			}
		}
		list[n] = l
	}
	return list, err
}

// InterventionLines implements intervention.ListStore.
func (s *Store) InterventionLines(ctx context.Context, id int64) ([]intervention.Told, error) {
	type row struct {
		intervention.Told
		at                     int64
		account, key, assignee *int64
		author, name           *string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list lines of an intervention", func(r *row) []any {
		return []any{
			&r.at, &r.Kind, &r.account, &r.key, &r.Note, &r.assignee, &r.Parts, &r.Minutes, &r.author, &r.name,
		}
	}, `SELECT n.at, n.kind, n.account_id, n.key_id, n.note, n.assignee_id, n.parts, n.minutes,
		COALESCE(a.first_name || ' ' || a.last_name, 'clé ' || k.label), b.first_name || ' ' || b.last_name
		FROM intervention_lines n LEFT JOIN accounts a ON a.id = n.account_id
		LEFT JOIN service_keys k ON k.id = n.key_id LEFT JOIN accounts b ON b.id = n.assignee_id
		WHERE n.intervention_id = $1 ORDER BY n.id`, id)
	list := make([]intervention.Told, len(rows))
	for n, r := range rows {
		t := r.Told
		t.At, t.AccountID, t.KeyID, t.AssigneeID = db.Instant(r.at), db.IdOrZero(r.account), db.IdOrZero(r.key),
			db.IdOrZero(r.assignee)
		t.Author, t.Assignee = db.TextOf(r.author), db.TextOf(r.name)
		list[n] = t
	}
	return list, err
}
