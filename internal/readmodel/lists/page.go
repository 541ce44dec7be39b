// Package lists finds the payments and stays of a filter: how many there are, one page, or all of them for an export.
package lists

import (
	"context"
	"slices"
	"strconv"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/paging"
	"consigne/internal/readmodel/people"
	"consigne/internal/readmodel/rollups"
)

// Lists finds payments and stays in a database.
type Lists struct {
	// Timeout is how long a page and its total may be looked for.
	Timeout time.Duration

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
	StaysByID(ctx context.Context, ids []int64) ([]stay.Details, error)
	OfPayments(ctx context.Context, paymentIDs []int64) ([]stay.Details, error)
}

// New returns the lists of a database.
func New(d *db.DB, people *people.Index, rollups *rollups.Rollups, payments Payments, stays Stays) *Lists {
	return &Lists{Timeout: paging.Timeout, db: d, people: people, rollups: rollups, payments: payments, stays: stays}
}

// Payments implements payment.ListStore. It reads the ids of a page first, then the details of those payments.
func (s *Lists) Payments(
	ctx context.Context, filter payment.Filter, offset, limit int,
) (list []payment.Details, total int, err error) {
	err = paging.Within(ctx, s.Timeout, func(ctx context.Context) error {
		var ids []int64
		if ids, total, err = s.page(ctx, filter, offset, limit); err == nil {
			list, err = s.payments.DetailsByID(ctx, ids)
		}
		return err
	})
	return list, total, err
}

// Stays implements payment.ListStore.
func (s *Lists) Stays(
	ctx context.Context, filter payment.Filter, offset, limit int,
) (list []stay.Details, total int, err error) {
	filter.StaysOnly = true
	err = paging.Within(ctx, s.Timeout, func(ctx context.Context) error {
		var ids []int64
		if ids, total, err = s.page(ctx, filter, offset, limit); err != nil || len(ids) == 0 {
			list = []stay.Details{}
			return err
		}
		list, err = s.stays.OfPayments(ctx, ids)
		slices.SortFunc(list, func(a,
			b stay.Details,
		) int {
			return slices.Index(ids, a.PaymentID) - slices.Index(ids, b.PaymentID)
		})
		return err
	})
	return list, total, err
}

// page returns the ids of a page, and the total as [payment.Filter.Shown] expects it.
func (s *Lists) page(
	ctx context.Context, filter payment.Filter, offset, limit int,
) (ids []int64, total int, err error) {
	err = s.db.Snapshot(ctx, func(ctx context.Context) error {
		people, err := s.searchPeople(ctx, filter)
		if err != nil {
			return err
		}
		if people.looked() {
			ids, total, err = s.ofPeople(ctx, filter, people, offset, limit)
			if err != nil || total <= paging.MostCounted {
				return err
			}
		} else if total, err = s.count(ctx, filter, people); err != nil {
			return err
		}
		if _, capped := filter.Shown(total); !capped {
			limit = min(limit, total-offset) // the last match ends the search
		}
		if limit > 0 {
			ids, err = s.ids(ctx, filter, people, total, offset, limit)
		}
		return err
	})
	return ids, total, err
}

// count returns how many payments match a filter, paging.MostCounted + 1 if there are more. Of days alone, the rollups
// tell.
func (s *Lists) count(ctx context.Context, filter payment.Filter, people peopleFound) (int, error) {
	if filter.IsOfWholeDays() {
		return s.rollups.CountPayments(ctx, filter)
	}
	q := s.matching(filter, people, false)
	return s.db.CountUpTo(ctx, "count payments", paging.MostCounted, `FROM `+q.from+` WHERE `+q.SQL(), q.Args...)
}

const newestFirst = ` ORDER BY p.started_at DESC, p.id DESC`

// fewMatches is how many matches are looked up as they were counted, and sorted. More of them lie close enough together
// to be read along the list, whose index holds what filters compare. Tests lower it.
var fewMatches = 10_000

// inOrder returns the conditions of a filter that so many payments match, and the ORDER BY by which they are read.
func (s *Lists) inOrder(filter payment.Filter, people peopleFound, total int) (*query, string) {
	if total > fewMatches {
		return s.matching(filter, people, true), newestFirst
	}
	return s.matching(filter, people, false), ` ORDER BY p.started_at + 0 DESC, p.id DESC` // which no index has
}

// ids lists the ids of a page.
func (s *Lists) ids(
	ctx context.Context, filter payment.Filter, people peopleFound, total, offset, limit int,
) ([]int64, error) {
	q, order := s.inOrder(filter, people, total)
	return db.Collect(ctx, s.db.Reader(ctx), "list payments", func(id *int64) []any { return []any{id} },
		`SELECT p.id FROM `+q.from+` WHERE `+q.SQL()+order+db.Page(q.Args, limit), append(q.Args, offset)...)
}

// ofPeople looks payments of people up, counts them as count does, and sorts them: to look them up takes more than all
// the rest.
func (s *Lists) ofPeople(
	ctx context.Context, filter payment.Filter, people peopleFound, offset, limit int,
) (ids []int64, total int, err error) {
	type row struct {
		total int
		id    int64
	}
	if err := s.planAnew(ctx); err != nil {
		return nil, 0, err
	}
	q := s.matching(filter, people, false)
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list payments of people", func(r *row) []any { return []any{&r.total, &r.id} }, `
		WITH found AS MATERIALIZED (SELECT p.id, p.started_at FROM `+q.from+` WHERE `+q.SQL()+` LIMIT `+strconv.Itoa(paging.MostCounted+1)+`)
		SELECT n.n, COALESCE(p.id, 0) FROM (SELECT COUNT(*) AS n FROM found) n
		LEFT JOIN (SELECT * FROM found p`+newestFirst+db.Page(q.Args, limit)+`) p ON TRUE`+newestFirst, append(q.Args, offset)...)
	for _, r := range rows {
		total = r.total
		if r.id != 0 {
			ids = append(ids, r.id)
		}
	}
	return ids, total, err
}

// planAnew is for queries of people: a plan that PostgreSQL keeps does not know how many they are.
func (s *Lists) planAnew(ctx context.Context) error {
	if s.db.OnSQLite() {
		return nil
	}
	return s.db.Exec(ctx, "plan anew", `SET LOCAL plan_cache_mode = force_custom_plan`)
}
