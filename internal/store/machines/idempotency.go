package machines

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/machines/idempotency"
)

// IdempotencyRecord implements idempotency.AnswerStore.
func (s *Store) IdempotencyRecord(
	ctx context.Context, caller, key string, since time.Time,
) (idempotency.Record, error) {
	var answer idempotency.Record
	err := s.db.Reader(ctx).QueryRowContext(ctx, `
		SELECT request_hash, status, body, COALESCE(account_id, 0) FROM idempotency_records WHERE caller = $1 AND key = $2
		AND created_at > $3`,
		caller, key, db.Millis(since)).Scan(&answer.RequestHash, &answer.Status, &answer.Body, &answer.AccountID)
	return answer, db.Found(err)
}

// KeepIdempotencyRecord implements idempotency.AnswerStore.
func (s *Store) KeepIdempotencyRecord(
	ctx context.Context, caller, key string, answer idempotency.Record, at, since time.Time,
) (bool, error) {
	return s.db.CompareAndSet(ctx, "keep idempotency record", `
		INSERT INTO idempotency_records (caller, key, request_hash, status, body, created_at, account_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (caller, key) DO UPDATE SET request_hash = $3, status = $4, body = $5, created_at = $6, account_id = $7
		WHERE idempotency_records.created_at <= $8`,
		caller, key, answer.RequestHash, answer.Status, answer.Body, db.Millis(at), db.OrNull(answer.AccountID),
		db.Millis(since))
}

// Erase deletes the idempotency records that name the account.
func (s *Store) EraseAnswers(ctx context.Context, accountID int64) error {
	return s.db.Exec(ctx, "erase idempotency records", `DELETE FROM idempotency_records WHERE account_id = $1`, accountID)
}
