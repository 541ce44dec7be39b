package places

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/live"
	"consigne/internal/domain/places/opening"
	"consigne/internal/kernel/clock"
)

// queueCommand creates the command that sends a code to the station's controller, due at once. It
// returns nil when the station has no known controller.
func (s *Store) queueCommand(ctx context.Context, code opening.Code) (*int64, error) {
	made, err := db.Collect(ctx, s.db.Writer(ctx), "queue command", func(id *int64) []any { return []any{id} }, `
		INSERT INTO commands (locker_id, expires_at, due_at)
		SELECT l.id, $2, 0 FROM lockers l JOIN controllers c ON c.station_id = l.station_id WHERE l.id = $1 RETURNING id`,
		code.LockerID, db.Millis(code.ExpiresAt))
	if err != nil || len(made) == 0 {
		return nil, err
	}
	return &made[0], nil
}

const commandIsDue = `c.received_at IS NULL AND c.due_at <= $1 AND c.expires_at > $1
	AND EXISTS (SELECT 1 FROM door_codes r WHERE r.locker_id = c.locker_id AND r.command_id = c.id)`

// ClaimCommands implements opening.CommandStore.
func (s *Store) ClaimCommands(ctx context.Context, now, until time.Time) ([]opening.Command, error) {
	// This runs every second: when nothing is due, it must cost a read and not the write lock.
	due, err := s.db.Count(ctx, "look for commands", `SELECT COUNT(*) FROM commands c WHERE `+commandIsDue, db.Millis(now))
	if err != nil || due == 0 {
		return nil, err
	}
	type row struct {
		opening.Command
		expires int64
	}
	rows, err := db.Collect(ctx, s.db.Writer(ctx), "claim commands", func(r *row) []any {
		return []any{&r.ID, &r.Code.LockerID, &r.expires, &r.StationID, &r.Code.Digits}
	}, `
		UPDATE commands SET due_at = $2
		WHERE id IN (SELECT c.id FROM commands c WHERE `+commandIsDue+` ORDER BY c.due_at, c.id LIMIT 100`+s.db.SkipLocked()+`)
		  AND due_at <= $1
		RETURNING id, locker_id, expires_at,
		  (SELECT l.station_id FROM lockers l WHERE l.id = commands.locker_id),
		  COALESCE((SELECT r.code FROM door_codes r WHERE r.command_id = commands.id
		AND r.locker_id = commands.locker_id), '')`,
		db.Millis(now), db.Millis(until))
	if err != nil {
		return nil, err
	}
	claimed := make([]opening.Command, 0, len(rows))
	for _, r := range rows {
		if r.Code.Digits == "" { // the code was used while its command was being claimed
			continue
		}
		r.Code.ExpiresAt = db.Instant(r.expires)
		claimed = append(claimed, r.Command)
	}
	return claimed, nil
}

// CommandReceived implements opening.CommandStore.
func (s *Store) CommandReceived(ctx context.Context, lockerID, commandID int64, at time.Time) error {
	received, err := s.db.CompareAndSet(ctx, "acknowledge command",
		`UPDATE commands SET received_at = $3 WHERE id = $1 AND locker_id = $2
			AND received_at IS NULL`, commandID, lockerID, db.Millis(at))
	if err != nil || !received {
		return err
	}
	if err := s.db.Exec(ctx, "remember receipt", `UPDATE openings SET received_at = $2
		WHERE command_id = $1`, commandID, db.Millis(at)); err != nil {
		return err
	}
	return s.facts.AtLocker(ctx, live.Codes, lockerID, at)
}

// UseCommand implements opening.CommandStore.
func (s *Store) UseCommand(ctx context.Context, lockerID, commandID int64, at time.Time) (bool, error) {
	first, err := s.db.CompareAndSet(ctx, "use command",
		`UPDATE commands SET is_used = TRUE WHERE id = $1 AND locker_id = $2 AND is_used = FALSE`, commandID, lockerID)
	if err != nil || !first {
		return false, err
	}
	if err := s.db.Exec(ctx, "remember use of code", `UPDATE openings SET used_at = $2
		WHERE command_id = $1`, commandID, db.Millis(at)); err != nil {
		return false, err
	}
	return true, s.db.Exec(ctx, "use code", `DELETE FROM door_codes WHERE locker_id = $1
		AND command_id = $2`, lockerID, commandID)
}

// DeliveryOf implements opening.CommandStore.
func (s *Store) DeliveryOf(ctx context.Context, lockerID int64, now time.Time) (opening.Delivery, error) {
	return db.First(db.Collect(ctx, s.db.Reader(ctx), "read delivery", func(d *opening.Delivery) []any { return []any{&d.Received, &d.Used} }, `
		SELECT received_at IS NOT NULL, is_used FROM commands
		WHERE locker_id = $1 AND expires_at > $2 AND expires_at <= $3 ORDER BY id DESC LIMIT 1`,
		lockerID, db.Millis(now), db.Millis(now.Add(opening.CodeLife+clock.Skew))))
}
