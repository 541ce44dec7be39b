package desk

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/live"
	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/places/availability"
)

// KeepRefusal implements refusal.Store.
func (s *Store) KeepRefusal(ctx context.Context, r refusal.Refusal, most int, since time.Time) error {
	// Who is refused in a loop must cost a read and not the write lock.
	kept, err := s.db.Count(ctx, "count refusals", `SELECT COUNT(*) FROM refusals WHERE locker_id = $1
		AND at > $2`, r.LockerID, db.Millis(since))
	if err != nil || kept >= most {
		return err
	}
	return s.db.Atomically(ctx, func(ctx context.Context) error {
		added, err := s.db.CompareAndSet(ctx, "keep refusal", `
			INSERT INTO refusals (at, operator_id, locker_id, account_id, kind)
			SELECT CAST($1 AS BIGINT), s.operator_id, l.id, CAST($4 AS BIGINT), CAST($5 AS TEXT)
			FROM lockers l JOIN stations s ON s.id = l.station_id WHERE l.id = $3 AND s.operator_id = $2`,
			db.Millis(r.At), r.OperatorID, r.LockerID, db.OrNull(r.AccountID), r.Kind)
		if err != nil || !added {
			return err
		}
		if err := s.noteStuck(ctx, r); err != nil {
			return err
		}
		return s.facts.AtLocker(ctx, live.Refusals, r.LockerID, r.At)
	})
}

// noteStuck begins the span of a door that has refused too often since it last counted as stuck.
func (s *Store) noteStuck(ctx context.Context, r refusal.Refusal) error {
	if !r.Kind.OfDoor() {
		return nil
	}
	args := []any{r.LockerID, db.Millis(r.At.Add(-refusal.StuckWithin)), availability.StuckDoor}
	times, err := s.db.Count(ctx, "count refusals of the door", `SELECT COUNT(*) FROM refusals
		WHERE locker_id = $1 AND at > $2 AND at > COALESCE((SELECT MAX(ended_at) FROM unavailable_spans
		  WHERE locker_id = $1 AND kind = $3), 0) AND kind IN (`+db.Marks(&args, refusal.DoorKinds())+`)`, args...)
	if err != nil || times < refusal.StuckAfter {
		return err
	}
	return s.facts.DoorStuck(ctx, r.LockerID, r.At)
}

// RefusalsOf lists what was refused to an account, newest first.
func (s *Store) RefusalsOf(ctx context.Context, accountID int64) ([]refusal.Refusal, error) {
	return s.refusals(ctx, `account_id = $1 ORDER BY at DESC, id DESC`, accountID)
}

// RefusalsAt lists what was refused at a locker after the instant, newest first, at most so many.
func (s *Store) RefusalsAt(ctx context.Context, lockerID int64, after time.Time, limit int) ([]refusal.Refusal, error) {
	return s.refusals(ctx, `locker_id = $1 AND at > $2 ORDER BY at DESC, id DESC
		LIMIT $3`, lockerID, db.Millis(after), limit)
}

// RefusalsTo lists what an operator's doors refused to an account after the instant, newest first, at most so many.
func (s *Store) RefusalsTo(
	ctx context.Context, accountID, operatorID int64, after time.Time, limit int,
) ([]refusal.Refusal, error) {
	return s.refusals(ctx, `account_id = $1 AND operator_id = $2 AND at > $3 ORDER BY at DESC, id DESC LIMIT $4`,
		accountID, operatorID, db.Millis(after), limit)
}

func (s *Store) refusals(ctx context.Context, where string, args ...any) ([]refusal.Refusal, error) {
	type row struct {
		refusal.Refusal
		at      int64
		account *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list refusals", func(r *row) []any {
		return []any{&r.at, &r.OperatorID, &r.LockerID, &r.account, &r.Kind}
	}, `SELECT at, operator_id, locker_id, account_id, kind FROM refusals WHERE `+where, args...)
	list := make([]refusal.Refusal, len(rows))
	for i, r := range rows {
		list[i] = r.Refusal
		list[i].At, list[i].AccountID = db.Instant(r.at), db.IdOrZero(r.account)
	}
	return list, err
}

// TrimRefusals implements retention.OldRefusalStore.
func (s *Store) TrimRefusals(ctx context.Context, before time.Time) error {
	return s.db.Exec(ctx, "trim refusals", `DELETE FROM refusals WHERE at < $1`, db.Millis(before))
}
