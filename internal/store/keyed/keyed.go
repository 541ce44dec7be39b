// Package keyed reads lists whose pages begin after a row: the audit log, security events, deliveries, differences, and
// what a customer has at an operator.
package keyed

import (
	"cmp"
	"context"
	"slices"
	"time"

	"consigne/internal/db"
	"consigne/internal/kernel/paging"
)

// List is a list of the rows of a table with the columns at and id, newest first. An index that begins with the columns
// that Where compares for equality, followed by at DESC, id DESC, reads each of its pages without the rest.
type List struct {
	Table, Alias string
	Instant      string // the column that is at; empty: at
	Where        db.Where
	From, Before *time.Time // From included, Before excluded; nil: no bound
}

// OfCustomer returns the list of the rows that an account has at an operator. It is read by the index of the account:
// what one person did.
func OfCustomer(table, alias, instant string, accountID, operatorID int64) List {
	list := List{Table: table, Alias: alias, Instant: instant}
	list.Where.Is(alias+`.account_id`, accountID)
	list.Where.Is(alias+`.operator_id + 0`, operatorID) // which no index has
	return list
}

// PageOf returns the keys of a page of the list, and counts the list as far as paging.MostNumbered.
func PageOf(
	ctx context.Context, d *db.DB, what string, list List, window paging.Window,
) (paging.Page[paging.Key], error) {
	total, capped, err := CountOf(ctx, d, what, list)
	if err != nil {
		return paging.Page[paging.Key]{}, err
	}
	page := paging.Page[paging.Key]{Items: []paging.Key{}, Total: total, Capped: capped}
	if err := window.Within(page.Capped); err != nil {
		return page, err
	}
	if window.After == nil && window.Before == nil && window.Offset >= total {
		return page, nil
	}
	found, err := keys(ctx, d, what, list, window)
	if err != nil {
		return page, err
	}
	if window.Before != nil && len(found) <= window.Limit { // nothing precedes: the first page, whole
		window = paging.First(window.Limit)
		if found, err = keys(ctx, d, what, list, window); err != nil {
			return page, err
		}
	}
	more := len(found) > window.Limit
	page.Items = found[:min(len(found), window.Limit)]
	if len(page.Items) == 0 {
		return page, nil
	}
	before := window.After != nil || window.Offset > 0
	if window.Before != nil {
		slices.Reverse(page.Items)
		before, more = more, true
	}
	if before {
		page.Previous = &page.Items[0]
	}
	if more {
		page.Next = &page.Items[len(page.Items)-1]
	}
	return page, nil
}

// KeysAfter returns the first keys of the list after a key, or the first of all.
func KeysAfter(
	ctx context.Context, d *db.DB, what string, list List, after *paging.Key, most int,
) ([]paging.Key, error) {
	return keys(ctx, d, what, list, paging.Window{Limit: most - 1, After: after})
}

// PageAfter returns the keys of a page of the list, which is not counted and is left only forwards.
func PageAfter(
	ctx context.Context, d *db.DB, what string, list List, after *paging.Key, limit int,
) (paging.Page[paging.Key], error) {
	found, err := keys(ctx, d, what, list, paging.Window{Limit: limit, After: after})
	page := paging.Page[paging.Key]{Items: found[:min(len(found), limit)]}
	if len(found) > limit {
		page.Next = &page.Items[limit-1]
	}
	return page, err
}

// CountOf counts the list as far as paging.MostNumbered; capped: there are more. The order lets it read an index no
// further.
func CountOf(ctx context.Context, d *db.DB, what string, list List) (total int, capped bool, err error) {
	w := list.conditions(paging.Window{})
	total, err = d.CountUpTo(ctx, "count "+what, paging.MostNumbered,
		`FROM `+list.Table+` `+list.Alias+` WHERE `+w.SQL()+list.order(` DESC`), w.Args...)
	return min(total, paging.MostNumbered), total > paging.MostNumbered, err
}

// keys returns the keys of a window and one more, if there is one: newest first, or oldest first before a key.
func keys(ctx context.Context, d *db.DB, what string, list List, window paging.Window) ([]paging.Key, error) {
	w, direction := list.conditions(window), ` DESC`
	if window.Before != nil {
		direction = ``
	}
	type row struct{ at, id int64 }
	rows, err := db.Collect(ctx, d.Reader(ctx), "list "+what, func(r *row) []any { return []any{&r.at, &r.id} },
		`SELECT `+list.at()+`, `+list.Alias+`.id FROM `+list.Table+` `+list.Alias+` WHERE `+
			w.SQL()+list.order(direction)+db.Page(w.Args, window.Limit+1),
		append(w.Args, window.Offset)...)
	found := make([]paging.Key, len(rows))
	for i, r := range rows {
		found[i] = paging.Key{At: db.Instant(r.at), ID: r.id}
	}
	return found, err
}

// at returns the column of the instants.
func (l List) at() string { return l.Alias + `.` + cmp.Or(l.Instant, `at`) }

func (l List) order(direction string) string {
	return ` ORDER BY ` + l.at() + direction + `, ` + l.Alias + `.id` + direction
}

// conditions returns those of the list within a window. Of two bounds on one side only the narrower is left: an engine
// begins to read at one bound, and not always at the better one.
func (l List) conditions(window paging.Window) *db.Where {
	w := &db.Where{Conditions: slices.Clone(l.Where.Conditions), Args: slices.Clone(l.Where.Args)}
	at := l.at()
	beyond := func(sign string, key *paging.Key) {
		w.Only(`(` + at + `, ` + l.Alias + `.id) ` + sign + ` (` + w.Arg(db.Millis(key.At)) + `, ` + w.Arg(key.ID) + `)`)
	}
	switch {
	case window.After != nil && (l.Before == nil || window.After.At.Before(*l.Before)):
		beyond(`<`, window.After)
	case l.Before != nil:
		w.Only(at + ` < ` + w.Arg(db.Millis(*l.Before)))
	}
	switch {
	case window.Before != nil && (l.From == nil || !window.Before.At.Before(*l.From)):
		beyond(`>`, window.Before)
	case l.From != nil:
		w.Only(at + ` >= ` + w.Arg(db.Millis(*l.From)))
	}
	return w
}
