package rollups

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/domain/desk/statistics"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/clock"
)

// No payment began before the first day or after the last one.
var firstDay, lastDay = clock.DayOn(2000, 1, 1), clock.DayOn(2099, 12, 31)

// SumPayments adds up the payments of a filter of days alone ([payment.Filter.IsOfWholeDays]) without tests.
func (s *Rollups) SumPayments(ctx context.Context, filter payment.Filter) (sums payment.Sums, err error) {
	period := statistics.Period{First: firstDay, Last: lastDay}
	if filter.Started.From != nil {
		period.First = max(firstDay, clock.DayOf(*filter.Started.From))
	}
	if filter.Started.Before != nil {
		period.Last = min(lastDay, clock.DayOf(*filter.Started.Before)-1)
	}
	if period.Last < period.First {
		return sums, nil
	}
	err = s.atOneInstant(ctx, func(ctx context.Context, now instant) error {
		bills, err := now.Bills(ctx, filter.OperatorID, []statistics.Period{period})
		for _, bill := range bills {
			switch {
			case bill.Status.Collected():
				sums.Collected += bill.Amount
			case bill.Status.Owed():
				sums.Owed += bill.Amount
			}
		}
		return err
	})
	return sums, err
}

// CountPayments returns how many payments match a filter of days alone ([payment.Filter.IsOfWholeDays]), those included
// that are not folded in yet.
func (s *Rollups) CountPayments(ctx context.Context, filter payment.Filter) (total int, err error) {
	from, to := allTime, allTime
	if filter.Started != (payment.Span{}) {
		from, to = 1, 2*periodOffset
		if filter.Started.From != nil {
			from = dayPeriod(clock.DayOf(*filter.Started.From))
		}
		if filter.Started.Before != nil {
			to = dayPeriod(clock.DayOf(*filter.Started.Before)) - 1
		}
	}
	err = s.atOneInstant(ctx, func(ctx context.Context, now instant) error {
		pending, err := now.pendingRows(ByStart, func(period int64) bool { return from <= period && period <= to })
		if err != nil {
			return err
		}
		w := &db.Where{}
		w.Only(`t.period BETWEEN ` + w.Arg(from) + ` AND ` + w.Arg(to))
		if filter.OperatorID != 0 {
			w.Is(`t.operator_id`, filter.OperatorID)
		}
		if filter.WithoutTests {
			w.Only(`t.is_test = FALSE`)
		}
		if filter.StaysOnly {
			w.Only(`t.of_stay = TRUE`)
		}
		conditions := w.SQL()
		total, err = s.db.Count(ctx, "add up rollups", `SELECT CAST(COALESCE(SUM(m.n), 0) AS BIGINT) FROM (
			SELECT t.n FROM rollups t WHERE t.dimension = '`+ByStart+`' AND `+conditions+`
			UNION ALL SELECT t.n FROM `+s.db.Rows(w.Arg(pending), rowColumns)+` t WHERE `+conditions+`) m`, w.Args...)
		return err
	})
	return total, err
}
