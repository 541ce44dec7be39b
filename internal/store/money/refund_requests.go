package money

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/money"
)

// CreateRefundRequest implements payment.RequestStore.
func (s *Store) CreateRefundRequest(ctx context.Context, r payment.RefundRequest) (bool, error) {
	var right *int64
	if r.Right != nil {
		right = new(int64(*r.Right))
	}
	return s.db.CompareAndSet(ctx, "create refund request", `
		INSERT INTO refund_requests (operator_id, payment_id, amount, cause, true_end, right_price, comment, asked_at,
		asked_by, asked_by_key) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
		r.OperatorID, r.PaymentID, r.Amount, r.Cause, db.MillisOrNull(r.TrueEnd), right, r.Comment, db.Millis(r.Asked.At),
		db.OrNull(r.Asked.AccountID), db.OrNull(r.Asked.KeyID))
}

// DecideRefundRequest implements payment.RequestStore.
func (s *Store) DecideRefundRequest(
	ctx context.Context, paymentID int64, outcome payment.RequestOutcome, by payment.Signed, answer string,
) (bool, error) {
	return s.db.CompareAndSet(ctx, "decide refund request", `
		UPDATE refund_requests SET outcome = $2, decided_at = $3, decided_by = $4, decided_by_key = $5, answer = $6
		WHERE payment_id = $1 AND decided_at IS NULL`,
		paymentID, outcome, db.Millis(by.At), db.OrNull(by.AccountID), db.OrNull(by.KeyID), answer)
}

// addRequests adds to payments the last request for a refund of each. What was never collected has none.
func (s *Store) addRequests(ctx context.Context, payments map[int64]*payment.Details) error {
	ids := []int64{}
	for id, p := range payments {
		if p.Status.Collected() {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	type row struct {
		payment.RefundRequest
		trueEnd, right, decided *int64
		askedBy, askedKey       *int64
		decidedBy, decidedKey   *int64
		requested               int64
		askerName, deciderName  string
	}
	args := []any{}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read refund requests", func(r *row) []any {
		return []any{
			&r.ID, &r.OperatorID, &r.PaymentID, &r.Amount, &r.Cause, &r.trueEnd, &r.right, &r.Comment, &r.requested, &r.askedBy,
			&r.askedKey, &r.Outcome, &r.decided, &r.decidedBy, &r.decidedKey, &r.Answer, &r.askerName, &r.deciderName,
		}
	}, `SELECT r.id, r.operator_id, r.payment_id, r.amount, r.cause, r.true_end, r.right_price, r.comment, r.asked_at,
		r.asked_by, r.asked_by_key, r.outcome, r.decided_at, r.decided_by, r.decided_by_key, r.answer,
		`+signerName("a", "ak")+`, `+signerName("d", "dk")+`
		FROM refund_requests r
		LEFT JOIN accounts a ON a.id = r.asked_by LEFT JOIN service_keys ak ON ak.id = r.asked_by_key
		LEFT JOIN accounts d ON d.id = r.decided_by LEFT JOIN service_keys dk ON dk.id = r.decided_by_key
		WHERE r.payment_id IN (`+db.Marks(&args, ids)+`) ORDER BY r.payment_id, r.id`, args...)
	for i := range rows {
		r := &rows[i]
		r.TrueEnd = db.InstantOrNil(r.trueEnd)
		if r.right != nil {
			r.Right = new(money.Cents(*r.right))
		}
		r.Asked = payment.Signed{
			At: db.Instant(r.requested), AccountID: db.IdOrZero(r.askedBy), KeyID: db.IdOrZero(r.askedKey), Name: r.askerName,
		}
		if r.decided != nil {
			r.Decided = &payment.Signed{
				At: db.Instant(*r.decided), AccountID: db.IdOrZero(r.decidedBy), KeyID: db.IdOrZero(r.decidedKey),
				Name: r.deciderName,
			}
		}
		payments[r.PaymentID].Request = &r.RefundRequest
	}
	return err
}

// signerName is the name of an account or a key; empty: neither is known.
func signerName(account, key string) string {
	return `CASE WHEN ` + key + `.id IS NOT NULL THEN 'clé ' || ` + key + `.label
		WHEN ` + account + `.first_name <> '' OR ` + account + `.last_name <> ''
		THEN TRIM(` + account + `.first_name || ' ' || ` + account + `.last_name) ELSE COALESCE(` + account + `.email, '') END`
}
