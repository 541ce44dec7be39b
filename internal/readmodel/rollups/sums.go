package rollups

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"consigne/internal/db"
	"consigne/internal/domain/desk/statistics"
)

// sumQuery asks for sums of rollups over periods, without tests.
type sumQuery struct {
	dimension  string
	operatorID int64 // 0: all
	periods    []statistics.Period
	within     []values // for each period, the values that are added up; nil: all
	group      string   // SQL of the value m.value of a sum, m.value if empty
	single     bool     // single values, where the dimension's blocks have ranges of them
}

// values is a range of values, without below.
type values struct{ least, below int64 }

type sumRow struct {
	period          int // index in sumQuery.periods
	value, n, total int64
}

// sums adds rollups up, those not folded in yet included. It leaves out sums of 0.
func (s instant) sums(ctx context.Context, q sumQuery) ([]sumRow, error) {
	of := shapes[q.dimension]
	if q.single {
		of = asStored
	}
	stale, err := s.stale(ctx, q.dimension, of)
	if err != nil {
		return nil, err
	}
	days, blocks, spans := [][]any{}, [][]any{}, [][]any{}
	for i, period := range q.periods {
		within := values{}
		if q.within != nil {
			within = q.within[i]
		}
		for _, p := range of.piecesOf(period, stale) {
			row := []any{i, within.least, within.below, p.period, p.times, p.blockOfDays}
			if p.blockOfDays == 0 {
				days = append(days, row)
			} else {
				blocks = append(blocks, row)
			}
		}
		spans = append(spans, []any{i, within.least, within.below, dayPeriod(period.First), dayPeriod(period.Last)})
	}
	pending, err := s.pendingRows(q.dimension, func(period int64) bool {
		return slices.ContainsFunc(q.periods,
			func(p statistics.Period) bool { return dayPeriod(p.First) <= period && period <= dayPeriod(p.Last) })
	})
	if err != nil {
		return nil, err
	}
	query, args, err := s.sumSQL(q, of, days, blocks, spans, pending)
	if err != nil {
		return nil, err
	}
	return db.Collect(ctx, s.db.Reader(ctx), "read statistics", func(r *sumRow) []any {
		return []any{&r.period, &r.value, &r.n, &r.total}
	}, query, args...)
}

// sumSQL returns the query of the sums, in one statement so that the database sends no rows that it can add up: rollups
// of days, of blocks, and changes not folded in yet (pending).
func (s *Rollups) sumSQL(q sumQuery, of shape, days, blocks, spans [][]any, pending string) (string, []any, error) {
	w, errs := &db.Where{}, []error{}
	rows := func(list [][]any, columns ...string) string {
		text, err := json.Marshal(list)
		errs = append(errs, err)
		return `AS MATERIALIZED (SELECT * FROM ` +
			s.db.Rows(w.Arg(string(text)), append([]string{`period BIGINT`, `least BIGINT`, `below BIGINT`}, columns...)) + ` r)`
	}
	with := `WITH d ` + rows(days, `at BIGINT`, `times BIGINT`) + `, b ` +
		rows(blocks, `at BIGINT`, `times BIGINT`, `days BIGINT`) +
		`, s ` + rows(spans, `at BIGINT`, `last BIGINT`)
	part := func(columns, from, on string) string {
		w.Conditions = nil
		w.Only(on)
		w.Is(`t.dimension`, q.dimension)
		if q.operatorID != 0 || q.dimension == ByVisit {
			w.Is(`t.operator_id`, q.operatorID)
		}
		if q.within != nil {
			w.Only(`t.value >= e.least AND t.value < e.below`)
		}
		return `SELECT e.period, ` + columns + ` FROM ` + from + ` WHERE ` + w.SQL()
	}
	added := `e.times * t.n AS n, e.times * (`
	parts := []string{
		part(of.value+` AS value, `+added+of.total+`) AS total`, `d e CROSS JOIN rollups t`,
			`t.period = e.at AND t.is_test = FALSE`),
		part(`t.value, `+added+`t.total)`, `b e CROSS JOIN rollup_blocks t`, `t.days = e.days AND t.first = e.at`),
		part(of.value+` AS value, t.n AS n, `+of.total+` AS total`,
			`s e CROSS JOIN `+s.db.Rows(w.Arg(pending), rowColumns)+` t`,
			`t.period BETWEEN e.at AND e.last AND t.is_test = FALSE`),
	}
	value := cmp.Or(q.group, `m.value`)
	return with + ` SELECT m.period, ` + value + `, CAST(SUM(m.n) AS BIGINT), CAST(SUM(m.total) AS BIGINT)
		FROM (` + strings.Join(parts, ` UNION ALL `) + `) m GROUP BY m.period, ` + value + ` HAVING SUM(m.n) <> 0 OR SUM(m.total) <> 0`, w.Args, errors.Join(errs...)
}

// stale returns, in order, the periods of the days of a dimension that no block covers.
func (s *Rollups) stale(ctx context.Context, dimension string, of shape) ([]int64, error) {
	if !of.blocks {
		return nil, nil
	}
	return db.Collect(ctx, s.db.Reader(ctx), "read stale days", func(period *int64) []any { return []any{period} },
		`SELECT period FROM stale_rollups WHERE dimension = $1 ORDER BY period`, dimension)
}
