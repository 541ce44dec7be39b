package money

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/backfill"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/fault"
)

// Mark implements backfill.MarkStore.
func (s *Store) Mark(ctx context.Context, operatorID int64) (backfill.Mark, bool, error) {
	type row struct {
		own, from, before, cursor int64
		payment                   int64
	}
	r, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read how far the past is entered", func(r *row) []any {
		return []any{&r.own, &r.from, &r.before, &r.cursor, &r.payment}
	}, `SELECT own_from, from_at, before_at, cursor_at, cursor_payment FROM ledger_backfills
		WHERE operator_id = $1`, operatorID))
	if fault.Is(err, fault.KindNotFound) {
		return backfill.Mark{OperatorID: operatorID}, false, nil
	}
	return backfill.Mark{
		OperatorID: operatorID, OwnFrom: db.Instant(r.own),
		Span:   backfill.Span{From: db.Instant(r.from), Before: db.Instant(r.before)},
		Cursor: backfill.Cursor{At: db.Instant(r.cursor), PaymentID: r.payment},
	}, err == nil, err
}

// SaveMark implements backfill.MarkStore.
func (s *Store) SaveMark(ctx context.Context, before, after backfill.Mark) (bool, error) {
	values := []any{
		after.OperatorID, db.Millis(after.OwnFrom), db.Millis(after.Span.From), db.Millis(after.Span.Before),
		db.Millis(after.Cursor.At), after.Cursor.PaymentID,
	}
	if before.Span.Before.IsZero() {
		return s.db.CompareAndSet(ctx, "begin to enter the past", `
			INSERT INTO ledger_backfills (operator_id, own_from, from_at, before_at, cursor_at, cursor_payment)
			VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (operator_id) DO NOTHING`, values...)
	}
	return s.db.CompareAndSet(ctx, "save how far the past is entered", `
		UPDATE ledger_backfills SET own_from = $2, from_at = $3, before_at = $4, cursor_at = $5, cursor_payment = $6
		WHERE operator_id = $1 AND from_at = $7 AND before_at = $8 AND cursor_at = $9 AND cursor_payment = $10`,
		append(values, db.Millis(before.Span.From), db.Millis(before.Span.Before), db.Millis(before.Cursor.At),
			before.Cursor.PaymentID)...)
}

// MarkedOperators implements backfill.MarkStore.
func (s *Store) MarkedOperators(ctx context.Context) ([]int64, error) {
	return s.operators(ctx, `SELECT operator_id FROM ledger_backfills ORDER BY 1`)
}

// FirstEvent implements backfill.MarkStore.
func (s *Store) FirstEvent(ctx context.Context, operatorID int64) (time.Time, bool, error) {
	return s.instant(ctx, `SELECT MIN(at) FROM (SELECT MIN(at) AS at FROM ledger WHERE operator_id = $1
		UNION ALL SELECT MIN(at) FROM ledger_waiting WHERE operator_id = $1) both_tables`, operatorID)
}

// EntriesOf implements payment.LedgerStore and backfill.MarkStore.
func (s *Store) EntriesOf(ctx context.Context, payments []int64) ([]ledger.Entry, error) {
	if len(payments) == 0 {
		return []ledger.Entry{}, nil
	}
	args := []any{}
	among := ` WHERE payment_id IN (` + db.Marks(&args, payments) + `)`
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read the events of payments", (*row).event,
		`SELECT `+eventColumns+` FROM ledger`+among+` UNION ALL SELECT `+eventColumns+` FROM ledger_waiting`+among, args...)
	return entries(rows), err
}
