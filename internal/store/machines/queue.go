package machines

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/live"
	"consigne/internal/domain/machines/queue"
)

// dues holds for each kind of work the condition under which a row d that is still to be done is due at $1, the order
// of the due rows (further instants that a condition needs are $3, $4…), and the condition under which a row is still
// to be done, now or later. The state of an item that is not to be done any more is deleted.
var dues = map[queue.Kind]struct{ from, id, due, order, still string }{
	queue.Payments: {`payments d`, `d.id`, `d.due_at <= $1`, `d.due_at, d.id`, `d.due_at IS NOT NULL`},
	// One that was asked waits an hour at most; a day ahead, its next question was written by a clock that ran ahead.
	queue.Attempts: {
		`payment_attempts d`, `d.id`, `(` + toAsk("d.ask_at") + ` OR ` + toAsk("d.group_ask_at") + `)`,
		`COALESCE(d.ask_at, d.group_ask_at), d.id`, `(d.ask_at IS NOT NULL OR d.group_ask_at IS NOT NULL)`,
	},
	queue.Terms: {`subscriptions d`, `d.id`, `d.next_at <= $1`, `d.next_at, d.id`, `d.next_at IS NOT NULL`},
	queue.Waits: {`waits d`, `d.id`, `d.due_at <= $1`, `d.due_at, d.id`, `d.due_at IS NOT NULL`},
	queue.Limits: { // found by index, then judged by the row itself, as in toAsk
		`stays d`, `d.id`, `d.ended_at IS NULL AND (d.overrun = FALSE AND d.overrun_at < $1
			OR d.removed = FALSE AND d.removal_at <= $1 OR d.reminded = FALSE AND d.remind_at <= $1) AND d.id IN (
		SELECT id FROM stays WHERE ended_at IS NULL AND overrun = FALSE AND overrun_at < $1
		UNION SELECT id FROM stays WHERE ended_at IS NULL AND removed = FALSE AND removal_at <= $1
		UNION SELECT id FROM stays WHERE ended_at IS NULL AND reminded = FALSE AND remind_at <= $1)`, `d.id`,
		`d.ended_at IS NULL AND (d.overrun = FALSE AND d.overrun_at IS NOT NULL OR d.removed = FALSE
			AND d.removal_at IS NOT NULL OR d.reminded = FALSE AND d.remind_at IS NOT NULL)`,
	},
	queue.Mails: {`mails d`, `d.id`, `d.due_at <= $1`, `d.due_at, d.id`, `d.sent_at IS NULL`},
	// The daily job finds the accounts to warn or anonymise; only those that failed are claimed
	// from the table.
	queue.Retention: {`accounts d`, `d.id`, `d.id IN (
		SELECT item_id FROM work_items WHERE kind = 'conservation')`, `d.id`, `d.anonymised_at IS NULL AND d.deleted_at IS NULL`},
	queue.Silences: {
		`controllers d JOIN stations s ON s.id = d.station_id JOIN operators o ON o.id = s.operator_id`, `d.station_id`,
		`(d.absent_at <= $3 OR d.heard_at <= $4)`, `d.station_id`, heardOf,
	},
	queue.Replays: {`repricings d`, `d.id`, `d.due_at <= $1`, `d.due_at, d.id`, `d.due_at IS NOT NULL`},
	queue.Batches: {`refund_batches d`, `d.id`, `d.due_at <= $1`, `d.due_at, d.id`, `d.due_at IS NOT NULL`},
	queue.Refunds: {
		`refund_batch_lines d`, `d.id`, `d.id >= ` + refundLine("MIN") + ` AND d.id <= ` + refundLine("MAX") +
			` AND (SELECT b.state FROM refund_batches b WHERE b.id = d.batch_id) = 'en_cours'`,
		`d.id`, `d.state = 'a_faire'`,
	},
	// The job looks for endpoints itself; only those that failed are claimed from the table.
	queue.Webhooks: {`webhook_endpoints d`, `d.id`, `d.due_at <= $1`, `d.due_at, d.id`, `d.is_active`},
}

// toAsk returns the condition of an attempt that the provider is to be asked about: on its own, or as a charge. It is
// one of the row itself, so that a row that another transaction has just changed is judged as it is now.
func toAsk(column string) string {
	return fmt.Sprintf(`%[1]s <= $1 OR %[1]s > $1 + 86400000 AND d.asked > 0`, column)
}

// refundLine returns the first (MIN) or last (MAX) line to do of the batches under way, so that a search does not pass
// over those of batches that are paused or being prepared.
func refundLine(which string) string {
	return `(SELECT ` + which + `((SELECT ` + which + `(x.id) FROM refund_batch_lines x WHERE x.batch_id = b.id AND x.state = 'a_faire'))
		FROM refund_batches b WHERE b.state = 'en_cours')`
}

// heardOf is the condition for the controllers in service that do not count as silent.
const heardOf = `d.silent_since IS NULL AND s.is_active = TRUE AND s.archived_at IS NULL AND o.archived_at IS NULL`

// parkedUntil is the free_at of a parked item, so that it is never claimed.
const parkedUntil = math.MaxInt64

// isFree returns the condition for a row of work_items that may be claimed: it is free at $1, or was
// written by a clock that ran ahead, because no other clock writes an instant after farthest.
func isFree(row, farthest string) string {
	return fmt.Sprintf(`(%[1]s.free_at <= $1 OR %[1]s.parked_at IS NULL AND %[1]s.free_at > %[2]s)`, row, farthest)
}

// retake gives the claim on an item that is free again to the new holder, and counts the lease that
// expired, if there was one.
func retake(farthest string) string {
	return ` ON CONFLICT (kind, item_id) DO UPDATE SET holder = excluded.holder, free_at = excluded.free_at,
	losses = work_items.losses + CASE WHEN work_items.holder = '' THEN 0 ELSE 1 END
	WHERE ` + isFree("work_items", farthest) + ` RETURNING item_id, tries, losses`
}

func farthest(claim queue.Claim) int64 { return db.Millis(claim.Until.Add(claim.Longest)) }

func itemFields(item *queue.Item) []any { return []any{&item.ID, &item.Tries, &item.Losses} }

// ClaimWork implements queue.Store. It is one statement outside a transaction: on PostgreSQL, nodes
// skip rows that another node is claiming, so that no claim has to run again.
func (s *Store) ClaimWork(ctx context.Context, claim queue.Claim) ([]queue.Item, error) {
	d, known := dues[claim.Kind]
	if !known {
		return nil, fmt.Errorf("claim work: no kind %q", claim.Kind)
	}
	args := []any{db.Millis(claim.DueBy), claim.Kind}
	for _, at := range claim.Bounds {
		args = append(args, db.Millis(at))
	}
	far := db.Mark(&args, farthest(claim))
	// What is still to be done is said too, although due implies it: PostgreSQL, which plans without the instant, supposes
	// a third of the table to be due, and would read it whole for the first row.
	free := d.from + ` WHERE ` + d.due + ` AND ` + d.still +
		` AND NOT EXISTS (SELECT 1 FROM work_items w WHERE w.kind = $2 AND w.item_id = ` + d.id +
		` AND NOT ` + isFree("w", far) + `)`
	lock := ""
	if !s.db.OnSQLite() {
		lock = ` FOR UPDATE OF d SKIP LOCKED`
	}
	look := `SELECT COUNT(*) FROM (SELECT 1 FROM ` + free + ` LIMIT 1) found`
	lookArgs := slices.Clone(args)
	holder, until := db.Mark(&args, claim.Holder), db.Mark(&args, db.Millis(claim.Until))
	take := fmt.Sprintf(`
		INSERT INTO work_items (kind, item_id, holder, free_at)
		SELECT $2, due.id, %s, %s FROM (SELECT %s AS id FROM %s ORDER BY %s LIMIT %d%s) due WHERE TRUE`+retake(far),
		holder, until, d.id, free, d.order, claim.Most, lock)
	// On PostgreSQL other nodes may take between the snapshot of a claim and its locks all that it saw, although more is
	// due.
	for range mostClaims {
		// This runs every second: when nothing is due, it must cost a read and not the write lock.
		due, err := s.db.Count(ctx, "look for work", look, lookArgs...)
		if err != nil || due == 0 {
			return nil, err
		}
		items, err := db.Collect(ctx, s.db.Writer(ctx), "claim work", itemFields, take, args...)
		if err != nil || len(items) > 0 || s.db.OnSQLite() {
			return items, err
		}
	}
	return nil, nil
}

// mostClaims bounds the claims of one call that find all taken. What stays due then is locked by other transactions.
const mostClaims = 10

// ClaimItem implements queue.Store.
func (s *Store) ClaimItem(ctx context.Context, claim queue.Claim, id int64) (queue.Item, bool, error) {
	items, err := db.Collect(ctx, s.db.Writer(ctx), "claim an item", itemFields,
		`INSERT INTO work_items (kind, item_id, holder, free_at) VALUES ($2, $5, $3, $4)`+retake("$6"),
		db.Millis(claim.DueBy), claim.Kind, claim.Holder, db.Millis(claim.Until), id, farthest(claim))
	if err != nil || len(items) == 0 {
		return queue.Item{}, false, err
	}
	return items[0], true, nil
}

// FinishWork implements queue.Store.
func (s *Store) FinishWork(ctx context.Context, kind queue.Kind, holder string, ids []int64) error {
	args := []any{kind, holder}
	among := db.Marks(&args, ids)
	return s.db.Exec(ctx, "finish work",
		`DELETE FROM work_items WHERE kind = $1 AND holder = $2 AND item_id IN (`+among+`)`, args...)
}

// FailWork implements queue.Store.
func (s *Store) FailWork(ctx context.Context, f queue.Failure) error {
	free, parked := db.Millis(f.Next), (*int64)(nil)
	if f.Parked {
		free, parked = parkedUntil, new(db.Millis(f.At))
	}
	err := s.db.Exec(ctx, "keep a failure", `
		UPDATE work_items SET holder = '', free_at = $4, tries = tries + 1, cause = $5,
		first_failed_at = COALESCE(first_failed_at, $6), last_failed_at = $6, parked_at = $7
		WHERE kind = $1 AND item_id = $2 AND holder = $3`, f.Kind, f.ID, f.Holder, free, f.Cause, db.Millis(f.At), parked)
	if err != nil || !f.Parked {
		return err
	}
	return s.facts.Add(ctx, live.Change{At: f.At, Topic: live.Work})
}

// ReleaseWork implements queue.Store.
func (s *Store) ReleaseWork(ctx context.Context, kind queue.Kind, holder string, id int64, next time.Time) error {
	return s.db.Exec(ctx, "release work",
		`UPDATE work_items SET holder = '', free_at = $4 WHERE kind = $1 AND item_id = $2
			AND holder = $3`, kind, id, holder, db.Millis(next))
}

// TidyWork implements queue.Store. It deletes the rows of items that are no longer due. Items that
// a node holds are left to it.
func (s *Store) TidyWork(ctx context.Context, kind queue.Kind, now time.Time) error {
	kept, err := s.db.Count(ctx, "look for work to forget", `SELECT COUNT(*) FROM (SELECT 1 FROM work_items WHERE kind = $1
		LIMIT 1) found`, kind)
	if err != nil || kept == 0 {
		return err
	}
	d := dues[kind]
	return s.db.Exec(ctx, "forget work", `
		DELETE FROM work_items WHERE kind = $2 AND (holder = '' OR free_at <= $1)
		  AND NOT EXISTS (SELECT 1 FROM `+d.from+` WHERE `+d.still+` AND `+d.id+` = work_items.item_id)`, db.Millis(now), kind)
}

// ParkedWork implements queue.ParkedStore.
func (s *Store) ParkedWork(ctx context.Context, most int) ([]queue.Parked, int, error) {
	total, err := s.db.Count(ctx, "count parked work", `SELECT COUNT(*) FROM work_items w WHERE `+isParked)
	if err != nil || total == 0 {
		return nil, 0, err
	}
	list, err := s.parked(ctx, `TRUE ORDER BY w.first_failed_at, w.kind, w.item_id LIMIT $1`, most)
	return list, total, err
}

// ParkedItem implements queue.ParkedStore.
func (s *Store) ParkedItem(ctx context.Context, kind queue.Kind, id int64) (queue.Parked, error) {
	return db.First(s.parked(ctx, `w.kind = $1 AND w.item_id = $2`, kind, id))
}

const isParked = `w.parked_at IS NOT NULL AND w.abandoned_at IS NULL`

func (s *Store) parked(ctx context.Context, where string, args ...any) ([]queue.Parked, error) {
	type row struct {
		queue.Parked
		since, last                         int64
		operator, payment, account, station *int64
		name                                *string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list parked work", func(r *row) []any {
		return []any{
			&r.Kind, &r.ID, &r.since, &r.last, &r.Tries, &r.Cause, &r.operator, &r.name, &r.payment, &r.account,
			&r.station,
		}
	}, `SELECT w.kind, w.item_id, w.first_failed_at, w.last_failed_at, w.tries, w.cause, e.id, e.name, p.id, a.id, s.id
		FROM work_items w
		LEFT JOIN payment_attempts r ON w.kind = 'presentation' AND r.id = w.item_id
		LEFT JOIN payments p ON p.id = CASE w.kind WHEN 'paiement' THEN w.item_id ELSE r.payment_id END
		LEFT JOIN subscriptions u ON w.kind = 'echeance' AND u.id = w.item_id
		LEFT JOIN waits x ON w.kind = 'attente' AND x.id = w.item_id
		LEFT JOIN stays o ON w.kind = 'limite' AND o.id = w.item_id
		LEFT JOIN lockers l ON l.id = o.locker_id
		LEFT JOIN mails m ON w.kind = 'courriel' AND m.id = w.item_id
		LEFT JOIN stations s ON s.id = CASE w.kind WHEN 'silence' THEN w.item_id WHEN 'limite' THEN l.station_id
		ELSE m.station_id END
		LEFT JOIN accounts a ON a.deleted_at IS NULL AND a.anonymised_at IS NULL
		  AND a.id = CASE w.kind WHEN 'conservation' THEN w.item_id WHEN 'echeance' THEN u.account_id
		  WHEN 'attente' THEN x.account_id ELSE m.account_id END
		LEFT JOIN webhook_endpoints h ON w.kind = 'notification' AND h.id = w.item_id
		LEFT JOIN operators e ON e.id = COALESCE(p.operator_id, u.operator_id, x.operator_id, s.operator_id, h.operator_id)
		WHERE `+isParked+` AND `+where, args...)
	list := make([]queue.Parked, len(rows))
	for i, r := range rows {
		list[i] = r.Parked
		list[i].Since, list[i].LastAt = db.Instant(r.since), db.Instant(r.last)
		list[i].OperatorID, list[i].OperatorName = db.IdOrZero(r.operator), db.TextOf(r.name)
		list[i].PaymentID, list[i].AccountID, list[i].StationID = db.IdOrZero(r.payment), db.IdOrZero(r.account),
			db.IdOrZero(r.station)
	}
	return list, err
}

// RetryWork implements queue.ParkedStore. The record of the failures is kept until the item is done.
func (s *Store) RetryWork(ctx context.Context, kind queue.Kind, id int64) (bool, error) {
	return s.db.CompareAndSet(ctx, "retry work", `
		UPDATE work_items SET parked_at = NULL, free_at = 0, losses = 0
		WHERE kind = $1 AND item_id = $2 AND parked_at IS NOT NULL AND abandoned_at IS NULL`, kind, id)
}

// AbandonWork implements queue.ParkedStore.
func (s *Store) AbandonWork(ctx context.Context, kind queue.Kind, id int64, at time.Time) (bool, error) {
	return s.db.CompareAndSet(ctx, "abandon work", `
		UPDATE work_items SET abandoned_at = $3
		WHERE kind = $1 AND item_id = $2 AND parked_at IS NOT NULL AND abandoned_at IS NULL`, kind, id, db.Millis(at))
}

// ParkedByKind counts the parked items of each kind, without the abandoned ones.
func (s *Store) ParkedByKind(ctx context.Context) (map[queue.Kind]int, error) {
	type counted struct {
		kind queue.Kind
		n    int
	}
	rows, err := db.Collect(ctx, s.db.Committed(), "count parked work",
		func(c *counted) []any { return []any{&c.kind, &c.n} },
		`SELECT w.kind, COUNT(*) FROM work_items w WHERE `+isParked+` GROUP BY w.kind`)
	if err != nil {
		return nil, err
	}
	counts := map[queue.Kind]int{}
	for _, kind := range queue.Kinds {
		counts[kind] = 0
	}
	for _, c := range rows {
		counts[c.kind] = c.n
	}
	return counts, nil
}
