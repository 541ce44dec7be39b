package rollups

import (
	"context"
	"maps"
	"slices"

	"consigne/internal/db"
	"consigne/internal/kernel/clock"
)

// MakeBlocks makes the blocks of all stale days before today anew, and the days are stale no more. It takes four days
// of a dimension at a time, so that nobody waits long. Several nodes may do so at once.
func (s *Rollups) MakeBlocks(ctx context.Context, today clock.Day) error {
	for _, dimension := range slices.Sorted(maps.Keys(shapes)) {
		for made := true; made; {
			stale, err := s.db.Count(ctx, "look for stale days", `SELECT COALESCE(MIN(period), 0) FROM stale_rollups
				WHERE dimension = $1 AND period < $2`,
				dimension, dayPeriod(today))
			if err != nil {
				return err
			}
			if made = stale != 0; made {
				if err := s.makeBlocksAt(ctx, dimension, int64(stale), today); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// makeBlocksAt makes the blocks that hold a stale day.
func (s *Rollups) makeBlocksAt(ctx context.Context, dimension string, period int64, today clock.Day) error {
	shortest := blockDays[len(blockDays)-1]
	first := period - period%shortest
	return s.db.Atomically(db.ReadCommitted(db.WithoutTimeouts(ctx)), func(ctx context.Context) error {
		// no change may be folded in between the sum and the end of the staleness
		if err := s.lock(ctx, `SHARE ROW EXCLUSIVE`); err != nil {
			return err
		}
		days, err := db.Collect(ctx, s.db.Writer(ctx), "read stale days", func(day *int64) []any { return []any{day} },
			`DELETE FROM stale_rollups WHERE dimension = $1 AND period >= $2 AND period < $3 AND period < $4 RETURNING period`,
			dimension, first, first+shortest, dayPeriod(today))
		if err != nil || len(days) == 0 {
			return err
		}
		of := shapes[dimension]
		if of.dailyBlocks {
			for _, day := range days {
				if err := s.makeBlock(ctx, dimension, day, 1, 0, of); err != nil {
					return err
				}
			}
		}
		for _, length := range slices.Backward(blockDays) {
			start := period - period%length
			stale, err := s.db.Count(ctx, "look for stale days", `SELECT COUNT(*) FROM stale_rollups WHERE dimension = $1
				AND period >= $2 AND period < $3`,
				dimension, start, start+length)
			if err != nil || stale > 0 {
				return err // longer blocks have stale days too
			}
			parts := length / 4
			if length == shortest && !of.dailyBlocks {
				parts = 0
			}
			if err := s.makeBlock(ctx, dimension, start, length, parts, of); err != nil {
				return err
			}
		}
		return nil
	})
}

// makeBlock adds a block up from shorter blocks, or from days if parts is 0. Rows that stay equal are not written.
func (s *Rollups) makeBlock(ctx context.Context, dimension string, first, days, parts int64, of shape) error {
	args := []any{dimension, days, first, first + days}
	from := `SELECT t.operator_id, ` + of.value + ` AS value, t.n, ` + of.total + ` AS total FROM rollups t
		WHERE t.dimension = $1 AND t.period >= $3 AND t.period < $4 AND t.is_test = FALSE`
	if parts > 0 {
		from = `SELECT t.operator_id, t.value, t.n, t.total FROM rollup_blocks t
			WHERE t.dimension = $1 AND t.days = $5 AND t.first >= $3 AND t.first < $4`
		args = append(args, parts)
	}
	return s.db.Exec(ctx, "make a block of rollups", `
		INSERT INTO rollup_blocks (dimension, days, first, operator_id, value, n, total)
		SELECT CAST($1 AS TEXT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), m.operator_id, m.value, SUM(m.n), SUM(m.total) FROM (`+from+`) m
		WHERE TRUE GROUP BY m.operator_id, m.value ORDER BY m.operator_id, m.value
		ON CONFLICT (dimension, days, first, operator_id, value) DO UPDATE SET n = excluded.n, total = excluded.total
		WHERE rollup_blocks.n <> excluded.n OR rollup_blocks.total <> excluded.total`, args...)
}
