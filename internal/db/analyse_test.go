package db_test

import (
	"fmt"
	"testing"

	"consigne/internal/store/storetest"
)

// The hourly upkeep reads only tables that have grown tenfold since: it holds the writer up for as long as it reads.
func TestStatisticsAreMadeAnewOfWhatHasGrown(t *testing.T) {
	t.Parallel()
	s, ctx := storetest.Open(t, storetest.SQLiteURL(t)), t.Context()
	storetest.Check(t, s.Exec(ctx, "test", `ANALYZE`)) // makes the table of statistics
	storetest.Check(t, s.Exec(ctx, "test", `CREATE TABLE samples (n BIGINT)`))
	storetest.Check(t, s.Exec(ctx, "test", `CREATE INDEX samples_by_n ON samples (n)`))
	for _, added := range []int{500, 500, 20_000} {
		storetest.Check(t, s.Exec(ctx, "fill", fmt.Sprintf(
			`WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < %d) INSERT INTO samples SELECT 7
				FROM r`, added)))
		before, err := s.Count(ctx, "test", `SELECT COALESCE(SUM(CAST(stat AS BIGINT)), 0) FROM sqlite_stat1
			WHERE tbl = 'samples'`)
		storetest.Check(t, err)
		storetest.Check(t, s.Analyse(ctx))
		after, err := s.Count(ctx, "test", `SELECT COALESCE(SUM(CAST(stat AS BIGINT)), 0) FROM sqlite_stat1
			WHERE tbl = 'samples'`)
		storetest.Check(t, err)
		if anew := before != after; anew != (added != 500 || before == 0) {
			t.Errorf("%d more rows: %d, then %d", added, before, after)
		}
	}
}
