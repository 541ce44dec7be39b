package machines

import (
	"context"
	"fmt"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/machines/queue"
)

// mostWaiting bounds the count, so that counting a long queue does not slow its work down further.
const mostWaiting = 10_000

// queues are each counted from a partial index, except abandoned mails, which are few. A parked
// item waits for a person and is not counted here.
var queues = []struct{ name, table, condition, due string }{
	{"payments", "payments", `due_at <= $1 AND id ` + notParked("paiement"), "due_at"},
	{
		"attempts", `(SELECT id, ask_at FROM payment_attempts WHERE ask_at <= $1
		UNION ALL SELECT id, group_ask_at FROM payment_attempts WHERE group_ask_at <= $1) a`,
		`id ` + notParked("presentation"), "ask_at",
	},
	{"mails", "mails", `sent_at IS NULL AND due_at <= $1 AND id ` + notParked("courriel"), "due_at"},
	{"ledger", "ledger_waiting", "at <= $1 AND NOT " + ofThePast, "at"},
	{"statements", "provider_readings", "due_at <= $1", "due_at"},
	// What waits for its receiver is not late: the first of its object, to an endpoint whose last call succeeded.
	{"webhooks", "webhook_deliveries w", `w.next_at <= $1 AND w.endpoint_id IN (
		SELECT e.id FROM webhook_endpoints e JOIN operators o ON o.id = e.operator_id WHERE e.is_active AND e.suspension = ''
		AND e.failures = 0 AND o.archived_at IS NULL
	) AND w.attempts = 0 AND NOT EXISTS (SELECT 1 FROM webhook_deliveries b WHERE b.endpoint_id = w.endpoint_id
	AND b.object_kind = w.object_kind
	  AND b.object_id = w.object_id AND b.id < w.id AND b.next_at IS NOT NULL AND b.is_ordered
	AND w.is_ordered)`, "w.next_at"},
	{"abandoned_mails", "work_items", "kind = 'courriel' AND parked_at <= $1 AND abandoned_at IS NULL", "parked_at"},
}

// ofThePast is the condition that an event is of before its ledger: whoever enters it has it chained (docs/adr/0068),
// and its age is not that of its waiting.
const ofThePast = `EXISTS (SELECT 1 FROM ledger_backfills b WHERE b.operator_id = ledger_waiting.operator_id
	AND b.own_from > ledger_waiting.at)`

func notParked(kind queue.Kind) string {
	return `NOT IN (SELECT item_id FROM work_items WHERE kind = '` + string(kind) + `' AND parked_at IS NOT NULL)`
}

// Backlogs returns the work that is due, whichever node will do it.
func (s *Store) Backlogs(ctx context.Context, now time.Time) ([]queue.Backlog, error) {
	list := make([]queue.Backlog, len(queues))
	for i, q := range queues {
		var oldest int64
		list[i].Name = q.name
		err := s.db.Committed().QueryRowContext(ctx, fmt.Sprintf(
			`SELECT COUNT(*), COALESCE(MIN(due), 0) FROM (SELECT %s AS due FROM %s WHERE %s ORDER BY 1
				LIMIT $2) d`, q.due, q.table, q.condition),
			db.Millis(now), mostWaiting).Scan(&list[i].Waiting, &oldest)
		if err != nil {
			return nil, fmt.Errorf("count %s: %w", q.name, err)
		}
		if list[i].Waiting > 0 {
			list[i].Oldest = now.Sub(db.Instant(oldest))
		}
	}
	return list, nil
}
