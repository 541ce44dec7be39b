package people

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/network"
	"consigne/internal/kernel/paging"
	"consigne/internal/store/keyed"
)

// KeepSecurityEvent implements security.EventStore.
func (s *Store) KeepSecurityEvent(ctx context.Context, e security.Event) error {
	return s.db.Exec(ctx, "keep security event", `
		INSERT INTO security_events (at, kind, account_id, actor_id, typed_key, address, network, reason, key_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		db.Millis(e.At), e.Kind, db.OrNull(e.AccountID), db.OrNull(e.ActorID), e.TypedKey, e.Address, network.Wide(e.Address),
		e.Reason, db.OrNull(e.KeyID))
}

// family is the family of an event as the indexes compute it, and a dot.
const family = `CASE WHEN e.kind IN ('compte.role_ajoute', 'compte.role_retire') THEN 'droits.'
	ELSE rtrim(e.kind, 'abcdefghijklmnopqrstuvwxyz_') END`

// listed returns the events that the filter selects. It names the index that reads them: other columns are compared in
// a form that no index serves, because an engine that guesses by average frequencies is wrong for rare filters.
func listed(f security.Filter) keyed.List {
	w := db.Where{}
	if f.Kind != "" && f.Family != "" {
		if f.Kind.Family() != f.Family {
			w.Only(`FALSE`)
		}
		f.Family = "" // the kind says it
	}
	byActor := f.ActorID != 0
	byAccount := f.AccountID != 0 && !byActor
	ofAccount := byAccount && (f.Network != "" || f.Reason != "") // by the index that holds what is asked of its lines
	byAddress := f.Address != "" && !byActor && !ofAccount
	byNetwork := f.Network != "" && !byActor && !byAccount && !byAddress
	byReason := f.Reason != "" && !byActor && !byAccount && !byAddress && (!byNetwork || f.Kind == "" && f.Family == "")
	byKind := !byActor && !ofAccount && (!byAccount || !byAddress) // that of both holds the kind of their few lines
	byFamily := byKind && !byReason

	is := func(column string, value any, indexed bool, otherwise string) {
		if !indexed {
			column += otherwise
		}
		w.Is(column, value)
	}
	if f.ActorID != 0 {
		w.Is(`e.actor_id`, f.ActorID)
	}
	if f.AccountID != 0 {
		is(`e.account_id`, f.AccountID, byAccount, ` + 0`)
	}
	if f.Address != "" {
		is(`e.address`, f.Address, byAddress, ` || ''`)
	}
	if f.Network != "" {
		is(`e.network`, f.Network, byNetwork, ` || ''`)
	}
	if f.Kind != "" {
		is(`e.kind`, f.Kind, byKind, ` || ''`)
	}
	if f.Family != "" {
		is(family, string(f.Family)+`.`, byFamily, ` || ''`)
	}
	if f.Reason != "" {
		is(`e.reason`, f.Reason, byReason, ` || ''`)
	}
	return keyed.List{Table: "security_events", Alias: "e", Where: w, From: f.From, Before: f.Before}
}

// SecurityEvents implements security.EventStore.
func (s *Store) SecurityEvents(
	ctx context.Context, filter security.Filter, window paging.Window,
) (paging.Page[security.Line], error) {
	keys, err := keyed.PageOf(ctx, s.db, "security events", listed(filter), window)
	if err != nil {
		return paging.Page[security.Line]{}, err
	}
	lines, err := s.linesAt(ctx, keys.Items)
	return paging.Of(keys, lines), err
}

// SecurityEventsAfter implements security.EventStore.
func (s *Store) SecurityEventsAfter(
	ctx context.Context, filter security.Filter, after *paging.Key, most int,
) ([]security.Line, error) {
	keys, err := keyed.KeysAfter(ctx, s.db, "security events", listed(filter), after, most)
	if err != nil {
		return nil, err
	}
	return s.linesAt(ctx, keys)
}

// CountSecurityEvents implements security.EventStore.
func (s *Store) CountSecurityEvents(ctx context.Context, filter security.Filter) (int, bool, error) {
	return keyed.CountOf(ctx, s.db, "security events", listed(filter))
}

// linesAt reads the events of keys, newest first.
func (s *Store) linesAt(ctx context.Context, keys []paging.Key) ([]security.Line, error) {
	if len(keys) == 0 {
		return []security.Line{}, nil
	}
	args := []any{}
	return s.readSecurityEvents(ctx,
		` WHERE e.id IN (`+db.Marks(&args, paging.IDs(paging.Page[paging.Key]{Items: keys}))+`)`, args...)
}

// EventsOf reads those about the account and those of its person's acts, newest first.
func (s *Store) SecurityEventsOf(ctx context.Context, accountID int64) ([]security.Event, error) {
	lines, err := s.readSecurityEvents(ctx, ` WHERE e.id IN (
		SELECT id FROM security_events WHERE account_id = $1 UNION SELECT id FROM security_events
		WHERE actor_id = $1)`, accountID)
	events := make([]security.Event, len(lines))
	for i, line := range lines {
		events[i] = line.Event
	}
	return events, err
}

func (s *Store) readSecurityEvents(ctx context.Context, which string, args ...any) ([]security.Line, error) {
	type row struct {
		security.Line
		at int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read security events", func(r *row) []any {
		return []any{
			&r.ID, &r.at, &r.Kind, &r.AccountID, &r.ActorID, &r.TypedKey, &r.Address, &r.Reason, &r.AccountName,
			&r.KeyID, &r.ActorName,
		}
	}, `SELECT e.id, e.at, e.kind, COALESCE(e.account_id, 0), COALESCE(e.actor_id, 0), e.typed_key, e.address, e.reason,
		       COALESCE((SELECT TRIM(a.first_name || ' ' || a.last_name) FROM accounts a WHERE a.id = e.account_id), ''),
		       COALESCE(e.key_id, 0), COALESCE((SELECT TRIM(a.first_name || ' ' || a.last_name) FROM accounts a
		WHERE a.id = e.actor_id),
		         (SELECT 'clé ' || k.label FROM service_keys k WHERE k.id = e.key_id), '')
		FROM security_events e`+which+`
		ORDER BY e.at DESC, e.id DESC`, args...)
	lines := make([]security.Line, len(rows))
	for i, r := range rows {
		lines[i] = r.Line
		lines[i].At = db.Instant(r.at)
	}
	return lines, err
}

// TrimSecurityEvents implements retention.EventStore.
func (s *Store) TrimSecurityEvents(ctx context.Context, before time.Time, most int) (int, error) {
	return s.db.CountChanged(ctx, "trim security events", `
		DELETE FROM security_events WHERE id IN (SELECT id FROM security_events WHERE at < $1 ORDER BY at, id
		LIMIT $2)`, db.Millis(before), most)
}
