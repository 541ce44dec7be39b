package places

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/places/opening"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// LiveCode implements opening.CodeStore.
func (s *Store) LiveCode(ctx context.Context, lockerID int64, now time.Time) (opening.Code, error) {
	code := opening.Code{LockerID: lockerID}
	var expires int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `
		SELECT code, expires_at FROM door_codes WHERE locker_id = $1 AND expires_at > $2 AND expires_at <= $3`,
		lockerID, db.Millis(now), db.Millis(now.Add(opening.CodeLife+clock.Skew))).Scan(&code.Digits, &expires)
	code.ExpiresAt = db.Instant(expires)
	return code, db.Found(err)
}

// SaveCode implements opening.CodeStore.
func (s *Store) SaveCode(ctx context.Context, code opening.Code) error {
	commandID, err := s.queueCommand(ctx, code)
	if err != nil {
		return err
	}
	if err := s.db.Exec(ctx, "remember code", `INSERT INTO openings (locker_id, command_id, given_at, expires_at)
		VALUES ($1, $2, $3, $4)`,
		code.LockerID, commandID, db.Millis(code.ExpiresAt.Add(-opening.CodeLife)), db.Millis(code.ExpiresAt)); err != nil {
		return err
	}
	return s.db.Exec(ctx, "save code", `
		INSERT INTO door_codes (locker_id, code, expires_at, command_id) VALUES ($1, $2, $3, $4)
		ON CONFLICT (locker_id) DO UPDATE SET code = $2, expires_at = $3, command_id = $4`,
		code.LockerID, code.Digits, db.Millis(code.ExpiresAt), commandID)
}

// UseCode implements opening.CodeStore.
func (s *Store) UseCode(ctx context.Context, lockerID int64, digits string, at time.Time) (bool, error) {
	var commandID *int64
	err := s.db.Writer(ctx).QueryRowContext(ctx, `DELETE FROM door_codes WHERE locker_id = $1 AND code = $2
		RETURNING command_id`, lockerID, digits).Scan(&commandID)
	switch err = db.Found(err); {
	case fault.Is(err, fault.KindNotFound):
		return false, nil
	case err != nil:
		return false, err
	}
	if err := s.db.Exec(ctx, "remember use of code", `
		UPDATE openings SET used_at = $2 WHERE used_at IS NULL AND id = (SELECT MAX(id) FROM openings WHERE locker_id = $1)`,
		lockerID, db.Millis(at)); err != nil || commandID == nil {
		return err == nil, err
	}
	return true, s.db.Exec(ctx, "use command", `UPDATE commands SET is_used = TRUE WHERE id = $1`, *commandID)
}

// LastGiven implements opening.CodeStore.
func (s *Store) LastGiven(ctx context.Context, lockerID int64) (opening.Given, error) {
	return db.First(s.given(ctx, `locker_id = $1 ORDER BY id DESC LIMIT 1`, lockerID))
}

// GivenUntil implements opening.CodeStore.
func (s *Store) GivenUntil(ctx context.Context, lockerID int64, expires time.Time) (opening.Given, error) {
	return db.First(s.given(ctx, `locker_id = $1 AND expires_at = $2 ORDER BY id DESC
		LIMIT 1`, lockerID, db.Millis(expires)))
}

// GivenAfter lists the codes given for a locker after the instant, newest first, at most so many.
func (s *Store) GivenAfter(ctx context.Context, lockerID int64, after time.Time, limit int) ([]opening.Given, error) {
	return s.given(ctx, `locker_id = $1 AND given_at > $2 ORDER BY id DESC LIMIT $3`, lockerID, db.Millis(after), limit)
}

func (s *Store) given(ctx context.Context, where string, args ...any) ([]opening.Given, error) {
	type row struct {
		opening.Given
		given, expires int64
		received, used *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list codes given", func(r *row) []any {
		return []any{&r.given, &r.expires, &r.Sent, &r.received, &r.used}
	}, `SELECT given_at, expires_at, command_id IS NOT NULL, received_at, used_at FROM openings WHERE `+where, args...)
	list := make([]opening.Given, len(rows))
	for i, r := range rows {
		list[i] = opening.Given{
			At: db.Instant(r.given), ExpiresAt: db.Instant(r.expires), Sent: r.Sent,
			ReceivedAt: db.InstantOrNil(r.received), UsedAt: db.InstantOrNil(r.used),
		}
	}
	return list, err
}

// TrimOpenings implements retention.OldOpeningStore.
func (s *Store) TrimOpenings(ctx context.Context, before time.Time) error {
	return s.db.Exec(ctx, "trim codes given", `DELETE FROM openings WHERE given_at < $1`, db.Millis(before))
}

// WipeExpired deletes the opening codes and the export tickets that have expired, and those that a clock
// that was ahead gave out, which would live too long.
func (s *Store) WipeExpired(ctx context.Context, now time.Time) error {
	for table, life := range map[string]time.Duration{
		"door_codes":     opening.CodeLife,
		"export_tickets": payment.TicketLife,
	} {
		dead, latest := ` WHERE expires_at <= $1 OR expires_at > $2`, db.Millis(now.Add(life+clock.Skew))
		// This runs every ten seconds: when nothing has expired, it must cost a read and not the write lock.
		expired, err := s.db.Count(ctx, "look for what expired", `SELECT COUNT(*) FROM `+table+dead, db.Millis(now), latest)
		if err != nil {
			return err
		}
		if expired > 0 {
			if err := s.db.Exec(ctx, "wipe what expired", `DELETE FROM `+table+dead, db.Millis(now), latest); err != nil {
				return err
			}
		}
	}
	return nil
}
