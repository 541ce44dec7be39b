package store

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"consigne/internal/clock"
	"consigne/internal/payment"
)

// tally is one thing that a filter asks of a payment: all that have it in common are
// counted together, so that no list counts its rows (docs/adr/0012).
type tally struct {
	dimension  string
	value      int64
	operatorID int64
	test       bool
}

// The dimensions, beside one for each status.
const (
	tallyLocker    = "locker"
	tallyAccount   = "account"
	tallyUse       = "use"     // by use bits
	tallyMinutes   = "minutes" // of stays that ended
	tallyAmount    = "amount"  // of what is billed
	tallyUUID      = "uuid"    // by its first two digits
	tallyStarted   = "started" // days of Paris
	tallyEnded     = "ended"
	tallySettled   = "settled"
	tallyPresented = "presented"
)

func tallyStatus(status payment.Status) string { return "status " + string(status) }

// tallyChanges is how much each count changes.
type tallyChanges map[tally]int64

// add counts a payment n times more in each of its dimensions.
func (c tallyChanges) add(p payment.Payment, n int64) {
	count := func(dimension string, value int64) {
		c[tally{dimension, value, p.OperatorID, p.Test}] += n
	}
	count(tallyStatus(p.Status), 0)
	count(tallyAccount, p.AccountID)
	count(tallyUUID, firstByte(p.UUID))
	count(tallyStarted, dayOf(p.StartedAt))
	if bits := useBits(p); bits != nil {
		count(tallyUse, *bits)
		count(tallyLocker, p.LockerID)
	}
	if minutes := minutesOf(p); minutes != nil {
		count(tallyMinutes, *minutes)
	}
	if p.Status != payment.Running {
		count(tallyAmount, int64(p.Amount))
	}
	for dimension, at := range map[string]*time.Time{tallyEnded: p.EndedAt, tallySettled: p.SettledAt, tallyPresented: p.PresentedAt} {
		if at != nil {
			count(dimension, dayOf(*at))
		}
	}
}

// The bits of what a stay is.
const (
	endedBit   int64 = 1
	overrunBit int64 = 2
	removedBit int64 = 4
)

// useBits says what the stay of a payment is; nil: it is of a subscription.
func useBits(p payment.Payment) *int64 {
	if p.OccupationID == 0 {
		return nil
	}
	bits := int64(0)
	for bit, is := range map[int64]bool{endedBit: p.EndedAt != nil, overrunBit: p.Overrun, removedBit: p.Removed} {
		if is {
			bits |= bit
		}
	}
	return &bits
}

// minutesOf is how long the stay of a payment was, in whole minutes; nil: it has not ended.
func minutesOf(p payment.Payment) *int64 {
	if p.OccupationID == 0 || p.EndedAt == nil {
		return nil
	}
	return new((millis(*p.EndedAt) - millis(p.StartedAt)) / time.Minute.Milliseconds())
}

// firstByte reads the first two digits of a uuid.
func firstByte(uuid string) int64 {
	value, _ := strconv.ParseInt(uuid[:min(2, len(uuid))], 16, 64) // ours all are hexadecimal
	return value
}

// dayOf numbers the days of Paris.
func dayOf(at time.Time) int64 {
	year, month, day := at.In(clock.Paris).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60)
}

// tally notes changes in the transaction of what brought them.
func (s *Store) tally(ctx context.Context, changes tallyChanges) error {
	const batch = 100
	all := make([]tally, 0, len(changes))
	for key, n := range changes {
		if n != 0 {
			all = append(all, key)
		}
	}
	for part := range slices.Chunk(all, batch) {
		rows, args := make([]string, len(part)), make([]any, 0, 5*len(part))
		for i, key := range part {
			rows[i] = `(` + placeholders(len(args)+1, 5) + `)`
			args = append(args, key.dimension, key.value, key.operatorID, key.test, changes[key])
		}
		if err := s.exec(ctx, "tally payments",
			`INSERT INTO payment_tally_changes (dimension, value, operator_id, is_test, n) VALUES `+strings.Join(rows, `, `), args...); err != nil {
			return err
		}
	}
	return nil
}

// FoldTallies adds the changes so far to the tallies.
func (s *Store) FoldTallies(ctx context.Context) error {
	return s.Atomically(ctx, func(ctx context.Context) error { // both statements see the same changes
		// WHERE TRUE: SQLite would take ON for a join's.
		if err := s.exec(ctx, "fold tallies", `
			INSERT INTO payment_tallies (dimension, value, operator_id, is_test, n)
			SELECT dimension, value, operator_id, is_test, SUM(n) FROM payment_tally_changes WHERE TRUE
			GROUP BY dimension, value, operator_id, is_test HAVING SUM(n) <> 0
			ON CONFLICT (dimension, value, operator_id, is_test) DO UPDATE SET n = payment_tallies.n + excluded.n`); err != nil {
			return err
		}
		return s.exec(ctx, "fold tallies", `DELETE FROM payment_tally_changes`)
	})
}

// tallyOlderPayments counts the payments of a database that had no tallies.
func (s *Store) tallyOlderPayments(ctx context.Context) error {
	tallied, err := s.count(ctx, "look for tallies", `SELECT CASE WHEN EXISTS (SELECT 1 FROM payment_tallies)
		OR EXISTS (SELECT 1 FROM payment_tally_changes) OR NOT EXISTS (SELECT 1 FROM payments) THEN 1 ELSE 0 END`)
	if err != nil || tallied == 1 {
		return err
	}
	return s.RebuildTallies(ctx)
}

// RebuildTallies counts every payment anew.
func (s *Store) RebuildTallies(ctx context.Context) error {
	return s.Atomically(ctx, func(ctx context.Context) error {
		for _, table := range []string{`payment_tallies`, `payment_tally_changes`} {
			if err := s.exec(ctx, "empty tallies", `DELETE FROM `+table); err != nil {
				return err
			}
		}
		const batch = 5000
		changes, last := tallyChanges{}, int64(0)
		for {
			list, err := s.payments(ctx, `p.id > $1 ORDER BY p.id LIMIT $2`, last, batch)
			if err != nil {
				return err
			}
			for _, p := range list {
				changes.add(p, 1)
				last = p.ID
			}
			if len(list) < batch {
				break
			}
		}
		if err := s.tally(ctx, changes); err != nil {
			return err
		}
		return s.FoldTallies(ctx)
	})
}
