package store

import (
	"slices"
	"strconv"
	"strings"

	"consigne/internal/domain/payment"
	"consigne/internal/kernel/clock"
)

// paymentQuery is what a filter makes of the list of payments p. A sign before a column
// tells the engine not to look it up in an index, and changes nothing else.
type paymentQuery struct {
	conditions []string
	args       []any
	sign       string
}

func (q *paymentQuery) arg(value any) string { return mark(&q.args, value) }

func (q *paymentQuery) only(condition string) { q.conditions = append(q.conditions, condition) }

func (q *paymentQuery) where() string {
	return strings.Join(append([]string{`TRUE`}, q.conditions...), ` AND `)
}

// inside keeps to the operator, and to what are no tests.
func (q *paymentQuery) inside(filter payment.Filter) {
	if filter.OperatorID != 0 {
		q.only(q.sign + `p.operator_id = ` + q.arg(filter.OperatorID))
	}
	if filter.WithoutTests {
		q.only(`p.is_test = FALSE`)
	}
	if filter.StaysOnly {
		q.only(`+p.use_bits IS NOT NULL`)
	}
}

// within keeps a column of instants, or days, to a span.
func (q *paymentQuery) within(column string, span payment.Span) {
	if span.From != nil {
		q.only(column + ` >= ` + q.arg(millis(*span.From)))
	}
	if span.Before != nil {
		q.only(column + ` < ` + q.arg(millis(*span.Before)))
	}
}

// between keeps a column of numbers to two bounds, both included.
func between[N ~int64](q *paymentQuery, column string, least, most *N) {
	if least != nil {
		q.only(column + ` >= ` + q.arg(int64(*least)))
	}
	if most != nil {
		q.only(column + ` <= ` + q.arg(int64(*most)))
	}
}

// asked is one thing that a filter asks of payments.
type asked struct {
	// of says it of payments p.
	of func(q *paymentQuery)
	// counted says it of tallies t; nil: they do not know.
	counted func(q *paymentQuery)
	// but says of tallies t which of those are too many; nil: none.
	but func(q *paymentQuery)
	// besides are payments p that the tallies leave out.
	besides func(q *paymentQuery)
	// daily tells that the tallies know it by day and month of the start, too.
	daily bool
	// inOrder tells that the index of the order holds what it takes to check it.
	inOrder bool
	// ofStay tells that it leaves subscriptions out.
	ofStay bool
	// ordered tells that its index lists the payments in order.
	ordered bool
}

// fewMinutes are so few that those of shorter stays are added up in less time than those
// of longer ones.
const fewMinutes = 240

// asks lists what a filter asks beside the operator, the tests and the start. People
// are looked up in their index, or else checked along the list.
func asks(filter payment.Filter, look *sought) []asked {
	list := []asked{}
	for _, of := range []struct {
		dimension, column string
		span              payment.Span
	}{
		{tallyEnded, `p.ended_at`, filter.Ended}, {tallySettled, `p.settled_at`, filter.Settled}, {tallyPresented, `p.presented_at`, filter.Presented},
	} {
		if of.span != (payment.Span{}) {
			list = append(list, asked{of: func(q *paymentQuery) {
				q.within(q.sign+of.column, of.span)
				if of.span.Before != nil { // nothing happens to a payment before its start
					q.only(q.sign + `p.started_at < ` + q.arg(millis(*of.span.Before)))
				}
			}, ofStay: of.dimension == tallyEnded, counted: countedDays(of.dimension, of.span)})
		}
	}
	if filter.MinMinutes != nil || filter.MaxMinutes != nil {
		ask := asked{
			inOrder: true,
			of:      func(q *paymentQuery) { between(q, q.sign+`p.minutes`, filter.MinMinutes, filter.MaxMinutes) },
			daily:   true,
			ofStay:  true,
			counted: counted(tallyMinutes, func(q *paymentQuery) { between(q, `t.value`, filter.MinMinutes, filter.MaxMinutes) }),
		}
		if filter.MaxMinutes == nil && *filter.MinMinutes <= fewMinutes {
			ended := useBitsOf([]payment.UseStatus{payment.UseEnded}, nil)
			ask.counted = counted(tallyUse, func(q *paymentQuery) { q.only(`t.value IN (` + marks(&q.args, ended) + `)`) })
			ask.but = counted(tallyMinutes, func(q *paymentQuery) { q.only(`t.value < ` + q.arg(*filter.MinMinutes)) })
		}
		list = append(list, ask)
	}
	if filter.MinAmount != nil || filter.MaxAmount != nil {
		list = append(list, asked{
			inOrder: true,
			of: func(q *paymentQuery) {
				q.only(`p.status <> 'RUNNING'`)
				between(q, q.sign+`p.amount`, filter.MinAmount, filter.MaxAmount)
			},
			daily:   true,
			counted: counted(tallyAmount, func(q *paymentQuery) { between(q, `t.value`, filter.MinAmount, filter.MaxAmount) }),
		})
	}
	if len(filter.StationIDs)+len(filter.LockerIDs)+len(filter.LockerTypes) > 0 {
		list = append(list, asked{
			inOrder: true,
			of:      func(q *paymentQuery) { q.lockers(q.sign+`p.locker_id`, filter) },
			daily:   len(filter.LockerIDs) == 0 && (len(filter.StationIDs) == 0 || len(filter.LockerTypes) == 0),
			ofStay:  true,
			counted: countedLockers(filter),
			ordered: len(filter.LockerIDs) == 1 && len(filter.StationIDs)+len(filter.LockerTypes) == 0,
		})
	}
	if len(filter.Statuses) > 0 {
		list = append(list, asked{
			inOrder: true,
			daily:   true,
			of:      func(q *paymentQuery) { q.only(q.sign + `p.status IN (` + marks(&q.args, filter.Statuses) + `)`) },
			counted: countedStatuses(filter.Statuses),
			ordered: len(filter.Statuses) == 1,
		})
	}
	if bits := useBitsOf(filter.UseStatuses, filter.StopReasons); len(filter.UseStatuses)+len(filter.StopReasons) > 0 {
		list = append(list, asked{
			inOrder: true,
			of:      func(q *paymentQuery) { q.only(q.sign + `p.use_bits IN (` + marks(&q.args, bits) + `)`) },
			daily:   true,
			ofStay:  true,
			counted: counted(tallyUse, func(q *paymentQuery) { q.only(`t.value IN (` + marks(&q.args, bits) + `)`) }),
		})
	}
	if filter.UUID != "" {
		prefix := strings.ToLower(filter.UUID)
		list = append(list, asked{of: func(q *paymentQuery) { q.only(q.beginning(q.sign+`p`, prefix)) }, counted: countedUUIDs(prefix)})
	}
	if people, byUUID := wordsOf(filter); people != nil || len(byUUID) > 0 {
		list = append(list, askWords(people, byUUID, look))
	}
	return list
}

func counted(dimension string, of func(q *paymentQuery)) func(q *paymentQuery) {
	return func(q *paymentQuery) {
		q.only(`t.dimension = ` + q.arg(dimension))
		of(q)
	}
}

// countedLockers asks the tallies for stations or types if no lockers are named.
func countedLockers(filter payment.Filter) func(q *paymentQuery) {
	switch {
	case len(filter.LockerIDs) == 0 && len(filter.LockerTypes) == 0:
		return counted(tallyStation, func(q *paymentQuery) { q.only(`t.value IN (` + marks(&q.args, filter.StationIDs) + `)`) })
	case len(filter.LockerIDs) == 0 && len(filter.StationIDs) == 0:
		return counted(tallyType, func(q *paymentQuery) { q.only(`t.value IN (` + marks(&q.args, filter.LockerTypes) + `)`) })
	}
	return counted(tallyLocker, func(q *paymentQuery) { q.lockers(`t.value`, filter) })
}

// countedStatuses asks the tallies for some statuses.
func countedStatuses(statuses []payment.Status) func(q *paymentQuery) {
	dimensions := make([]string, len(statuses))
	for i, status := range statuses {
		dimensions[i] = tallyStatus(status)
	}
	return func(q *paymentQuery) { q.only(`t.dimension IN (` + marks(&q.args, dimensions) + `)`) }
}

// countedDays asks the tallies for whole days of Paris; nil: the span is not made of them.
func countedDays(dimension string, span payment.Span) func(q *paymentQuery) {
	if !span.WholeDays() {
		return nil
	}
	return counted(dimension, func(q *paymentQuery) {
		if span.From != nil {
			q.only(`t.value >= ` + q.arg(int64(clock.DayOf(*span.From))))
		}
		if span.Before != nil {
			q.only(`t.value < ` + q.arg(int64(clock.DayOf(*span.Before))))
		}
	})
}

// countedUUIDs asks the tallies for one or two digits; nil: these are more, or none.
func countedUUIDs(prefix string) func(q *paymentQuery) {
	first, err := strconv.ParseInt((prefix + "0")[:2], 16, 64)
	if err != nil || len(prefix) > 2 {
		return nil
	}
	last := first
	if len(prefix) == 1 {
		last += 15
	}
	return counted(tallyUUID, func(q *paymentQuery) { between(q, `t.value`, &first, &last) })
}

// lockers keeps a column to the lockers that the filter names.
func (q *paymentQuery) lockers(column string, filter payment.Filter) {
	if len(filter.LockerIDs) > 0 {
		q.only(column + ` IN (` + marks(&q.args, filter.LockerIDs) + `)`)
	}
	some := []string{}
	if len(filter.StationIDs) > 0 {
		some = append(some, `l.station_id IN (`+marks(&q.args, filter.StationIDs)+`)`)
	}
	if len(filter.LockerTypes) > 0 {
		some = append(some, `l.type_id IN (`+marks(&q.args, filter.LockerTypes)+`)`)
	}
	if len(some) > 0 {
		q.only(column + ` IN (SELECT l.id FROM lockers l WHERE ` + strings.Join(some, ` AND `) + `)`)
	}
}

// useBitsOf lists the sets of bits of stays that have one of the statuses, and one of
// the reasons to stop.
func useBitsOf(statuses, reasons []payment.UseStatus) []int64 {
	fits := map[payment.UseStatus]func(bits int64) bool{
		payment.UseRunning: func(bits int64) bool { return bits&payment.EndedBit == 0 },
		payment.UseEnded:   func(bits int64) bool { return bits&payment.EndedBit != 0 },
		payment.UseOverrun: func(bits int64) bool { return bits&(payment.OverrunBit|payment.RemovedBit) != 0 },
		payment.UseRemoved: func(bits int64) bool { return bits&payment.RemovedBit != 0 },
	}
	list := []int64{}
	for bits := range payment.EndedBit + payment.OverrunBit + payment.RemovedBit + 1 {
		has := func(asked []payment.UseStatus) bool {
			return len(asked) == 0 || slices.ContainsFunc(asked, func(status payment.UseStatus) bool { return fits[status](bits) })
		}
		if has(statuses) && has(reasons) {
			list = append(list, bits)
		}
	}
	return list
}

// beginning finds the payments whose uuid begins so.
func (q *paymentQuery) beginning(of, prefix string) string {
	return `(` + of + `.uuid >= ` + q.arg(prefix) + ` AND ` + of + `.uuid < ` + q.arg(prefix+"\U0010ffff") + `)`
}
