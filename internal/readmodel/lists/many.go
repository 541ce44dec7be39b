package lists

import (
	"context"
	"time"

	"consigne/internal/domain/payment"
	"consigne/internal/kernel/paging"
	"consigne/internal/readmodel/rollups"
)

// What it takes to find payments of people, in payments that PostgreSQL reads along the list while it has the ids of all people who
// match (0.4 µs each on a slow machine).
const (
	accountCheck = 4  // to look the account of a payment up, and check the words
	accountRead  = 16 // to find an account by the words, and pass its id
	monthLookup  = 6  // to look an account up in the payments of a month
)

// manyAccounts is how many people who match are read in any case. Beyond it, the others are read where it costs less than to check
// the person of each payment, up to mostAccounts.
var manyAccounts, mostAccounts = 5_000, 100_000

// toRead returns how many payments, of so many, are read until paging.MostCounted of them are those of people who match.
func (f *foundPeople) toRead(payments int) int {
	return min(payments, int(paging.MostCounted/f.Share))
}

// checking returns what it takes to check whether so many payments are those of people who match, and whether it takes less to read
// all these people first.
func (f *foundPeople) checking(payments int) (cost int, readFirst bool) {
	each, first := accountCheck*payments, accountRead*f.Expected()+payments
	return min(each, first), first < each
}

// countSome counts payments of some of the many people who match the words: mostly enough to know that there are more than
// paging.MostCounted. It also returns how many payments match the rest of the filter, at most. It does not count, and returns 0, if
// these are few, or sooner read.
func (s *Lists) countSome(ctx context.Context, filter payment.Filter, search *accountSearch, list []criterion) (total, beside int, err error) {
	if beside, err = s.countPayments(ctx, withoutCriteria(filter), search); err != nil {
		return 0, 0, err
	}
	if len(list) == 1 && filter.Started == (payment.Span{}) {
		total, err = s.sumRollups(ctx, filter, list[0], rollups.AllTime)
		return total, beside, err
	}
	for _, c := range list {
		if c.some {
			continue
		}
		found, err := s.countCriterion(ctx, filter, c)
		if err != nil {
			return 0, 0, err
		}
		beside = min(beside, found)
	}
	if beside <= 20*paging.MostCounted {
		return 0, beside, nil
	}
	if sooner, err := s.soonerRead(ctx, filter, search.all, beside); err != nil || sooner {
		return 0, beside, err
	}
	q := &paymentQuery{}
	if s.db.OnSQLite() {
		q.sign = "+"
	}
	q.inside(filter)
	q.within(q.sign+`p.started_at`, filter.Started)
	for _, c := range list {
		if !c.some {
			c.condition(q)
		}
	}
	q.Only(s.db.AmongIDs(&q.Args, `p.account_id`, search.all.IDs))
	total, err = s.countUpTo(ctx, filter, q)
	return total, beside, err
}

// findAll reads the people who match, if there are many and that costs less than to check the persons of so many payments. It
// reports whether it did.
func (s *Lists) findAll(ctx context.Context, search *accountSearch, payments int) (bool, error) {
	_, readFirst := search.all.checking(payments)
	if !search.all.Many || len(search.all.IDs) > manyAccounts || !readFirst {
		return false, nil
	}
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

// soonerRead reports whether PostgreSQL finds more than paging.MostCounted payments of the people sooner among those of the
// rest of the filter, of which there are beside, than by looking up the people whose ids are known. SQLite has no months: it looks up.
func (s *Lists) soonerRead(ctx context.Context, filter payment.Filter, found *foundPeople, beside int) (bool, error) {
	if s.db.OnSQLite() {
		return false, nil
	}
	checking, _ := found.checking(found.toRead(beside))
	needed := int(float64(paging.MostCounted) * float64(found.Of) / float64(beside)) // who have enough, if all have the same number
	lookups, err := s.lookups(ctx, needed, filter.Started)
	return needed > len(found.IDs) || checking < lookups, err
}

// lookups returns what it takes PostgreSQL to look up the payments of some people that began in a span, in each month of it. It
// returns 0 on SQLite, which has no months.
func (s *Lists) lookups(ctx context.Context, people int, started payment.Span) (int, error) {
	if s.db.OnSQLite() {
		return 0, nil
	}
	from, err := s.db.MonthsBegin(ctx)
	before := time.Now()
	if started.From != nil && started.From.After(from) {
		from = *started.From
	}
	if started.Before != nil && started.Before.Before(before) {
		before = *started.Before
	}
	months := 1 + max(0, int(before.Sub(from)/(30*24*time.Hour)))
	return monthLookup * people * months, err
}
