// Package rollups keeps totals of payments and stays, so that no statistic reads payment rows. It can be rebuilt from
// the payments at any time.
package rollups

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
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

// rollupKey is the key of one rollup row. Payments with the same value of a dimension are counted together
// (docs/adr/0012).
type rollupKey struct {
	dimension  string
	period     int64 // a day: see dayPeriod; or allTime
	value      int64
	operatorID int64
	test       bool
	ofStay     bool
}

// rollupCount holds the number of payments and the total in the unit of the dimension.
type rollupCount struct{ n, total int64 }

// The dimensions. Each but the first is read by statistics, in blocks of days too.
const (
	ByStart     = "started" // the first is for the totals of lists: for all time, and by day of the start
	ByStayState = "use"     // value: stay bits; as the next ones by day of the start
	ByStatus    = "status"  // value: see statuses; total: cents, less refunds that are done
	ByMinutes   = "minutes" // value: minutes of a stay that ended
	ByStation   = "station" // total: see occupied
	ByLocker    = "locker"  // total: see occupied
	ByHour      = "hour"    // value: hour of Paris at the start of a stay
	ByIncome    = "income"  // by day of the collection, value: tariff; total: cents
	ByRefund    = "refund"  // refunds done, by their day, value: tariff; total: cents
	ByVisit     = "visit"   // visits, value: the day of the visit before (see visits.go)
)

// statuses are numbered in rollups by their places here: a new one comes last.
var statuses = []payment.Status{
	payment.Running, payment.NotPresented, payment.Free, payment.InProgress, payment.Paid, payment.Unpaid, payment.Failed,
	payment.CardUnusable, payment.PermanentError, payment.Manual, payment.Cancelled, payment.Invalid,
}

// allTime is the period "all time". Days are positive periods.
const allTime int64 = 0

// periodOffset is added to the numbers of days, so that they stay above 0 for any year.
const periodOffset = 1_000_000

// dayPeriod returns the period of a day.
func dayPeriod(day clock.Day) int64 { return periodOffset + int64(day) }

// placedPayment is a payment with the station of its stay and the tariff of its price.
type placedPayment struct {
	payment.Payment
	stationID, tariffID int64
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
		c.count(rollupKey{dimension, period, value, p.OperatorID, p.Test, p.IsForStay()}, times*n, times*total)
	}
	started := dayPeriod(clock.DayOf(p.StartedAt))
	put(ByStart, allTime, 0, 1, 0)
	put(ByStart, started, 0, 1, 0)
	put(ByStatus, started, int64(slices.Index(statuses, p.Status)), 1, int64(p.Amount-p.RefundDone()))
	if p.Status.Collected() && p.SettledAt != nil {
		put(ByIncome, dayPeriod(clock.DayOf(*p.SettledAt)), p.tariffID, 1, int64(p.Amount))
	}
	if bits := p.StayBits(); bits != nil {
		put(ByStayState, started, *bits, 1, 0)
		put(ByLocker, started, p.LockerID, 1, 0)
		put(ByStation, started, p.stationID, 1, 0)
		put(ByHour, started, int64(p.StartedAt.In(clock.Paris).Hour()), 1, 0)
	}
	if minutes := p.Minutes(); minutes != nil {
		put(ByMinutes, started, *minutes, 1, 0)
		occupied(p.StartedAt, *p.EndedAt, func(day clock.Day, millis int64) {
			put(ByLocker, dayPeriod(day), p.LockerID, 0, millis)
			put(ByStation, dayPeriod(day), p.stationID, 0, millis)
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

// withPlaces adds station and tariff to payments that are stored.
func (s *Rollups) withPlaces(ctx context.Context, list []payment.Payment) ([]placedPayment, error) {
	type row struct{ id, stationID, tariffID int64 }
	all := make([]placedPayment, 0, len(list))
	for part := range slices.Chunk(list, 5000) {
		ids, args := make([]int64, len(part)), []any{}
		for i, p := range part {
			ids[i] = p.ID
		}
		among := s.db.AmongIDs(&args, `p.id`, ids)
		rows, err := db.Collect(ctx, s.db.Reader(ctx), "read places of payments", func(r *row) []any {
			return []any{&r.id, &r.stationID, &r.tariffID}
		}, `SELECT p.id, COALESCE(l.station_id, 0), COALESCE(o.tariff_id, u.tariff_id, 0)
			FROM payments p LEFT JOIN lockers l ON l.id = p.locker_id LEFT JOIN stays o ON o.id = p.stay_id
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
			all = append(all, placedPayment{p, at.stationID, at.tariffID})
		}
	}
	return all, nil
}

const (
	rollupColumns = `dimension, period, value, operator_id, is_test, of_stay`
	added         = ` ON CONFLICT (` + rollupColumns +
		`) DO UPDATE SET n = rollups.n + excluded.n, total = rollups.total + excluded.total`
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
		if err := s.db.Exec(ctx, "write rollups",
			`INSERT INTO rollups (`+rollupColumns+`, n, total) VALUES `+strings.Join(rows, `, `)+added, args...); err != nil {
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
			cmp.Compare(a.operatorID, b.operatorID), cmp.Compare(bit(a.test), bit(b.test)),
			cmp.Compare(bit(a.ofStay), bit(b.ofStay)))
	})
	return all
}

// lock keeps folds out while the rollups are rebuilt, as each of their rows is then deleted, or their blocks are made.
// Writers and readers do not wait.
func (s *Rollups) lock(ctx context.Context, mode string) error {
	if s.db.OnSQLite() {
		return nil // there is one writer
	}
	return s.db.Exec(ctx, "lock rollups", `LOCK TABLE rollups IN `+mode+` MODE`)
}

// Rebuild empties the rollups and counts every payment again.
func (s *Rollups) Rebuild(ctx context.Context, payments Payments) error {
	const batch, held = 5000, 200_000
	return s.db.Atomically(db.RepeatableRead(db.WithoutTimeouts(ctx)), func(ctx context.Context) error {
		if err := s.lock(ctx, `SHARE ROW EXCLUSIVE`); err != nil {
			return err
		}
		for _, table := range []string{`rollups`, `payment_changes`, `rollup_blocks`, `stale_rollups`} {
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
