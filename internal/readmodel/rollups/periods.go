package rollups

import (
	"context"
	"errors"
	"slices"
	"strings"

	"consigne/internal/db"
	"consigne/internal/domain/payment"
	"consigne/internal/kernel/clock"
)

// Periods is a range of rollup periods, both ends included.
type Periods struct{ from, to int64 }

var AllTime = []Periods{{allTime, allTime}}

// PeriodsOf splits a span into whole months and the remaining days. It returns false when the span
// begins or ends within a day.
func PeriodsOf(span payment.Span) ([]Periods, bool) {
	if span == (payment.Span{}) {
		return AllTime, true
	}
	if !span.WholeDays() {
		return nil, false
	}
	var first, last *clock.Day
	if span.From != nil {
		first = new(clock.DayOf(*span.From))
	}
	if span.Before != nil {
		last = new(clock.DayOf(*span.Before) - 1)
	}
	return monthsAndDays(first, last), true
}

// DaysOf returns the days of a span of whole days that has both ends.
func DaysOf(span payment.Span) []Periods {
	return []Periods{{dayPeriod(clock.DayOf(*span.From)), dayPeriod(clock.DayOf(*span.Before) - 1)}}
}

// SpanOf returns the span of a period that is a day or a month.
func SpanOf(period int64) payment.Span {
	next := period + 1
	if period < allTime {
		next = period - 1
	}
	return payment.Span{From: new(firstOf(period).Begins()), Before: new(firstOf(next).Begins())}
}

// whenever is after the period of any day.
const whenever = int64(1) << 40

// monthsAndDays covers the days from first to last with periods. A nil end is open.
func monthsAndDays(first, last *clock.Day) []Periods {
	list, months := []Periods{}, Periods{-whenever, -1}
	var begins, ends clock.Day // first and last day covered by the months
	if first != nil {
		month := monthOf(*first)
		if firstOf(month) < *first {
			month--
		}
		begins, months.to = firstOf(month), month
	}
	if last != nil {
		month := monthOf(*last + 1)
		ends, months.from = firstOf(month)-1, month+1
	}
	if first != nil && last != nil && ends < begins {
		if *first <= *last {
			list = append(list, Periods{dayPeriod(*first), dayPeriod(*last)})
		}
		return list
	}
	list = append(list, months)
	if first != nil && *first < begins {
		list = append(list, Periods{dayPeriod(*first), dayPeriod(begins - 1)})
	}
	if last != nil && ends < *last {
		list = append(list, Periods{dayPeriod(ends + 1), dayPeriod(*last)})
	}
	return list
}

// Within returns a subquery m of the rollup rows of some dimensions and periods, with the changes not folded in yet, and
// the arguments with its own appended. It must run within [Rollups.Snapshot].
func (s *Rollups) Within(ctx context.Context, args []any, within []Periods, dimensions []string, of func(w *db.Where)) (string, []any, error) {
	w, parts := &db.Where{Args: args}, []string{}
	part := func(from string) {
		parts = append(parts, `SELECT t.dimension, t.period, t.value, t.n, t.total FROM `+from+` t WHERE `+w.SQL())
		w.Conditions = nil
	}
	for _, among := range within {
		for _, table := range []string{`payment_tallies`, `payment_tally_changes`} { // the second: of nodes of the release before
			w.Only(`t.dimension IN (` + db.Marks(&w.Args, dimensions) + `)`)
			of(w)
			if among.from == among.to { // the index goes on to the values only behind one period
				w.Only(`t.period = ` + w.Arg(among.from))
			} else {
				w.Only(`t.period BETWEEN ` + w.Arg(among.from) + ` AND ` + w.Arg(among.to))
			}
			part(table)
		}
	}
	pending, err := pendingRows(ctx, within, dimensions)
	if err != nil {
		return "", nil, err
	}
	from := s.db.Rows(w.Arg(pending), rowColumns)
	of(w)
	part(from)
	return `(` + strings.Join(parts, ` UNION ALL `) + `) m`, w.Args, nil
}

// pendingRows returns, as JSON, the rollup rows of some dimensions and periods that are not folded in yet.
func pendingRows(ctx context.Context, within []Periods, dimensions []string) (string, error) {
	pending, in := ctx.Value(pendingKey{}).([]change)
	if !in {
		return "", errors.New("rollups are read outside of a snapshot")
	}
	changes := newChanges()
	changes.only = func(dimension string, period int64) bool {
		return slices.Contains(dimensions, dimension) &&
			slices.ContainsFunc(within, func(among Periods) bool { return among.from <= period && period <= among.to })
	}
	for _, c := range pending {
		changes.addChange(c)
	}
	return changes.list()
}
