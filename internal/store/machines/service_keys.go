package machines

import (
	"context"
	"strings"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

func textOf(rights []access.Right) string {
	names := make([]string, len(rights))
	for i, right := range rights {
		names[i] = string(right)
	}
	return strings.Join(names, ",")
}

func rightsOf(text string) []access.Right {
	rights := []access.Right{}
	for name := range strings.SplitSeq(text, ",") {
		if name != "" {
			rights = append(rights, access.Right(name))
		}
	}
	return rights
}

// CreateKey implements servicekey.KeyStore.
func (s *Store) CreateKey(ctx context.Context, key servicekey.Key, hash string) (int64, error) {
	return s.db.Insert(ctx, "create key", `
		INSERT INTO service_keys (operator_id, label, hint, key_hash, created_at, rights, is_field, expires_at, call_limit)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
		key.OperatorID, key.Label, key.Hint, hash, db.Millis(key.CreatedAt), textOf(key.Rights), key.Field,
		db.MillisOrNull(key.ExpiresAt), key.Limit)
}

// KeysOf implements servicekey.KeyStore.
func (s *Store) KeysOf(ctx context.Context, operatorID int64, now time.Time) ([]servicekey.Key, error) {
	return s.keys(ctx, now, `k.operator_id = $1`, operatorID)
}

// KeyByHash implements servicekey.KeyStore.
func (s *Store) KeyByHash(ctx context.Context, hash string, now time.Time) (servicekey.Key, error) {
	return db.First(s.keys(ctx, now, `k.id IN (SELECT id FROM service_keys WHERE key_hash = $1
		UNION ALL SELECT id FROM service_keys WHERE previous_hash = $1 AND previous_until > $2)`, hash, db.Millis(now)))
}

// KeyByID implements servicekey.KeyStore.
func (s *Store) KeyByID(ctx context.Context, id int64, now time.Time) (servicekey.Key, error) {
	return db.First(s.keys(ctx, now, `k.id = $1`, id))
}

func (s *Store) keys(ctx context.Context, now time.Time, where string, args ...any) ([]servicekey.Key, error) {
	type row struct {
		servicekey.Key
		created                  int64
		used, expires, untilThen *int64
		rights                   string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read keys", func(r *row) []any {
		return []any{
			&r.ID, &r.OperatorID, &r.Label, &r.Hint, &r.created, &r.used, &r.rights, &r.Field, &r.expires, &r.Limit,
			&r.untilThen,
		}
	}, `SELECT k.id, k.operator_id, k.label, k.hint, k.created_at, k.last_used_at, k.rights, k.is_field, k.expires_at,
		k.call_limit, k.previous_until
		FROM service_keys k JOIN operators o ON o.id = k.operator_id
		WHERE k.revoked_at IS NULL AND o.archived_at IS NULL AND `+where+` ORDER BY k.created_at DESC, k.id DESC`, args...)
	if err != nil {
		return nil, err
	}
	keys := make([]servicekey.Key, len(rows))
	for i, r := range rows {
		keys[i] = r.Key
		keys[i].CreatedAt, keys[i].LastUsedAt = db.Instant(r.created), db.InstantOrNil(r.used)
		keys[i].Rights, keys[i].ExpiresAt = rightsOf(r.rights), db.InstantOrNil(r.expires)
		if until := db.InstantOrNil(r.untilThen); until != nil && until.After(now) {
			keys[i].PreviousUntil = until
		}
	}
	return keys, nil
}

// ChangeKey implements servicekey.KeyStore.
func (s *Store) ChangeKey(ctx context.Context, id int64, grant servicekey.Grant) (bool, error) {
	return s.db.CompareAndSet(ctx, "change key", `
		UPDATE service_keys SET label = $2, rights = $3, is_field = $4, expires_at = $5, call_limit = $6
		WHERE id = $1 AND revoked_at IS NULL`,
		id, grant.Label, textOf(grant.Rights), grant.Field, db.MillisOrNull(grant.ExpiresAt), grant.Limit)
}

// ReplaceKey implements servicekey.KeyStore.
func (s *Store) ReplaceKey(ctx context.Context, key servicekey.Key, hash string, until time.Time) (bool, error) {
	return s.db.CompareAndSet(ctx, "replace key", `
		UPDATE service_keys SET previous_hash = key_hash, previous_until = $2, key_hash = $3, hint = $4
		WHERE id = $1 AND revoked_at IS NULL`, key.ID, db.Millis(until), hash, key.Hint)
}

// RevokeKey implements servicekey.KeyStore. The networks of a revoked key serve nobody.
func (s *Store) RevokeKey(ctx context.Context, id int64, at time.Time) (bool, error) {
	if err := s.db.Exec(ctx, "forget networks of key", `DELETE FROM service_key_networks
		WHERE key_id = $1`, id); err != nil {
		return false, err
	}
	return s.db.CompareAndSet(ctx, "revoke key", `UPDATE service_keys SET revoked_at = $2 WHERE id = $1
		AND revoked_at IS NULL`, id, db.Millis(at))
}

// TouchKey implements servicekey.KeyStore.
func (s *Store) TouchKey(ctx context.Context, id int64, at time.Time) error {
	return s.db.Exec(ctx, "touch key", `UPDATE service_keys SET last_used_at = $2 WHERE id = $1`, id, db.Millis(at))
}

// AddNetwork implements servicekey.KeyStore.
func (s *Store) AddNetwork(ctx context.Context, id int64, network string) (bool, error) {
	return s.db.CompareAndSet(ctx, "add network of key", `INSERT INTO service_key_networks (key_id, network)
		VALUES ($1, $2) ON CONFLICT DO NOTHING`, id, network)
}

// NoteExpiry implements servicekey.KeyStore.
func (s *Store) NoteExpiry(ctx context.Context, id int64, at, since time.Time) (bool, error) {
	return s.db.CompareAndSet(ctx, "note the use of an expired key", `
		UPDATE service_keys SET expiry_noted_at = $2 WHERE id = $1 AND (expiry_noted_at IS NULL
		OR expiry_noted_at <= $3)`, id, db.Millis(at), db.Millis(since))
}

// TakeCalls implements servicekey.WindowStore, in one statement, so that nodes take their shares one after another.
func (s *Store) TakeCalls(ctx context.Context, keyID int64, window time.Time, calls, limit int64) (int64, error) {
	taken, err := db.First(db.Collect(ctx, s.db.Writer(ctx), "take calls of a key", func(taken *int64) []any { return []any{taken} }, `
		INSERT INTO service_key_windows (key_id, began_at, taken) VALUES ($1, $2, $3)
		ON CONFLICT (key_id, began_at) DO UPDATE SET taken = service_key_windows.taken + $3
		WHERE service_key_windows.taken < $4
		RETURNING taken`, keyID, db.Millis(window), calls, limit))
	if fault.Is(err, fault.KindNotFound) {
		return 0, nil
	}
	return taken, err
}
