package money

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/domain/money/statement"
	"consigne/internal/kernel/fault"
)

// OperatorsToBegin implements beginning.BeginningStore. A payment that has an entry, or whose bill the ledger may have,
// is looked at when the ledger begins.
func (s *Store) OperatorsToBegin(ctx context.Context) ([]int64, error) {
	return s.operators(ctx, `SELECT o.id FROM operators o
		WHERE NOT EXISTS (SELECT 1 FROM ledger_beginnings l WHERE l.operator_id = o.id)
		AND (EXISTS (SELECT 1 FROM ledger_backfills b WHERE b.operator_id = o.id)
		  OR EXISTS (SELECT 1 FROM payments p WHERE p.operator_id = o.id AND COALESCE(p.entries, 0) = 0 AND p.amount > 0 AND `+
		owedStatuses+`)
		  OR NOT EXISTS (SELECT 1 FROM ledger l WHERE l.operator_id = o.id)
		  AND NOT EXISTS (SELECT 1 FROM ledger_waiting w WHERE w.operator_id = o.id)
		  AND EXISTS (SELECT 1 FROM payments p WHERE p.operator_id = o.id AND p.amount > 0 AND p.status <> 'RUNNING'))
		ORDER BY 1`)
}

// BeginLedger implements beginning.BeginningStore.
func (s *Store) BeginLedger(
	ctx context.Context, operatorID int64, o statement.Beginning, at time.Time,
) (bool, error) {
	first, err := s.db.CompareAndSet(ctx, "begin ledger", `
		INSERT INTO ledger_beginnings (operator_id, month, own_from, begun_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (operator_id) DO NOTHING`, operatorID, int64(o.Month), db.Millis(o.OwnFrom), db.Millis(at))
	if err != nil || !first {
		return false, err
	}
	for _, query := range []string{
		`UPDATE provider_movements SET state = '' WHERE operator_id = $1 AND at < $2 AND state <> 'aucun'`,
		`UPDATE reconciliation_items SET state = '` + string(reconciliation.Waiting) + `' WHERE operator_id = $1 AND at < $2`,
	} {
		if err := s.db.Exec(ctx, "compare what is from before the ledger again", query, operatorID,
			db.Millis(o.OwnFrom)); err != nil {
			return false, err
		}
	}
	return true, nil
}

// OwedUnentered implements beginning.BeginningStore.
func (s *Store) OwedUnentered(ctx context.Context, operatorID int64) ([]payment.Payment, error) {
	return s.payments(ctx, `p.operator_id = $1 AND `+owedStatuses+` AND p.amount > 0
		AND (SELECT l.payment_id FROM ledger l WHERE l.payment_id = p.id AND l.kind IN ('facture', 'reprise') LIMIT 1) IS NULL
		AND p.id NOT IN (SELECT w.payment_id FROM ledger_waiting w WHERE w.operator_id = $1
		  AND w.kind IN ('facture', 'reprise')) ORDER BY p.id`, operatorID)
}

// BeginningOf implements statement.LedgerStore and proof.TotalStore.
func (s *Store) BeginningOf(ctx context.Context, operatorID int64) (*statement.Beginning, error) {
	type row struct {
		statement.Beginning
		own int64
	}
	r, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read where a ledger begins",
		func(r *row) []any { return []any{(*int64)(&r.Month), &r.own} },
		`SELECT month, own_from FROM ledger_beginnings WHERE operator_id = $1`, operatorID))
	if fault.Is(err, fault.KindNotFound) {
		return nil, nil
	}
	r.OwnFrom = db.Instant(r.own)
	return &r.Beginning, err
}

// LedgerBegins implements reconciliation.MatchStore: as it was begun, or with its first event.
func (s *Store) LedgerBegins(ctx context.Context, operatorID int64) (time.Time, bool, error) {
	beginning, err := s.BeginningOf(ctx, operatorID)
	switch {
	case err != nil:
		return time.Time{}, false, err
	case beginning != nil:
		return beginning.OwnFrom, true, nil
	}
	return s.LedgerStart(ctx, operatorID)
}

// DocumentsOfBefore implements statement.SellerStore.
func (s *Store) DocumentsOfBefore(
	ctx context.Context, operatorID int64, span statement.Span,
) (map[document.Kind]int64, error) {
	type count struct {
		kind   document.Kind
		number int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "count documents of before the ledger",
		func(c *count) []any { return []any{&c.kind, &c.number} },
		`SELECT d.kind, COUNT(*) FROM ledger_beginnings o JOIN documents d ON d.operator_id = o.operator_id
		WHERE o.operator_id = $1 AND d.issued_at >= $2 AND d.issued_at < $3 AND d.settled_at < o.own_from GROUP BY d.kind`,
		operatorID, db.Millis(span.From), db.Millis(span.Before))
	counts := map[document.Kind]int64{}
	for _, c := range rows {
		counts[c.kind] = c.number
	}
	return counts, err
}
