package rollups

import (
	"context"

	"consigne/internal/db"
)

// OfAccounts returns how many payments of some accounts there are at any time, counting the rollup rows t that a condition
// picks. It must run within [Rollups.Snapshot].
func (s *Rollups) OfAccounts(ctx context.Context, ids []int64, of func(w *db.Where)) (int, error) {
	pending, err := pendingRows(ctx, AllTime, []string{ByAccount})
	if err != nil {
		return 0, err
	}
	w := &db.Where{}
	sum := func(from string, condition func()) string {
		w.Conditions = nil
		w.Is(`t.dimension`, ByAccount)
		w.Is(`t.period`, allTime)
		condition()
		of(w)
		return `(SELECT COALESCE(SUM(t.n), 0) FROM ` + from + ` t WHERE ` + w.SQL() + `)`
	}
	among := func() { w.Only(s.db.AmongIDs(&w.Args, `t.value`, ids)) }
	// A subquery looks each account up by the key. Joined to a list whose length a kept plan does not know, PostgreSQL would go
	// over all accounts.
	each := `(SELECT COALESCE(SUM(` + sum(`payment_tallies`, func() { w.Only(`t.value = i.id`) }) + `), 0) FROM ` + s.db.EachID(&w.Args, ids) + `)`
	changed := sum(`payment_tally_changes`, among) // of nodes of the release before
	unfolded := sum(s.db.Rows(w.Arg(pending), rowColumns), among)
	return s.db.Count(ctx, "add up rollups", `SELECT CAST(`+each+` + `+changed+` + `+unfolded+` AS BIGINT)`, w.Args...)
}
