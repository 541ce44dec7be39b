package desk

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/worklist"
	"consigne/internal/kernel/access"
)

// LineOf implements worklist.HandlingStore.
func (s *Store) LineOf(
	ctx context.Context, operatorID int64, kind worklist.Kind, objectID int64, now time.Time,
) (worklist.Line, int64, error) {
	type row struct {
		common
		stationID *int64
		expires   string
	}
	args := []any{}
	operator := db.Mark(&args, operatorID)
	expires, stationID := `''`, `l.station_id`
	switch kind {
	case worklist.KindCard:
		expires = `listed.expires`
	case worklist.KindIntervention, worklist.KindLeftBike:
		stationID = `listed.station_id`
	}
	listed := `SELECT j.* FROM (` + handled(kind, now, anyState, operator, &args) + `) j WHERE j.id = ` +
		db.Mark(&args, objectID)
	found, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read line of the worklist", func(r *row) []any {
		return append(r.fields(), &r.stationID, &r.expires)
	}, `SELECT `+commonColumns()+`, `+stationID+`, `+expires+` FROM (`+listed+`) listed`+commonTables(operator)+`
		LEFT JOIN lockers l ON l.id = listed.locker_id`, args...))
	if err != nil {
		return worklist.Line{}, 0, err
	}
	line := found.line()
	switch kind {
	case worklist.KindCard:
		line.Since = worklist.CardSince(found.expires, line.Since)
	case worklist.KindIntervention, worklist.KindLeftBike:
		line.Since = worklist.DaySince(line.Since)
	}
	return line, db.IdOrZero(found.stationID), nil
}

// SaveHandling implements worklist.HandlingStore.
func (s *Store) SaveHandling(
	ctx context.Context, operatorID int64, kind worklist.Kind, objectID int64, h worklist.Handling, now time.Time,
) error {
	var assignee, postponer, assigned *int64
	if h.Assignee != nil {
		assignee, assigned = &h.Assignee.ID, db.MillisOrNull(&h.AssignedAt)
	}
	if h.PostponedBy != nil && h.PostponedKey == 0 {
		postponer = &h.PostponedBy.ID
	}
	args := []any{}
	operator, at := db.Mark(&args, operatorID), db.Mark(&args, db.Millis(now))
	value := func(v any) string { return `CAST(` + db.Mark(&args, v) + ` AS BIGINT)` }
	// The instant is named for the kinds whose lines do not: PostgreSQL refuses an argument that nothing names.
	query := `INSERT INTO worklist_handlings (operator_id, kind, object_id, since, assignee_id, assigned_at,
		postponed_until, postponed_by, postponed_key)
		SELECT ` + operator + `, ` + db.Mark(&args, string(kind)) + `, q.id, q.since, ` + value(assignee) + `, ` + value(assigned) + `, ` +
		value(db.MillisOrNull(h.PostponedUntil)) + `, ` + value(postponer) + `, ` + value(db.OrNull(h.PostponedKey)) + `
		FROM (` + lines(kind, now, operator, at, &args) + `) q WHERE q.id = ` + db.Mark(&args, objectID) + ` AND CAST(` + at + ` AS BIGINT) IS NOT NULL
		ON CONFLICT (operator_id, kind, object_id) DO UPDATE SET since = excluded.since, assignee_id = excluded.assignee_id,
		  assigned_at = excluded.assigned_at, postponed_until = excluded.postponed_until,
		postponed_by = excluded.postponed_by, postponed_key = excluded.postponed_key`
	return s.db.Exec(ctx, "save handling", query, args...)
}

// Colleagues implements worklist.HandlingStore.
func (s *Store) Colleagues(ctx context.Context, operatorID int64) ([]worklist.Colleague, error) {
	type row struct {
		worklist.Account
		role access.Role
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list colleagues", func(r *row) []any { return []any{&r.ID, &r.Name, &r.role} }, `
		SELECT a.id, `+nameOf("a")+`, r.role FROM account_roles r JOIN accounts a ON a.id = r.account_id
		WHERE r.operator_id = $1 AND r.role IN ('Gestionnaire', 'Hotline', 'Mainteneur') AND a.is_active = TRUE
		AND a.deleted_at IS NULL AND a.anonymised_at IS NULL
		ORDER BY a.last_folded, a.first_folded, a.id, r.role`, operatorID)
	list := []worklist.Colleague{}
	for _, r := range rows {
		if n := len(list); n == 0 || list[n-1].ID != r.ID {
			list = append(list, worklist.Colleague{Account: r.Account})
		}
		last := &list[len(list)-1]
		last.Roles = append(last.Roles, r.role)
	}
	return list, err
}

// TrimHandlings implements retention.HandlingStore.
func (s *Store) TrimHandlings(ctx context.Context, now time.Time) error {
	type part struct {
		operatorID int64
		kind       worklist.Kind
	}
	parts, err := db.Collect(ctx, s.db.Reader(ctx), "list handlings",
		func(p *part) []any { return []any{&p.operatorID, &p.kind} },
		`SELECT DISTINCT operator_id, kind FROM worklist_handlings`)
	if err != nil {
		return err
	}
	for _, p := range parts {
		args := []any{}
		operator, at := db.Mark(&args, p.operatorID), db.Mark(&args, db.Millis(now))
		err := s.db.Exec(ctx, "trim handlings", `DELETE FROM worklist_handlings WHERE operator_id = `+operator+` AND kind = `+db.Mark(&args, string(p.kind))+`
			AND (assignee_id IS NULL AND COALESCE(postponed_until, 0) <= `+at+` OR NOT EXISTS (
			  SELECT 1 FROM (`+lines(p.kind, now, operator, at, &args)+`) q WHERE q.id = worklist_handlings.object_id AND q.since = worklist_handlings.since))`, args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// Erase forgets the account as a member of staff who deals with lines or put them off.
func (s *Store) EraseHandlings(ctx context.Context, accountID int64) error {
	for _, column := range []string{"assignee_id", "postponed_by"} {
		if err := s.db.Exec(ctx, "erase handlings", `UPDATE worklist_handlings SET `+column+` = NULL WHERE `+column+` = $1`,
			accountID); err != nil {
			return err
		}
	}
	return nil
}
