package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"consigne/internal/domain/payment"
	"consigne/internal/domain/remote"
	"consigne/internal/kernel/clock"
)

// LiveCode implements remote.Store.
func (s *Store) LiveCode(ctx context.Context, lockerID int64, now time.Time) (remote.Code, error) {
	code := remote.Code{LockerID: lockerID}
	var expires int64
	err := s.reader(ctx).QueryRowContext(ctx, `
		SELECT code, expires_at FROM remote_codes WHERE locker_id = $1 AND expires_at > $2 AND expires_at <= $3`,
		lockerID, millis(now), millis(now.Add(remote.CodeLife+clock.Skew))).Scan(&code.Digits, &expires)
	code.ExpiresAt = instant(expires)
	return code, found(err)
}

// SaveCode implements remote.Store.
func (s *Store) SaveCode(ctx context.Context, code remote.Code) error {
	commandID, err := s.queueCommand(ctx, code)
	if err != nil {
		return err
	}
	return s.exec(ctx, "save code", `
		INSERT INTO remote_codes (locker_id, code, expires_at, command_id) VALUES ($1, $2, $3, $4)
		ON CONFLICT (locker_id) DO UPDATE SET code = $2, expires_at = $3, command_id = $4`,
		code.LockerID, code.Digits, millis(code.ExpiresAt), commandID)
}

// UseCode implements remote.Store.
func (s *Store) UseCode(ctx context.Context, lockerID int64, digits string) (bool, error) {
	var commandID *int64
	err := s.writer(ctx).QueryRowContext(ctx, `DELETE FROM remote_codes WHERE locker_id = $1 AND code = $2 RETURNING command_id`, lockerID, digits).Scan(&commandID)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil || commandID == nil {
		return err == nil, err
	}
	return true, s.exec(ctx, "use command", `UPDATE commands SET is_used = TRUE WHERE id = $1`, *commandID)
}

// WipeExpired deletes the opening codes and the export tickets that have expired, and those that a clock
// that was ahead gave out, which would live too long.
func (s *Store) WipeExpired(ctx context.Context, now time.Time) error {
	for table, life := range map[string]time.Duration{"remote_codes": remote.CodeLife, "export_tickets": payment.TicketLife} {
		dead, latest := ` WHERE expires_at <= $1 OR expires_at > $2`, millis(now.Add(life+clock.Skew))
		// This runs every ten seconds: when nothing has expired, it must cost a read and not the write lock.
		expired, err := s.count(ctx, "look for what expired", `SELECT COUNT(*) FROM `+table+dead, millis(now), latest)
		if err != nil {
			return err
		}
		if expired > 0 {
			if err := s.exec(ctx, "wipe what expired", `DELETE FROM `+table+dead, millis(now), latest); err != nil {
				return err
			}
		}
	}
	return nil
}
