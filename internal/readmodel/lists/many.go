package lists

import (
	"context"
	"time"

	"consigne/internal/domain/payment"
	"consigne/internal/kernel/paging"
	"consigne/internal/readmodel/people"
	"consigne/internal/readmodel/rollups"
)

// What it takes to find payments of people, in payments that are read along the list and looked up among the ids of all people who
// match (0.25 µs each).
const (
	accountCheck  = 12 // to look the account of a payment up, and check the words
	accountRead   = 6  // to find an account by the words, and pass its id
	accountRollup = 28 // to look the number of its payments up
	monthLookup   = 15 // to look an account up in the payments of a month of PostgreSQL
)

// manyAccounts is how many people who match are read in any case. Beyond it, the others are read where it costs less than to check
// the person of each payment, up to mostAccounts.
var manyAccounts, mostAccounts = 5_000, 100_000

// toRead returns how many payments, of so many, are read until so many are found that are those of people.
func toRead(of people.Found, payments, found int) int {
	return min(payments, int(float64(found)/of.Share))
}

// checking returns what it takes to check whether so many payments are those of people who match, and whether it takes less to read
// all these people first, if they are not too many for that.
func (f *foundPeople) checking(payments int) (cost int, readFirst bool) {
	each, first := accountCheck*payments, accountRead*f.Expected()+payments
	if f.Expected() > mostAccounts {
		return each, false
	}
	return min(each, first), first < each
}

// countMany counts payments of people who are too many to look all of them up, not far beyond paging.MostCounted. It reports whether
// it did; else it takes less to check the account of each payment.
func (s *Lists) countMany(ctx context.Context, filter payment.Filter, search *accountSearch, list []criterion) (total int, counted bool, err error) {
	beside, err := s.countBeside(ctx, filter, search, list)
	if err != nil {
		return 0, false, err
	}
	all, reading := search.all, toRead(search.all.Found, beside, paging.MostCounted)
	checking, readFirst := all.checking(reading)
	if !readFirst || accountCheck*toRead(all.Found, beside, search.shown) < checking { // else the page takes longer than all of them
		if total, err = s.countSome(ctx, filter, search, list, beside, checking); err != nil || total > paging.MostCounted {
			return total, true, err
		}
	}
	if !readFirst {
		return 0, false, nil
	}
	if found, err := s.findAll(ctx, search); err != nil || !found {
		return 0, false, err
	}
	if wordsAlone(filter, list) && accountRollup*len(all.IDs) < reading {
		total, err = s.sumRollups(ctx, filter, list[0], rollups.AllTime)
		return total, true, err
	}
	search.listed, err = s.list(ctx, filter, search, reading, beside)
	return len(search.listed), true, err
}

// wordsAlone reports whether a filter of these criteria has words and nothing else, so that rollups count the payments of people.
func wordsAlone(filter payment.Filter, list []criterion) bool {
	return len(list) == 1 && filter.Started == (payment.Span{}) && !filter.NotPostponed
}

// countBeside returns how many payments match the filter without its words, at most.
func (s *Lists) countBeside(ctx context.Context, filter payment.Filter, search *accountSearch, list []criterion) (int, error) {
	beside, err := s.countPayments(ctx, withoutCriteria(filter), search)
	for _, c := range list {
		if c.some || err != nil {
			continue
		}
		var found int
		found, err = s.countCriterion(ctx, filter, c)
		beside = min(beside, found)
	}
	return beside, err
}

// countSome counts payments of some of the many people who match the words: mostly enough to know that there are more than
// paging.MostCounted. It does not count, and returns 0, if that takes longer than to count those of all, which takes most.
func (s *Lists) countSome(ctx context.Context, filter payment.Filter, search *accountSearch, list []criterion, beside, most int) (int, error) {
	some, err := s.some(ctx, filter, search.all)
	if err != nil {
		return 0, err
	}
	if wordsAlone(filter, list) {
		return s.countOfPeople(ctx, filter, &some)
	}
	reading := toRead(some, beside, paging.MostCounted)
	if reading == beside { // not enough of these are theirs, if all people have the same number
		return 0, nil
	}
	lookups, err := s.lookups(ctx, len(some.IDs)*reading/beside, filter.Started)
	if err != nil || min(lookups, reading) > most {
		return 0, err
	}
	q := &paymentQuery{db: s.db}
	if s.db.OnSQLite() {
		q.sign = "+"
	}
	q.inside(filter)
	q.started(filter.Started)
	for _, c := range list {
		if !c.some {
			c.condition(q)
		}
	}
	from, among := `payments p`, s.db.AmongIDs(&q.Args, `p.account_id`, some.IDs)
	if reading < lookups {
		from, among = s.alongList(q, ``), `(`+among+`) IS TRUE`
	}
	q.Only(among)
	return s.countUpTo(ctx, filter, q, from)
}

// some returns those whose ids were read of the many people who match, with their share. In the list of an operator these are of the
// people whom it knows, if there are any: most who have payments there.
func (s *Lists) some(ctx context.Context, filter payment.Filter, all *foundPeople) (people.Found, error) {
	some := all.Found
	if filter.OperatorID != 0 {
		words := all.words
		words.OperatorID = filter.OperatorID
		known, err := s.people.Among(ctx, words, manyAccounts)
		if err != nil {
			return some, err
		}
		if len(known.IDs) > 0 {
			some = known
		}
	}
	some.Share = float64(len(some.IDs)) / float64(some.Of)
	return some, nil
}

// alongList returns what a query reads to look the account of each payment up among many ids. PostgreSQL would hash these again for
// each partition, were they a condition among the others.
func (s *Lists) alongList(q *paymentQuery, order string) (from string) {
	if s.db.OnSQLite() {
		return `payments p`
	}
	from = `(SELECT p.* FROM payments p WHERE ` + q.SQL() + order + ` OFFSET 0) p`
	q.Conditions = nil
	return from
}

// findAll reads all people who match, if they are not too many. It reports whether it did.
func (s *Lists) findAll(ctx context.Context, search *accountSearch) (bool, error) {
	for _, found := range search.found {
		if !found.Many {
			continue
		}
		all, err := s.people.Among(ctx, found.words, mostAccounts)
		if err != nil {
			return false, err
		}
		found.Found = all
	}
	return !search.all.Many, nil
}

// list returns the payments of people who were all read, in the order of the list, not far beyond paging.MostCounted. It takes the
// reading of some of the payments, beside of them all, that match the filter without its words.
func (s *Lists) list(ctx context.Context, filter payment.Filter, search *accountSearch, reading, beside int) ([]int64, error) {
	months, err := s.months(ctx, filter.Started)
	if err != nil {
		return nil, err
	}
	return s.latest(ctx, filter, 1+2*months*reading/beside, paging.MostCounted+1, func(filter payment.Filter) ([]int64, error) {
		q, err := s.paymentQuery(ctx, withoutWords(filter), search)
		if err != nil {
			return nil, err
		}
		from := s.alongList(q, newestFirst)
		q.sign = "+"
		people, byUUID := wordsOf(filter)
		wordCriterion(people, byUUID, search.inOrder(true)).condition(q)
		return s.paymentIDs(ctx, from, q, newestFirst, 0, paging.MostCounted+1)
	})
}

// lookups returns what it takes PostgreSQL to look up the payments of some people that began in a span, in each month of it. It
// returns 0 on SQLite, which has no months.
func (s *Lists) lookups(ctx context.Context, people int, started payment.Span) (int, error) {
	if s.db.OnSQLite() {
		return 0, nil
	}
	months, err := s.months(ctx, started)
	return monthLookup * people * months, err
}

// months returns how many months of payments a span of starts has.
func (s *Lists) months(ctx context.Context, started payment.Span) (int, error) {
	from, err := s.db.MonthsBegin(ctx)
	before := time.Now()
	if started.From != nil && started.From.After(from) {
		from = *started.From
	}
	if started.Before != nil && started.Before.Before(before) {
		before = *started.Before
	}
	return 1 + max(0, int(before.Sub(from)/(30*24*time.Hour))), err
}
