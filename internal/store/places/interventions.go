package places

import (
	"context"
	"errors"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/places/intervention"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
)

const interventionColumns = `i.id, i.operator_id, i.number, i.station_id, i.locker_id, i.cause, i.description, i.state,
	i.opened_at, i.times, i.assignee_id, i.due_on, i.took_out, i.parts, i.minutes, i.resolved_at, i.seen_at, i.awaited`

// interventionRow is a row of interventions.
type interventionRow struct {
	intervention.Intervention
	opened         int64
	locker         *int64
	assignee, due  *int64
	resolved, seen *int64
}

func (r *interventionRow) fields() []any {
	return []any{
		&r.ID, &r.OperatorID, &r.Number, &r.StationID, &r.locker, &r.Cause, &r.Description, &r.State, &r.opened, &r.Times,
		&r.assignee, &r.due, &r.TookOut, &r.Parts, &r.Minutes, &r.resolved, &r.seen, &r.Awaited,
	}
}

func (r *interventionRow) intervention() intervention.Intervention {
	i := r.Intervention
	i.OpenedAt, i.LockerID, i.AssigneeID = db.Instant(r.opened), db.IdOrZero(r.locker), db.IdOrZero(r.assignee)
	i.DueOn, i.ResolvedAt, i.SeenAt = (*clock.Day)(r.due), db.InstantOrNil(r.resolved), db.InstantOrNil(r.seen)
	return i
}

func (s *Store) interventions(ctx context.Context, where string, args ...any) ([]intervention.Intervention, error) {
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read interventions", func(r *interventionRow) []any {
		return r.fields()
	}, `SELECT `+interventionColumns+` FROM interventions i WHERE `+where, args...)
	list := make([]intervention.Intervention, len(rows))
	for n := range rows {
		list[n] = rows[n].intervention()
	}
	return list, err
}

// InterventionByID implements intervention.Store.
func (s *Store) InterventionByID(ctx context.Context, id int64) (intervention.Intervention, error) {
	return db.First(s.interventions(ctx, `i.id = $1`, id))
}

// LastIntervention implements intervention.Store.
func (s *Store) LastIntervention(
	ctx context.Context, stationID, lockerID int64, cause station.OutageCause,
) (intervention.Intervention, error) {
	where := `i.station_id = $1 AND i.locker_id = $2 AND i.cause = $3`
	args := []any{stationID, lockerID, cause}
	if lockerID == 0 {
		where, args = `i.station_id = $1 AND i.locker_id IS NULL AND i.cause = $2`, []any{stationID, cause}
	}
	// One that was opened again may be older than one that is resolved.
	return db.First(s.interventions(ctx, where+` ORDER BY CASE WHEN i.resolved_at IS NULL THEN 0 ELSE 1 END,
		i.resolved_at DESC, i.id DESC LIMIT 1`, args...))
}

// OpenThatTookOut implements intervention.Store.
func (s *Store) OpenThatTookOut(ctx context.Context, lockerID int64) ([]intervention.Intervention, error) {
	return s.interventions(ctx, `i.locker_id = $1 AND i.resolved_at IS NULL AND i.took_out = TRUE ORDER BY i.id`, lockerID)
}

// AddIntervention implements intervention.Store.
func (s *Store) AddIntervention(
	ctx context.Context, i intervention.Intervention,
) (intervention.Intervention, error) {
	number, err := db.First(db.Collect(ctx, s.db.Writer(ctx), "number intervention",
		func(n *int64) []any { return []any{n} }, `
		INSERT INTO intervention_numbers (operator_id, latest) VALUES ($1, 1)
		ON CONFLICT (operator_id) DO UPDATE SET latest = intervention_numbers.latest + 1 RETURNING latest`, i.OperatorID))
	if err != nil {
		return i, err
	}
	i.Number = number
	i.ID, err = s.db.InsertRow(ctx, "open intervention", "interventions",
		`operator_id, number, station_id, locker_id, cause, description, state, opened_at, times, assignee_id, due_on,
		took_out, parts, minutes, resolved_at, seen_at, awaited`,
		append([]any{i.OperatorID, i.Number, i.StationID, db.OrNull(i.LockerID)}, whatChanges(i)...))
	return i, err
}

// whatChanges returns the values of the columns that SaveIntervention replaces.
func whatChanges(i intervention.Intervention) []any {
	return []any{
		i.Cause, i.Description, i.State, db.Millis(i.OpenedAt), i.Times, db.OrNull(i.AssigneeID), (*int64)(i.DueOn),
		i.TookOut, i.Parts, i.Minutes, db.MillisOrNull(i.ResolvedAt), db.MillisOrNull(i.SeenAt), i.Awaited,
	}
}

// SaveIntervention implements intervention.Store.
func (s *Store) SaveIntervention(ctx context.Context, i intervention.Intervention) error {
	err := s.db.Exec(ctx, "save intervention", `
		UPDATE interventions SET cause = $2, description = $3, state = $4, opened_at = $5, times = $6, assignee_id = $7,
		due_on = $8, took_out = $9, parts = $10, minutes = $11, resolved_at = $12, seen_at = $13, awaited = $14
		WHERE id = $1`, append([]any{i.ID}, whatChanges(i)...)...)
	if db.Duplicate(err) { // another one was opened at its place meanwhile
		err = errors.Join(db.ErrLostRace, err)
	}
	return err
}

// AddInterventionLine implements intervention.Store.
func (s *Store) AddInterventionLine(ctx context.Context, interventionID int64, l intervention.Line) error {
	return s.db.Exec(ctx, "add line of intervention", `
		INSERT INTO intervention_lines (intervention_id, at, kind, account_id, key_id, note, assignee_id, parts, minutes)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, interventionID, db.Millis(l.At), l.Kind, db.OrNull(l.AccountID),
		db.OrNull(l.KeyID), l.Note, db.OrNull(l.AssigneeID), l.Parts, l.Minutes)
}

// IsStaffAt implements intervention.Store.
func (s *Store) IsStaffAt(ctx context.Context, accountID, operatorID int64) (bool, error) {
	n, err := s.db.Count(ctx, "look for a role", `
		SELECT COUNT(*) FROM account_roles r JOIN accounts a ON a.id = r.account_id
		WHERE r.account_id = $1 AND r.operator_id = $2 AND r.role <> 'Utilisateur' AND a.is_active = TRUE
		AND a.deleted_at IS NULL AND a.anonymised_at IS NULL`, accountID, operatorID)
	return n > 0, err
}

// InterventionOperator implements ownership.InterventionStore.
func (s *Store) InterventionOperator(ctx context.Context, id int64) (int64, error) {
	var operatorID int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT i.operator_id FROM interventions i
		JOIN operators o ON o.id = i.operator_id WHERE i.id = $1 AND o.archived_at IS NULL`, id).Scan(&operatorID)
	return operatorID, db.Found(err)
}

// TrimInterventions implements retention.OldInterventionStore.
func (s *Store) TrimInterventions(ctx context.Context, before time.Time) error {
	return s.db.Exec(ctx, "trim interventions", `DELETE FROM interventions WHERE resolved_at < $1`, db.Millis(before))
}

// EraseInterventions forgets the account as who is in charge.
func (s *Store) EraseInterventions(ctx context.Context, accountID int64) error {
	return s.db.Exec(ctx, "erase from interventions", `UPDATE interventions SET assignee_id = NULL,
		state = CASE WHEN state = 'prise_en_charge' THEN 'ouverte' ELSE state END WHERE assignee_id = $1`, accountID)
}
