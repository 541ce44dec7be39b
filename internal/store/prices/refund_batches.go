package prices

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/prices/repricing"
	"consigne/internal/kernel/fault"
)

// live is the condition for the lines x that keep a stay from being refunded by another.
const live = `x.state IN ('a_faire', 'en_cours', 'rembourse')`

// CreateBatch implements repricing.BatchStore. The unique indexes of the table decide between callers.
func (s *Store) CreateBatch(ctx context.Context, b repricing.Batch) (int64, bool, error) {
	id, err := db.First(db.Collect(ctx, s.db.Writer(ctx), "create batch of refunds", func(id *int64) []any { return []any{id} }, `
		INSERT INTO refund_batches (operator_id, tariff_id, repricing_id, state, agreed_count, agreed_sum, comment, has_mail,
		asked_at, actor_id, due_at, cursor_at, cursor_id, found_count, found_sum, key_id)
		VALUES (`+db.Placeholders(1, 16)+`) ON CONFLICT DO NOTHING RETURNING id`,
		b.OperatorID, b.TariffID, b.ReplayID, b.State, b.Agreed.Count, b.Agreed.Sum, b.Comment, b.Explained,
		db.Millis(b.AskedAt), db.OrNull(b.AskedBy),
		db.Millis(b.DueAt), db.Millis(b.Cursor.EndedAt), b.Cursor.StayID, b.Found.Count, b.Found.Sum,
		db.OrNull(b.AskedByKey)))
	if fault.Is(err, fault.KindNotFound) {
		return 0, false, nil
	}
	return id, err == nil, err
}

// BatchByID implements repricing.BatchStore.
func (s *Store) BatchByID(ctx context.Context, id int64) (repricing.Batch, error) {
	return db.First(s.batches(ctx, `b.id = $1`, id))
}

// WorkedOff implements repricing.BatchStore.
func (s *Store) WorkedOff(ctx context.Context) ([]repricing.Batch, error) {
	return s.batches(ctx, `b.state = 'en_cours'
		AND NOT EXISTS (SELECT 1 FROM refund_batch_lines x WHERE x.batch_id = b.id AND x.state = 'a_faire')
		AND NOT EXISTS (SELECT 1 FROM refund_batch_lines x WHERE x.batch_id = b.id AND x.state = 'en_cours')`)
}

func (s *Store) batches(ctx context.Context, where string, args ...any) ([]repricing.Batch, error) {
	type row struct {
		repricing.Batch
		requested, cursor int64
		ended             *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read batches of refunds", func(r *row) []any {
		return []any{
			&r.ID, &r.OperatorID, &r.TariffID, &r.TariffName, &r.ReplayID, &r.State, &r.Agreed.Count, &r.Agreed.Sum, &r.Comment,
			&r.Explained,
			&r.requested, &r.AskedBy, &r.AskedByKey, &r.AskerName, &r.ended, &r.cursor, &r.Cursor.StayID, &r.Found.Count,
			&r.Found.Sum,
		}
	}, `SELECT b.id, b.operator_id, b.tariff_id, v.admin_label, b.repricing_id, b.state, b.agreed_count, b.agreed_sum,
		b.comment, b.has_mail,
		       b.asked_at, COALESCE(b.actor_id, 0), COALESCE(b.key_id, 0), `+askerName+`, b.ended_at, b.cursor_at, b.cursor_id, b.found_count, b.found_sum
		FROM refund_batches b JOIN tariffs t ON t.id = b.tariff_id JOIN tariff_versions v ON v.tariff_id = t.id
		AND v.version = t.version
		LEFT JOIN accounts a ON a.id = b.actor_id LEFT JOIN service_keys k ON k.id = b.key_id
		WHERE `+where, args...)
	list := make([]repricing.Batch, len(rows))
	for i, r := range rows {
		list[i] = r.Batch
		list[i].AskedAt, list[i].EndedAt, list[i].Cursor.EndedAt = db.Instant(r.requested), db.InstantOrNil(r.ended),
			db.Instant(r.cursor)
	}
	return list, err
}

// SavePrepared implements repricing.BatchStore.
func (s *Store) SavePrepared(ctx context.Context, before repricing.Cursor, b repricing.Batch) (bool, error) {
	due := new(db.Millis(b.DueAt))
	if b.State != repricing.Preparing {
		due = nil
	}
	return s.db.CompareAndSet(ctx, "go on with a batch of refunds", `
		UPDATE refund_batches SET state = $4, due_at = $5, cursor_at = $6, cursor_id = $7, found_count = $8, found_sum = $9
		WHERE id = $1 AND state = 'preparation' AND cursor_at = $2 AND cursor_id = $3`,
		b.ID, db.Millis(before.EndedAt), before.StayID, b.State, due, db.Millis(b.Cursor.EndedAt), b.Cursor.StayID,
		b.Found.Count, b.Found.Sum)
}

// ChangeBatch implements repricing.BatchStore.
func (s *Store) ChangeBatch(
	ctx context.Context, id int64, was, becomes repricing.BatchState, at *time.Time,
) (bool, error) {
	return s.db.CompareAndSet(ctx, "change batch of refunds",
		`UPDATE refund_batches SET state = $3, ended_at = $4, due_at = NULL WHERE id = $1
			AND state = $2`, id, was, becomes, db.MillisOrNull(at))
}

// CreateLines implements repricing.LineStore.
func (s *Store) CreateLines(ctx context.Context, lines []repricing.BatchLine) error {
	_, err := db.InsertAll(ctx, s.db, "create lines of refunds", `refund_batch_lines`,
		`batch_id, stay_id, payment_id, started_at, ended_at, old_price, new_price, amount, state, reason, attempt`, lines,
		func(l repricing.BatchLine) []any {
			return []any{
				l.BatchID, l.StayID, l.PaymentID, db.Millis(l.StartedAt), db.Millis(l.EndedAt), l.Old, l.New, l.Amount,
				l.State, l.Reason, l.Attempt,
			}
		})
	return err
}

// DropLines implements repricing.LineStore.
func (s *Store) DropLines(ctx context.Context, batchID int64, most int) (int, error) {
	return s.db.CountChanged(ctx, "drop lines of refunds", `
		DELETE FROM refund_batch_lines WHERE id IN (SELECT x.id FROM refund_batch_lines x
		JOIN refund_batches b ON b.id = x.batch_id
		  WHERE x.batch_id = $1 AND b.state = 'preparation' ORDER BY x.id LIMIT $2)`, batchID, most)
}

// LineByID implements repricing.LineStore.
func (s *Store) LineByID(ctx context.Context, id int64) (repricing.BatchLine, error) {
	return db.First(s.lines(ctx, `x.id = $1`, id))
}

// LineOfRefund implements repricing.LineStore.
func (s *Store) LineOfRefund(ctx context.Context, paymentID int64, attempt string) (repricing.BatchLine, error) {
	return db.First(s.lines(ctx, `x.payment_id = $1 AND x.attempt = $2
		AND x.state IN ('en_cours', 'rembourse')`, paymentID, attempt))
}

// RefundedLine implements repricing.LineStore.
func (s *Store) RefundedLine(ctx context.Context, paymentID int64) (repricing.BatchLine, error) {
	return db.First(s.lines(ctx, `x.payment_id = $1 AND x.state = 'rembourse'`, paymentID))
}

// LinesAfter implements repricing.LineStore.
func (s *Store) LinesAfter(
	ctx context.Context, batchID int64, state repricing.LineState, after int64, most int,
) ([]repricing.BatchLine, error) {
	if state == "" {
		return s.lines(ctx, `x.batch_id = $1 AND x.id > $2 ORDER BY x.id LIMIT $3`, batchID, after, most)
	}
	return s.lines(ctx, `x.batch_id = $1 AND x.state = $4 AND x.id > $2 ORDER BY x.id
		LIMIT $3`, batchID, after, most, state)
}

// lines reads lines with the names of their places; those of a stay whose month was detached have none.
func (s *Store) lines(ctx context.Context, where string, args ...any) ([]repricing.BatchLine, error) {
	type row struct {
		repricing.BatchLine
		started, ended int64
		at             *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read lines of refunds", func(r *row) []any {
		return []any{
			&r.ID, &r.BatchID, &r.StayID, &r.PaymentID, &r.StationName, &r.LockerName, &r.started, &r.ended, &r.Old, &r.New,
			&r.Amount, &r.State, &r.Reason, &r.Attempt, &r.at,
		}
	}, `SELECT x.id, x.batch_id, x.stay_id, x.payment_id, COALESCE(s.name, ''), COALESCE(l.name, ''), x.started_at,
		x.ended_at, x.old_price, x.new_price, x.amount, x.state, x.reason, x.attempt, x.at
		FROM (SELECT x.* FROM refund_batch_lines x WHERE `+where+`) x
		LEFT JOIN stays o ON o.id = x.stay_id LEFT JOIN lockers l ON l.id = o.locker_id
		LEFT JOIN stations s ON s.id = l.station_id
		ORDER BY x.id`, args...)
	list := make([]repricing.BatchLine, len(rows))
	for i, r := range rows {
		list[i] = r.BatchLine
		list[i].StartedAt, list[i].EndedAt, list[i].At = db.Instant(r.started), db.Instant(r.ended), db.InstantOrNil(r.at)
	}
	return list, err
}

// LinesBefore implements repricing.LineStore.
func (s *Store) LinesBefore(ctx context.Context, paymentID, lineID int64) (int, error) {
	return s.db.Count(ctx, "count older lines of refunds", `SELECT COUNT(*) FROM refund_batch_lines WHERE payment_id = $1
		AND id < $2`, paymentID, lineID)
}

// ChangeLine implements repricing.LineStore.
func (s *Store) ChangeLine(ctx context.Context, was repricing.LineState, l repricing.BatchLine) (bool, error) {
	return s.db.CompareAndSet(ctx, "change line of refunds",
		`UPDATE refund_batch_lines SET state = $3, amount = $4, reason = $5, attempt = $6, at = $7 WHERE id = $1
			AND state = $2`,
		l.ID, was, l.State, l.Amount, l.Reason, l.Attempt, db.MillisOrNull(l.At))
}

// LineFigures implements repricing.LineStore.
func (s *Store) LineFigures(ctx context.Context, batchID int64) (map[repricing.LineState]repricing.Figure, error) {
	type row struct {
		repricing.Figure
		state repricing.LineState
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "add lines of refunds up", func(r *row) []any { return []any{&r.state, &r.Count, &r.Sum} }, `
		SELECT state, COUNT(*), CAST(SUM(amount) AS BIGINT) FROM refund_batch_lines WHERE batch_id = $1
		GROUP BY state`, batchID)
	figures := map[repricing.LineState]repricing.Figure{}
	for _, r := range rows {
		figures[r.state] = r.Figure
	}
	return figures, err
}
