// Package rollups keeps totals of payments and stays, so that no count and no statistic reads payment rows. It can be
// rebuilt from the payments at any time.
package rollups

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/payment"
	"consigne/internal/kernel/clock"
)

// Rollups reads and writes the totals.
type Rollups struct{ db *db.DB }

// New returns the rollups in a database.
func New(d *db.DB) *Rollups { return &Rollups{db: d} }

// Payments reads the payments, and the refunds that were done, that the rollups are rebuilt from.
type Payments interface {
	PaymentsAfter(ctx context.Context, id int64, limit int) ([]payment.Payment, error)
	Refunds(ctx context.Context) ([]payment.Attempt, error)
}

// rollupKey is the key of one rollup row. Payments with the same value of a dimension are counted
// together, so that no filter and no statistic counts payment rows (docs/adr/0012).
type rollupKey struct {
	dimension  string
	period     int64 // when the stay or term began: see allTime
	value      int64
	operatorID int64
	test       bool
	ofStay     bool
}

// rollupCount holds the number of payments and the total in the unit of the dimension.
type rollupCount struct{ n, total int64 }

// The dimensions; each payment status is one more (total: cents, less refunds that are done). A daily
// dimension has rows for all time, and by day and month of the start.
const (
	ByStayState = "use"      // value: stay bits; daily
	ByMinutes   = "minutes"  // value: minutes of a stay that ended; daily
	ByAmount    = "amount"   // value: cents of a billed payment; daily
	ByStation   = "station"  // daily; total: see occupied
	ByType      = "type"     // value: the locker's present type; daily
	ByLocker    = "locker"   // daily; total: see occupied
	ByHour      = "hour"     // value: hour of Paris at the start of a stay; by day and month only
	ByIncome    = "income"   // value: tariff; total: cents; by day and month of the collection only
	ByRefund    = "refund"   // refunds done, value: tariff; total: cents; by day and month of the refund only
	ByRefunded  = "refunded" // value: refund bits, 0 left out; daily
	ByVisit     = "visit"    // visits, value: the day of the visit before (see visits.go); by day only
	ByAccount   = "account"
	ByUUID      = "uuid"    // value: the first two hexadecimal digits as a number
	ByStarted   = "started" // value: the day in Paris, as for the three below
	ByEnded     = "ended"
	BySettled   = "settled"
	ByPresented = "presented"
)

// ByStatus returns the dimension of a status.
func ByStatus(status payment.Status) string { return "status " + string(status) }

// allTime is the period "all time". Days are positive periods, months negative ones.
const allTime int64 = 0

// periodOffset is added to the numbers of days and months, so that days stay above 0 and months below 0
// for any year.
const periodOffset = 1_000_000

// dayPeriod returns the period of a day.
func dayPeriod(day clock.Day) int64 { return periodOffset + int64(day) }

// monthOf returns the period of the month of a day. A later month has a lower (more negative) number.
func monthOf(day clock.Day) int64 {
	year, month, _ := day.Date()
	return -(periodOffset + int64(year)*12 + int64(month) - 1)
}

// firstOf returns the first day of the period of a day or a month.
func firstOf(period int64) clock.Day {
	if period > allTime {
		return clock.Day(period - periodOffset)
	}
	return clock.DayOn(0, time.Month(-period-periodOffset+1), 1)
}

// placedPayment is a payment with the station and locker type of its stay and the tariff of its price.
type placedPayment struct {
	payment.Payment
	stationID, kind, tariffID int64
}

// rollupChanges holds the change of each rollup row.
type rollupChanges struct {
	rows map[rollupKey]rollupCount
	only func(dimension string, period int64) bool // nil: every row is counted
}

func newChanges() rollupChanges { return rollupChanges{rows: map[rollupKey]rollupCount{}} }

func (c rollupChanges) count(key rollupKey, n, total int64) {
	if c.only != nil && !c.only(key.dimension, key.period) {
		return
	}
	was := c.rows[key]
	c.rows[key] = rollupCount{was.n + n, was.total + total}
}

// add adds (times 1) or removes (times -1) a payment in each of its dimensions.
func (c rollupChanges) add(p placedPayment, times int64) {
	put := func(dimension string, period, value, n, total int64) {
		c.count(rollupKey{dimension, period, value, p.OperatorID, p.Test, p.OfStay()}, times*n, times*total)
	}
	started := clock.DayOf(p.StartedAt)
	onDay := func(day clock.Day, dimension string, value, n, total int64) {
		put(dimension, dayPeriod(day), value, n, total)
		put(dimension, monthOf(day), value, n, total)
	}
	daily := func(dimension string, value, total int64) {
		put(dimension, allTime, value, 1, total)
		onDay(started, dimension, value, 1, total)
	}

	daily(ByStatus(p.Status), 0, int64(p.Amount-p.RefundDone()))
	if p.Status.Collected() && p.SettledAt != nil {
		onDay(clock.DayOf(*p.SettledAt), ByIncome, p.tariffID, 1, int64(p.Amount))
	}
	if bits := p.RefundBits(); bits != 0 {
		daily(ByRefunded, bits, 0)
	}
	if p.Status != payment.Running {
		daily(ByAmount, int64(p.Amount), 0)
	}
	put(ByAccount, allTime, p.AccountID, 1, 0)
	put(ByUUID, allTime, firstByte(p.UUID), 1, 0)
	atAnyTime := func(dimension string, at *time.Time) {
		if at != nil {
			put(dimension, allTime, int64(clock.DayOf(*at)), 1, 0)
		}
	}
	atAnyTime(ByStarted, &p.StartedAt)
	atAnyTime(ByEnded, p.EndedAt)
	atAnyTime(BySettled, p.SettledAt)
	atAnyTime(ByPresented, p.PresentedAt)
	if bits := p.StayBits(); bits != nil {
		daily(ByStayState, *bits, 0)
		daily(ByLocker, p.LockerID, 0)
		daily(ByStation, p.stationID, 0)
		daily(ByType, p.kind, 0)
		onDay(started, ByHour, int64(p.StartedAt.In(clock.Paris).Hour()), 1, 0)
	}
	if minutes := p.Minutes(); minutes != nil {
		daily(ByMinutes, *minutes, 0)
		occupied(p.StartedAt, *p.EndedAt, func(day clock.Day, millis int64) {
			onDay(day, ByLocker, p.LockerID, 0, millis)
			onDay(day, ByStation, p.stationID, 0, millis)
		})
	}
}

// occupied splits the duration of an ended stay over the days of Paris that it touches.
func occupied(from, to time.Time, take func(day clock.Day, millis int64)) {
	for day := clock.DayOf(from); from.Before(to); day++ {
		until := (day + 1).Begins()
		if to.Before(until) {
			until = to
		}
		take(day, until.UnixMilli()-from.UnixMilli())
		from = until
	}
}

// firstByte parses the first two digits of a uuid.
func firstByte(uuid string) int64 {
	value, _ := strconv.ParseInt(uuid[:min(2, len(uuid))], 16, 64) // our uuids are all hexadecimal
	return value
}

// withPlaces adds station, locker type and tariff to payments that are stored.
func (s *Rollups) withPlaces(ctx context.Context, list []payment.Payment) ([]placedPayment, error) {
	type row struct{ id, stationID, kind, tariffID int64 }
	all := make([]placedPayment, 0, len(list))
	for part := range slices.Chunk(list, 5000) {
		ids, args := make([]int64, len(part)), []any{}
		for i, p := range part {
			ids[i] = p.ID
		}
		among := s.db.AmongIDs(&args, `p.id`, ids)
		rows, err := db.Collect(ctx, s.db.Reader(ctx), "read places of payments", func(r *row) []any {
			return []any{&r.id, &r.stationID, &r.kind, &r.tariffID}
		}, `SELECT p.id, COALESCE(l.station_id, 0), COALESCE(l.type_id, 0), COALESCE(o.tariff_id, u.tariff_id, 0)
			FROM payments p LEFT JOIN lockers l ON l.id = p.locker_id LEFT JOIN occupations o ON o.id = p.occupation_id
			LEFT JOIN subscriptions u ON u.id = p.subscription_id
			WHERE `+among, args...)
		if err != nil {
			return nil, err
		}
		places := map[int64]row{}
		for _, r := range rows {
			places[r.id] = r
		}
		for _, p := range part {
			at := places[p.ID]
			all = append(all, placedPayment{p, at.stationID, at.kind, at.tariffID})
		}
	}
	return all, nil
}

// LockerRetyped moves the stays of a locker to its new type in the rollups.
func (s *Rollups) LockerRetyped(ctx context.Context, lockerID int64, from, to int) error {
	if from == to {
		return nil
	}
	type row struct {
		operatorID, started int64
		test                bool
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read stays of a locker", func(r *row) []any { return []any{&r.operatorID, &r.started, &r.test} },
		`SELECT operator_id, started_at, is_test FROM payments WHERE locker_id = $1`, lockerID)
	if err != nil {
		return err
	}
	changes := newChanges()
	for _, r := range rows {
		day := clock.DayOf(db.Instant(r.started))
		for _, period := range []int64{allTime, dayPeriod(day), monthOf(day)} {
			changes.count(rollupKey{ByType, period, int64(from), r.operatorID, r.test, true}, -1, 0)
			changes.count(rollupKey{ByType, period, int64(to), r.operatorID, r.test, true}, 1, 0)
		}
	}
	return s.record(ctx, changes)
}

const (
	rollupColumns = `dimension, period, value, operator_id, is_test, of_stay`
	added         = ` ON CONFLICT (` + rollupColumns + `) DO UPDATE SET n = payment_tallies.n + excluded.n, total = payment_tallies.total + excluded.total`
)

// addUp adds changes to the rollups.
func (s *Rollups) addUp(ctx context.Context, changes rollupChanges) error {
	batch := 100
	if s.db.OnSQLite() {
		batch = 12 // SQLite looks parameters up one by one
	}
	for part := range slices.Chunk(changes.inOrder(), batch) {
		rows, args := make([]string, len(part)), make([]any, 0, 8*len(part))
		for i, key := range part {
			rows[i] = `(` + db.Placeholders(len(args)+1, 8) + `)`
			by := changes.rows[key]
			args = append(args, key.dimension, key.period, key.value, key.operatorID, key.test, key.ofStay, by.n, by.total)
		}
		if err := s.db.Exec(ctx, "write rollups", `INSERT INTO payment_tallies (`+rollupColumns+`, n, total) VALUES `+strings.Join(rows, `, `)+added, args...); err != nil {
			return err
		}
	}
	return nil
}

// inOrder lists the keys of the rows that change, in the order in which the rows are read.
func (c rollupChanges) inOrder() []rollupKey {
	all := make([]rollupKey, 0, len(c.rows))
	for key, by := range c.rows {
		if by != (rollupCount{}) {
			all = append(all, key)
		}
	}
	slices.SortFunc(all, func(a, b rollupKey) int {
		return cmp.Or(cmp.Compare(a.dimension, b.dimension), cmp.Compare(a.period, b.period), cmp.Compare(a.value, b.value),
			cmp.Compare(a.operatorID, b.operatorID), cmp.Compare(bit(a.test), bit(b.test)), cmp.Compare(bit(a.ofStay), bit(b.ofStay)))
	})
	return all
}

// lock keeps folds out while the rollups are rebuilt, as each of their rows is then deleted, or their blocks are made.
// Writers and readers do not wait.
func (s *Rollups) lock(ctx context.Context, mode string) error {
	if s.db.OnSQLite() {
		return nil // there is one writer
	}
	return s.db.Exec(ctx, "lock rollups", `LOCK TABLE payment_tallies IN `+mode+` MODE`)
}

// Build builds the rollups of a database that has payments but no rollups yet.
func (s *Rollups) Build(ctx context.Context, payments Payments) error {
	rolledUp, err := s.db.Count(ctx, "look for rollups", `SELECT CASE WHEN EXISTS (SELECT 1 FROM payment_tallies)
		OR EXISTS (SELECT 1 FROM payment_changes) OR EXISTS (SELECT 1 FROM payment_tally_changes) OR NOT EXISTS (SELECT 1 FROM payments) THEN 1 ELSE 0 END`)
	if err != nil || rolledUp == 1 {
		return err
	}
	return s.Rebuild(ctx, payments)
}

// Rebuild empties the rollups and counts every payment again.
func (s *Rollups) Rebuild(ctx context.Context, payments Payments) error {
	const batch, held = 5000, 200_000
	return s.db.Atomically(db.WithoutTimeouts(ctx), func(ctx context.Context) error {
		if err := s.lock(ctx, `SHARE ROW EXCLUSIVE`); err != nil {
			return err
		}
		for _, table := range []string{`payment_tallies`, `payment_changes`, `payment_tally_changes`, `rollup_blocks`, `stale_rollups`} {
			if err := s.db.Exec(ctx, "empty rollups", `DELETE FROM `+table); err != nil {
				return err
			}
		}
		changes := newChanges()
		put := func(most int) error {
			if len(changes.rows) <= most {
				return nil
			}
			err := s.addUp(ctx, changes)
			clear(changes.rows)
			return err
		}
		for last := int64(0); ; {
			list, err := payments.PaymentsAfter(ctx, last, batch)
			if err != nil {
				return err
			}
			if len(list) == 0 {
				break
			}
			placed, err := s.withPlaces(ctx, list)
			if err != nil {
				return err
			}
			for _, p := range placed {
				changes.add(p, 1)
			}
			last = list[len(list)-1].ID
			if err := put(held); err != nil {
				return err
			}
		}
		refunds, err := payments.Refunds(ctx)
		if err != nil {
			return err
		}
		if err := s.addRefunds(ctx, changes, refunds, 1); err != nil {
			return err
		}
		if err := s.rollUpAllVisits(ctx, changes, func() error { return put(held) }); err != nil {
			return err
		}
		return put(0)
	})
}
