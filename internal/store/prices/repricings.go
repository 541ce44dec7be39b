package prices

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/prices/repricing"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// result is what a replay has found, as stored.
type result struct {
	Totals  repricing.Totals
	Largest []repricing.Line
}

// StaysAfter implements repricing.StayStore. The index by tariff and end leads to the first stay after the cursor: no
// stay ends before it begins, so that none before the span is read. Those that begin after the span are read too, but
// no more at once.
func (s *Store) StaysAfter(
	ctx context.Context, scope repricing.Scope, after repricing.Cursor, most int,
) (repricing.Chunk, error) {
	if after.EndedAt.Before(scope.From) {
		after = repricing.Cursor{EndedAt: scope.From}
	}
	end, last, err := s.endOf(ctx, scope, after, most)
	if err != nil {
		return repricing.Chunk{}, err
	}
	type row struct {
		repricing.Stay
		started, ended int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list stays to price again", func(r *row) []any {
		return []any{
			&r.ID, &r.StationName, &r.LockerName, &r.started, &r.ended, &r.Price, &r.Subscription,
			&r.PaymentID, &r.Status, &r.Billed, &r.Refunded, &r.Batched,
		}
	}, `SELECT o.id, s.name, l.name, o.started_at, o.ended_at, o.price, v.is_subscription, p.id, p.status, p.amount,
		p.refunded, EXISTS (SELECT 1 FROM refund_batch_lines x WHERE x.stay_id = o.id AND `+live+`)
		FROM (SELECT id, tariff_id, tariff_version, locker_id, started_at, ended_at, price FROM stays
		  WHERE tariff_id = $1 AND ended_at >= $2 AND (ended_at > $2 OR id > $3) AND ended_at <= $4 AND (ended_at < $4
		OR id <= $5)
		    AND started_at >= $6 AND started_at < $7 AND made_free = FALSE
		  ORDER BY ended_at, id LIMIT $8) o
		JOIN payments p ON p.stay_id = o.id
		JOIN tariff_versions v ON v.tariff_id = o.tariff_id AND v.version = o.tariff_version
		JOIN lockers l ON l.id = o.locker_id JOIN stations s ON s.id = l.station_id
		ORDER BY o.ended_at, o.id`,
		scope.TariffID, db.Millis(after.EndedAt), after.StayID, db.Millis(end.EndedAt), end.StayID, db.Millis(scope.From),
		db.Millis(scope.Before), most)
	read := repricing.Chunk{Stays: make([]repricing.Stay, len(rows)), End: end, Last: last}
	for i, r := range rows {
		read.Stays[i] = r.Stay
		read.Stays[i].StartedAt, read.Stays[i].EndedAt = db.Instant(r.started), db.Instant(r.ended)
	}
	return read, err
}

// endOf returns where the next stays of the tariff end, that many of them. last: there are fewer.
func (s *Store) endOf(
	ctx context.Context, scope repricing.Scope, after repricing.Cursor, most int,
) (end repricing.Cursor, last bool, err error) {
	type row struct{ ended, id int64 }
	found, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "find the end of stays", func(r *row) []any { return []any{&r.ended, &r.id} }, `
		SELECT ended_at, id FROM stays WHERE tariff_id = $1 AND ended_at >= $2 AND (ended_at > $2 OR id > $3)
		AND ended_at <= $4
		ORDER BY ended_at, id LIMIT 1 OFFSET $5`, scope.TariffID, db.Millis(after.EndedAt), after.StayID, db.Millis(scope.EndedBy), most-1))
	if fault.Is(err, fault.KindNotFound) {
		return repricing.Cursor{EndedAt: scope.EndedBy, StayID: math.MaxInt64}, true, nil
	}
	return repricing.Cursor{EndedAt: db.Instant(found.ended), StayID: found.id}, false, err
}

// CreateReplay implements repricing.ReplayStore.
func (s *Store) CreateReplay(ctx context.Context, r repricing.Replay) (int64, error) {
	terms, err := json.Marshal(r.Terms)
	if err != nil {
		return 0, fmt.Errorf("write the terms of a replay: %w", err)
	}
	found, err := json.Marshal(result{r.Totals, r.Largest})
	if err != nil {
		return 0, fmt.Errorf("write the result of a replay: %w", err)
	}
	return s.db.Insert(ctx, "create replay", `
		INSERT INTO repricings (operator_id, tariff_id, is_comparison, from_day, to_day, terms, state, asked_at, actor_id,
		due_at, cursor_at, cursor_id, result, key_id)
		VALUES (`+db.Placeholders(1, 14)+`) RETURNING id`,
		r.OperatorID, r.TariffID, r.Comparison, r.From, r.To, string(terms), r.State, db.Millis(r.AskedAt),
		db.OrNull(r.AskedBy), db.Millis(r.DueAt),
		db.Millis(r.Cursor.EndedAt), r.Cursor.StayID, string(found), db.OrNull(r.AskedByKey))
}

// ReplayByID implements repricing.ReplayStore.
func (s *Store) ReplayByID(ctx context.Context, id int64) (repricing.Replay, error) {
	return db.First(s.replays(ctx, `r.id = $1`, id))
}

// ReplaysOf implements repricing.ReplayStore.
func (s *Store) ReplaysOf(ctx context.Context, tariffID int64, most int) ([]repricing.Replay, error) {
	return s.replays(ctx, `r.tariff_id = $1 AND r.is_comparison = FALSE ORDER BY r.asked_at DESC, r.id DESC
		LIMIT $2`, tariffID, most)
}

func (s *Store) replays(ctx context.Context, where string, args ...any) ([]repricing.Replay, error) {
	type row struct {
		repricing.Replay
		from, to, requested, cursor int64
		ended, due, batch           *int64
		terms, result               string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read replays", func(r *row) []any {
		return []any{
			&r.ID, &r.OperatorID, &r.TariffID, &r.TariffName, &r.Comparison, &r.from, &r.to, &r.terms, &r.State, &r.requested,
			&r.AskedBy, &r.AskedByKey, &r.AskerName, &r.ended, &r.due, &r.cursor, &r.Cursor.StayID, &r.result, &r.batch,
		}
	}, `SELECT r.id, r.operator_id, r.tariff_id, v.admin_label, r.is_comparison, r.from_day, r.to_day, r.terms, r.state,
		r.asked_at, COALESCE(r.actor_id, 0), COALESCE(r.key_id, 0),
		       `+askerName+`, r.ended_at, r.due_at, r.cursor_at, r.cursor_id, r.result,
		       (SELECT b.id FROM refund_batches b WHERE b.repricing_id = r.id AND b.state <> 'refuse')
		FROM (SELECT r.* FROM repricings r WHERE `+where+`) r
		JOIN tariffs t ON t.id = r.tariff_id JOIN tariff_versions v ON v.tariff_id = t.id AND v.version = t.version
		LEFT JOIN accounts a ON a.id = r.actor_id LEFT JOIN service_keys k ON k.id = r.key_id
		ORDER BY r.asked_at DESC, r.id DESC`, args...)
	if err != nil {
		return nil, err
	}
	list := make([]repricing.Replay, len(rows))
	for i, r := range rows {
		list[i] = r.Replay
		var found result
		if err := json.Unmarshal([]byte(r.terms), &list[i].Terms); err != nil {
			return nil, fmt.Errorf("read the terms of replay %d: %w", r.ID, err)
		}
		if err := json.Unmarshal([]byte(r.result), &found); err != nil {
			return nil, fmt.Errorf("read the result of replay %d: %w", r.ID, err)
		}
		list[i].From, list[i].To = clock.Day(r.from), clock.Day(r.to)
		list[i].AskedAt, list[i].EndedAt, list[i].Cursor.EndedAt = db.Instant(r.requested), db.InstantOrNil(r.ended),
			db.Instant(r.cursor)
		list[i].Totals, list[i].Largest, list[i].BatchID = found.Totals, found.Largest, db.IdOrZero(r.batch)
	}
	return list, nil
}

// askerName is the name of the account a, or of the key k, that asked.
const askerName = `COALESCE(TRIM(a.first_name || ' ' || a.last_name), 'clé ' || k.label, '')`

// SaveProgress implements repricing.ReplayStore.
func (s *Store) SaveProgress(ctx context.Context, before repricing.Cursor, r repricing.Replay) (bool, error) {
	found, err := json.Marshal(result{r.Totals, r.Largest})
	if err != nil {
		return false, fmt.Errorf("write the result of a replay: %w", err)
	}
	due := new(db.Millis(r.DueAt))
	if r.State != repricing.Running {
		due = nil
	}
	return s.db.CompareAndSet(ctx, "go on with a replay", `
		UPDATE repricings SET state = $4, ended_at = $5, due_at = $6, cursor_at = $7, cursor_id = $8, result = $9
		WHERE id = $1 AND state = 'en_cours' AND cursor_at = $2 AND cursor_id = $3`,
		r.ID, db.Millis(before.EndedAt), before.StayID, r.State, db.MillisOrNull(r.EndedAt), due, db.Millis(r.Cursor.EndedAt),
		r.Cursor.StayID, string(found))
}

// EndReplay implements repricing.ReplayStore.
func (s *Store) EndReplay(ctx context.Context, id int64, state repricing.State, at time.Time) (bool, error) {
	return s.db.CompareAndSet(ctx, "end replay", `UPDATE repricings SET state = $2, ended_at = $3, due_at = NULL
		WHERE id = $1 AND state = 'en_cours'`,
		id, state, db.Millis(at))
}

// ReplayOperator implements ownership.ReplayStore.
func (s *Store) ReplayOperator(ctx context.Context, id int64) (int64, error) {
	return s.operatorOf(ctx, `repricings`, id)
}

// BatchOperator implements ownership.ReplayStore.
func (s *Store) BatchOperator(ctx context.Context, id int64) (int64, error) {
	return s.operatorOf(ctx, `refund_batches`, id)
}

func (s *Store) operatorOf(ctx context.Context, table string, id int64) (int64, error) {
	var operatorID int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `
		SELECT x.operator_id FROM `+table+` x JOIN operators o ON o.id = x.operator_id WHERE x.id = $1 AND o.archived_at IS NULL`, id).Scan(&operatorID)
	return operatorID, db.Found(err)
}
