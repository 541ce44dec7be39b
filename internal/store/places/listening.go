package places

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/places/availability"
	"consigne/internal/domain/places/controller"
)

// KeepListening implements controller.ListeningStore.
func (s *Store) KeepListening(ctx context.Context, since, now time.Time) error {
	known, err := s.heardUntil(ctx)
	if err != nil || known != nil && now.Sub(*known) < controller.ListeningEvery {
		return err // every node says so, every few seconds: it costs a read and not the write lock
	}
	return s.db.Atomically(ctx, func(ctx context.Context) error {
		until, err := s.heardUntil(ctx)
		if err != nil {
			return err
		}
		if until != nil && late(*until, since) {
			if err := s.keepUnheard(ctx, *until, since); err != nil {
				return err
			}
		}
		return s.db.Exec(ctx, "keep until when controllers were heard", `
			INSERT INTO listening (id, heard_until) VALUES (1, $1)
			ON CONFLICT (id) DO UPDATE SET heard_until = excluded.heard_until
			WHERE listening.heard_until < excluded.heard_until`, db.Millis(now))
	})
}

// SettleListening decides what is not known to have been heard before an instant: nothing was, unless the next beat is
// not late yet. What is sealed of it changes no more.
func (s *Store) SettleListening(ctx context.Context, before time.Time) error {
	until, err := s.heardUntil(ctx)
	if err != nil || until == nil || !until.Before(before) {
		return err
	}
	if late(*until, s.Clock.Now()) {
		if err := s.keepUnheard(ctx, *until, before); err != nil {
			return err
		}
	}
	return s.db.Exec(ctx, "settle until when controllers were heard",
		`UPDATE listening SET heard_until = $1 WHERE heard_until < $1`, db.Millis(before))
}

// late reports whether nothing was heard until now, after it was for the last time.
func late(heard, now time.Time) bool {
	return now.Sub(heard) > controller.ListeningEvery+controller.ListeningLate
}

func (s *Store) keepUnheard(ctx context.Context, from, to time.Time) error {
	return s.db.Exec(ctx, "keep when controllers were not heard",
		`INSERT INTO unheard_spans (began_at, ended_at) VALUES ($1, $2)`, db.Millis(from), db.Millis(to))
}

// heardUntil returns until when this site is known to have heard the controllers; nil: it never did.
func (s *Store) heardUntil(ctx context.Context) (*time.Time, error) {
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read until when controllers were heard",
		func(at *int64) []any { return []any{at} }, `SELECT heard_until FROM listening`)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return new(db.Instant(rows[0])), nil
}

// UnheardWithin implements availability.SpanStore.
func (s *Store) UnheardWithin(ctx context.Context, from, to time.Time) ([]availability.Unheard, error) {
	list, err := s.unheard(ctx, from, to)
	if err != nil {
		return nil, err
	}
	until, err := s.heardUntil(ctx)
	if err != nil || until == nil {
		return list, err
	}
	now := s.Clock.Now()
	if now.Before(to) {
		to = now
	}
	if late(*until, now) && until.Before(to) {
		if until.Before(from) {
			*until = from
		}
		list = append(list, availability.Unheard{From: *until, To: to})
	}
	return list, nil
}

func (s *Store) unheard(ctx context.Context, from, to time.Time) ([]availability.Unheard, error) {
	type row struct{ from, to int64 }
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list when controllers were not heard",
		func(r *row) []any { return []any{&r.from, &r.to} },
		`SELECT began_at, ended_at FROM unheard_spans WHERE ended_at > $1 AND began_at < $2 ORDER BY began_at, id`,
		db.Millis(from), db.Millis(to))
	list := make([]availability.Unheard, len(rows))
	for i, r := range rows {
		list[i] = availability.Unheard{
			From: db.Instant(max(r.from, db.Millis(from))), To: db.Instant(min(r.to, db.Millis(to))),
		}
	}
	return list, err
}
