package store

import (
	"context"
	"strings"

	"consigne/internal/domain/account"
	"consigne/internal/domain/payment"
	"consigne/internal/kernel/text"
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

// sought finds the people who match the words of a filter, among people as they were when the call
// began. The ids for each set of words are computed once.
type sought struct {
	engine engine
	people []*person
	found  map[string][]int64
	along  bool // rows are read along the list: more than many people are checked row by row
}

// many is how many matching people make a check of each row quicker than a list of their ids.
const many = 20_000

func (s *Store) seek(ctx context.Context, filter payment.Filter) (*sought, error) {
	look := &sought{engine: s.engine, found: map[string][]int64{}}
	people, byUUID := wordsOf(filter)
	if people == nil && len(byUUID) == 0 {
		return look, nil
	}
	find := s.everybody
	if !s.people.read.Load() {
		find = func(ctx context.Context) ([]*person, error) { return s.peopleInDatabase(ctx, people, byUUID) }
	}
	list, err := find(ctx)
	look.people = list
	return look, err
}

// reading returns a copy for a query that reads along the list (true) or looks rows up (false).
func (l *sought) reading(along bool) *sought {
	other := *l
	other.along = along
	return &other
}

// ids lists the people who match all the words.
func (l *sought) ids(words account.Filter) []int64 {
	key := strings.Join([]string{words.Search, words.LastName, words.FirstName, words.Email}, "\n")
	ids, known := l.found[key]
	if !known {
		wanted := wantedBy(words)
		for _, one := range l.people {
			if wanted.matches(one) {
				ids = append(ids, one.id)
			}
		}
		l.found[key] = ids
	}
	return ids
}

// among is the condition that a column of account ids is one of a person who matches all the words.
func (l *sought) among(q *paymentQuery, column string, words account.Filter) string {
	ids := l.ids(words)
	if l.along && len(ids) > many {
		return `EXISTS (SELECT 1 FROM accounts a WHERE a.id = ` + column + ` AND a.deleted_at IS NULL AND ` + l.engine.holds(&q.args, wantedBy(words)) + `)`
	}
	return l.engine.amongIDs(&q.args, column, ids)
}

// askWords is the criterion of the searched words: each word matches the person or, for byUUID, the
// beginning of the uuid. Payments of people who match every word are counted from the rollup; the
// few others are counted one by one.
func askWords(people *account.Filter, byUUID []string, look *sought) asked {
	all := allWords(people, byUUID)
	of := func(q *paymentQuery, look *sought) {
		if people != nil {
			q.only(look.among(q, q.sign+`p.account_id`, *people))
		}
		for _, word := range byUUID {
			theirs := account.Filter{Search: word}
			if look.along {
				q.only(`(` + look.among(q, q.sign+`p.account_id`, theirs) + ` OR ` + q.beginning(`p`, word) + `)`)
			} else {
				q.only(q.sign + `p.id IN (SELECT x.id FROM payments x WHERE ` + look.among(q, `x.account_id`, theirs) +
					` UNION SELECT x.id FROM payments x WHERE ` + q.beginning(`x`, word) + `)`)
			}
		}
	}
	ask := asked{
		of:      func(q *paymentQuery) { of(q, look) },
		counted: counted(tallyAccount, func(q *paymentQuery) { q.only(look.reading(true).among(q, `t.value`, all)) }),
	}
	if len(byUUID) > 0 {
		ask.besides = func(q *paymentQuery) {
			begin := make([]string, len(byUUID))
			for i, word := range byUUID {
				begin[i] = q.beginning(`p`, word)
			}
			q.only(`(` + strings.Join(begin, ` OR `) + `)`)
			of(q, look.reading(true))
			q.only(`NOT (` + look.reading(true).among(q, q.sign+`p.account_id`, all) + `)`)
		}
	}
	return ask
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
