// Package servicekeys stores the keys by which an operator's application signs in.
package servicekeys

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/servicekey"
)

// Store reads and writes them.
type Store struct{ db *db.DB }

// New returns the store in a database.
func New(d *db.DB) *Store { return &Store{db: d} }

// CreateKey implements servicekey.KeyStore.
func (s *Store) CreateKey(ctx context.Context, key servicekey.Key, hash string) (int64, error) {
	return s.db.Insert(ctx, "create key", `
		INSERT INTO field_keys (operator_id, label, hint, key_hash, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
		key.OperatorID, key.Label, key.Hint, hash, db.Millis(key.CreatedAt))
}

// KeysOf implements servicekey.KeyStore.
func (s *Store) KeysOf(ctx context.Context, operatorID int64) ([]servicekey.Key, error) {
	return s.keys(ctx, `k.operator_id = $1`, operatorID)
}

// KeyByHash implements servicekey.KeyStore.
func (s *Store) KeyByHash(ctx context.Context, hash string) (servicekey.Key, error) {
	return db.First(s.keys(ctx, `k.key_hash = $1`, hash))
}

// KeyByID implements servicekey.KeyStore.
func (s *Store) KeyByID(ctx context.Context, id int64) (servicekey.Key, error) {
	return db.First(s.keys(ctx, `k.id = $1`, id))
}

func (s *Store) keys(ctx context.Context, where string, arg any) ([]servicekey.Key, error) {
	type row struct {
		servicekey.Key
		created int64
		used    *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read keys", func(r *row) []any {
		return []any{&r.ID, &r.OperatorID, &r.Label, &r.Hint, &r.created, &r.used}
	}, `SELECT k.id, k.operator_id, k.label, k.hint, k.created_at, k.last_used_at
		FROM field_keys k JOIN operators o ON o.id = k.operator_id
		WHERE k.revoked_at IS NULL AND o.archived_at IS NULL AND `+where+` ORDER BY k.created_at DESC, k.id DESC`, arg)
	if err != nil {
		return nil, err
	}
	keys := make([]servicekey.Key, len(rows))
	for i, r := range rows {
		keys[i] = r.Key
		keys[i].CreatedAt, keys[i].LastUsedAt = db.Instant(r.created), db.InstantOrNil(r.used)
	}
	return keys, nil
}

// RevokeKey implements servicekey.KeyStore. The networks of a revoked key serve nobody.
func (s *Store) RevokeKey(ctx context.Context, id int64, at time.Time) (bool, error) {
	if err := s.db.Later(ctx, "forget networks of key", `DELETE FROM field_key_networks WHERE key_id = $1`, id); err != nil {
		return false, err
	}
	return s.db.CompareAndSet(ctx, "revoke key", `UPDATE field_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL`, id, db.Millis(at))
}

// TouchKey implements servicekey.KeyStore.
func (s *Store) TouchKey(ctx context.Context, id int64, at time.Time) error {
	return s.db.Exec(ctx, "touch key", `UPDATE field_keys SET last_used_at = $2 WHERE id = $1`, id, db.Millis(at))
}

// AddNetwork implements servicekey.KeyStore.
func (s *Store) AddNetwork(ctx context.Context, id int64, network string) (bool, error) {
	return s.db.CompareAndSet(ctx, "add network of key", `INSERT INTO field_key_networks (key_id, network) VALUES ($1, $2) ON CONFLICT DO NOTHING`, id, network)
}
