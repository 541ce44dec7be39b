package store

import (
	"context"
	"time"

	"consigne/internal/remote"
)

// LiveCode implements remote.Store.
func (s *Store) LiveCode(ctx context.Context, lockerID int64, now time.Time) (remote.Code, error) {
	code := remote.Code{LockerID: lockerID}
	var expires int64
	err := s.reader(ctx).QueryRowContext(ctx, `SELECT code, expires_at FROM remote_codes WHERE locker_id = $1 AND expires_at > $2`,
		lockerID, millis(now)).Scan(&code.Digits, &expires)
	code.ExpiresAt = instant(expires)
	return code, found(err)
}

// SaveCode implements remote.Store.
func (s *Store) SaveCode(ctx context.Context, code remote.Code) error {
	return s.exec(ctx, "save code", `
		INSERT INTO remote_codes (locker_id, code, expires_at) VALUES ($1, $2, $3)
		ON CONFLICT (locker_id) DO UPDATE SET code = $2, expires_at = $3`, code.LockerID, code.Digits, millis(code.ExpiresAt))
}

// UseCode implements remote.Store.
func (s *Store) UseCode(ctx context.Context, lockerID int64, digits string) (bool, error) {
	return s.compareAndSet(ctx, "use code", `DELETE FROM remote_codes WHERE locker_id = $1 AND code = $2`, lockerID, digits)
}

// WipeCodes deletes the codes that have expired.
func (s *Store) WipeCodes(ctx context.Context, now time.Time) error {
	// Asked every ten seconds: with no code about, it must cost a read, not the write lock.
	expired, err := s.count(ctx, "look for codes", `SELECT COUNT(*) FROM remote_codes WHERE expires_at <= $1`, millis(now))
	if err != nil || expired == 0 {
		return err
	}
	return s.exec(ctx, "wipe codes", `DELETE FROM remote_codes WHERE expires_at <= $1`, millis(now))
}
