package money

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
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

// storedColumns are those of a payment that its entries tell of: there are many payments.
const storedColumns = `p.id, p.operator_id, p.stay_id, p.started_at, p.ended_at, p.amount, p.refunded, p.refund_pending,
	p.status, p.attempts, p.reduced, p.reduced_at, p.entries`

type storedRow struct {
	paymentRow
	written *int
}

func (r *storedRow) fields() []any {
	p := &r.Payment
	return []any{
		&p.ID, &p.OperatorID, &r.stayID, &r.started, &r.ended, (*int64)(&p.Amount), (*int64)(&p.Refunded),
		(*int64)(&p.RefundPending), (*string)(&p.Status), &p.Attempts, (*int64)(&p.Reduced), &r.reducedAt, &r.written,
	}
}

// StoredAfter implements proof.PaymentStore. Attempts and entries are read by the span of ids: both indexes are in the
// order of payments.
func (s *Store) StoredAfter(ctx context.Context, id int64, limit int) ([]proof.Stored, error) {
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read payments as they are stored", (*storedRow).fields,
		`SELECT `+storedColumns+` FROM payments p WHERE p.id > $1 ORDER BY p.id LIMIT $2`, id, limit)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	last := rows[len(rows)-1].ID
	made, err := s.storedAttempts(ctx, id, last)
	if err != nil {
		return nil, err
	}
	booked, err := s.entriesBetween(ctx, id, last)
	if err != nil {
		return nil, err
	}
	list := make([]proof.Stored, len(rows))
	for i := range rows {
		p := &list[i]
		p.Payment, p.Written = rows[i].payment(), rows[i].written
		p.Attempts, made = leading(made, func(a *payment.Attempt) int64 { return a.PaymentID }, p.ID)
		p.Entries, booked = leading(booked, func(e *ledger.Entry) int64 { return e.PaymentID }, p.ID)
	}
	return list, nil
}

// storedAttempts lists the attempts of the payments after one and up to another, by payment and age, with what entries
// tell of.
func (s *Store) storedAttempts(ctx context.Context, after, last int64) ([]payment.Attempt, error) {
	type row struct {
		payment.Attempt
		at                   int64
		answered, actor, key *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read attempts as they are stored", func(r *row) []any {
		return []any{
			&r.PaymentID, &r.UUID, (*string)(&r.Kind), (*int64)(&r.Amount), (*string)(&r.Outcome), (*string)(&r.Means),
			&r.Comment, &r.Of, &r.at, &r.answered, &r.actor, &r.key,
		}
	}, `SELECT payment_id, uuid, kind, amount, outcome, means, comment, refund_of, at, answered_at, actor_id, key_id
		FROM payment_attempts WHERE payment_id > $1 AND payment_id <= $2 ORDER BY payment_id, id`, after, last)
	list := make([]payment.Attempt, len(rows))
	for i := range rows {
		r := &rows[i]
		list[i] = r.Attempt
		list[i].At, list[i].AnsweredAt = db.Instant(r.at), db.InstantOrNil(r.answered)
		list[i].ActorID, list[i].KeyID = db.IdOrZero(r.actor), db.IdOrZero(r.key)
	}
	return list, err
}

// leading cuts those of a payment off the front of a list in the order of payments. Those of payments before it are of
// none that exists.
func leading[T any](list []T, of func(*T) int64, paymentID int64) (its, rest []T) {
	from := 0
	for from < len(list) && of(&list[from]) < paymentID {
		from++
	}
	to := from
	for to < len(list) && of(&list[to]) == paymentID {
		to++
	}
	return list[from:to:to], list[to:]
}

// entriesBetween lists the entries of the payments after one and up to another, chained and waiting, by payment.
func (s *Store) entriesBetween(ctx context.Context, after, last int64) ([]ledger.Entry, error) {
	const between = ` WHERE payment_id > $1 AND payment_id <= $2`
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read the events of payments", (*row).event,
		`SELECT `+eventColumns+` FROM ledger`+between+` UNION ALL SELECT `+eventColumns+` FROM ledger_waiting`+between+
			` ORDER BY payment_id`, after, last)
	return entries(rows), err
}

// FormerPayments implements proof.PaymentStore.
func (s *Store) FormerPayments(ctx context.Context, payments []int64) (map[int64]bool, error) {
	args := []any{}
	return s.among(ctx, payments, "list payments of former systems",
		`SELECT p.id FROM payments p WHERE NOT (`+native+`) AND `+s.db.AmongIDs(&args, `p.id`, payments), &args)
}

// AllOfTests implements proof.PaymentStore.
func (s *Store) AllOfTests(ctx context.Context) (map[int64]bool, error) {
	ids, err := db.Collect(ctx, s.db.Reader(ctx), "list payments of tests", func(id *int64) []any { return []any{id} },
		`SELECT id FROM payments WHERE is_test = TRUE`)
	all := make(map[int64]bool, len(ids))
	for _, id := range ids {
		all[id] = true
	}
	return all, err
}

// OddGroups implements proof.PaymentStore. The parts of a charge are of one person and one instant.
func (s *Store) OddGroups(ctx context.Context) ([]proof.Odd, error) {
	return s.odd(ctx, "check groups of payments", `
		SELECT MIN(p.operator_id), MIN(p.id) FROM payment_attempts r JOIN payments p ON p.id = r.payment_id
		WHERE r.group_uuid IS NOT NULL GROUP BY r.group_uuid
		HAVING SUM(r.amount) <> MAX(r.group_amount) OR COUNT(r.group_amount) <> COUNT(*)
		  OR MIN(r.group_amount) <> MAX(r.group_amount) OR MIN(r.at) <> MAX(r.at) OR MIN(p.account_id) <> MAX(p.account_id)
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

// OddTests implements proof.PaymentStore.
func (s *Store) OddTests(ctx context.Context) ([]proof.Odd, error) {
	return s.odd(ctx, "check payments of tests", `
		SELECT p.operator_id, p.id FROM payments p
		LEFT JOIN stays t ON t.id = p.stay_id LEFT JOIN subscriptions u ON u.id = p.subscription_id
		WHERE p.is_test <> COALESCE(t.is_test, u.is_test) AND p.id IN (
		  SELECT r.id FROM payments r WHERE r.status = 'RUNNING' UNION SELECT w.payment_id FROM ledger_waiting w
		  UNION SELECT l.payment_id FROM ledger_heads h LEFT JOIN statement_positions s ON s.operator_id = h.operator_id
		  JOIN ledger l ON l.operator_id = h.operator_id AND l.sequence > COALESCE(s.sequence, 0))
		ORDER BY 1, 2`)
}

func (s *Store) odd(ctx context.Context, what, query string) ([]proof.Odd, error) {
	return db.Collect(ctx, s.db.Reader(ctx), what, func(o *proof.Odd) []any { return []any{&o.OperatorID, &o.ID} }, query)
}
