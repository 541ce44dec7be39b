package store

import (
	"context"
	"slices"

	"consigne/internal/domain/payment"
	"consigne/internal/kernel/clock"
)

// A visit is a day on which a user has stays: its tally is by that day and by the day
// of the visit before (0: it is the first). Those of whom the visit before lies before
// a period are in it for the first time then, so that the users of any period are added
// up, each once. Visits are those to one operator, and (operator 0) to any.

// stayRow is what makes a visit.
type stayRow struct{ accountID, operatorID, paymentID, started int64 }

const visitOfPayments = `p.is_test = FALSE AND p.use_bits IS NOT NULL`

// tallyVisits counts the visits that new stays make.
func (s *Store) tallyVisits(ctx context.Context, changes tallyChanges, created []payment.Payment) error {
	isNew, accounts := map[int64]bool{}, []int64{}
	for _, p := range created {
		if p.OfStay() && !p.Test {
			isNew[p.ID] = true
			accounts = append(accounts, p.AccountID)
		}
	}
	slices.Sort(accounts)
	for part := range slices.Chunk(slices.Compact(accounts), 500) {
		args := []any{}
		among := s.engine.amongIDs(&args, `p.account_id`, part)
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

// tallyAllVisits counts every visit, some accounts at a time.
func (s *Store) tallyAllVisits(ctx context.Context, changes tallyChanges, put func() error) error {
	const batch = 1000
	last, err := s.count(ctx, "find the last account", `SELECT COALESCE(MAX(id), 0) FROM accounts`)
	for from := 1; err == nil && from <= last; from += batch {
		var rows []stayRow
		if rows, err = s.stayRows(ctx, `p.account_id BETWEEN $1 AND $2`, from, from+batch-1); err == nil {
			changes.addVisits(rows, 1)
			err = put()
		}
	}
	return err
}

func (s *Store) stayRows(ctx context.Context, where string, args ...any) ([]stayRow, error) {
	return collect(ctx, s.reader(ctx), "read visits", func(r *stayRow) []any { return []any{&r.accountID, &r.operatorID, &r.paymentID, &r.started} },
		`SELECT p.account_id, p.operator_id, p.id, p.started_at FROM payments p WHERE `+where+` AND `+visitOfPayments, args...)
}

// addVisits counts the visits of users of whom these are all the stays.
func (c tallyChanges) addVisits(rows []stayRow, times int64) {
	type visitor struct{ accountID, operatorID int64 }
	days := map[visitor][]int64{}
	for _, r := range rows {
		day := int64(clock.DayOf(instant(r.started)))
		for _, operatorID := range []int64{0, r.operatorID} {
			who := visitor{r.accountID, operatorID}
			days[who] = append(days[who], day)
		}
	}
	for who, list := range days {
		slices.Sort(list)
		before := int64(0)
		for _, day := range slices.Compact(list) {
			c.count(tally{tallyVisit, dayPeriod(clock.Day(day)), before, who.operatorID, false, true}, times, 0)
			before = day
		}
	}
}
