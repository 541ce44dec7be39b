package rollups

import (
	"context"
	"slices"

	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/clock"
)

// A visit is a day on which a customer has stays. Its rollup rows are by that day and by the day of the
// visit before (0: there was none). A customer counts once in a period: on the first visit there, whose
// visit before lies before the period. So the customers of any period are the sum of such rows. Visits
// are counted per operator and, under operator 0, for all operators.

// stayRow holds the columns of a stay from which visits are derived.
type stayRow struct{ accountID, operatorID, paymentID, started int64 }

const visitOfPayments = `p.is_test = FALSE AND p.stay_bits IS NOT NULL`

// rollUpVisits adds the visits of many new stays to the changes.
func (s *Rollups) rollUpVisits(ctx context.Context, changes rollupChanges, created []payment.Payment) error {
	isNew, accounts := map[int64]bool{}, []int64{}
	for _, p := range created {
		if p.IsForStay() && !p.Test {
			isNew[p.ID] = true
			accounts = append(accounts, p.AccountID)
		}
	}
	slices.Sort(accounts)
	for part := range slices.Chunk(slices.Compact(accounts), 500) {
		args := []any{}
		among := s.db.AmongIDs(&args, `p.account_id`, part)
		rows, err := s.stayRows(ctx, among, args...)
		if err != nil {
			return err
		}
		before := slices.DeleteFunc(slices.Clone(rows), func(r stayRow) bool { return isNew[r.paymentID] })
		changes.addVisits(before, -1)
		changes.addVisits(rows, 1)
	}
	return nil
}

// rollUpAllVisits adds every visit to the changes, a batch of accounts at a time, and calls put
// after each batch.
func (s *Rollups) rollUpAllVisits(ctx context.Context, changes rollupChanges, put func() error) error {
	const batch = 1000
	last, err := s.db.Count(ctx, "find the last account", `SELECT COALESCE(MAX(id), 0) FROM accounts`)
	for from := 1; err == nil && from <= last; from += batch {
		var rows []stayRow
		if rows, err = s.stayRows(ctx, `p.account_id BETWEEN $1 AND $2`, from, from+batch-1); err == nil {
			changes.addVisits(rows, 1)
			err = put()
		}
	}
	return err
}

func (s *Rollups) stayRows(ctx context.Context, where string, args ...any) ([]stayRow, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "read visits",
		func(r *stayRow) []any { return []any{&r.accountID, &r.operatorID, &r.paymentID, &r.started} },
		`SELECT p.account_id, p.operator_id, p.id, p.started_at FROM payments p WHERE `+where+` AND `+visitOfPayments,
		args...)
}

// addVisits adds (times 1) or removes (times -1) the visits of customers. The rows must be all their stays.
func (c rollupChanges) addVisits(rows []stayRow, times int64) {
	type visitor struct{ accountID, operatorID int64 }
	days := map[visitor][]int64{}
	for _, r := range rows {
		day := int64(clock.DayOf(db.Instant(r.started)))
		for _, operatorID := range []int64{0, r.operatorID} {
			who := visitor{r.accountID, operatorID}
			days[who] = append(days[who], day)
		}
	}
	for who, list := range days {
		slices.Sort(list)
		before := int64(0)
		for _, day := range slices.Compact(list) {
			c.count(rollupKey{ByVisit, dayPeriod(clock.Day(day)), before, who.operatorID, false, true}, times, 0)
			before = day
		}
	}
}

// MoveAccount prepares the move of all payments of an account to another. The caller moves the
// payments, then calls moved, which records the changes of the rollups.
func (s *Rollups) MoveAccount(ctx context.Context, from, to int64) (moved func(context.Context) error, err error) {
	changes := newChanges()
	if err := s.countVisits(ctx, changes, -1, from, to); err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		if err := s.countVisits(ctx, changes, 1, to); err != nil {
			return err
		}
		return s.record(ctx, changes)
	}, nil
}

// countVisits adds (times 1) or removes (times -1) all visits of the accounts in the changes.
func (s *Rollups) countVisits(ctx context.Context, changes rollupChanges, times int64, accountIDs ...int64) error {
	args := []any{}
	rows, err := s.stayRows(ctx, `p.account_id IN (`+db.Marks(&args, accountIDs)+`)`, args...)
	changes.addVisits(rows, times)
	return err
}
