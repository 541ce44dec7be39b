package store

import (
	"context"
	"time"

	"consigne/internal/idempotency"
)

// KeptAnswer implements idempotency.Store.
func (s *Store) KeptAnswer(ctx context.Context, caller, key string, since time.Time) (idempotency.Answer, error) {
	var answer idempotency.Answer
	err := s.reader(ctx).QueryRowContext(ctx, `
		SELECT request_hash, status, body FROM idempotent_answers WHERE caller = $1 AND key = $2 AND created_at > $3`,
		caller, key, millis(since)).Scan(&answer.RequestHash, &answer.Status, &answer.Body)
	return answer, found(err)
}

// KeepAnswer implements idempotency.Store.
func (s *Store) KeepAnswer(ctx context.Context, caller, key string, answer idempotency.Answer, at time.Time) error {
	return s.exec(ctx, "keep answer", `
		INSERT INTO idempotent_answers (caller, key, request_hash, status, body, created_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (caller, key) DO UPDATE SET request_hash = $3, status = $4, body = $5, created_at = $6`,
		caller, key, answer.RequestHash, answer.Status, answer.Body, millis(at))
}
