package lists

import (
	"context"
	"slices"
	"strings"

	"consigne/internal/db"
	"consigne/internal/domain/account"
	"consigne/internal/domain/payment"
	"consigne/internal/kernel/paging"
	"consigne/internal/kernel/text"
	"consigne/internal/readmodel/people"
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

// accountSearch holds the people who match the words of a filter, as they were when the call began.
type accountSearch struct {
	db          *db.DB
	people      *people.Index
	found       map[string]*foundPeople // by the words
	all         *foundPeople            // who match every word
	inListOrder bool                    // rows are read along the list, not looked up
	shown       int                     // how many payments the page ends after
	listed      []int64                 // the first payments of many people, in the order of the list, if they were read to be counted
}

// foundPeople holds the people who match words.
type foundPeople struct {
	words account.Filter
	people.Found
}

func (s *Lists) searchAccounts(ctx context.Context, filter payment.Filter) (*accountSearch, error) {
	search := &accountSearch{db: s.db, people: s.people, found: map[string]*foundPeople{}, all: &foundPeople{}}
	names, byUUID := wordsOf(filter)
	if names == nil && len(byUUID) == 0 {
		return search, nil
	}
	all := allWords(names, byUUID)
	looked := []account.Filter{all}
	if names != nil {
		looked = append(looked, *names)
	}
	for _, word := range byUUID {
		looked = append(looked, account.Filter{Search: word})
	}
	for _, words := range looked {
		if _, known := search.found[keyOf(words)]; known {
			continue
		}
		found, err := s.people.Among(ctx, words, manyAccounts)
		if err != nil {
			return nil, err
		}
		search.found[keyOf(words)] = &foundPeople{words, found}
	}
	search.all = search.found[keyOf(all)]
	return search, nil
}

// countedAtOnce is how many people's payments are counted before it is known whether there are many.
var countedAtOnce = 1000

// countOfPeople returns how many payments of the people there are. Far beyond paging.MostCounted, it is an estimate.
func (s *Lists) countOfPeople(ctx context.Context, filter payment.Filter, found *people.Found) (int, error) {
	total, counted := 0, 0
	for some := range slices.Chunk(found.IDs, countedAtOnce) {
		n, err := s.rollups.OfAccounts(ctx, some, func(w *db.Where) { ofKinds(w, filter) })
		if err != nil {
			return 0, err
		}
		if total, counted = total+n, counted+len(some); total > paging.MostCounted {
			return max(total, total*len(found.IDs)/counted), nil
		}
	}
	return total, nil
}

// withoutWords returns a filter without the words that people match, and those of Search that may begin a uuid.
func withoutWords(filter payment.Filter) payment.Filter {
	filter.Search, filter.LastName, filter.FirstName, filter.Email = "", "", "", ""
	return filter
}

func keyOf(words account.Filter) string {
	return strings.Join([]string{words.Search, words.LastName, words.FirstName, words.Email}, "\n")
}

// inOrder returns a copy for a query that reads along the list (true) or looks rows up (false).
func (l *accountSearch) inOrder(along bool) *accountSearch {
	other := *l
	other.inListOrder = along
	return &other
}

// among is the condition that a column of account ids is one of a person who matches all the words. Many people are checked
// row by row.
func (l *accountSearch) among(w *db.Where, column string, words account.Filter) string {
	found := l.found[keyOf(words)]
	if found.Many {
		return l.people.Matching(&w.Args, column, words)
	}
	among := l.db.AmongIDs(&w.Args, column, found.IDs)
	if len(found.IDs) > manyAccounts && !l.db.OnSQLite() {
		return `(` + among + `) IS TRUE` // PostgreSQL looks each row up in a hash of the ids, not each id up by index
	}
	return among
}

// wordCriterion is the criterion of the searched words: each word matches the person or, for byUUID, the
// beginning of the uuid. Payments of people who match every word are counted from the rollup, those of some of many people; the
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
		people:    &search.all.Found,
		some:      search.all.Many,
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
