package money

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/proof"
)

// AllOperators implements proof.Store.
func (s *Store) AllOperators(ctx context.Context) ([]int64, error) {
	return s.operators(ctx, `SELECT id FROM operators ORDER BY id`)
}

// MarksOf implements proof.TotalStore.
func (s *Store) MarksOf(ctx context.Context, operatorID int64) ([]proof.Marked, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "read marked entries",
		func(m *proof.Marked) []any { return []any{&m.Mark, &m.Kind, &m.At, &m.Sequence} },
		`SELECT mark, kind, at, sequence FROM statement_marks WHERE operator_id = $1 ORDER BY sequence`, operatorID)
}

// FrozenAfter implements proof.DocumentStore.
func (s *Store) FrozenAfter(
	ctx context.Context, operatorID int64, kind document.Kind, year int, rank int64, limit int,
) ([]proof.Frozen, error) {
	type row struct {
		proof.Frozen
		record string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read documents as they are stored", func(r *row) []any {
		return []any{
			&r.ID, &r.OperatorID, &r.Kind, &r.Year, &r.Rank, &r.Number, &r.PaymentID, &r.Attempt, &r.IssuedAt, &r.SettledAt,
			&r.Total, &r.VAT, &r.record,
		}
	}, `SELECT id, operator_id, kind, year, rank, number, payment_id, attempt, issued_at, settled_at, total, vat, record
		FROM documents WHERE operator_id = $1 AND kind = $2 AND (year, rank) > ($3, $4) ORDER BY year, rank LIMIT $5`,
		operatorID, kind, year, rank, limit)
	list := make([]proof.Frozen, len(rows))
	for i, r := range rows {
		r.JSON = []byte(r.record)
		list[i] = r.Frozen
	}
	return list, err
}

// PastAfter implements proof.PaymentStore.
func (s *Store) PastAfter(ctx context.Context, id int64, limit int) ([]payment.Past, error) {
	found, err := s.PaymentsAfter(ctx, id, limit)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	list, at, ids := make([]payment.Past, len(found)), map[int64]int{}, make([]int64, len(found))
	for i, p := range found {
		list[i].Payment, ids[i], at[p.ID] = p, p.ID, i
	}
	args := []any{}
	made, err := s.attempts(ctx, s.db.AmongIDs(&args, `r.payment_id`, ids)+` ORDER BY r.id`, args...)
	for _, a := range made {
		list[at[a.PaymentID]].Attempts = append(list[at[a.PaymentID]].Attempts, a)
	}
	return list, err
}

// FormerPayments implements proof.PaymentStore.
func (s *Store) FormerPayments(ctx context.Context, payments []int64) (map[int64]bool, error) {
	args := []any{}
	return s.among(ctx, payments, "list payments of former systems",
		`SELECT p.id FROM payments p WHERE NOT (`+native+`) AND `+s.db.AmongIDs(&args, `p.id`, payments), &args)
}
