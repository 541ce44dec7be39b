package db

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
)

// On PostgreSQL, stays, payments, payment attempts and the audit log are partitioned by month (docs/adr/0044). An id of the
// first three begins with the month in which the stay began, so that a condition on ids says which partitions a query reads.
// SQLite has one table of each and gives ids by itself: there, the conditions below are empty.

// byMonth lists the tables that are partitioned: first those that others refer to.
var byMonth = []string{"occupations", "payments", "presentations", "journal"}

// idsOfMonth is how many ids a month has. Migration 26 contains it too.
const idsOfMonth = 10_000_000_000

// NewID is the SQL of the id of a new row in the month of an instant, which is SQL for milliseconds.
func (d *DB) NewID(table, instant string) string {
	if d.OnSQLite() {
		return `NULL`
	}
	return `first_id_of_month(` + instant + `) + nextval('` + table + `_id_seq')`
}

// NewIDBeside is the SQL of the id of a new row in the month of another id.
func (d *DB) NewIDBeside(table, other string) string {
	if d.OnSQLite() {
		return `NULL`
	}
	return `first_id_beside(` + other + `) + nextval('` + table + `_id_seq')`
}

// InsertInMonth inserts a row into a table of [byMonth], in the month of the first of its values, an instant, and returns its id.
// [ErrLostRace]: there is such a row, of another transaction.
func (d *DB) InsertInMonth(ctx context.Context, what, table, columns string, values []any) (int64, error) {
	id, err := d.Insert(ctx, what, `INSERT INTO `+table+` (`+columns+`, id) VALUES (`+
		Placeholders(1, len(values))+`, `+d.NewID(table, `$1`)+`)`+returningID, values...)
	if Duplicate(err) {
		err = errors.Join(ErrLostRace, err)
	}
	return id, err
}

// Beside limits a query to rows in the month of another id: those of a stay and its payment, of a payment and its attempts. It
// begins with AND, or is empty.
func (d *DB) Beside(id, other string) string {
	if d.OnSQLite() {
		return ``
	}
	return ` AND ` + id + ` >= first_id_beside(` + other + `) AND ` + id + ` < first_id_beside(` + other + `) + ` + strconv.Itoa(idsOfMonth)
}

// BesideAll does the same for ids that are known, which may lie in several months. The bounds are part of the text, for two reasons. Of
// arguments the planner supposes that they leave a few rows, and reads all of the month instead of the few that are looked up. And a
// plan that PostgreSQL keeps for any argument opens every month, so that it rather plans each call anew; this one has its month only.
func (d *DB) BesideAll(id string, others ...int64) string {
	if d.OnSQLite() || len(others) == 0 {
		return ``
	}
	const last = 9_000_000_000_000_000_000 / idsOfMonth // so that the end of the month is no overflow
	from, to := min(slices.Min(others)/idsOfMonth, last), min(slices.Max(others)/idsOfMonth, last)
	return ` AND ` + id + ` >= ` + strconv.FormatInt(from*idsOfMonth, 10) + ` AND ` + id + ` < ` + strconv.FormatInt((to+1)*idsOfMonth, 10)
}

// InMonths limits a query for these very ids to their month, or to two that follow: a plan of it that is kept opens no other. Ids of
// more months say by themselves which they are, and each list of them would be another text to plan.
func (d *DB) InMonths(id string, ids ...int64) string {
	if len(ids) > 0 {
		if further := slices.Max(ids)/idsOfMonth - slices.Min(ids)/idsOfMonth; further > 1 && further != 202701-202612 {
			return ``
		}
	}
	return d.BesideAll(id, ids...)
}

// Months adds to a query the ids that a span of instants of the start leaves, in milliseconds; nil: open.
func (d *DB) Months(w *Where, id string, from, before *int64) {
	if d.OnSQLite() {
		return
	}
	if from != nil {
		w.Only(id + ` >= ` + d.firstID(w, *from))
	}
	if before != nil {
		w.Only(id + ` < ` + d.firstID(w, *before-1) + ` + ` + strconv.Itoa(idsOfMonth))
	}
}

// FromMonth limits a query to the months from that of a start on, in milliseconds. It begins with AND, or is empty.
func (d *DB) FromMonth(ctx context.Context, id string, start int64) (string, error) {
	if d.OnSQLite() {
		return ``, nil
	}
	begin, err := d.MonthsBegin(ctx)
	if err != nil || start < Millis(begin) {
		return ``, err
	}
	return ` AND ` + id + ` >= ` + firstIDAfter(Millis(begin), start), nil
}

// firstID is the SQL of the lowest id of the month of an instant: a number, for the reasons of [DB.BesideAll], once this node has read
// when the months begin.
func (d *DB) firstID(w *Where, instant int64) string {
	if begin := d.monthsBegin.Load(); begin != 0 {
		return firstIDAfter(begin, instant)
	}
	return `first_id_of_month(` + w.Arg(instant) + `)`
}

// firstIDAfter is the lowest id of the month of an instant, where months begin at begin.
func firstIDAfter(begin, instant int64) string {
	if instant < begin {
		return `0`
	}
	month := Instant(instant).UTC()
	return strconv.Itoa((month.Year()*100 + int(month.Month())) * idsOfMonth)
}

// MonthsBegin returns the start of the first month that has partitions. On SQLite no instant is after it.
func (d *DB) MonthsBegin(ctx context.Context) (time.Time, error) {
	if d.OnSQLite() {
		return Instant(1 << 52), nil
	}
	if begin := d.monthsBegin.Load(); begin != 0 {
		return Instant(begin), nil
	}
	begin, err := d.Count(ctx, "read the first month", `SELECT months_begin()`)
	d.monthsBegin.Store(int64(begin))
	return Instant(int64(begin)), err
}

// monthsAhead is how many months after the current one have their partitions.
const monthsAhead = 3

// MakeMonths makes the partitions of this month and of those to come that are missing. Nodes that do so together wait for one
// another. A month whose rows already lie in the partition of the others stays there, and is reported by [DB.MissingMonths].
func (d *DB) MakeMonths(ctx context.Context, now time.Time) error {
	missing, err := d.missing(ctx, now, monthsAhead)
	if err != nil || len(missing) == 0 {
		return err
	}
	for _, m := range missing {
		if err := d.makeMonth(ctx, m.table, m.first); err != nil {
			return err
		}
	}
	return nil
}

// makeMonth makes one partition, in a transaction that gives up soon when it has to wait: others would wait behind it.
func (d *DB) makeMonth(ctx context.Context, table string, first int64) error {
	return d.Atomically(ctx, func(ctx context.Context) error {
		for _, statement := range []string{`SET LOCAL lock_timeout = '2s'`, `LOCK TABLE ` + table + ` IN SHARE UPDATE EXCLUSIVE MODE`} {
			if err := d.Exec(ctx, "prepare months", statement); err != nil {
				return err
			}
		}
		again, err := d.missing(ctx, Instant(first), 0)
		if err != nil || !slices.Contains(again, month{table, first}) {
			return err
		}
		within := `id >= first_id_of_month($1) AND id < first_id_of_month($2)`
		if table == "journal" { // which is partitioned by its instants
			within = `at >= $1 AND at < $2`
		}
		used, err := d.Count(ctx, "look for rows of a month", `SELECT COUNT(*) FROM (SELECT 1 FROM `+table+`_other WHERE `+within+` LIMIT 1) r`,
			first, Millis(Instant(first).AddDate(0, 1, 0)))
		if err != nil || used > 0 {
			return err
		}
		return d.Exec(ctx, "make month", `SELECT attach_month($1, $2)`, table, first)
	})
}

// month is the partition of a table for the month that begins at first, in milliseconds.
type month struct {
	table string
	first int64
}

// missing lists the partitions of this month and of some after it that do not exist.
func (d *DB) missing(ctx context.Context, now time.Time, ahead int) ([]month, error) {
	if d.OnSQLite() {
		return nil, nil
	}
	return Collect(ctx, d.Reader(ctx), "list months", func(m *month) []any { return []any{&m.table, &m.first} }, `
		SELECT t.whole, CAST(extract(epoch FROM m.first AT TIME ZONE 'UTC') * 1000 AS BIGINT)
		FROM generate_series(0, CAST($2 AS INTEGER)) i
		CROSS JOIN LATERAL (SELECT (to_timestamp(CAST($1 AS BIGINT) / 1000) AT TIME ZONE 'UTC') + make_interval(months => i) AS first) m
		CROSS JOIN unnest(ARRAY['`+strings.Join(byMonth, `', '`)+`']) WITH ORDINALITY t (whole, n)
		WHERE extract(epoch FROM m.first AT TIME ZONE 'UTC') * 1000 >= months_begin()
		  AND to_regclass(quote_ident(t.whole || '_' || to_char(m.first, 'YYYYMM'))) IS NULL
		ORDER BY m.first, t.n`, Millis(time.Date(now.UTC().Year(), now.UTC().Month(), 1, 0, 0, 0, 0, time.UTC)), ahead)
}

// MissingMonths counts the partitions that do not exist although rows of this month or the next belong there.
func (d *DB) MissingMonths(ctx context.Context, now time.Time) (int, error) {
	list, err := d.missing(ctx, now, 1)
	return len(list), err
}

// DropMonths drops the partitions of a table whose months ended before an instant, and returns how many rows they had. It is
// for tables to which nothing refers, and runs in a transaction.
func (d *DB) DropMonths(ctx context.Context, table string, before time.Time) (rows int, err error) {
	if d.OnSQLite() {
		return 0, nil
	}
	names, err := Collect(ctx, d.Writer(ctx), "list months", func(name *string) []any { return []any{name} }, `
		SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
		WHERE i.inhparent = '`+table+`'::regclass AND c.relname ~ '_[0-9]{6}$' AND right(c.relname, 6) < $1 ORDER BY 1`, before.UTC().Format("200601"))
	if err == nil && len(names) > 0 { // others would wait behind a longer wait
		err = d.Exec(ctx, "drop months", `SET LOCAL lock_timeout = '2s'`)
	}
	if err != nil {
		return 0, err
	}
	for _, name := range names {
		var n int
		if n, err = d.Count(ctx, "count rows of a month", `SELECT COUNT(*) FROM `+name); err == nil {
			err = d.Exec(ctx, "drop month", `DROP TABLE `+name)
		}
		if err != nil {
			return rows, err
		}
		rows += n
	}
	return rows, err
}
