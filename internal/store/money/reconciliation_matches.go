package money

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/kernel/paging"
)

// NewKeys implements reconciliation.MatchStore.
func (s *Store) NewKeys(ctx context.Context, limit int) ([]string, error) {
	return s.keys(ctx, "list new movements", `SELECT DISTINCT matched_by FROM provider_movements WHERE state = ''
		ORDER BY matched_by`+db.Page(nil, limit), 0)
}

// DueKeys implements reconciliation.MatchStore.
func (s *Store) DueKeys(ctx context.Context, before time.Time, after string, limit int) ([]string, error) {
	args := []any{db.Millis(before), after}
	return s.keys(ctx, "list what has waited", `SELECT matched_by FROM reconciliation_items WHERE state = 'en_attente'
		AND at < $1 AND matched_by > $2
		ORDER BY matched_by`+db.Page(args, limit), append(args, 0)...)
}

// tellsOfMoney is the condition that an attempt r stands for what moves at the provider: of the parts of a charge, the
// first.
const tellsOfMoney = `(r.group_uuid IS NULL OR r.id = (SELECT MIN(x.id) FROM payment_attempts x
	WHERE x.group_uuid = r.group_uuid))`

// movesMoney is the condition that an attempt r moved money at the provider, which has no part in a refund that has
// means.
const movesMoney = `outcome = 'PAID' AND kind IN ('presentation', 'remboursement') AND means = ''`

// FirstPresented implements reconciliation.MatchStore.
func (s *Store) FirstPresented(ctx context.Context, from time.Time) (*time.Time, error) {
	at, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read the oldest attempt to compare",
		func(at **int64) []any { return []any{at} },
		`SELECT MIN(at) FROM payment_attempts WHERE answered_at >= $1 AND `+movesMoney, db.Millis(from)))
	return db.InstantOrNil(at), err
}

// SettledAfter implements reconciliation.MatchStore.
func (s *Store) SettledAfter(
	ctx context.Context, after paging.Key, before time.Time, limit int,
) ([]string, paging.Key, error) {
	type row struct {
		uuid   string
		at, id int64
	}
	args := []any{db.Millis(after.At), after.ID, db.Millis(before)}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list settled attempts", func(r *row) []any { return []any{&r.uuid, &r.at, &r.id} }, `
		SELECT COALESCE(group_uuid, uuid), answered_at, id FROM payment_attempts r
		WHERE (answered_at, id) > ($1, $2) AND answered_at < $3 AND `+movesMoney+` AND `+tellsOfMoney+`
		ORDER BY answered_at, id`+db.Page(args, limit), append(args, 0)...)
	if err != nil || len(rows) == 0 {
		return nil, after, err
	}
	uuids := make([]string, len(rows))
	for i, r := range rows {
		uuids[i] = r.uuid
	}
	last := rows[len(rows)-1]
	return uuids, paging.Key{At: db.Instant(last.at), ID: last.id}, nil
}

// MovementsOf implements reconciliation.MatchStore.
func (s *Store) MovementsOf(ctx context.Context, keys []string) ([]reconciliation.Movement, error) {
	among, err := s.amongMovements(`matched_by`, `$1`, keys)
	if err != nil {
		return nil, err
	}
	type row struct {
		reconciliation.Movement
		at int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read movements", func(r *row) []any {
		return []any{&r.ID, &r.Kind, &r.UUID, &r.Of, &r.Operator, &r.Amount, &r.Fee, &r.Net, &r.at}
	}, `SELECT id, kind, uuid, charge_uuid, named_operator, amount, fee, net, at FROM provider_movements
		WHERE `+among.condition, among.given)
	list := make([]reconciliation.Movement, len(rows))
	for i, r := range rows {
		r.At = db.Instant(r.at)
		list[i] = r.Movement
	}
	return list, err
}

// EventsOf implements reconciliation.MatchStore. The parts of a charge are one event, of their sum.
func (s *Store) EventsOf(ctx context.Context, uuids []string) ([]reconciliation.Event, error) {
	among, err := s.amongMovements(`r.uuid`, `$1`, uuids)
	if err != nil {
		return nil, err
	}
	charges, err := s.amongMovements(`r.group_uuid`, `$1`, uuids)
	if err != nil {
		return nil, err
	}
	type row struct {
		reconciliation.Event
		kind payment.Kind
		at   int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read attempts to compare", func(r *row) []any {
		return []any{&r.UUID, &r.OperatorID, &r.PaymentID, &r.kind, &r.Amount, &r.Outcome, &r.at}
	}, `SELECT r.uuid, p.operator_id, p.id, r.kind, r.amount, r.outcome, COALESCE(r.answered_at, r.at)
		FROM payment_attempts r JOIN payments p ON p.id = r.payment_id
		WHERE r.kind IN ('presentation', 'remboursement') AND r.means = '' AND r.group_uuid IS NULL AND `+among.condition+`
		UNION ALL
		SELECT r.group_uuid, p.operator_id, MIN(p.id), r.kind, CAST(SUM(r.amount) AS BIGINT), r.outcome,
		MIN(COALESCE(r.answered_at, r.at)) FROM payment_attempts r JOIN payments p ON p.id = r.payment_id
		WHERE `+charges.condition+` GROUP BY r.group_uuid, p.operator_id, r.kind, r.outcome`, among.given)
	list := make([]reconciliation.Event, len(rows))
	for i, r := range rows {
		r.At, r.Refund = db.Instant(r.at), r.kind == payment.Refund
		list[i] = r.Event
	}
	return list, err
}

// findingColumns are the values of a finding, as they are passed to statements.
var findingColumns = []string{
	`matched_by TEXT`, `operator_id BIGINT`, `payment_id BIGINT`, `month TEXT`, `state TEXT`, `kind TEXT`, `here BIGINT`,
	`there BIGINT`, `here_at BIGINT`, `there_at BIGINT`, `at BIGINT`, `reference TEXT`,
}

// SaveFindings implements reconciliation.MatchStore.
func (s *Store) SaveFindings(ctx context.Context, list []reconciliation.Finding, now time.Time) error {
	if len(list) == 0 {
		return nil
	}
	rows := make([][]any, len(list))
	for i, f := range list {
		at := f.HereAt
		if at == nil {
			at = f.ThereAt
		}
		rows[i] = []any{
			f.Key, f.OperatorID, f.PaymentID, f.Month, f.State, f.Kind, f.Here, f.There,
			db.MillisOrNull(f.HereAt), db.MillisOrNull(f.ThereAt), db.MillisOrNull(at), f.Reference,
		}
	}
	given, err := values(rows)
	if err != nil {
		return err
	}
	from := s.db.Rows(`$1`, findingColumns)
	return s.db.Atomically(ctx, func(ctx context.Context) error {
		if err := s.db.Exec(ctx, "save states of movements", `
			UPDATE provider_movements SET operator_id = f.operator_id, month = f.month, state = f.state FROM `+from+` f
			WHERE provider_movements.matched_by = f.matched_by
			  AND (provider_movements.operator_id, provider_movements.month, provider_movements.state) <> (f.operator_id,
			f.month, f.state)`, given); err != nil {
			return err
		}
		if err := s.db.Exec(ctx, "delete what was found otherwise", `DELETE FROM reconciliation_items WHERE id IN (
			SELECT i.id FROM `+from+` f JOIN reconciliation_items i ON i.matched_by = f.matched_by
			WHERE (i.operator_id, i.payment_id, i.month, i.state, i.here, i.there) <> (f.operator_id, f.payment_id, f.month,
			f.state, f.here, f.there))`, given); err != nil {
			return err
		}
		return s.db.Exec(ctx, "save what was found", `
			INSERT INTO reconciliation_items (matched_by, operator_id, payment_id, month, state, kind, here, there, here_at,
			there_at, at, reference, found_at)
			SELECT f.matched_by, f.operator_id, f.payment_id, f.month, f.state, f.kind, f.here, f.there, f.here_at, f.there_at,
			f.at, f.reference, $2
			FROM `+from+` f WHERE f.state <> 'rapproche' ON CONFLICT (matched_by) DO NOTHING`, given, db.Millis(now))
	})
}

// SettleKeys implements reconciliation.MatchStore.
func (s *Store) SettleKeys(ctx context.Context, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	among, err := s.amongMovements(`matched_by`, `$1`, keys)
	if err != nil {
		return err
	}
	if err := s.db.Exec(ctx, "settle movements", `UPDATE provider_movements SET state = 'aucun' WHERE state <> 'aucun'
		AND `+among.condition, among.given); err != nil {
		return err
	}
	return s.db.Exec(ctx, "delete what is no item", `DELETE FROM reconciliation_items WHERE `+among.condition, among.given)
}
