package desk

import (
	"context"
	"encoding/json"
	"fmt"

	"consigne/internal/db"
	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/paging"
	"consigne/internal/store/keyed"
)

// AuditLines implements audit.Reader.
func (s *Store) AuditLines(
	ctx context.Context, filter audit.Filter, window paging.Window,
) (paging.Page[audit.Line], error) {
	keys, err := keyed.PageOf(ctx, s.db, "audit lines", listOf(filter), window)
	return s.pageOf(ctx, keys, err)
}

// AuditLinesAfter implements audit.Reader.
func (s *Store) AuditLinesAfter(
	ctx context.Context, filter audit.Filter, after *paging.Key, limit int,
) (paging.Page[audit.Line], error) {
	keys, err := keyed.PageAfter(ctx, s.db, "audit lines", listOf(filter), after, limit)
	return s.pageOf(ctx, keys, err)
}

func listOf(filter audit.Filter) keyed.List {
	return keyed.List{
		Table: "audit_log", Alias: "j", Where: conditions(filter), From: filter.From, Before: filter.Before,
	}
}

func (s *Store) pageOf(
	ctx context.Context, keys paging.Page[paging.Key], err error,
) (paging.Page[audit.Line], error) {
	if err != nil || len(keys.Items) == 0 {
		return paging.Of(keys, []audit.Line{}), err
	}
	args := []any{}
	lines, err := s.lines(ctx, `SELECT k.id, k.at FROM audit_log k WHERE k.id IN (`+db.Marks(&args, paging.IDs(keys))+`)`,
		args...)
	return paging.Of(keys, lines), err
}

// lines reads the lines whose ids and instants a query picks, newest first.
func (s *Store) lines(ctx context.Context, page string, args ...any) ([]audit.Line, error) {
	type row struct {
		audit.Line
		at      int64
		changes string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read audit lines", func(r *row) []any {
		return []any{
			&r.ID, &r.at, &r.ActorID, &r.ActorKeyID, &r.ActorName, &r.OperatorID, &r.OperatorName, &r.Action,
			&r.Object.Kind, &r.Object.ID, &r.ObjectName, &r.StationID, &r.StationName, &r.changes,
		}
	}, `SELECT j.id, j.at, COALESCE(j.actor_id, 0), COALESCE(j.key_id, 0), COALESCE(a.first_name || ' ' || a.last_name,
		'clé ' || k.label, ''), COALESCE(j.operator_id, 0), COALESCE(o.name, ''), j.action, j.object_kind, j.object_id,
		       COALESCE(CASE j.object_kind WHEN 'station' THEN s.name WHEN 'casier' THEN l.name
		WHEN 'utilisation' THEN ul.name
		         WHEN 'paiement' THEN ul.name WHEN 'tarif' THEN v.admin_label WHEN 'fournisseur' THEN i.label
		         WHEN 'cle' THEN ok.label WHEN 'notification' THEN w.label END, ''),
		       COALESCE(j.station_id, 0), COALESCE(place.name, ''), j.changes
		FROM (`+page+`) page
		JOIN audit_log j ON j.id = page.id AND j.at = page.at
		LEFT JOIN accounts a ON a.id = j.actor_id
		LEFT JOIN service_keys k ON k.id = j.key_id
		LEFT JOIN operators o ON o.id = j.operator_id
		LEFT JOIN stations s ON j.object_kind = 'station' AND s.id = j.object_id
		LEFT JOIN stations place ON place.id = j.station_id
		LEFT JOIN lockers l ON j.object_kind = 'casier' AND l.id = j.object_id
		LEFT JOIN stays u ON j.object_kind = 'utilisation' AND u.id = j.object_id
		LEFT JOIN payments p ON j.object_kind = 'paiement' AND p.id = j.object_id
		LEFT JOIN lockers ul ON ul.id = COALESCE(u.locker_id, p.locker_id)
		LEFT JOIN tariffs t ON j.object_kind = 'tarif' AND t.id = j.object_id
		LEFT JOIN tariff_versions v ON v.tariff_id = t.id AND v.version = t.version
		LEFT JOIN service_keys ok ON j.object_kind = 'cle' AND ok.id = j.object_id
		LEFT JOIN signon_providers i ON j.object_kind = 'fournisseur' AND i.id = j.object_id
		LEFT JOIN webhook_endpoints w ON j.object_kind = 'notification' AND w.id = j.object_id
		ORDER BY j.at DESC, j.id DESC`, args...)
	if err != nil {
		return nil, err
	}
	lines := make([]audit.Line, len(rows))
	for i, r := range rows {
		lines[i] = r.Line
		lines[i].At = db.Instant(r.at)
		if lines[i].Changes, err = changesOf(r.changes); err != nil {
			return nil, err
		}
	}
	return lines, s.name(ctx, lines)
}

func changesOf(stored string) (changes map[string]any, err error) {
	if err := json.Unmarshal([]byte(stored), &changes); err != nil {
		return nil, fmt.Errorf("read audit lines: %w", err)
	}
	return changes, nil
}
