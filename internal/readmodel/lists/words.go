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

// sought finds the people who match the words of a filter.
type sought struct {
	db     *db.DB
	people *people.Index
	now    *people.Snapshot
	along  bool // rows are read along the list: more than many people are checked row by row
}

// many is how many matching people make a check of each row quicker than a list of their ids.
const many = 20_000

func (s *Lists) seek(ctx context.Context, filter payment.Filter) (*sought, error) {
	names, byUUID := wordsOf(filter)
	now, err := s.people.Now(ctx, names, byUUID)
	return &sought{db: s.db, people: s.people, now: now}, err
}

// reading returns a copy for a query that reads along the list (true) or looks rows up (false).
func (l *sought) reading(along bool) *sought {
	other := *l
	other.along = along
	return &other
}

// among is the condition that a column of account ids is one of a person who matches all the words.
func (l *sought) among(w *db.Where, column string, words account.Filter) string {
	ids := l.now.IDs(words)
	if l.along && len(ids) > many {
		return `EXISTS (SELECT 1 FROM accounts a WHERE a.id = ` + column + ` AND a.deleted_at IS NULL AND ` + l.people.Matching(&w.Args, words) + `)`
	}
	return l.db.AmongIDs(&w.Args, column, ids)
}

// askWords is the criterion of the searched words: each word matches the person or, for byUUID, the
// beginning of the uuid. Payments of people who match every word are counted from the rollup; the
// few others are counted one by one.
func askWords(people *account.Filter, byUUID []string, look *sought) asked {
	all := allWords(people, byUUID)
	of := func(q *paymentQuery, look *sought) {
		if people != nil {
			q.Only(look.among(&q.Where, q.sign+`p.account_id`, *people))
		}
		for _, word := range byUUID {
			theirs := account.Filter{Search: word}
			if look.along {
				q.Only(`(` + look.among(&q.Where, q.sign+`p.account_id`, theirs) + ` OR ` + q.beginning(`p`, word) + `)`)
			} else {
				q.Only(q.sign + `p.id IN (SELECT x.id FROM payments x WHERE ` + look.among(&q.Where, `x.account_id`, theirs) +
					` UNION SELECT x.id FROM payments x WHERE ` + q.beginning(`x`, word) + `)`)
			}
		}
	}
	ask := asked{
		of:      func(q *paymentQuery) { of(q, look) },
		counted: counted(rollups.ByAccount, func(w *db.Where) { w.Only(look.reading(true).among(w, `t.value`, all)) }),
	}
	if len(byUUID) > 0 {
		ask.besides = func(q *paymentQuery) {
			begin := make([]string, len(byUUID))
			for i, word := range byUUID {
				begin[i] = q.beginning(`p`, word)
			}
			q.Only(`(` + strings.Join(begin, ` OR `) + `)`)
			of(q, look.reading(true))
			q.Only(`NOT (` + look.reading(true).among(&q.Where, q.sign+`p.account_id`, all) + `)`)
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
