package machines

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/kernel/paging"
	"consigne/internal/store/keyed"
)

// first is the condition for a delivery w to be the first of its object that waits.
const first = `(NOT w.is_ordered OR NOT EXISTS (SELECT 1 FROM webhook_deliveries b WHERE b.endpoint_id = w.endpoint_id
	AND b.object_kind = w.object_kind
	AND b.object_id = w.object_id AND b.id < w.id AND b.next_at IS NOT NULL AND b.is_ordered))`

// AddDelivery implements webhook.DeliveryStore.
func (s *Store) AddDelivery(ctx context.Context, d webhook.Delivery) (int64, error) {
	return s.db.Insert(ctx, "add webhook delivery", `
		INSERT INTO webhook_deliveries (endpoint_id, event_id, type, object_kind, object_id, at, body, is_trial, is_ordered,
		next_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, FALSE, $6) RETURNING id`,
		d.EndpointID, d.EventID, d.Type, d.Object.Kind, d.Object.ID, db.Millis(d.At), d.Body, d.Trial)
}

// Deliveries implements webhook.DeliveryStore.
func (s *Store) Deliveries(
	ctx context.Context, filter webhook.Filter, window paging.Window,
) (paging.Page[webhook.Delivery], error) {
	w := db.Where{}
	w.Is(`w.endpoint_id`, filter.EndpointID)
	if filter.Type != "" {
		w.Is(`w.type`, filter.Type)
	}
	if filter.State != "" {
		w.Is(`w.state`, filter.State)
	}
	keys, err := keyed.PageOf(ctx, s.db, "webhook deliveries",
		keyed.List{Table: "webhook_deliveries", Alias: "w", Where: w}, window)
	if err != nil || len(keys.Items) == 0 {
		return paging.Of(keys, []webhook.Delivery{}), err
	}
	args := []any{}
	list, err := s.deliveries(ctx, `w.id IN (`+db.Marks(&args, paging.IDs(keys))+`) ORDER BY w.at DESC, w.id DESC`,
		args...)
	return paging.Of(keys, list), err
}

// DeliveryByID implements webhook.DeliveryStore.
func (s *Store) DeliveryByID(ctx context.Context, id int64) (webhook.Delivery, error) {
	return db.First(s.deliveries(ctx, `w.id = $1`, id))
}

// DueDeliveries implements webhook.DeliveryStore.
func (s *Store) DueDeliveries(
	ctx context.Context, endpointID int64, now time.Time, limit int,
) ([]webhook.Delivery, error) {
	return s.deliveries(ctx, fmt.Sprintf(`w.endpoint_id = $1 AND w.next_at <= $2 AND %s ORDER BY w.next_at, w.id
		LIMIT %d`, first, limit), endpointID, db.Millis(now))
}

func (s *Store) deliveries(ctx context.Context, where string, args ...any) ([]webhook.Delivery, error) {
	type row struct {
		webhook.Delivery
		at                            int64
		tried, status, duration, next *int64
		problem                       webhook.Problem
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read webhook deliveries", func(r *row) []any {
		return []any{
			&r.ID, &r.EndpointID, &r.EventID, &r.Type, &r.Object.Kind, &r.Object.ID, &r.at, &r.Body, &r.Trial, &r.Ordered,
			&r.State, &r.Attempts, &r.Step, &r.tried, &r.status, &r.duration, &r.problem, &r.next,
		}
	}, `SELECT w.id, w.endpoint_id, w.event_id, w.type, w.object_kind, w.object_id, w.at, w.body, w.is_trial, w.is_ordered,
		w.state, w.attempts, w.step,
		       w.tried_at, w.status, w.duration, w.error, w.next_at FROM webhook_deliveries w WHERE `+where, args...)
	list := make([]webhook.Delivery, len(rows))
	for i, r := range rows {
		d := r.Delivery
		d.At, d.NextAt = db.Instant(r.at), db.InstantOrNil(r.next)
		if r.tried != nil {
			d.Last = &webhook.Attempt{
				At: db.Instant(*r.tried), Status: int(db.IdOrZero(r.status)),
				Duration: time.Duration(db.IdOrZero(r.duration)) * time.Millisecond, Problem: r.problem,
			}
		}
		list[i] = d
	}
	return list, err
}

// Attempts implements webhook.DeliveryStore.
func (s *Store) Attempts(ctx context.Context, deliveryID int64) ([]webhook.Attempt, error) {
	type row struct {
		webhook.Attempt
		at, duration int64
		status       *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read webhook attempts", func(r *row) []any {
		return []any{&r.at, &r.status, &r.duration, &r.Problem, &r.Response}
	}, `SELECT at, status, duration, error, response FROM webhook_attempts WHERE delivery_id = $1 ORDER BY id`, deliveryID)
	list := make([]webhook.Attempt, len(rows))
	for i, r := range rows {
		list[i] = r.Attempt
		list[i].At, list[i].Status, list[i].Duration = db.Instant(r.at), int(db.IdOrZero(r.status)),
			time.Duration(r.duration)*time.Millisecond
	}
	return list, err
}

// SaveOutcomes implements webhook.DeliveryStore. The rows go as one argument, because a node may have hundreds a
// second.
func (s *Store) SaveOutcomes(ctx context.Context, outcomes []webhook.Outcome) error {
	rows := make([][]any, len(outcomes))
	for i, o := range outcomes {
		a := o.Attempt
		rows[i] = []any{
			o.DeliveryID, o.State, db.MillisOrNull(o.NextAt), db.Millis(a.At), db.OrNull(int64(a.Status)),
			a.Duration.Milliseconds(), a.Problem, a.Response,
		}
	}
	values, err := json.Marshal(rows)
	if err != nil {
		return fmt.Errorf("save webhook outcomes: %w", err)
	}
	from := s.db.Rows(`$1`, []string{
		"id BIGINT", "state TEXT", "next_at BIGINT", "at BIGINT", "status BIGINT",
		"duration BIGINT", "error TEXT", "response TEXT",
	})
	// No read decides these writes, so they need not run again when they cross others.
	return s.db.Atomically(db.ReadCommitted(ctx), func(ctx context.Context) error {
		if err := s.db.Exec(ctx, "log webhook attempts", `
			INSERT INTO webhook_attempts (delivery_id, at, status, duration, error, response)
			SELECT r.id, r.at, r.status, r.duration, r.error, r.response FROM `+from+` r
			WHERE EXISTS (SELECT 1 FROM webhook_deliveries w WHERE w.id = r.id)`, string(values)); err != nil {
			return err
		}
		return s.db.Exec(ctx, "save webhook outcomes", `
			UPDATE webhook_deliveries SET
			  state = CASE WHEN webhook_deliveries.next_at IS NULL THEN webhook_deliveries.state ELSE r.state END,
			  next_at = CASE WHEN webhook_deliveries.next_at IS NULL THEN NULL ELSE r.next_at END,
			  attempts = attempts + 1, step = step + 1, tried_at = r.at, status = r.status, duration = r.duration,
			error = r.error
			FROM `+from+` r WHERE webhook_deliveries.id = r.id`, string(values))
	})
}

// stepBack undoes in advance the step of an attempt that comes before its time. One that is due already is of the
// schedule.
func stepBack(at string) string {
	return `step = CASE WHEN next_at > ` + at + ` AND step > 0 THEN step - 1 ELSE step END`
}

// HurryDelivery implements webhook.DeliveryStore.
func (s *Store) HurryDelivery(ctx context.Context, id int64, at time.Time) (bool, error) {
	return s.db.CompareAndSet(ctx, "hurry webhook delivery",
		`UPDATE webhook_deliveries SET next_at = $2, `+stepBack(`$2`)+` WHERE id = $1 AND next_at IS NOT NULL`, id,
		db.Millis(at))
}

// HurryFailed implements webhook.DeliveryStore.
func (s *Store) HurryFailed(ctx context.Context, endpointID int64, since, at time.Time) error {
	return s.db.Exec(ctx, "hurry webhook deliveries", `
		UPDATE webhook_deliveries SET next_at = $3, `+stepBack(`$3`)+` WHERE endpoint_id = $1 AND tried_at >= $2 AND next_at > $3 AND attempts > 0`,
		endpointID, sinceMillis(since), db.Millis(at))
}

func sinceMillis(since time.Time) int64 {
	if since.IsZero() {
		return 0
	}
	return db.Millis(since)
}

// trimmedAtOnce bounds how many deliveries a transaction deletes, so that others do not wait for it.
const trimmedAtOnce = 1000

// TrimDeliveries implements retention.OldWebhookStore. The row of a deleted endpoint goes as late as a delivery that
// its deletion crossed would.
func (s *Store) TrimDeliveries(ctx context.Context, before time.Time) error {
	if err := s.trimDeliveries(ctx, `w.at < $1`, db.Millis(before)); err != nil {
		return err
	}
	if err := s.trimDeliveries(ctx, `e.deleted_at IS NOT NULL`); err != nil {
		return err
	}
	return s.db.Exec(ctx, "trim webhook endpoints", `
		DELETE FROM webhook_endpoints WHERE deleted_at < $1 AND NOT EXISTS (SELECT 1 FROM webhook_deliveries w
		WHERE w.endpoint_id = webhook_endpoints.id)`, db.Millis(before))
}

func (s *Store) trimDeliveries(ctx context.Context, where string, args ...any) error {
	for {
		old, err := db.Collect(ctx, s.db.Committed(), "look for old webhook deliveries",
			func(id *int64) []any { return []any{id} },
			fmt.Sprintf(`SELECT w.id FROM webhook_endpoints e JOIN webhook_deliveries w ON w.endpoint_id = e.id WHERE %s
				LIMIT %d`, where, trimmedAtOnce), args...)
		if err != nil || len(old) == 0 {
			return err
		}
		if err := s.db.Atomically(db.ReadCommitted(ctx),
			func(ctx context.Context) error { return s.deleteDeliveries(ctx, old) }); err != nil {
			return err
		}
	}
}

func (s *Store) deleteDeliveries(ctx context.Context, ids []int64) error {
	for _, rows := range []struct{ table, column string }{
		{"webhook_attempts", "delivery_id"},
		{"webhook_deliveries", "id"},
	} {
		args := []any{}
		if err := s.db.Exec(ctx, "trim webhook deliveries",
			`DELETE FROM `+rows.table+` WHERE `+s.db.AmongIDs(&args, rows.column, ids), args...); err != nil {
			return err
		}
	}
	return nil
}
