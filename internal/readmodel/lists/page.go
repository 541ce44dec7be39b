// Package lists finds the payments and stays of a filter: how many there are, one page, or all of them for an export.
package lists

import (
	"context"
	"math"
	"slices"
	"strconv"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/payment"
	"consigne/internal/domain/stay"
	"consigne/internal/kernel/paging"
	"consigne/internal/readmodel/people"
	"consigne/internal/readmodel/rollups"
)

// Lists finds payments and stays in a database.
type Lists struct {
	db       *db.DB
	people   *people.Index
	rollups  *rollups.Rollups
	payments Payments
	stays    Stays
}

// Payments reads the payments that were found, in the order of the ids.
type Payments interface {
	DetailsByID(ctx context.Context, ids []int64) ([]payment.Details, error)
}

// Stays reads the stays that were found.
type Stays interface {
	ByID(ctx context.Context, ids []int64) ([]stay.Details, error)
	OfPayments(ctx context.Context, paymentIDs []int64) ([]stay.Details, error)
}

// New returns the lists of a database.
func New(d *db.DB, people *people.Index, rollups *rollups.Rollups, payments Payments, stays Stays) *Lists {
	return &Lists{db: d, people: people, rollups: rollups, payments: payments, stays: stays}
}

// Payments implements payment.ListStore. It reads the ids of a page first, then the details of those payments.
func (s *Lists) Payments(ctx context.Context, filter payment.Filter, offset, limit int) ([]payment.Details, int, error) {
	ids, total, err := s.pageOfPayments(ctx, filter, offset, limit)
	if err != nil {
		return nil, 0, err
	}
	list, err := s.payments.DetailsByID(ctx, ids)
	return list, total, err
}

// Stays implements payment.ListStore.
func (s *Lists) Stays(ctx context.Context, filter payment.Filter, offset, limit int) ([]stay.Details, int, error) {
	filter.StaysOnly = true
	ids, total, err := s.pageOfPayments(ctx, filter, offset, limit)
	if err != nil || len(ids) == 0 {
		return []stay.Details{}, total, err
	}
	stays, err := s.stays.OfPayments(ctx, ids)
	slices.SortFunc(stays, func(a, b stay.Details) int { return slices.Index(ids, a.PaymentID) - slices.Index(ids, b.PaymentID) })
	return stays, total, err
}

// Count returns how many payments match a filter (see payment.Filter.Shown).
func (s *Lists) Count(ctx context.Context, filter payment.Filter) (total int, err error) {
	search, err := s.searchAccounts(ctx, filter)
	if err != nil {
		return 0, err
	}
	err = s.rollups.Snapshot(ctx, func(ctx context.Context) error {
		total, err = s.countPayments(ctx, filter, search)
		return err
	})
	return total, err
}

func (s *Lists) pageOfPayments(ctx context.Context, filter payment.Filter, offset, limit int) (ids []int64, total int, err error) {
	search, err := s.searchAccounts(ctx, filter)
	if err != nil {
		return nil, 0, err
	}
	search.shown = offset + limit
	err = s.rollups.Snapshot(ctx, func(ctx context.Context) error {
		if total, err = s.countPayments(ctx, filter, search); err != nil {
			return err
		}
		_, capped := filter.Shown(total)
		if total <= offset && !capped {
			return nil
		}
		if search.listed != nil && (!capped || offset+limit <= total) {
			ids = search.listed[offset:min(offset+limit, total)]
			return nil
		}
		later, skipped, err := s.skipDays(ctx, filter, search, offset)
		if err != nil {
			return err
		}
		ids, err = s.paymentPage(ctx, later, search, total-skipped, offset-skipped, limit)
		return err
	})
	return ids, total, err
}

// countPayments returns how many payments match a filter; if it has words, the count may stop beyond paging.MostCounted.
// It adds up rollups when the filter has at most one criterion and the span of starts is all time, or whole days where the
// rollup is daily. Otherwise it counts the payments.
func (s *Lists) countPayments(ctx context.Context, filter payment.Filter, search *accountSearch) (int, error) {
	list := criteria(filter, search.inOrder(true))
	within, wholeDays := rollups.PeriodsOf(filter.Started)
	switch {
	case filter.NotPostponed: // no rollup knows of the worklist; the payments that it is asked of are few
	case len(list) == 0 && filter.StaysOnly && filter.Started == (payment.Span{}): // rollups.ByStayState is the dimension with the fewest rows
		return s.sumRollups(ctx, filter, criterion{rollups: rollupCondition(rollups.ByStayState, func(*db.Where) {})}, rollups.AllTime)
	case len(list) == 0 && filter.Started == (payment.Span{}):
		return s.sumRollups(ctx, filter, criterion{rollups: rollupsOfStatuses(payment.Statuses())}, rollups.AllTime)
	case len(list) == 0 && wholeDays:
		return s.sumRollups(ctx, filter, criterion{rollups: rollupsOfDays(rollups.ByStarted, filter.Started)}, rollups.AllTime)
	case len(list) == 1 && list[0].counted() && filter.Started == (payment.Span{}) && !list[0].some:
		return s.sumRollups(ctx, filter, list[0], rollups.AllTime)
	case len(list) == 1 && list[0].daily && wholeDays:
		return s.sumRollups(ctx, filter, list[0], within)
	}
	if search.all.Many && filter.ByWords() {
		if total, counted, err := s.countMany(ctx, filter, search, list); err != nil || counted {
			return total, err
		}
	}
	q, err := s.paymentQuery(ctx, filter, search.inOrder(true))
	if err != nil {
		return 0, err
	}
	return s.countUpTo(ctx, filter, q, `payments p`)
}

// countUpTo counts the payments p of a query; if the filter has words, not far beyond paging.MostCounted.
func (s *Lists) countUpTo(ctx context.Context, filter payment.Filter, q *paymentQuery, from string) (int, error) {
	if !filter.ByWords() {
		return s.db.Count(ctx, "count payments", `SELECT COUNT(*) FROM `+from+` WHERE `+q.SQL(), q.Args...)
	}
	return s.db.Count(ctx, "count payments",
		`SELECT COUNT(*) FROM (SELECT 1 FROM `+from+` WHERE `+q.SQL()+` LIMIT `+strconv.Itoa(paging.MostCounted+1)+`) n`, q.Args...)
}

func (s *Lists) sumRollups(ctx context.Context, filter payment.Filter, c criterion, within []rollups.Periods) (int, error) {
	total := 0
	err := s.rollups.Snapshot(ctx, func(ctx context.Context) error {
		var err error
		if c.people != nil {
			total, err = s.countOfPeople(ctx, filter, c.people)
		} else {
			total, err = s.sumOfRows(ctx, filter, c, within)
		}
		if err != nil || c.uncounted == nil {
			return err
		}
		q := &paymentQuery{db: s.db, sign: "+"}
		q.inside(filter)
		q.sign = ""
		c.uncounted(q)
		more, err := s.db.Count(ctx, "count payments", `SELECT COUNT(*) FROM payments p WHERE `+q.SQL(), q.Args...)
		total += more
		return err
	})
	return total, err
}

// sumOfRows adds up the rollup rows of a criterion.
func (s *Lists) sumOfRows(ctx context.Context, filter payment.Filter, c criterion, within []rollups.Periods) (int, error) {
	query, args, err := s.sumOf(ctx, nil, filter, c.rollups, within)
	if err == nil && c.subtracted != nil {
		var less string
		less, args, err = s.sumOf(ctx, args, filter, c.subtracted, within)
		query = `SELECT (` + query + `) - (` + less + `)`
	}
	if err != nil {
		return 0, err
	}
	return s.db.Count(ctx, "add up rollups", query, args...)
}

// sumOf returns a query of the number of payments in rollup rows.
func (s *Lists) sumOf(ctx context.Context, args []any, filter payment.Filter, of *rollupRows, within []rollups.Periods) (string, []any, error) {
	from, args, err := s.rowsOf(ctx, args, filter, of, within)
	return `SELECT CAST(COALESCE(SUM(m.n), 0) AS BIGINT) FROM ` + from, args, err
}

// rowsOf returns rollup rows m, of the operator and the kinds of payments of the filter.
func (s *Lists) rowsOf(ctx context.Context, args []any, filter payment.Filter, of *rollupRows, within []rollups.Periods) (string, []any, error) {
	return s.rollups.Within(ctx, args, within, of.dimensions, func(w *db.Where) {
		of.condition(w)
		ofKinds(w, filter)
	})
}

// ofKinds restricts rollup rows t to the operator and the kinds of payments of a filter.
func ofKinds(w *db.Where, filter payment.Filter) {
	if filter.OperatorID != 0 {
		w.Only(`t.operator_id = ` + w.Arg(filter.OperatorID))
	}
	if filter.WithoutTests {
		w.Only(`t.is_test = FALSE`)
	}
	if filter.StaysOnly {
		w.Only(`t.of_stay = TRUE`)
	}
}

// paymentQuery builds the conditions of the whole filter, to look payments up by index. PostgreSQL
// estimates by itself which condition matches the fewest rows. SQLite does not, so the rollups say
// which one it is and the others are kept from using an index.
func (s *Lists) paymentQuery(ctx context.Context, filter payment.Filter, search *accountSearch) (*paymentQuery, error) {
	all := append(criteria(filter, search), criterion{
		condition: func(q *paymentQuery) { q.started(filter.Started) },
		rollups:   rollupsOfDays(rollups.ByStarted, filter.Started),
	})
	rarest, least := len(all)-1, math.MaxInt
	if s.db.OnSQLite() && len(all) > 1 {
		for i, c := range all {
			total, err := s.countCriterion(ctx, filter, c)
			if err != nil {
				return nil, err
			}
			if i < len(all)-1 {
				total *= lookupCost(all[:len(all)-1])
			}
			if total < least {
				rarest, least = i, total
			}
		}
	}
	q := &paymentQuery{db: s.db}
	if s.db.OnSQLite() && rarest < len(all)-1 {
		q.sign = "+"
	}
	q.inside(withoutImplied(filter, all))
	for i, c := range all {
		q.sign = ""
		if s.db.OnSQLite() && i != rarest {
			q.sign = "+"
		}
		c.condition(q)
	}
	return q, nil
}

// countCriterion counts the payments that match one criterion, at any time. It returns 0 for a criterion
// that no rollup counts.
func (s *Lists) countCriterion(ctx context.Context, filter payment.Filter, c criterion) (int, error) {
	if !c.counted() { // long uuid prefixes have no rollup
		return 0, nil
	}
	if c.some {
		return math.MaxInt32, nil // no index finds them
	}
	return s.sumRollups(ctx, filter, c, rollups.AllTime)
}

// withoutCriteria returns the filter of all payments among which another one looks.
func withoutCriteria(filter payment.Filter) payment.Filter {
	return payment.Filter{OperatorID: filter.OperatorID, WithoutTests: filter.WithoutTests, StaysOnly: filter.StaysOnly, Started: filter.Started}
}

// lookupCost is how many payments can be read along the list in the time that one look-up by index takes.
func lookupCost(parts []criterion) int {
	if slices.ContainsFunc(parts, func(c criterion) bool { return !c.inOrder }) {
		return 2
	}
	return 8
}

// withoutImplied drops the condition "is a stay" when a criterion implies it: the indexes of rare values
// do not hold that column.
func withoutImplied(filter payment.Filter, parts []criterion) payment.Filter {
	filter.StaysOnly = filter.StaysOnly && !slices.ContainsFunc(parts, func(c criterion) bool { return c.ofStay })
	return filter
}

// listOrderQuery builds the conditions of the whole filter, to read along the list in its order.
func (s *Lists) listOrderQuery(filter payment.Filter, search *accountSearch) *paymentQuery {
	q := &paymentQuery{db: s.db}
	q.inside(filter)
	q.started(filter.Started)
	if s.db.OnSQLite() {
		q.sign = "+"
	}
	for _, c := range criteria(filter, search.inOrder(true)) {
		c.condition(q)
	}
	return q
}

const newestFirst = ` ORDER BY p.started_at DESC, p.id DESC`

// paymentPage lists the ids of a page. Frequent matches are found by reading along the list, only
// as far as their frequency promises. Rare matches, or matches that gather elsewhere in the list,
// are looked up by index and sorted.
func (s *Lists) paymentPage(ctx context.Context, filter payment.Filter, search *accountSearch, total, offset, limit int) ([]int64, error) {
	parts := criteria(filter, search.inOrder(false))
	if len(parts) == 0 {
		return s.latest(ctx, filter, 2, min(limit, total-offset), func(filter payment.Filter) ([]int64, error) {
			return s.paymentIDs(ctx, `payments p`, s.listOrderQuery(filter, search), newestFirst, offset, limit)
		})
	}
	among := withoutCriteria(filter)
	for _, span := range []payment.Span{filter.Ended, filter.Settled, filter.Attempted} {
		if among.Started == (payment.Span{}) { // most events of a payment follow soon after its start
			among.Started = span
		}
	}
	base, err := s.countPayments(ctx, among, search)
	if err != nil {
		return nil, err
	}
	rarest, by := total, parts[0]
	if len(parts) > 1 || filter.Started != (payment.Span{}) {
		rarest, by = base, criterion{}
		for _, c := range parts {
			found, err := s.countCriterion(ctx, filter, c)
			if err != nil {
				return nil, err
			}
			if found < rarest {
				rarest, by = found, c
			}
		}
	} else if parts[0].some {
		rarest = base
	}
	lookups := lookupCost(parts) * rarest
	if by.people != nil && !by.some {
		ofPeople, err := s.lookups(ctx, len(by.people.IDs), filter.Started)
		if err != nil {
			return nil, err
		}
		lookups = max(lookups, ofPeople)
	}
	ordered := len(parts) == 1 && parts[0].ordered
	expected, size := total, min(limit, total-offset)
	if _, capped := filter.Shown(total); capped {
		expected, size = max(total, int(search.all.Share*float64(min(base, rarest)))), limit
	}
	far := 1000 + 2*min(offset+limit, expected)*(base/max(expected, 1)+1)
	for ; far < lookups && (!ordered || 4*total > base); far *= 8 {
		ids, err := s.latest(ctx, filter, 2, size, func(filter payment.Filter) ([]int64, error) {
			return s.readInListOrder(ctx, filter, search, far, offset, limit)
		})
		if err != nil || len(ids) == size {
			return ids, err
		}
	}
	order := ` ORDER BY p.started_at + 0 DESC, p.id DESC` // "+ 0" keeps the engine from using the index of the order
	if ordered {
		order = newestFirst
	}
	q, err := s.paymentQuery(ctx, filter, search.inOrder(false))
	if err != nil {
		return nil, err
	}
	return s.paymentIDs(ctx, `payments p`, q, order, offset, limit)
}

// latest reads a page that is the first of its kind in the order of the list from ever more of the latest months, first of so many,
// so that the partitions of older ones are not even planned. SQLite has none.
func (s *Lists) latest(ctx context.Context, filter payment.Filter, months, want int, read func(payment.Filter) ([]int64, error)) ([]int64, error) {
	begin, err := s.db.MonthsBegin(ctx)
	if err != nil {
		return nil, err
	}
	before := time.Now()
	for _, span := range []payment.Span{filter.Started, filter.Ended, filter.Settled, filter.Attempted} {
		if span.Before != nil && span.Before.Before(before) {
			before = *span.Before
		}
	}
	for ; ; months *= 4 {
		from := before.AddDate(0, -months, 0)
		if !from.After(begin) || filter.Started.From != nil && !from.After(*filter.Started.From) {
			return read(filter)
		}
		narrower := filter
		narrower.Started.From = &from
		if ids, err := read(narrower); err != nil || len(ids) == want {
			return ids, err
		}
	}
}

// readInListOrder looks for a page among the first far payments of the list. The page may be incomplete.
func (s *Lists) readInListOrder(ctx context.Context, filter payment.Filter, search *accountSearch, far, offset, limit int) ([]int64, error) {
	q := &paymentQuery{db: s.db}
	q.inside(filter)
	q.started(filter.Started)
	for _, span := range []payment.Span{filter.Ended, filter.Settled, filter.Attempted} {
		q.started(payment.Span{Before: span.Before})
	}
	list := `(SELECT p.* FROM payments p WHERE ` + q.SQL() + newestFirst + ` LIMIT ` + q.Arg(far) + `) p`
	q.Conditions = nil
	for _, c := range criteria(filter, search.inOrder(true)) {
		c.condition(q)
	}
	return s.paymentIDs(ctx, list, q, newestFirst, offset, limit)
}

func (s *Lists) paymentIDs(ctx context.Context, from string, q *paymentQuery, order string, offset, limit int) ([]int64, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "list payments", func(id *int64) []any { return []any{id} },
		`SELECT p.id FROM `+from+` WHERE `+q.SQL()+order+db.Page(q.Args, limit), append(q.Args, offset)...)
}
