package lists

import (
	"context"
	"strings"

	"consigne/internal/db"
	"consigne/internal/domain/account"
	"consigne/internal/domain/payment"
	"consigne/internal/kernel/text"
	"consigne/internal/readmodel/people"
	"consigne/internal/readmodel/rollups"
)

// wordsOf splits the searched words into those that only people can match (nil: none) and those
// that may also begin a uuid.
func wordsOf(filter payment.Filter) (people *account.Filter, byUUID []string) {
	plain := []string{}
	for _, word := range strings.Fields(text.Fold(filter.Search)) {
		if len(word) >= payment.LeastOfUUID && strings.Trim(word, "0123456789abcdef-") == "" {
			byUUID = append(byUUID, word)
		} else {
			plain = append(plain, word)
		}
	}
	words := func(typed string) string { return strings.Join(strings.Fields(text.Fold(typed)), " ") }
	looked := account.Filter{
		Search: strings.Join(plain, " "), LastName: words(filter.LastName), FirstName: words(filter.FirstName), Email: words(filter.Email),
	}
	if looked.Search+looked.LastName+looked.FirstName+looked.Email == "" {
		return nil, byUUID
	}
	return &looked, byUUID
}

// accountSearch finds the people who match the words of a filter.
type accountSearch struct {
	db          *db.DB
	people      *people.Index
	now         *people.Snapshot
	inListOrder bool // rows are read along the list: more than many people are checked row by row
}

// manyAccounts is how many matching people make a check of each row quicker than a list of their ids.
const manyAccounts = 20_000

func (s *Lists) searchAccounts(ctx context.Context, filter payment.Filter) (*accountSearch, error) {
	names, byUUID := wordsOf(filter)
	now, err := s.people.Now(ctx, names, byUUID)
	return &accountSearch{db: s.db, people: s.people, now: now}, err
}

// inOrder returns a copy for a query that reads along the list (true) or looks rows up (false).
func (l *accountSearch) inOrder(along bool) *accountSearch {
	other := *l
	other.inListOrder = along
	return &other
}

// among is the condition that a column of account ids is one of a person who matches all the words.
func (l *accountSearch) among(w *db.Where, column string, words account.Filter) string {
	ids := l.now.IDs(words)
	if l.inListOrder && len(ids) > manyAccounts {
		return `EXISTS (SELECT 1 FROM accounts a WHERE a.id = ` + column + ` AND a.deleted_at IS NULL AND ` + l.people.Matching(&w.Args, words) + `)`
	}
	return l.db.AmongIDs(&w.Args, column, ids)
}

// wordCriterion is the criterion of the searched words: each word matches the person or, for byUUID, the
// beginning of the uuid. Payments of people who match every word are counted from the rollup; the
// few others are counted one by one.
func wordCriterion(people *account.Filter, byUUID []string, search *accountSearch) criterion {
	all := allWords(people, byUUID)
	of := func(q *paymentQuery, search *accountSearch) {
		if people != nil {
			q.Only(search.among(&q.Where, q.sign+`p.account_id`, *people))
		}
		for _, word := range byUUID {
			theirs := account.Filter{Search: word}
			if search.inListOrder {
				q.Only(`(` + search.among(&q.Where, q.sign+`p.account_id`, theirs) + ` OR ` + q.beginning(`p`, word) + `)`)
			} else {
				q.Only(q.sign + `p.id IN (SELECT x.id FROM payments x WHERE ` + search.among(&q.Where, `x.account_id`, theirs) +
					` UNION SELECT x.id FROM payments x WHERE ` + q.beginning(`x`, word) + `)`)
			}
		}
	}
	c := criterion{
		condition: func(q *paymentQuery) { of(q, search) },
		rollups:   rollupCondition(rollups.ByAccount, func(w *db.Where) { w.Only(search.inOrder(true).among(w, `t.value`, all)) }),
	}
	if len(byUUID) > 0 {
		c.uncounted = func(q *paymentQuery) {
			begin := make([]string, len(byUUID))
			for i, word := range byUUID {
				begin[i] = q.beginning(`p`, word)
			}
			q.Only(`(` + strings.Join(begin, ` OR `) + `)`)
			of(q, search.inOrder(true))
			q.Only(`NOT (` + search.inOrder(true).among(&q.Where, q.sign+`p.account_id`, all) + `)`)
		}
	}
	return c
}

// allWords builds the filter of people who match every word, those of byUUID included.
func allWords(people *account.Filter, byUUID []string) account.Filter {
	all := account.Filter{}
	if people != nil {
		all = *people
	}
	all.Search = strings.TrimSpace(all.Search + " " + strings.Join(byUUID, " "))
	return all
}
