package lists

import (
	"context"
	"slices"
	"strings"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/text"
)

// mostPeople is how many people who match are looked up by their ids; of more, the account of each payment is checked.
// Tests lower it.
var mostPeople = 200_000

// found are the people who match words: their ids, or, if they are many, the words alone.
type found struct {
	words account.Filter
	ids   []int64
	many  bool
}

// peopleFound holds who matches the words of a filter.
type peopleFound struct {
	names  *found  // who matches the words that only people can match; nil: there are none
	byUUID []found // who matches each of the words that may also begin a uuid
}

// looked reports whether payments are looked up by people.
func (f peopleFound) looked() bool {
	return (f.names != nil || len(f.byUUID) > 0) && (f.names == nil || !f.names.many) &&
		!slices.ContainsFunc(f.byUUID, func(f found) bool { return f.many })
}

// wordsOf splits the searched words into those that only people can match (nil: none) and those that may also begin a
// uuid. A uuid may be copied as a list shows it.
func wordsOf(filter payment.Filter) (people *account.Filter, byUUID []string) {
	plain := []string{}
	for _, word := range strings.Fields(text.Fold(filter.Search)) {
		begins := strings.TrimSuffix(word, payment.ShortUUIDEnd)
		if len(begins) >= payment.LeastOfUUID && strings.Trim(begins, "0123456789abcdef-") == "" {
			byUUID = append(byUUID, begins)
		} else {
			plain = append(plain, word)
		}
	}
	words := func(typed string) string { return strings.Join(strings.Fields(text.Fold(typed)), " ") }
	looked := account.Filter{
		Search: strings.Join(plain, " "), LastName: words(filter.LastName), FirstName: words(filter.FirstName),
		Email: words(filter.Email),
	}
	if looked.ByWords() {
		people = &looked
	}
	return people, byUUID
}

// searchPeople finds who matches the words of a filter.
func (s *Lists) searchPeople(ctx context.Context, filter payment.Filter) (all peopleFound, err error) {
	find := func(words account.Filter) found {
		f := found{words: words}
		if err == nil {
			f.ids, f.many, err = s.people.IDs(ctx, words, mostPeople)
		}
		return f
	}
	names, byUUID := wordsOf(filter)
	if names != nil {
		all.names = new(find(*names))
	}
	for _, word := range byUUID {
		all.byUUID = append(all.byUUID, find(account.Filter{Search: word}))
	}
	return all, err
}

// words adds the condition that each searched word matches the person or, of some, the beginning of the uuid.
func (q *query) words(filter payment.Filter, people peopleFound, along bool) {
	switch {
	case people.names == nil:
	case along || people.names.many:
		q.Only(q.of(people.names, `p.account_id`, true))
	default: // CROSS makes SQLite begin with the people, and PostgreSQL knows how many they are
		q.from = q.db.EachID(&q.Args, people.names.ids) + ` CROSS JOIN payments p`
		q.Only(`p.account_id = i.id`)
	}
	_, words := wordsOf(filter)
	for i, word := range words {
		theirs := &people.byUUID[i]
		if along || theirs.many {
			q.Only(`(` + q.of(theirs, `p.account_id`, true) + ` OR ` + q.beginning(q.sign+`p`, word) + `)`)
			continue
		}
		q.Only(`p.id IN (SELECT x.id FROM payments x WHERE ` + q.of(theirs, `x.account_id`, false) +
			` UNION SELECT x.id FROM payments x WHERE ` + q.beginning(`x`, word) + `)`)
	}
}

// of is the condition that a column holds the account of somebody who was found; along the list, that of each row is
// checked.
func (q *query) of(people *found, column string, along bool) string {
	if people.many || along {
		return q.people.Matching(&q.Args, column, people.words)
	}
	return q.db.AmongIDs(&q.Args, column, people.ids)
}
