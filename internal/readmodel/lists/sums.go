package lists

import (
	"context"
	"strconv"

	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/paging"
)

// mostAdded is how many payments are read to add them up.
const mostAdded = 10_000

// PaymentSums implements payment.ListStore. Of days alone the rollups tell; else the rows that match are read.
func (s *Lists) PaymentSums(ctx context.Context, filter payment.Filter) (sums payment.Sums, err error) {
	err = paging.Within(ctx, s.Timeout, func(ctx context.Context) error {
		if filter.IsOfWholeDays() && filter.WithoutTests && !filter.StaysOnly {
			sums, err = s.rollups.SumPayments(ctx, filter)
			return err
		}
		return s.db.Snapshot(ctx, func(ctx context.Context) error {
			people, err := s.searchPeople(ctx, filter)
			if err == nil && people.looked() {
				err = s.planAnew(ctx)
			}
			if err == nil {
				sums, err = s.addUp(ctx, s.matching(filter, people, false))
			}
			return err
		})
	})
	return sums, err
}

// addUp adds up the payments of a query, none if they are too many.
func (s *Lists) addUp(ctx context.Context, q *query) (payment.Sums, error) {
	type row struct {
		n int
		payment.Sums
	}
	sumOf := func(statuses []payment.Status) string {
		return `CAST(COALESCE(SUM(CASE WHEN m.status IN (` + db.Marks(&q.Args, statuses) + `) THEN m.amount END), 0) AS BIGINT)`
	}
	matches := q.from + ` WHERE ` + q.SQL()
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "add payments up", func(r *row) []any {
		return []any{&r.n, &r.Collected, &r.Owed}
	}, `SELECT COUNT(*), `+sumOf(payment.CollectedStatuses())+`, `+sumOf(payment.OwedStatuses())+`
		FROM (SELECT p.status, p.amount - p.refunded + p.refund_pending AS amount FROM `+matches+`
		LIMIT `+strconv.Itoa(mostAdded+1)+`) m`, q.Args...)
	if err != nil {
		return payment.Sums{}, err
	}
	if rows[0].n > mostAdded {
		return payment.Sums{Capped: true}, nil
	}
	return rows[0].Sums, nil
}
