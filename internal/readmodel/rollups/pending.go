package rollups

import (
	"context"
	"encoding/json"
	"fmt"

	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/clock"
)

// change is a row of payment_changes. Either after is set, or counts.
type change struct {
	before, after *placedPayment
	around        visits
	counts        []countedRow
}

// visits holds the starts of a customer's last stay until the end of the day of a new one, and of the first one after
// that day: at any operator, and at its own. They are in milliseconds; nil: there is none.
type visits struct{ before, beforeHere, after, afterHere *int64 }

// countedRow is the change of one rollup row.
type countedRow struct {
	key rollupKey
	by  rollupCount
}

// UnmarshalJSON reads a row of [rollupChanges.list].
func (r *countedRow) UnmarshalJSON(text []byte) error {
	var test, ofStay int
	k, by := &r.key, &r.by
	err := json.Unmarshal(text, &[]any{&k.dimension, &k.period, &k.value, &k.operatorID, &test, &ofStay, &by.n, &by.total})
	k.test, k.ofStay = test != 0, ofStay != 0
	return err
}

const changesColumns = `before, after, station_id, tariff_id, prev_start, prev_start_here, next_start, next_start_here,
	counts`

// collectChanges runs a query that returns changesColumns.
func (s *Rollups) collectChanges(ctx context.Context, query string, args ...any) ([]change, error) {
	type row struct {
		before, after, counts *string
		stationID, tariffID   int64
		around                visits
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read changes of payments", func(r *row) []any {
		return []any{
			&r.before, &r.after, &r.stationID, &r.tariffID,
			&r.around.before, &r.around.beforeHere, &r.around.after, &r.around.afterHere, &r.counts,
		}
	}, query, args...)
	list := make([]change, len(rows))
	for i, r := range rows {
		c := change{around: r.around}
		placed := func(text *string) *placedPayment {
			var p counted
			if err != nil || text == nil {
				return nil
			}
			err = json.Unmarshal([]byte(*text), &p)
			return &placedPayment{p.payment(), r.stationID, r.tariffID}
		}
		c.before, c.after = placed(r.before), placed(r.after)
		if r.counts != nil && err == nil {
			err = json.Unmarshal([]byte(*r.counts), &c.counts)
		}
		list[i] = c
	}
	if err != nil {
		return nil, fmt.Errorf("read changes of payments: %w", err)
	}
	return list, nil
}

// addChange adds what a write changed.
func (c rollupChanges) addChange(by change) {
	for _, row := range by.counts {
		c.count(row.key, row.by.n, row.by.total)
	}
	if by.before != nil {
		c.add(*by.before, -1)
	}
	if by.after != nil {
		c.add(*by.after, 1)
	}
	if by.before == nil && by.after != nil && by.after.IsForStay() && !by.after.Test {
		c.addVisit(by.after.Payment, by.around)
	}
}

// addVisit adds the visit that a new stay makes, if it is the first of its day.
func (c rollupChanges) addVisit(p payment.Payment, around visits) {
	day := clock.DayOf(p.StartedAt)
	at := func(operatorID int64, before, after *int64) {
		visit := func(on clock.Day, since, times int64) {
			c.count(rollupKey{ByVisit, dayPeriod(on), since, operatorID, false, true}, times, 0)
		}
		since := int64(0)
		if before != nil {
			since = int64(clock.DayOf(db.Instant(*before)))
			if since == int64(day) {
				return
			}
		}
		visit(day, since, 1)
		if after != nil {
			next := clock.DayOf(db.Instant(*after))
			visit(next, since, -1)
			visit(next, int64(day), 1)
		}
	}
	at(0, around.before, around.after)
	at(p.OperatorID, around.beforeHere, around.afterHere)
}

// instant reads rollups as they are at one instant, with the changes that are not folded in yet.
type instant struct {
	*Rollups
	pending []change
}

func (s *Rollups) atOneInstant(ctx context.Context, read func(ctx context.Context, now instant) error) error {
	return s.db.Snapshot(ctx, func(ctx context.Context) error {
		pending, err := s.collectChanges(ctx, `SELECT `+changesColumns+` FROM payment_changes`)
		if err != nil {
			return err
		}
		return read(ctx, instant{s, pending})
	})
}

// pendingRows returns, as JSON, the rollup rows of a dimension and some periods that are not folded in yet.
func (s instant) pendingRows(dimension string, within func(period int64) bool) (string, error) {
	changes := newChanges()
	changes.only = func(of string, period int64) bool { return of == dimension && within(period) }
	for _, c := range s.pending {
		changes.addChange(c)
	}
	return changes.list()
}

// foldBatch bounds how long a fold keeps SQLite's other writers waiting.
const foldBatch = 200

// Fold adds the changes that writes recorded to the rollups, and deletes them. Several nodes may fold at once: each
// takes rows that no other has taken.
func (s *Rollups) Fold(ctx context.Context) error {
	for taken := foldBatch; taken == foldBatch; {
		waiting, err := s.db.Count(ctx, "look for changes of payments",
			`SELECT CASE WHEN EXISTS (SELECT 1 FROM payment_changes) THEN 1 ELSE 0 END`)
		if err != nil || waiting == 0 {
			return err
		}
		if err := s.db.Atomically(db.ReadCommitted(db.WithoutTimeouts(ctx)), func(ctx context.Context) error {
			if err := s.lock(ctx, `ROW EXCLUSIVE`); err != nil { // before rows are taken, which a rebuild deletes
				return err
			}
			list, err := s.collectChanges(ctx, `
				WITH taken AS MATERIALIZED (SELECT id FROM payment_changes ORDER BY id LIMIT $1`+s.db.SkipLocked()+`)
				DELETE FROM payment_changes WHERE id IN (SELECT id FROM taken) RETURNING `+changesColumns, foldBatch)
			if err != nil {
				return err
			}
			taken = len(list)
			changes := newChanges()
			for _, c := range list {
				changes.addChange(c)
			}
			return s.addUp(ctx, changes)
		}); err != nil {
			return err
		}
	}
	return nil
}
