package lists

import (
	"context"
	"slices"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/payment"
	"consigne/internal/kernel/clock"
	"consigne/internal/readmodel/rollups"
)

// manyInOrder and manyToFind are the numbers of payments before a page beyond which they are skipped by whole days: in a list
// without criteria, which is read from its index at once, and in another, where several are read for each that matches.
var manyInOrder, manyToFind = 10_000, 1_000

// skipDays finds the day in which a page begins, from the rollups by month and by day. It returns the filter without the later
// days and the number of payments in these. A filter of several criteria, of a span that begins or ends within a day, or of what
// has no rollup by day (people, uuids, instants other than the start) skips none: what precedes its page is read.
func (s *Lists) skipDays(ctx context.Context, filter payment.Filter, search *accountSearch, offset int) (payment.Filter, int, error) {
	parts := criteria(filter, search.inOrder(true))
	if filter.NotPostponed || !filter.Started.WholeDays() {
		return filter, 0, nil
	}
	of := criterion{rollups: rollupsOfStatuses(payment.Statuses())}
	switch {
	case len(parts) == 0 && offset > manyInOrder:
	case len(parts) == 1 && offset > manyToFind && parts[0].daily && parts[0].uncounted == nil:
		of = parts[0]
	default:
		return filter, 0, nil
	}
	skipped := 0
	for rest, months := filter.Started, 2; ; months *= 4 { // what is older than the page is not added up
		part := latestMonths(rest, months)
		within, _ := rollups.PeriodsOf(part)
		day, before, err := s.beginOf(ctx, filter, of, within, offset-skipped)
		skipped += before
		if err == nil && day != (payment.Span{}) && *day.Before != (clock.DayOf(*day.From)+1).Begins() { // it is a month
			day, before, err = s.beginOf(ctx, filter, of, rollups.DaysOf(day), offset-skipped)
			skipped += before
		}
		switch {
		case err != nil:
			return filter, 0, err
		case day != (payment.Span{}):
			filter.Started.Before = day.Before
			return filter, skipped, nil
		case part == rest:
			return filter, 0, nil // the list ends before
		}
		rest.Before = part.From
	}
}

// latestMonths returns the latest months of a span of whole days, or the whole span if it is hardly longer.
func latestMonths(span payment.Span, months int) payment.Span {
	latest := clock.DayOf(time.Now())
	if span.Before != nil {
		latest = min(latest, clock.DayOf(*span.Before)-1)
	}
	year, month, _ := latest.Date()
	from := clock.DayOn(year, month-time.Month(months-1), 1).Begins()
	if months < 1000 && (span.From == nil || from.After(*span.From)) {
		span.From = &from
	}
	return span
}

// beginOf returns the period, of those within, in which the line begins that offset lines precede, and the number of lines after
// that period; without one, the number of all.
func (s *Lists) beginOf(ctx context.Context, filter payment.Filter, of criterion, within []rollups.Periods, offset int) (payment.Span, int, error) {
	type sum struct {
		period int64
		n      int
	}
	from, args, err := s.rowsOf(ctx, nil, filter, of.rollups, within)
	if err == nil && of.subtracted != nil {
		var less string
		less, args, err = s.rowsOf(ctx, args, filter, of.subtracted, within)
		from = `(SELECT m.period, m.n FROM ` + from + ` UNION ALL SELECT m.period, -m.n FROM ` + less + `) m`
	}
	if err != nil {
		return payment.Span{}, 0, err
	}
	sums, err := db.Collect(ctx, s.db.Reader(ctx), "add up periods", func(p *sum) []any { return []any{&p.period, &p.n} },
		`SELECT m.period, CAST(SUM(m.n) AS BIGINT) FROM `+from+` GROUP BY m.period`, args...)
	slices.SortFunc(sums, func(a, b sum) int { return rollups.SpanOf(b.period).From.Compare(*rollups.SpanOf(a.period).From) })
	before := 0
	for _, p := range sums {
		if before+p.n > offset {
			return rollups.SpanOf(p.period), before, err
		}
		before += p.n
	}
	return payment.Span{}, before, err
}
