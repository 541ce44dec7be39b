package money

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/reconciliation"
)

// KeysToEnter implements reconciliation.BookStore.
func (s *Store) KeysToEnter(ctx context.Context, after string, limit int) ([]string, error) {
	args := []any{after}
	return s.keys(ctx, "list movements to enter", `SELECT DISTINCT matched_by FROM provider_movements
		WHERE entered_at IS NULL AND operator_id <> 0 AND state NOT IN ('', 'aucun', 'en_attente') AND matched_by > $1
		ORDER BY matched_by`+db.Page(args, limit), append(args, 0)...)
}

// InLedger implements reconciliation.BookStore.
func (s *Store) InLedger(ctx context.Context, keys []string) (map[string]bool, error) {
	found := map[string]bool{}
	alone, err := s.amongMovements(`r.uuid`, `$1`, keys)
	if err != nil {
		return found, err
	}
	charges, err := s.amongMovements(`r.group_uuid`, `$1`, keys)
	if err != nil {
		return found, err
	}
	attempts := `SELECT COALESCE(r.group_uuid, r.uuid) AS key, r.uuid, r.payment_id FROM payment_attempts r
		WHERE r.group_uuid IS NULL AND ` + alone.condition + ` UNION ALL
		SELECT r.group_uuid, r.uuid, r.payment_id FROM payment_attempts r WHERE ` + charges.condition
	const moved = ` IN ('encaisse', 'encaisse_non_du', 'rembourse', 'non_du_rendu', 'remboursement_revenu', 'non_du_revenu')`
	of := func(table string) string {
		return `EXISTS (SELECT 1 FROM ` + table + ` l WHERE l.payment_id = a.payment_id AND l.attempt = a.uuid AND l.kind` +
			moved + `)`
	}
	list, err := s.keys(ctx, "look for attempts in the ledger", `SELECT DISTINCT a.key FROM (`+attempts+`) a
		WHERE `+of(`ledger`)+` OR `+of(`ledger_waiting`), alone.given)
	for _, key := range list {
		found[key] = true
	}
	return found, err
}

// LedgerStart implements reconciliation.BookStore: what is numbered of the past comes before it, but for a span that
// reaches up to the first entry of its own.
func (s *Store) LedgerStart(ctx context.Context, operatorID int64) (time.Time, bool, error) {
	mark, begun, err := s.Mark(ctx, operatorID)
	if err != nil || begun {
		return mark.Start(), begun, err
	}
	return s.FirstEvent(ctx, operatorID)
}

// EnterMovement implements reconciliation.BookStore. The payout that holds it is to be looked at again.
func (s *Store) EnterMovement(ctx context.Context, id string, at time.Time) (bool, error) {
	first, err := s.db.CompareAndSet(ctx, "enter movement",
		`UPDATE provider_movements SET entered_at = $2 WHERE id = $1 AND entered_at IS NULL`, id, db.Millis(at))
	if err != nil || !first {
		return first, err
	}
	return first, s.db.Exec(ctx, "have a payout looked at", `UPDATE provider_payouts SET to_enter = TRUE
		WHERE to_enter = FALSE AND id = (SELECT payout_id FROM provider_movements WHERE id = $1)`, id)
}

// The kinds of sums, as they are stored: what the ledger calls their entries.
const (
	ofDifferences = string(ledger.Unexplained)
	ofLosses      = string(ledger.DisputeLost)
	ofPayouts     = string(ledger.PaidOut)
)

// DifferencesToEnter implements reconciliation.BookStore. Disputes have entries of their own.
func (s *Store) DifferencesToEnter(
	ctx context.Context, after string, limit int,
) ([]reconciliation.OpenDifference, error) {
	type row struct {
		reconciliation.OpenDifference
		hereAt, thereAt *int64
	}
	args := []any{ofDifferences, after}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list differences to enter", func(r *row) []any {
		return []any{&r.Reference, &r.OperatorID, &r.PaymentID, &r.Amount, &r.Entered, &r.hereAt, &r.thereAt}
	}, `SELECT * FROM (
		SELECT i.matched_by AS key, i.operator_id, i.payment_id, i.there - i.here AS amount, COALESCE(e.amount, 0) AS entered,
		i.here_at, i.there_at FROM reconciliation_items i LEFT JOIN provider_entries e
		ON e.kind = $1 AND e.reference = i.matched_by AND e.operator_id = i.operator_id
		WHERE i.operator_id <> 0 AND i.state <> 'en_attente' AND i.state <> 'avant_registre' AND i.kind <> 'contestation'
		AND i.there - i.here <> COALESCE(e.amount, 0)
		UNION ALL
		SELECT e.reference, e.operator_id, 0, 0, e.amount, NULL, NULL FROM provider_entries e
		LEFT JOIN reconciliation_items i ON i.matched_by = e.reference AND i.operator_id = e.operator_id
		WHERE e.kind = $1 AND e.amount <> 0 AND i.id IS NULL) d WHERE key > $2 ORDER BY key`+db.Page(args, limit),
		append(args, 0)...)
	list := make([]reconciliation.OpenDifference, len(rows))
	for i, r := range rows {
		r.Kind, r.HereAt, r.ThereAt = ledger.Unexplained, db.InstantOrNil(r.hereAt), db.InstantOrNil(r.thereAt)
		list[i] = r.OpenDifference
	}
	return list, err
}

type sumRow struct {
	reconciliation.Sum
	at int64
}

func (s *Store) sums(
	ctx context.Context, kind ledger.Kind, what, query string, args ...any,
) ([]reconciliation.Sum, error) {
	rows, err := db.Collect(ctx, s.db.Reader(ctx), what, func(r *sumRow) []any {
		return []any{&r.OperatorID, &r.Reference, &r.at, &r.Amount, &r.Entered}
	}, query, args...)
	list := make([]reconciliation.Sum, len(rows))
	for i, r := range rows {
		r.Kind, r.At = kind, db.Instant(r.at)
		list[i] = r.Sum
	}
	return list, err
}

// LossesToEnter implements reconciliation.BookStore: what was taken back and not given again, once no dispute of the
// charge is under way.
func (s *Store) LossesToEnter(ctx context.Context) ([]reconciliation.Sum, error) {
	return s.sums(ctx, ledger.DisputeLost, "list lost disputes to enter", `
		SELECT l.operator_id, l.charge_uuid, l.closed_at, l.lost, COALESCE(e.amount, 0) FROM (
		  SELECT m.operator_id, d.charge_uuid, d.closed_at, CAST(-SUM(m.amount) AS BIGINT) AS lost FROM (
		    SELECT charge_uuid, MAX(closed_at) AS closed_at FROM provider_disputes WHERE outcome = 'perdue'
		    AND charge_uuid <> '' GROUP BY charge_uuid) d
		  JOIN provider_movements m ON m.charge_uuid = d.charge_uuid AND m.charge_uuid <> '' AND m.kind = 'contestation'
		  AND m.entered_at IS NOT NULL GROUP BY m.operator_id, d.charge_uuid, d.closed_at) l
		LEFT JOIN provider_entries e ON e.operator_id = l.operator_id AND e.kind = $1 AND e.reference = l.charge_uuid
		WHERE l.lost <> COALESCE(e.amount, 0) AND NOT EXISTS (SELECT 1 FROM provider_disputes o
		  WHERE o.charge_uuid = l.charge_uuid AND o.outcome = '') ORDER BY l.closed_at, l.charge_uuid`, ofLosses)
}

// PayoutsToEnter implements reconciliation.BookStore.
func (s *Store) PayoutsToEnter(ctx context.Context) ([]string, error) {
	return s.keys(ctx, "list payouts to enter", `SELECT id FROM provider_payouts
		WHERE to_enter = TRUE AND is_read = TRUE AND status <> 'en_cours' ORDER BY arrives_at, id`)
}

// PaidOutSums implements reconciliation.BookStore. A payout that failed transferred nothing.
func (s *Store) PaidOutSums(ctx context.Context, payoutID string) ([]reconciliation.Sum, error) {
	return s.sums(ctx, ledger.PaidOut, "sum up a payout", `
		SELECT c.operator_id, p.id, p.arrives_at, CAST(SUM(CASE WHEN p.status = 'recu' THEN c.net ELSE 0 END) AS BIGINT),
		CAST(SUM(c.entered) AS BIGINT) FROM provider_payouts p JOIN (
		  SELECT m.operator_id, m.net, 0 AS entered FROM provider_movements m
		  WHERE m.payout_id = $1 AND m.operator_id <> 0 AND m.entered_at IS NOT NULL
		  UNION ALL
		  SELECT e.operator_id, 0, e.amount FROM provider_entries e WHERE e.kind = $2 AND e.reference = $1) c ON TRUE
		WHERE p.id = $1 GROUP BY c.operator_id, p.id, p.arrives_at ORDER BY c.operator_id`, payoutID, ofPayouts)
}

// SettlePayout implements reconciliation.BookStore.
func (s *Store) SettlePayout(ctx context.Context, payoutID string) error {
	return s.db.Exec(ctx, "settle payout", `UPDATE provider_payouts SET to_enter = FALSE WHERE id = $1`, payoutID)
}

// SaveSum implements reconciliation.BookStore.
func (s *Store) SaveSum(ctx context.Context, sum reconciliation.Sum) (bool, error) {
	return s.db.CompareAndSet(ctx, "save what the ledger tells of the provider", `
		INSERT INTO provider_entries (operator_id, kind, reference, amount) VALUES ($1, $2, $3, $4)
		ON CONFLICT (operator_id, kind, reference) DO UPDATE SET amount = excluded.amount
		WHERE provider_entries.amount = $5`, sum.OperatorID, sum.Kind, sum.Reference, sum.Amount, sum.Entered)
}

// OldestOpenDispute implements reconciliation.BookStore.
func (s *Store) OldestOpenDispute(ctx context.Context) (*time.Time, error) {
	at, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read the oldest open dispute",
		func(at **int64) []any { return []any{at} },
		`SELECT MIN(opened_at) FROM provider_disputes WHERE outcome = ''`))
	return db.InstantOrNil(at), err
}

// SaveDispute implements reconciliation.BookStore. A charge collected a payment, or several small sums.
func (s *Store) SaveDispute(
	ctx context.Context, d reconciliation.Dispute,
) (disputed []reconciliation.DisputedPayment, err error) {
	type row struct {
		reconciliation.DisputedPayment
		stayID int64
	}
	err = s.db.Atomically(ctx, func(ctx context.Context) error {
		changed, err := s.db.CompareAndSet(ctx, "save dispute", `
			INSERT INTO provider_disputes (id, charge_uuid, amount, outcome, opened_at, closed_at)
			VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (id) DO UPDATE SET outcome = excluded.outcome, closed_at = excluded.closed_at
			WHERE provider_disputes.outcome <> excluded.outcome`,
			d.ID, d.Of, d.Amount, d.Outcome, db.Millis(d.OpenedAt), db.MillisOrNull(d.ClosedAt))
		if err != nil || !changed || d.Of == "" {
			return err
		}
		rows, err := db.Collect(ctx, s.db.Writer(ctx), "mark disputed payments", func(r *row) []any {
			return []any{&r.ID, &r.OperatorID, &r.stayID}
		}, `UPDATE payments SET disputed_at = $2, dispute_outcome = $3, dispute_closed_at = $4 WHERE id IN (
			  SELECT payment_id FROM payment_attempts WHERE uuid = $1 UNION
			  SELECT payment_id FROM payment_attempts WHERE group_uuid = $1)
			RETURNING id, operator_id, COALESCE(stay_id, 0)`,
			d.Of, db.Millis(d.OpenedAt), d.Outcome, db.MillisOrNull(d.ClosedAt))
		if err != nil {
			return err
		}
		disputed = disputed[:0] // of an earlier try
		for _, r := range rows {
			if r.stayID != 0 {
				if r.StationID, err = s.StationOfStay(ctx, r.stayID); err != nil {
					return err
				}
			}
			disputed = append(disputed, r.DisputedPayment)
		}
		return nil
	})
	return disputed, err
}
