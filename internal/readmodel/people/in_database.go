package people

import (
	"context"
	"strings"

	"consigne/internal/db"
	"consigne/internal/domain/account"
)

// Until people are in memory, searches ask the database, which scans every account. One scan takes
// a tenth of the time of reading everybody into memory, and finds the same people.

// pageInDatabase returns the ids of one page of the people that a filter picks, and how many it
// picks in all.
func (x *Index) pageInDatabase(ctx context.Context, filter account.Filter, offset, limit int) (ids []int64, total int, err error) {
	expected, args := newPeopleFilter(filter), []any{}
	from := ` FROM accounts a WHERE a.deleted_at IS NULL AND ` + holds(x.db.OnSQLite(), &args, expected)
	there := ``
	if expected.operatorID != 0 {
		host := db.Mark(&args, expected.operatorID)
		from += ` AND EXISTS (SELECT 1 FROM account_operators k WHERE k.account_id = a.id AND k.operator_id = ` + host + `)`
		there = ` AND r.operator_id = ` + host
	}
	some := []string{}
	if filter.Admins {
		some = append(some, `a.is_admin`)
	}
	if len(filter.Roles) > 0 {
		some = append(some, `a.id IN (SELECT r.account_id FROM account_roles r WHERE r.role IN (`+db.Marks(&args, filter.Roles)+`)`+there+`)`)
	}
	if len(some) > 0 {
		from += ` AND (` + strings.Join(some, ` OR `) + `)`
	}
	counts, err := db.Collect(ctx, x.db.Committed(), "count people", func(n *int) []any { return []any{n} }, `SELECT COUNT(*)`+from, args...)
	if err != nil {
		return nil, 0, err
	}
	if total = counts[0]; total <= offset {
		return nil, total, nil
	}
	asBytes := ``
	if !x.db.OnSQLite() {
		asBytes = ` COLLATE "C"`
	}
	ids, err = db.Collect(ctx, x.db.Committed(), "look for people", func(id *int64) []any { return []any{id} }, `SELECT a.id`+from+
		` ORDER BY a.last_folded`+asBytes+`, a.first_folded`+asBytes+`, a.id LIMIT `+db.Mark(&args, limit)+` OFFSET `+db.Mark(&args, offset), args...)
	return ids, total, err
}

// inDatabase returns the people who match the filter (nil: none) or any of the words. Only
// their ids, names, e-mails and administrator bit are set.
func (x *Index) inDatabase(ctx context.Context, filter *account.Filter, words []string) ([]*person, error) {
	args, some := []any{}, []string{}
	if filter != nil {
		some = append(some, holds(x.db.OnSQLite(), &args, newPeopleFilter(*filter)))
	}
	for _, word := range words {
		some = append(some, holds(x.db.OnSQLite(), &args, peopleFilter{anywhere: []string{word}}))
	}
	rows, err := db.Collect(ctx, x.db.Committed(), "look for people", func(r *personRow) []any { return r.fields() },
		`SELECT `+personColumns+` FROM accounts a WHERE a.deleted_at IS NULL AND (`+strings.Join(some, ` OR `)+`)`, args...)
	list := make([]*person, len(rows))
	for i, row := range rows {
		list[i] = new(row.person())
	}
	return list, err
}

// Matching is the condition that the names and e-mail of an account a contain all the words of a
// filter.
func (x *Index) Matching(args *[]any, words account.Filter) string {
	return holds(x.db.OnSQLite(), args, newPeopleFilter(words))
}

// holds is the condition that the names and e-mail of an account a contain all the words.
func holds(onSQLite bool, args *[]any, expected peopleFilter) string {
	position := "strpos"
	if onSQLite {
		position = "instr"
	}
	conditions, anywhere := []string{`TRUE`}, []string{`TRUE`}
	for _, part := range []struct {
		columns string
		words   []string
	}{
		{"a.last_folded a.first_folded a.email_folded", expected.anywhere},
		{"a.last_folded", expected.lastName},
		{"a.first_folded", expected.firstName},
		{"a.email_folded", expected.email},
	} {
		for _, word := range part.words {
			holders, pattern := []string{}, db.Mark(args, word)
			for column := range strings.FieldsSeq(part.columns) {
				holders = append(holders, position+`(`+column+`, `+pattern+`) > 0`)
			}
			condition := `(` + strings.Join(holders, ` OR `) + `)`
			if len(holders) > 1 {
				anywhere = append(anywhere, condition)
			} else {
				conditions = append(conditions, condition)
			}
		}
	}
	found := strings.Join(anywhere, ` AND `)
	if expected.phone != "" {
		found = `(` + found + ` OR ` + position + `(a.phone, ` + db.Mark(args, expected.phone) + `) > 0)`
	}
	return found + ` AND ` + strings.Join(conditions, ` AND `)
}
