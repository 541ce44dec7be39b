package machines

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/webhook"
)

// Announce implements webhook.Announcer. It waits for no answer: an operator without endpoint costs the look-up of a
// key that is not there.
func (s *Store) Announce(ctx context.Context, event webhook.Event) error {
	body, err := event.Body()
	if err != nil {
		return err
	}
	if err := s.lock(ctx, event); err != nil {
		return err
	}
	return s.db.Exec(ctx, "announce an event", `
		INSERT INTO webhook_deliveries (endpoint_id, event_id, type, object_kind, object_id, at, body, next_at)
		SELECT s.endpoint_id, CAST($3 AS TEXT), s.type, CAST($4 AS TEXT), CAST($5 AS BIGINT), CAST($6 AS BIGINT),
		CAST($7 AS TEXT), CAST($6 AS BIGINT)
		FROM webhook_subscriptions s WHERE s.operator_id = $1 AND s.type = $2`,
		event.OperatorID, event.Type, webhook.NewEventID(), event.Object.Kind, event.Object.ID, db.Millis(event.At), body)
}

// lock makes another transaction that announces an event of the same object wait for this one, so that the numbers of
// both tell in which order they were committed. Transactions about one stay change its row, and need no lock. SQLite
// has one writer.
func (s *Store) lock(ctx context.Context, event webhook.Event) error {
	if s.db.OnSQLite() || event.Object.Kind == audit.KindStay {
		return nil
	}
	return s.db.Exec(ctx, "order events", `
		SELECT pg_advisory_xact_lock(hashtext('webhook ' || CAST($3 AS TEXT)), CAST(CAST($4 AS BIGINT) % 2147483647 AS INT))
		FROM webhook_subscriptions WHERE operator_id = $1 AND type = $2
		LIMIT 1`, event.OperatorID, event.Type, event.Object.Kind, event.Object.ID)
}
