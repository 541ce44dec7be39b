package money

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/money"
)

// unpresented is the condition that a payment p is due or waits, without an attempt. It says that it is owed too, for
// the index payments_owed.
var unpresented = owedStatuses + ` AND p.status = '` + string(payment.NotPresented) + `' AND p.due_at IS NOT NULL`

// SmallSums implements payment.PaymentStore.
func (s *Store) SmallSums(
	ctx context.Context, accountID, operatorID int64, below money.Cents,
) ([]payment.Payment, error) {
	return s.payments(ctx, `p.operator_id = $1 AND p.account_id = $2 AND p.amount < $3 AND `+unpresented+
		` ORDER BY `+dueSince+`, p.id`, operatorID, accountID, below)
}

// GroupedWith implements payment.PaymentStore.
func (s *Store) GroupedWith(ctx context.Context, p payment.Payment) ([]payment.Payment, error) {
	return s.payments(ctx, `p.id IN (SELECT r.payment_id FROM payment_attempts r JOIN payments q ON q.id = r.payment_id
		AND q.attempts = r.attempt WHERE r.group_uuid = (SELECT x.group_uuid FROM payment_attempts x
		WHERE x.payment_id = $1 AND x.kind = 'presentation' AND x.attempt = $2 ORDER BY x.id DESC LIMIT 1)) ORDER BY p.id`,
		p.ID, p.Attempts)
}

// NotePayment implements payment.PaymentStore.
func (s *Store) NotePayment(ctx context.Context, id int64, at time.Time) error {
	return s.facts.OfPayment(ctx, id, at)
}

// ReviewWaiting implements operator.SettingsStore.
func (s *Store) ReviewWaiting(ctx context.Context, operatorID int64, at time.Time) error {
	return s.db.Exec(ctx, "review what waits", `UPDATE payments SET due_at = $2 WHERE operator_id = $1
		AND status = 'NOT_PRESENTED' AND waits_for > 0 AND due_at > $2`, operatorID, db.Millis(at))
}

// addWaiting tells of the payments that wait for others what they wait for.
func (s *Store) addWaiting(ctx context.Context, payments map[int64]*payment.Details) error {
	accounts := []int64{}
	for _, p := range payments {
		if p.Waits() {
			accounts = append(accounts, p.AccountID)
		}
	}
	if len(accounts) == 0 {
		return nil
	}
	type row struct {
		payment.Holder
		sum money.Cents
	}
	args := []any{}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "add up what waits",
		func(r *row) []any { return []any{&r.OperatorID, &r.AccountID, &r.sum} },
		`SELECT p.operator_id, p.account_id, CAST(SUM(p.amount) AS BIGINT) FROM payments p
			WHERE p.account_id IN (`+db.Marks(&args, accounts)+`) AND p.waits_for > 0 AND `+unpresented+`
			GROUP BY p.operator_id, p.account_id`, args...)
	sums := map[payment.Holder]money.Cents{}
	for _, r := range rows {
		sums[r.Holder] = r.sum
	}
	for _, p := range payments {
		if p.Waits() {
			p.Waiting = &payment.Waiting{
				Sum: sums[payment.Holder{AccountID: p.AccountID, OperatorID: p.OperatorID}],
				For: p.WaitsFor,
			}
		}
	}
	return err
}
