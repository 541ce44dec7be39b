// Package people finds accounts by parts of names, e-mails and telephones, from the table people, which triggers keep
// in the transaction of each write, and its trigram indexes (docs/adr/0041-people-by-the-million.md).
package people

import (
	"context"
	"strconv"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/paging"
)

// Index searches people.
type Index struct {
	// Timeout is how long a page and its total may be looked for.
	Timeout time.Duration

	db *db.DB
}

// New returns the index of the people in a database.
func New(d *db.DB) *Index { return &Index{Timeout: paging.Timeout, db: d} }

// byName is the order of the lists.
const byName = ` ORDER BY p.last_folded, p.first_folded, p.account_id`

// fewMatches is how many matches are looked up by the trigram index and sorted. More of them lie close enough together
// to be read along the list. Tests lower it.
var fewMatches = 10_000

// Find returns the ids of one page of the people that a filter picks, in the order of the list, and how many it picks
// in all: paging.MostCounted + 1 if there are more.
func (x *Index) Find(
	ctx context.Context, filter account.Filter, offset, limit int,
) (ids []int64, total int, err error) {
	err = paging.Within(ctx, x.Timeout, func(ctx context.Context) error {
		return x.db.Snapshot(ctx, func(ctx context.Context) error {
			if total, err = x.count(ctx, filter); err != nil {
				return err
			}
			if _, capped := filter.Shown(total); !capped {
				limit = min(limit, total-offset) // the last match ends the search
			}
			if limit <= 0 {
				return nil
			}
			args, from, order := []any{}, x.alongList, byName
			if total <= fewMatches {
				from, order = x.matching, ` ORDER BY p.last_folded || '', p.first_folded, p.account_id` // which no index has
			}
			query := `SELECT p.account_id` + from(&args, filter) + order + db.Page(args, limit)
			ids, err = x.ids(ctx, query, append(args, offset))
			return err
		})
	})
	return ids, total, err
}

func (x *Index) count(ctx context.Context, filter account.Filter) (int, error) {
	args := []any{}
	from := x.matching(&args, filter)
	return x.db.CountUpTo(ctx, "count people", paging.MostCounted, from, args...)
}

// IDs returns the accounts of the people who match the words of a filter, or that they are more than that many.
func (x *Index) IDs(ctx context.Context, words account.Filter, most int) (ids []int64, more bool, err error) {
	args := []any{}
	ids, err = x.ids(ctx, `SELECT p.account_id`+x.matching(&args, words)+` LIMIT `+strconv.Itoa(most+1), args)
	if len(ids) > most {
		return nil, true, err
	}
	return ids, false, err
}

// Matching is the condition that the account whose id is in a column, of a table of any other name than matching,
// matches all the words of a filter. The account of each row is looked up: PostgreSQL would join EXISTS, and might read
// everybody for it.
func (x *Index) Matching(args *[]any, column string, words account.Filter) string {
	return `(SELECT ` + newPeopleFilter(words).condition(`matching`, x.db.OnSQLite(), args) +
		` FROM people matching WHERE matching.id = ` + column + `) IS TRUE`
}

func (x *Index) ids(ctx context.Context, query string, args []any) ([]int64, error) {
	return db.Collect(ctx, x.db.Reader(ctx), "look for people", func(id *int64) []any { return []any{id} }, query, args...)
}

// alongList is a FROM and WHERE clause on the people p of a filter in the order of the list; staff, who are few, by
// their own index.
func (x *Index) alongList(args *[]any, filter account.Filter) string {
	f := newPeopleFilter(filter)
	index, staff := ` INDEXED BY people_by_name`, ``
	if f.staffOnly() {
		index, staff = ` INDEXED BY people_staff`, ` AND (p.role_bits & `+strconv.Itoa(staffBits)+`) <> 0`
	}
	if !x.db.OnSQLite() {
		index = ``
	}
	return ` FROM people p` + index + ` WHERE p.operator_id = ` + db.Mark(args, f.operatorID) + staff + ` AND ` +
		f.condition(`p`, x.db.OnSQLite(), args)
}

// matching is a FROM and WHERE clause on the people p of a filter in any order: by the trigram index, if words of it
// are in there.
func (x *Index) matching(args *[]any, filter account.Filter) string {
	f := newPeopleFilter(filter)
	if f.staffOnly() {
		return x.alongList(args, filter)
	}
	if !x.db.OnSQLite() {
		found := everyTerm(f.terms(1), func(t term) string { return onPostgres(t, args) })
		if found == `` {
			return x.alongList(args, filter)
		}
		return ` FROM people p WHERE ARRAY[p.operator_id] @> ARRAY[CAST(` + db.Mark(args, f.operatorID) +
			` AS BIGINT)] AND ` +
			found + ` AND ` + f.condition(`p`, false, args)
	}
	found := everyTerm(f.terms(3), onSQLite)
	if found == `` {
		return x.alongList(args, filter)
	}
	first := f.operatorID << 40
	return ` FROM people_search CROSS JOIN people p ON p.id = people_search.rowid
		WHERE people_search MATCH ` + db.Mark(args, found) +
		` AND people_search.rowid BETWEEN ` + db.Mark(args, first) + ` AND ` + db.Mark(args, first+1<<40-1) + ` AND ` +
		f.condition(`p`, true, args)
}
