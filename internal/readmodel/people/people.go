// Package people finds accounts by parts of names, e-mails and telephones, from the table people, which triggers keep in the
// transaction of each write (migration 23), and its trigram indexes (docs/adr/0041-people-by-the-million.md).
package people

import (
	"context"
	"slices"
	"strconv"

	"consigne/internal/db"
	"consigne/internal/domain/account"
	"consigne/internal/kernel/paging"
)

// Index searches people.
type Index struct {
	db *db.DB
	// fewPeople is how many people are read one by one, in list order, quicker than through an index; fewMatches how many matches
	// are looked up by index and sorted, whatever the page. Tests lower them.
	fewPeople, fewMatches int
}

// New returns the index of the people in a database.
func New(d *db.DB) *Index { return &Index{db: d, fewPeople: 20_000, fewMatches: 15_000} }

const (
	// frequent is the share of people above which reading along the list finds enough matches sooner than an index does.
	frequent = 0.2
	// lookupCost is how many people can be read along the list in the time of one look-up by index.
	lookupCost = 6
)

// byName is the order of the lists.
const byName = ` ORDER BY p.last_folded, p.first_folded, p.account_id`

// Find returns the ids of one page of the people that a filter picks, in list order, and how many it picks in all: for
// a filter with words at most paging.MostCounted + 1.
func (x *Index) Find(ctx context.Context, filter account.Filter, offset, limit int) (ids []int64, total int, err error) {
	s := search{Index: x, peopleFilter: newPeopleFilter(filter)}
	if !filter.ByWords() {
		total, err = s.count(ctx, s.bits)
		if err != nil || total <= offset {
			return nil, total, err
		}
		ids, err = s.page(ctx, total, offset, limit)
		return ids, total, err
	}
	along, err := s.estimate(ctx)
	if err != nil {
		return nil, 0, err
	}
	most := max(paging.MostCounted+1, offset+limit)
	switch {
	case along:
		ids, total, err = s.find(ctx, s.alongList(), byName+` LIMIT `+strconv.Itoa(most), offset, limit)
	case s.expected() <= s.fewMatches:
		ids, total, err = s.find(ctx, s.byIndex, ``, offset, limit)
	default:
		ids, total, err = s.findAmongMany(ctx, offset, limit)
	}
	return ids, min(total, paging.MostCounted+1), err
}

// Found is the people who match a filter: all their ids, or some of those of many.
type Found struct {
	IDs   []int64
	Many  bool    // there are more than IDs
	Of    int     // how many people were searched
	Share float64 // of them who match, an estimate if there are many
}

// Expected returns how many people match, an estimate if there are many.
func (f Found) Expected() int { return int(f.Share * float64(f.Of)) }

// Among returns the people who match the words of a filter, and are known to its operator, at most that many.
func (x *Index) Among(ctx context.Context, words account.Filter, most int) (Found, error) {
	s := search{Index: x, peopleFilter: newPeopleFilter(words)}
	along, err := s.estimate(ctx)
	if err != nil {
		return Found{}, err
	}
	from := s.byIndex
	if along {
		from = s.alongList()
	}
	args := []any{}
	ids, err := s.ids(ctx, `SELECT p.account_id`+from(&args)+` LIMIT `+strconv.Itoa(most+1), args)
	if err != nil || len(ids) <= most {
		return Found{IDs: ids, Of: s.people, Share: float64(len(ids)) / float64(max(s.people, 1))}, err
	}
	return Found{IDs: ids[:most], Many: true, Of: s.people, Share: max(s.share, float64(most)/float64(s.people))}, nil
}

// Matching is the condition that the account whose id is in a column, of a table of any other name than matching, matches all the
// words of a filter. The account of each row is looked up: PostgreSQL would join EXISTS, and might read everybody for it.
func (x *Index) Matching(args *[]any, column string, words account.Filter) string {
	return `(SELECT ` + newPeopleFilter(words).condition(`matching`, x.db.OnSQLite(), args) + ` FROM people matching WHERE matching.id = ` + column + `) IS TRUE`
}

// search is one search among the people whom an operator knows, or among everybody.
type search struct {
	*Index
	peopleFilter
	people    int                 // how many people there are to search
	sample    []person            // some of them, by their numbers
	share     float64             // of the sample that matches
	terms     []alternatives      // what the index looks for; all must hold
	beginning map[string][]string // on SQLite, the trigrams that begin with a short term
}

func (s *search) expected() int { return int(s.share * float64(s.people)) }

// from is a FROM and WHERE clause on people p, and appends its arguments.
type from func(args *[]any) string

// alongList reads people in list order.
func (s *search) alongList() from {
	return func(args *[]any) string {
		return s.inScope(args) + ` AND ` + s.condition(`p`, s.db.OnSQLite(), args)
	}
}

// inScope reads the people whom the operator knows, staff by its index.
func (s *search) inScope(args *[]any) string {
	index, staff := ` INDEXED BY people_by_name`, ``
	if s.staffOnly() {
		index, staff = ` INDEXED BY people_staff`, ` AND (p.role_bits & `+strconv.Itoa(staffBits)+`) <> 0`
	}
	if !s.db.OnSQLite() {
		index = ``
	}
	return ` FROM people p` + index + ` WHERE p.operator_id = ` + db.Mark(args, s.operatorID) + staff
}

// count returns how many people have any of the roles (0: all).
func (s *search) count(ctx context.Context, bits int64) (int, error) {
	args := []any{s.operatorID}
	query := `SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM people_counts WHERE operator_id = $1`
	if bits != 0 {
		query += ` AND (role_bits & ` + db.Mark(&args, bits) + `) <> 0`
	}
	return s.db.Count(ctx, "count people", query, args...)
}

// page reads a page of a filter without words, from the nearer end of the list.
func (s *search) page(ctx context.Context, total, offset, limit int) ([]int64, error) {
	args, order := []any{}, byName
	backwards := offset > total/2
	if backwards {
		offset, limit = max(total-offset-limit, 0), min(limit, total-offset)
		order = ` ORDER BY p.last_folded DESC, p.first_folded DESC, p.account_id DESC`
	}
	query := `SELECT p.account_id` + s.alongList()(&args) + order + db.Page(args, limit)
	ids, err := s.ids(ctx, query, append(args, offset))
	if backwards {
		slices.Reverse(ids)
	}
	return ids, err
}

// find returns a page of the people of a clause, and how many they are, up to the limit of the clause.
func (s *search) find(ctx context.Context, from from, bounded string, offset, limit int) (ids []int64, total int, err error) {
	args := []any{}
	query := `WITH found AS MATERIALIZED (SELECT p.account_id, p.last_folded, p.first_folded` + from(&args) + bounded + `)
		SELECT n.n, COALESCE(p.account_id, 0) FROM (SELECT COUNT(*) AS n FROM found) n
		LEFT JOIN (SELECT * FROM found p` + byName + db.Page(args, limit) + `) p ON TRUE` + byName
	type row struct {
		total int
		id    int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "look for people", func(r *row) []any { return []any{&r.total, &r.id} }, query, append(args, offset)...)
	for _, r := range rows {
		total = r.total
		if r.id != 0 {
			ids = append(ids, r.id)
		}
	}
	return ids, total, err
}

// findAmongMany returns a page of matches that are many to look up and sort, yet too few for the total to be found soon along the
// list. The total is found by index; the page along the list, if the list holds it sooner than a third of the look-ups take.
func (s *search) findAmongMany(ctx context.Context, offset, limit int) (ids []int64, total int, err error) {
	far := lookupCost * max(s.expected(), 2000) / 3
	if s.share*float64(far-2000) < 3*float64(offset+limit) { // the list is not even: 3 is a margin
		return s.find(ctx, s.byIndex, ``, offset, limit)
	}
	args := []any{}
	total, err = s.db.Count(ctx, "count people", `SELECT COUNT(*) FROM (SELECT 1`+s.byIndex(&args)+` LIMIT `+strconv.Itoa(paging.MostCounted+1)+`) n`, args...)
	if err != nil || total <= offset && total <= paging.MostCounted {
		return nil, total, err
	}
	args = []any{}
	first := `(SELECT p.account_id, p.last_folded, p.first_folded, p.email_folded, p.phone, p.role_bits` + s.inScope(&args) + byName + ` LIMIT ` + db.Mark(&args, far) + `) p`
	query := `SELECT p.account_id FROM ` + first + ` WHERE ` + s.condition(`p`, s.db.OnSQLite(), &args) + byName + db.Page(args, limit)
	if ids, err = s.ids(ctx, query, append(args, offset)); err != nil || len(ids) == limit {
		return ids, total, err
	}
	return s.find(ctx, s.byIndex, ``, offset, limit)
}

func (s *search) ids(ctx context.Context, query string, args []any) ([]int64, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "look for people", func(id *int64) []any { return []any{id} }, query, args...)
}
