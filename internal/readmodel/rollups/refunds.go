package rollups

import (
	"context"
	"slices"

	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/clock"
)

// A payment may be refunded in parts, on several days. So refunds are counted from the attempts, and not from the
// payments as everything else (rollupChanges.add).

// RefundsDone adds (times 1) or removes (times -1) the refunds that are done among attempts.
func (s *Rollups) RefundsDone(ctx context.Context, attempts []payment.Attempt, times int64) error {
	changes := newChanges()
	if err := s.addRefunds(ctx, changes, attempts, times); err != nil {
		return err
	}
	return s.record(ctx, changes)
}

func (s *Rollups) addRefunds(
	ctx context.Context, changes rollupChanges, attempts []payment.Attempt, times int64,
) error {
	done := slices.DeleteFunc(slices.Clone(attempts), func(p payment.Attempt) bool { _, is := p.RefundedAt(); return !is })
	for part := range slices.Chunk(done, 5000) {
		payments, err := s.refundedPayments(ctx, part)
		if err != nil {
			return err
		}
		for _, refund := range part {
			at, _ := refund.RefundedAt()
			key := payments[refund.PaymentID]
			key.period = dayPeriod(clock.DayOf(at))
			changes.count(key, times, times*int64(refund.Amount))
		}
	}
	return nil
}

// refundedPayments returns, by payment, the key of the rollup rows that count its refunds, without the period.
func (s *Rollups) refundedPayments(ctx context.Context, refunds []payment.Attempt) (map[int64]rollupKey, error) {
	type row struct {
		id int64
		rollupKey
	}
	ids, args := make([]int64, len(refunds)), []any{}
	for i, refund := range refunds {
		ids[i] = refund.PaymentID
	}
	among := s.db.AmongIDs(&args, `p.id`, ids)
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read refunded payments", func(r *row) []any {
		return []any{&r.id, &r.value, &r.operatorID, &r.test, &r.ofStay}
	}, `SELECT p.id, COALESCE(o.tariff_id, u.tariff_id, 0), p.operator_id, p.is_test, p.stay_id IS NOT NULL
		FROM payments p LEFT JOIN stays o ON o.id = p.stay_id LEFT JOIN subscriptions u ON u.id = p.subscription_id
		WHERE `+among, args...)
	keys := map[int64]rollupKey{}
	for _, r := range rows {
		r.dimension = ByRefund
		keys[r.id] = r.rollupKey
	}
	return keys, err
}
