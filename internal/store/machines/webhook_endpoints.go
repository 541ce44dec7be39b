package machines

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/live"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/access"
)

// Endpoints implements webhook.EndpointStore.
func (s *Store) Endpoints(ctx context.Context, operatorID int64) ([]webhook.Endpoint, error) {
	return s.endpoints(ctx, counts, `e.operator_id = $1`, operatorID)
}

// EndpointByID implements webhook.EndpointStore.
func (s *Store) EndpointByID(ctx context.Context, id int64) (webhook.Endpoint, error) {
	return db.First(s.endpoints(ctx, `0, 0`, `e.id = $1`, id))
}

// CountedEndpoint implements webhook.EndpointStore.
func (s *Store) CountedEndpoint(ctx context.Context, id int64) (webhook.Endpoint, error) {
	return db.First(s.endpoints(ctx, counts, `e.id = $1`, id))
}

// CountEndpoints implements webhook.EndpointStore.
func (s *Store) CountEndpoints(ctx context.Context, operatorID int64) (int, error) {
	return s.db.Count(ctx, "count webhook endpoints", `SELECT COUNT(*) FROM webhook_endpoints WHERE operator_id = $1
		AND deleted_at IS NULL`, operatorID)
}

// counts are the columns Waiting and Failing.
var counts = counted(``) + `, ` + counted(` AND w.attempts > 0`)

// counted counts the deliveries of an endpoint as far as webhook.MostCounted.
func counted(where string) string {
	return `(SELECT COUNT(*) FROM (SELECT 1 FROM webhook_deliveries w WHERE w.endpoint_id = e.id
		AND w.next_at IS NOT NULL` + where +
		` LIMIT ` + strconv.Itoa(webhook.MostCounted) + `) n)`
}

func (s *Store) endpoints(ctx context.Context, counts, where string, args ...any) ([]webhook.Endpoint, error) {
	type row struct {
		webhook.Endpoint
		events                               string
		created, due                         int64
		suspended, former, delivered, failed *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list webhook endpoints", func(r *row) []any {
		return []any{
			&r.ID, &r.OperatorID, &r.Label, &r.Address, &r.events, &r.Active, &r.Suspension, &r.suspended, &r.Secret, &r.Hint,
			&r.Former, &r.former,
			&r.created, &r.CreatedBy, &r.delivered, &r.failed, &r.Health.Failures, &r.due, &r.OperatorArchived, &r.Waiting,
			&r.Failing,
		}
	}, `SELECT e.id, e.operator_id, e.label, e.address, e.events, e.is_active, e.suspension, e.suspended_at, e.secret,
		e.hint, e.former_secret, e.former_until,
		       e.created_at, COALESCE(e.created_by, 0), e.delivered_at, e.failing_since, e.failures, e.due_at, EXISTS (SELECT 1 FROM operators o WHERE o.id = e.operator_id AND o.archived_at IS NOT NULL), `+counts+`
		FROM webhook_endpoints e WHERE e.deleted_at IS NULL AND `+where+` ORDER BY e.id`, args...)
	list := make([]webhook.Endpoint, len(rows))
	for i, r := range rows {
		e := r.Endpoint
		if err := json.Unmarshal([]byte(r.events), &e.Events); err != nil {
			return nil, fmt.Errorf("read webhook endpoint %d: %w", e.ID, err)
		}
		e.CreatedAt, e.SuspendedAt, e.FormerUntil = db.Instant(r.created), db.InstantOrNil(r.suspended),
			db.InstantOrNil(r.former)
		e.DeliveredAt, e.Health.FailingSince, e.Health.DueAt = db.InstantOrNil(r.delivered), db.InstantOrNil(r.failed),
			db.Instant(r.due)
		list[i] = e
	}
	return list, err
}

// CreateEndpoint implements webhook.EndpointStore.
func (s *Store) CreateEndpoint(ctx context.Context, e webhook.Endpoint) (int64, error) {
	events, err := json.Marshal(e.Events)
	if err != nil {
		return 0, fmt.Errorf("write webhook endpoint: %w", err)
	}
	e.ID, err = s.db.Insert(ctx, "create webhook endpoint", `
		INSERT INTO webhook_endpoints (operator_id, label, address, events, is_active, secret, hint, created_at, created_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
		e.OperatorID, e.Label, e.Address, string(events), e.Active, e.Secret, e.Hint, db.Millis(e.CreatedAt),
		db.OrNull(e.CreatedBy))
	if err != nil {
		return 0, err
	}
	return e.ID, s.subscribe(ctx, e)
}

// UpdateEndpoint implements webhook.EndpointStore.
func (s *Store) UpdateEndpoint(ctx context.Context, e webhook.Endpoint) error {
	events, err := json.Marshal(e.Events)
	if err != nil {
		return fmt.Errorf("write webhook endpoint: %w", err)
	}
	if err := s.db.Exec(ctx, "change webhook endpoint", `
		UPDATE webhook_endpoints SET label = $2, address = $3, events = $4, is_active = $5, suspension = $6,
		  suspended_at = $7, secret = $8, hint = $9, former_secret = $10, former_until = $11 WHERE id = $1`,
		e.ID, e.Label, e.Address, string(events), e.Active, e.Suspension, db.MillisOrNull(e.SuspendedAt),
		e.Secret, e.Hint, e.Former, db.MillisOrNull(e.FormerUntil)); err != nil {
		return err
	}
	return s.subscribe(ctx, e)
}

// subscribe stores what an endpoint is told: nothing unless it is active. One that is suspended goes on being told.
func (s *Store) subscribe(ctx context.Context, e webhook.Endpoint) error {
	if err := s.db.Exec(ctx, "unsubscribe webhook endpoint", `DELETE FROM webhook_subscriptions
		WHERE endpoint_id = $1`, e.ID); err != nil || !e.Active {
		return err
	}
	for _, t := range e.Events {
		if err := s.db.Exec(ctx, "subscribe webhook endpoint",
			`INSERT INTO webhook_subscriptions (operator_id, type, endpoint_id)
				VALUES ($1, $2, $3)`, e.OperatorID, t, e.ID); err != nil {
			return err
		}
	}
	return nil
}

// DeleteEndpoint implements webhook.EndpointStore. TrimDeliveries deletes the rest: the deliveries of a month are too
// many for a transaction.
func (s *Store) DeleteEndpoint(ctx context.Context, id int64, at time.Time) error {
	if err := s.db.Exec(ctx, "unsubscribe webhook endpoint", `DELETE FROM webhook_subscriptions
		WHERE endpoint_id = $1`, id); err != nil {
		return err
	}
	return s.db.Exec(ctx, "delete webhook endpoint", `
		UPDATE webhook_endpoints SET is_active = FALSE, deleted_at = $2, secret = '', former_secret = ''
		WHERE id = $1`, id, db.Millis(at))
}

// SetHealth implements webhook.EndpointStore.
func (s *Store) SetHealth(ctx context.Context, id int64, health webhook.Health, delivered *time.Time) error {
	due := int64(0)
	if !health.DueAt.IsZero() {
		due = db.Millis(health.DueAt)
	}
	return s.db.Exec(ctx, "set health of webhook endpoint", `
		UPDATE webhook_endpoints SET failing_since = $2, failures = $3, due_at = $4, delivered_at = COALESCE($5, delivered_at)
		WHERE id = $1`,
		id, db.MillisOrNull(health.FailingSince), health.Failures, due, db.MillisOrNull(delivered))
}

// SetDue implements webhook.EndpointStore.
func (s *Store) SetDue(ctx context.Context, id int64) error {
	return s.db.Exec(ctx, "set webhook endpoint due", `UPDATE webhook_endpoints SET due_at = 0 WHERE id = $1`, id)
}

// TellDelivered implements webhook.DeliveryStore.
func (s *Store) TellDelivered(ctx context.Context, e webhook.Endpoint, at time.Time) error {
	return s.facts.Add(ctx, live.Change{At: at, Topic: live.Webhooks, OperatorID: e.OperatorID, ObjectID: e.ID})
}

// Suspend implements webhook.EndpointStore.
func (s *Store) Suspend(ctx context.Context, id int64, why webhook.Suspension, at time.Time) (bool, error) {
	return s.db.CompareAndSet(ctx, "suspend webhook endpoint", `
		UPDATE webhook_endpoints SET suspension = $2, suspended_at = $3 WHERE id = $1 AND is_active
		AND suspension = ''`, id, why, db.Millis(at))
}

// DueEndpoints implements webhook.EndpointStore.
func (s *Store) DueEndpoints(ctx context.Context, now time.Time) ([]webhook.DueEndpoint, error) {
	return db.Collect(ctx, s.db.Committed(), "look for webhooks to send", func(e *webhook.DueEndpoint) []any { return []any{&e.ID, &e.Fails} }, `
		SELECT e.id, e.failures > 0 FROM webhook_endpoints e WHERE `+dueEndpoint+` ORDER BY e.due_at, e.id`, db.Millis(now))
}

// dueEndpoint is the condition for an endpoint to which something may be sent at $1.
const dueEndpoint = `e.is_active AND e.suspension = '' AND e.due_at <= $1 AND EXISTS (SELECT 1 FROM operators o
	WHERE o.id = e.operator_id AND o.archived_at IS NULL)
	AND EXISTS (SELECT 1 FROM webhook_deliveries w WHERE w.endpoint_id = e.id AND w.next_at <= $1 AND ` + first + `)`

// QueueWebhookMails implements webhook.MailStore.
func (s *Store) QueueWebhookMails(ctx context.Context, kind outbox.Kind, endpointID int64, at time.Time) error {
	return s.db.Exec(ctx, "queue mails about a webhook endpoint", `
		INSERT INTO mails (kind, account_id, webhook_id, created_at, due_at)
		SELECT $1, a.id, e.id, $3, $3 FROM webhook_endpoints e JOIN accounts a ON a.id = e.created_by
		  OR a.id IN (SELECT r.account_id FROM account_roles r WHERE r.operator_id = e.operator_id AND r.role = $4)
		WHERE e.id = $2 AND a.is_active = TRUE AND a.deleted_at IS NULL AND a.anonymised_at IS NULL`,
		kind, endpointID, db.Millis(at), access.Manager)
}

// EndpointOperator implements ownership.WebhookStore.
func (s *Store) EndpointOperator(ctx context.Context, id int64) (int64, error) {
	return s.operator(ctx, `SELECT operator_id FROM webhook_endpoints WHERE id = $1 AND deleted_at IS NULL`, id)
}

// DeliveryOperator implements ownership.WebhookStore.
func (s *Store) DeliveryOperator(ctx context.Context, id int64) (int64, error) {
	return s.operator(ctx, `SELECT e.operator_id FROM webhook_deliveries w JOIN webhook_endpoints e ON e.id = w.endpoint_id
		WHERE w.id = $1 AND e.deleted_at IS NULL`, id)
}

func (s *Store) operator(ctx context.Context, query string, id int64) (int64, error) {
	var operatorID int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, query, id).Scan(&operatorID)
	return operatorID, db.Found(err)
}
