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
	query := `SELECT id FROM operators`
	for _, table := range []string{
		`ledger_waiting`, `statement_totals`, `statement_positions`, `statement_marks`, `statement_closings`, `documents`,
		`document_counters`,
	} {
		query += ` UNION SELECT operator_id FROM ` + table
	}
	return s.operators(ctx, query+` ORDER BY 1`)
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

// EntryCounts implements proof.PaymentStore.
func (s *Store) EntryCounts(ctx context.Context, payments []int64) (map[int64]int, error) {
	counts := map[int64]int{}
	if len(payments) == 0 {
		return counts, nil
	}
	type count struct {
		id      int64
		entries int
	}
	args := []any{}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "count the entries of payments",
		func(c *count) []any { return []any{&c.id, &c.entries} },
		`SELECT id, entries FROM payments WHERE entries IS NOT NULL AND `+s.db.AmongIDs(&args, `id`, payments), args...)
	for _, c := range rows {
		counts[c.id] = c.entries
	}
	return counts, err
}

// OddGroups implements proof.PaymentStore.
func (s *Store) OddGroups(ctx context.Context) ([]proof.Odd, error) {
	return s.odd(ctx, "check groups of payments", `
		SELECT MIN(p.operator_id), MIN(p.id) FROM payment_attempts r JOIN payments p ON p.id = r.payment_id
		WHERE r.group_uuid IS NOT NULL GROUP BY r.group_uuid
		HAVING SUM(r.amount) <> MAX(r.group_amount) OR COUNT(r.group_amount) <> COUNT(*)
		  OR MIN(r.group_amount) <> MAX(r.group_amount)
		  OR MIN(r.outcome) <> MAX(r.outcome) ORDER BY 1, 2`)
}

// OddTerms implements proof.PaymentStore. A term is sold at the price of its version, or at its promotional one.
func (s *Store) OddTerms(ctx context.Context) ([]proof.Odd, error) {
	return s.odd(ctx, "check terms of subscriptions", `
		SELECT u.operator_id, u.id FROM subscriptions u
		LEFT JOIN tariff_versions v ON v.tariff_id = u.tariff_id AND v.version = u.tariff_version
		LEFT JOIN payments p ON p.subscription_id = u.id AND p.term = u.next_term - 1
		WHERE (u.next_term > 0 OR EXISTS (SELECT 1 FROM payments l WHERE l.subscription_id = u.id))
		  AND NOT EXISTS (SELECT 1 FROM external_references x WHERE x.kind = 'abonnement' AND x.object_id = u.id)
		  AND (p.id IS NULL OR v.version IS NULL
		    OR EXISTS (SELECT 1 FROM payments l WHERE l.subscription_id = u.id AND l.term >= u.next_term)
		    OR p.operator_id <> u.operator_id
		    OR p.status <> 'FREE' AND p.amount + p.reduced NOT IN (v.amount, COALESCE(v.promo_amount, v.amount)))
		UNION SELECT p.operator_id, p.subscription_id FROM payments p WHERE p.subscription_id IS NOT NULL
		  AND NOT EXISTS (SELECT 1 FROM subscriptions u WHERE u.id = p.subscription_id)
		ORDER BY 1, 2`)
}

func (s *Store) odd(ctx context.Context, what, query string) ([]proof.Odd, error) {
	return db.Collect(ctx, s.db.Reader(ctx), what, func(o *proof.Odd) []any { return []any{&o.OperatorID, &o.ID} }, query)
}
