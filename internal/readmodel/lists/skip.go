package lists

import (
	"context"
	"slices"

	"consigne/internal/db"
	"consigne/internal/domain/payment"
	"consigne/internal/kernel/clock"
	"consigne/internal/readmodel/rollups"
)

// manyInOrder and manyToFind are the numbers of payments before a page beyond which they are skipped by whole days: in a list
// without criteria, which is read from its index at once, and in another, where several are read for each that matches.
var manyInOrder, manyToFind = 10_000, 1_000

// hasFewValues reports whether the rollups by day of the criterion are few rows a day.
func (c criterion) hasFewValues() bool {
	return c.daily && c.subtracted == nil && c.uncounted == nil &&
		!slices.Contains(c.rollups.dimensions, rollups.ByMinutes) && !slices.Contains(c.rollups.dimensions, rollups.ByAmount)
}

// skipDays finds the day in which a page begins, from the rollups by day. It returns the filter without the later days and the
// number of payments in these. A filter of several criteria, of few days or of values that differ from payment to payment
// (durations, amounts, people) skips none: what precedes its page is read.
func (s *Lists) skipDays(ctx context.Context, filter payment.Filter, search *accountSearch, offset int) (payment.Filter, int, error) {
	parts := criteria(filter, search.inOrder(true))
	if filter.NotPostponed || !filter.Started.WholeDays() {
		return filter, 0, nil
	}
	of, within, day := rollupsOfDays(rollups.ByStarted, filter.Started), rollups.AllTime, `m.value`
	switch {
	case len(parts) == 0 && offset > manyInOrder:
	case len(parts) == 1 && offset > manyToFind && parts[0].hasFewValues():
		of, within, day = parts[0].rollups, []rollups.Periods{rollups.Days(filter.Started)}, `m.period`
	default:
		return filter, 0, nil
	}
	type daily struct {
		day int64
		n   int
	}
	from, args, err := s.rowsOf(ctx, nil, filter, of, within)
	if err != nil {
		return filter, 0, err
	}
	days, err := db.Collect(ctx, s.db.Reader(ctx), "add up days", func(d *daily) []any { return []any{&d.day, &d.n} },
		`SELECT `+day+`, CAST(SUM(m.n) AS BIGINT) FROM `+from+` GROUP BY `+day+` ORDER BY `+day+` DESC`, args...)
	skipped := 0
	for _, d := range days {
		if skipped+d.n > offset {
			begins := clock.Day(d.day)
			if len(parts) > 0 {
				begins = rollups.DayOf(d.day)
			}
			filter.Started.Before = new((begins + 1).Begins())
			return filter, skipped, err
		}
		skipped += d.n
	}
	return filter, 0, err // no day holds it: the list ends before
}
