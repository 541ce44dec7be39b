package store

import (
	"context"
	"time"

	"consigne/internal/domain/idempotency"
)

// KeptAnswer implements idempotency.Store.
func (s *Store) KeptAnswer(ctx context.Context, caller, key string, since time.Time) (idempotency.Answer, error) {
	var answer idempotency.Answer
	err := s.reader(ctx).QueryRowContext(ctx, `
		SELECT request_hash, status, body, COALESCE(account_id, 0) FROM idempotent_answers WHERE caller = $1 AND key = $2 AND created_at > $3`,
		caller, key, millis(since)).Scan(&answer.RequestHash, &answer.Status, &answer.Body, &answer.AccountID)
	return answer, found(err)
}

// KeepAnswer implements idempotency.Store.
func (s *Store) KeepAnswer(ctx context.Context, caller, key string, answer idempotency.Answer, at time.Time) error {
	return s.exec(ctx, "keep answer", `
		INSERT INTO idempotent_answers (caller, key, request_hash, status, body, created_at, account_id) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (caller, key) DO UPDATE SET request_hash = $3, status = $4, body = $5, created_at = $6, account_id = $7`,
		caller, key, answer.RequestHash, answer.Status, answer.Body, millis(at), orNull(answer.AccountID))
}

// eraseAnswers deletes the idempotency records that name the account.
func (s *Store) eraseAnswers(ctx context.Context, accountID int64) error {
	return s.exec(ctx, "erase answers", `DELETE FROM idempotent_answers WHERE account_id = $1`, accountID)
}
