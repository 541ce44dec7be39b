package store

import (
	"context"
	"strings"

	"consigne/internal/domain/account"
	"consigne/internal/domain/payment"
	"consigne/internal/kernel/text"
)

// wordsOf separates what is looked for in people alone (nil: nothing) from the words
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

// sought finds, among people as they were when the call began, those whom the words of
// its filter are about; each set of words once.
type sought struct {
	engine engine
	people []*person
	found  map[string][]int64
	along  bool // people are checked row by row, where many are found
}

// many is how many people it takes for checking rows to be quicker than a list of them.
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

// reading returns the same, for rows that are read along or looked up.
func (l *sought) reading(along bool) *sought {
	other := *l
	other.along = along
	return &other
}

// ids lists those who have all the words.
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

// among keeps a column of accounts to those who have all the words.
func (l *sought) among(q *paymentQuery, column string, words account.Filter) string {
	ids := l.ids(words)
	if l.along && len(ids) > many {
		return `EXISTS (SELECT 1 FROM accounts a WHERE a.id = ` + column + ` AND a.deleted_at IS NULL AND ` + l.engine.holds(&q.args, wantedBy(words)) + `)`
	}
	return l.engine.amongIDs(&q.args, column, ids)
}

// askWords asks for people, and for words that are theirs or begin the uuid. Those of
// whom all is theirs are tallied; the others are few, and counted.
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

// allWords looks for all of them in people.
func allWords(people *account.Filter, byUUID []string) account.Filter {
	all := account.Filter{}
	if people != nil {
		all = *people
	}
	all.Search = strings.TrimSpace(all.Search + " " + strings.Join(byUUID, " "))
	return all
}
