package money

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/backfill"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/money"
)

// momentSources are the queries for the instants of a span at which payments of operator $1 may have an event of money,
// with the payment: from instant $2 and payment $4 on, before instant $3. Each is read along an index, as far as a page
// needs it.
var momentSources = []string{
	momentsOf(`payments p`, `p.ended_at`, `p.id`, `p.operator_id = $1`),
	momentsOf(`payments p`, `p.started_at`, `p.id`, `p.operator_id = $1 AND p.subscription_id IS NOT NULL`),
	momentsOf(`payments p`, `p.settled_at`, `p.id`, `p.operator_id = $1`),
	momentsOf(`payment_attempts r`, `r.at`, `r.payment_id`, `r.kind <> 'presentation' AND `+ofOperator),
	momentsOf(`payment_attempts r`, `r.answered_at`, `r.payment_id`, `r.kind = 'remboursement' AND `+ofOperator),
	momentsOf(`audit_log j`, `j.at`, `j.object_id`,
		`j.operator_id = $1 AND j.action = '`+string(audit.PaymentMadeFree)+`'`),
}

const ofOperator = `EXISTS (SELECT 1 FROM payments p WHERE p.id = r.payment_id AND p.operator_id = $1)`

func momentsOf(table, at, id, where string) string {
	return `SELECT * FROM (SELECT ` + at + ` AS at, ` + id + ` AS payment_id FROM ` + table + ` WHERE ` + where +
		` AND ` + at + ` >= $2 AND ` + at + ` < $3 AND (` + at + ` > $2 OR ` + id + ` >= $4) ORDER BY 1, 2 LIMIT $5) s`
}

// Moments implements backfill.PastStore.
func (s *Store) Moments(
	ctx context.Context, operatorID int64, from backfill.Cursor, before time.Time, limit int,
) ([]backfill.Cursor, error) {
	type row struct{ at, id int64 }
	query := ``
	for _, source := range momentSources {
		if query != `` {
			query += ` UNION `
		}
		query += source
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read instants of payments",
		func(r *row) []any { return []any{&r.at, &r.id} },
		query+` ORDER BY 1, 2 LIMIT $5`, operatorID, db.Millis(from.At), db.Millis(before), from.PaymentID, limit)
	list := make([]backfill.Cursor, len(rows))
	for i, r := range rows {
		list[i] = backfill.Cursor{At: db.Instant(r.at), PaymentID: r.id}
	}
	return list, err
}

// native is the condition that a payment p was billed here: what an import brought from a former system is none of the
// ledger's past, nor are later terms of its subscriptions, whose events are entered when they happen.
const native = `NOT EXISTS (SELECT 1 FROM external_references x WHERE x.kind = 'utilisation'
	AND x.object_id = p.stay_id)
	AND NOT EXISTS (SELECT 1 FROM external_references x WHERE x.kind = 'abonnement' AND x.object_id = p.subscription_id)`

// PastOf implements backfill.PastStore. Payments that a former system billed are left out.
func (s *Store) PastOf(ctx context.Context, ids []int64) ([]payment.Past, error) {
	if len(ids) == 0 {
		return []payment.Past{}, nil
	}
	args := []any{}
	among := ` IN (` + db.Marks(&args, ids) + `)`
	found, err := s.payments(ctx, `p.id`+among+` AND `+native+` ORDER BY p.id`, args...)
	if err != nil {
		return nil, err
	}
	made, err := s.attempts(ctx, `r.payment_id`+among+` ORDER BY r.id`, args...)
	if err != nil {
		return nil, err
	}
	waivers, err := s.waivers(ctx, among, args)
	if err != nil {
		return nil, err
	}
	attempts := map[int64][]payment.Attempt{}
	for _, a := range made {
		attempts[a.PaymentID] = append(attempts[a.PaymentID], a)
	}
	list := make([]payment.Past, len(found))
	for i, p := range found {
		list[i] = payment.Past{Payment: p, Attempts: attempts[p.ID], Waiver: waivers[p.ID]}
	}
	return list, nil
}

// waivers reads when payments were made free after they were billed. Only the audit log tells: the payment then costs
// nothing.
func (s *Store) waivers(ctx context.Context, among string, args []any) (map[int64]*payment.Waiver, error) {
	type row struct {
		id, at  int64
		changes string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read payments made free",
		func(r *row) []any { return []any{&r.id, &r.at, &r.changes} },
		`SELECT object_id, at, changes FROM audit_log WHERE object_kind = '`+string(audit.KindPayment)+`' AND object_id`+
			among+
			` AND action = '`+string(audit.PaymentMadeFree)+`' ORDER BY at, id`, args...)
	if err != nil {
		return nil, err
	}
	waivers := map[int64]*payment.Waiver{}
	for _, r := range rows {
		var told struct {
			Montant money.Cents `json:"montant"`
		}
		if err := json.Unmarshal([]byte(r.changes), &told); err != nil {
			return nil, fmt.Errorf("read how payment %d was made free: %w", r.id, err)
		}
		if told.Montant > 0 { // of a stay in progress: nothing was billed
			waivers[r.id] = &payment.Waiver{At: db.Instant(r.at), Amount: told.Montant}
		}
	}
	return waivers, nil
}
