// Package audit stores the audit log.
package audit

import (
	"context"
	"encoding/json"
	"fmt"

	"consigne/internal/db"
	"consigne/internal/domain/audit"
	"consigne/internal/store/changes"
)

// Store reads and writes it.
type Store struct {
	db        *db.DB
	published Published
	changes   *changes.Store
}

// Published is told of every entry, in the transaction of the write, because some change what
// operators publish.
type Published interface {
	Publish(ctx context.Context, entry audit.Entry) error
}

// New returns the store in a database.
func New(d *db.DB, published Published, changes *changes.Store) *Store {
	return &Store{db: d, published: published, changes: changes}
}

// Record implements audit.Recorder. Every write that screens show adds an entry in its own transaction, so that telling
// of changes from here misses none.
func (s *Store) Record(ctx context.Context, entry audit.Entry) error {
	changes := []byte("{}")
	if entry.Changes != nil {
		var err error
		if changes, err = json.Marshal(entry.Changes); err != nil {
			return fmt.Errorf("write audit line: %w", err)
		}
	}
	var revision int64
	if entry.Action.Edits() {
		var err error
		if revision, err = s.nextRevision(ctx, entry.Object); err != nil {
			return err
		}
	}
	err := s.db.Exec(ctx, "write audit line", `
		INSERT INTO journal (at, actor_id, operator_id, station_id, action, object_kind, object_id, changes, revision)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		db.Millis(entry.At), db.OrNull(entry.ActorID), db.OrNull(entry.OperatorID), db.OrNull(entry.StationID), entry.Action,
		entry.Object.Kind, entry.Object.ID, string(changes), db.OrNull(revision))
	if err != nil {
		return err
	}
	if err := s.changes.Note(ctx, entry); err != nil {
		return err
	}
	return s.published.Publish(ctx, entry)
}

// AuditLines implements audit.Reader.
func (s *Store) AuditLines(ctx context.Context, filter audit.Filter, offset, limit int) ([]audit.Line, int, error) {
	ctx = s.db.FromReplica(ctx)
	w := &db.Where{}
	if filter.OperatorID != 0 {
		w.Is(`j.operator_id`, filter.OperatorID)
	}
	if filter.StationID != 0 {
		w.Is(`j.station_id`, filter.StationID)
	}
	if filter.Object.Kind != "" {
		w.Is(`j.object_kind`, filter.Object.Kind)
	}
	if filter.Object.ID != 0 {
		w.Is(`j.object_id`, filter.Object.ID)
	}
	if filter.ActorID != 0 {
		w.Is(`j.actor_id`, filter.ActorID)
	}
	if filter.Action != "" {
		w.Is(`j.action`, string(filter.Action))
	}
	if filter.From != nil {
		w.Only(`j.at >= ` + w.Arg(db.Millis(*filter.From)))
	}
	if filter.Before != nil {
		w.Only(`j.at < ` + w.Arg(db.Millis(*filter.Before)))
	}
	// Newest first, as the page: every index of the log is in that order, and a bounded count reads no further than it.
	total, err := s.db.Count(ctx, "count audit lines",
		`SELECT COUNT(*) FROM (SELECT 1 FROM journal j WHERE `+w.SQL()+` ORDER BY j.at DESC, j.id DESC LIMIT `+fmt.Sprint(audit.MaxCounted+1)+`) n`, w.Args...)
	if err != nil {
		return nil, 0, err
	}
	lines, err := s.lines(ctx, `SELECT j.id FROM journal j WHERE `+w.SQL()+` ORDER BY j.at DESC, j.id DESC`+db.Page(w.Args, limit), append(w.Args, offset)...)
	return lines, total, err
}

// lines reads the lines whose ids a query picks, newest first.
func (s *Store) lines(ctx context.Context, page string, args ...any) ([]audit.Line, error) {
	type row struct {
		audit.Line
		at      int64
		changes string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read audit lines", func(r *row) []any {
		return []any{&r.ID, &r.at, &r.ActorID, &r.ActorName, &r.OperatorID, &r.OperatorName, &r.Action, &r.Object.Kind, &r.Object.ID, &r.ObjectName, &r.changes}
	}, `SELECT j.id, j.at, COALESCE(j.actor_id, 0), COALESCE(a.first_name || ' ' || a.last_name, ''),
		       COALESCE(j.operator_id, 0), COALESCE(o.name, ''), j.action, j.object_kind, j.object_id,
		       COALESCE(CASE j.object_kind WHEN 'station' THEN s.name WHEN 'casier' THEN l.name WHEN 'utilisation' THEN ul.name
		         WHEN 'paiement' THEN ul.name WHEN 'tarif' THEN v.admin_label END, ''),
		       j.changes
		FROM (`+page+`) page
		JOIN journal j ON j.id = page.id
		LEFT JOIN accounts a ON a.id = j.actor_id
		LEFT JOIN operators o ON o.id = j.operator_id
		LEFT JOIN stations s ON j.object_kind = 'station' AND s.id = j.object_id
		LEFT JOIN lockers l ON j.object_kind = 'casier' AND l.id = j.object_id
		LEFT JOIN occupations u ON j.object_kind = 'utilisation' AND u.id = j.object_id
		LEFT JOIN payments p ON j.object_kind = 'paiement' AND p.id = j.object_id
		LEFT JOIN lockers ul ON ul.id = COALESCE(u.locker_id, p.locker_id)
		LEFT JOIN tariffs t ON j.object_kind = 'tarif' AND t.id = j.object_id
		LEFT JOIN tariff_versions v ON v.tariff_id = t.id AND v.version = t.version
		ORDER BY j.at DESC, j.id DESC`, args...)
	if err != nil {
		return nil, err
	}
	lines := make([]audit.Line, len(rows))
	for i, r := range rows {
		lines[i] = r.Line
		lines[i].At = db.Instant(r.at)
		if err := json.Unmarshal([]byte(r.changes), &lines[i].Changes); err != nil {
			return nil, fmt.Errorf("read audit lines: %w", err)
		}
	}
	return lines, nil
}
