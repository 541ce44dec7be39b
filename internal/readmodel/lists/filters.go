package lists

import (
	"strconv"
	"strings"

	"consigne/internal/db"
	"consigne/internal/domain/payment"
	"consigne/internal/domain/worklist"
	"consigne/internal/kernel/clock"
	"consigne/internal/readmodel/people"
	"consigne/internal/readmodel/rollups"
)

// paymentQuery collects the SQL conditions of a filter on payments p. A plus sign before a column
// keeps SQLite from using an index on it, and changes nothing else.
type paymentQuery struct {
	db.Where
	db   *db.DB
	sign string
}

// inside restricts payments to the operator, and leaves out tests and subscription terms if the
// filter says so.
func (q *paymentQuery) inside(filter payment.Filter) {
	if filter.OperatorID != 0 {
		q.Only(q.sign + `p.operator_id = ` + q.Arg(filter.OperatorID))
	}
	if filter.WithoutTests {
		q.Only(`p.is_test = FALSE`)
	}
	if filter.StaysOnly {
		q.Only(`+p.use_bits IS NOT NULL`)
	}
	if filter.NotPostponed {
		q.Only(`NOT EXISTS (SELECT 1 FROM worklist_handlings h WHERE h.operator_id = p.operator_id AND h.kind = '` + string(worklist.KindPayment) + `'
			AND h.object_id = p.id AND h.since = p.presented_at AND h.postponed_until > ` + q.Arg(db.Millis(filter.Now)) + `)`)
	}
}

// within restricts a column of instants to a span.
func (q *paymentQuery) within(column string, span payment.Span) {
	if span.From != nil {
		q.Only(column + ` >= ` + q.Arg(db.Millis(*span.From)))
	}
	if span.Before != nil {
		q.Only(column + ` < ` + q.Arg(db.Millis(*span.Before)))
	}
}

// started restricts payments to those that began in a span, and to the partitions of its months.
func (q *paymentQuery) started(span payment.Span) {
	q.within(q.sign+`p.started_at`, span)
	q.db.Months(&q.Where, `p.id`, db.MillisOrNull(span.From), db.MillisOrNull(span.Before))
}

// refunded restricts payments to those with a refund in one of the states.
func (q *paymentQuery) refunded(states []payment.RefundState) {
	some := make([]string, len(states))
	for i, state := range states {
		some[i] = map[payment.RefundState]string{payment.RefundMade: `p.refunded > p.refund_pending`, payment.RefundWaiting: `p.refund_pending > 0`}[state]
	}
	q.Only(q.sign + `p.refunded > 0 AND (` + strings.Join(some, ` OR `) + `)`)
}

// criterion is one criterion of a filter on payments.
type criterion struct {
	// condition adds the criterion as a condition on payments p.
	condition func(q *paymentQuery)
	// rollups selects the rollup rows that count it; nil: no rollup does.
	rollups *rollupRows
	// people holds, instead of rollups, those whose payments it counts by account; nil: it is not about people.
	people *people.Found
	// subtracted selects rollup rows whose count is subtracted from that of rollups; nil: none.
	subtracted *rollupRows
	// uncounted selects payments p that match but are not in the rollups selected by rollups; nil: none.
	uncounted func(q *paymentQuery)
	// some reports whether people are only some of those who match.
	some bool
	// daily reports whether the rollup also has rows by day and by month of the start.
	daily bool
	// inOrder reports whether the index of the list order holds the columns of the criterion.
	inOrder bool
	// ofStay reports whether the criterion excludes subscriptions.
	ofStay bool
	// ordered reports whether the index of the criterion lists the payments in list order.
	ordered bool
}

// counted reports whether rollups count the criterion.
func (c criterion) counted() bool { return c.rollups != nil || c.people != nil }

// rollupRows selects rollup rows t.
type rollupRows struct {
	dimensions []string
	condition  func(w *db.Where)
}

// fewMinutes is the longest lower bound for which all ended stays less the shorter ones are added
// up faster than the longer ones.
const fewMinutes = 240

// criteria lists the criteria of a filter other than operator, tests and start. People are looked up by
// index or checked row by row, as look says.
func criteria(filter payment.Filter, search *accountSearch) []criterion {
	list := []criterion{}
	for _, of := range []struct {
		dimension, column string
		span              payment.Span
	}{
		{rollups.ByEnded, `p.ended_at`, filter.Ended}, {rollups.BySettled, `p.settled_at`, filter.Settled}, {rollups.ByPresented, `p.presented_at`, filter.Attempted},
	} {
		if of.span != (payment.Span{}) {
			list = append(list, criterion{condition: func(q *paymentQuery) {
				q.within(q.sign+of.column, of.span)
				q.started(payment.Span{Before: of.span.Before}) // nothing happens to a payment before its start
			}, ofStay: of.dimension == rollups.ByEnded, rollups: rollupsOfDays(of.dimension, of.span)})
		}
	}
	if filter.MinMinutes != nil || filter.MaxMinutes != nil {
		c := criterion{
			inOrder:   true,
			condition: func(q *paymentQuery) { db.Between(&q.Where, q.sign+`p.minutes`, filter.MinMinutes, filter.MaxMinutes) },
			daily:     true,
			ofStay:    true,
			rollups:   rollupCondition(rollups.ByMinutes, func(w *db.Where) { db.Between(w, `t.value`, filter.MinMinutes, filter.MaxMinutes) }),
		}
		if filter.MaxMinutes == nil && *filter.MinMinutes <= fewMinutes {
			ended := payment.StayBitsOf([]payment.StayStatus{payment.StayEnded}, nil)
			c.rollups = rollupCondition(rollups.ByStayState, func(w *db.Where) { w.Only(`t.value IN (` + db.Marks(&w.Args, ended) + `)`) })
			c.subtracted = rollupCondition(rollups.ByMinutes, func(w *db.Where) { w.Only(`t.value < ` + w.Arg(*filter.MinMinutes)) })
		}
		list = append(list, c)
	}
	if filter.MinAmount != nil || filter.MaxAmount != nil {
		list = append(list, criterion{
			inOrder: true,
			condition: func(q *paymentQuery) {
				q.Only(`p.status <> 'RUNNING'`)
				db.Between(&q.Where, q.sign+`p.amount`, filter.MinAmount, filter.MaxAmount)
			},
			daily:   true,
			rollups: rollupCondition(rollups.ByAmount, func(w *db.Where) { db.Between(w, `t.value`, filter.MinAmount, filter.MaxAmount) }),
		})
	}
	if len(filter.StationIDs)+len(filter.LockerIDs)+len(filter.LockerTypes) > 0 {
		list = append(list, criterion{
			inOrder:   true,
			condition: func(q *paymentQuery) { inLockers(&q.Where, q.sign+`p.locker_id`, filter) },
			daily:     len(filter.LockerIDs) == 0 && (len(filter.StationIDs) == 0 || len(filter.LockerTypes) == 0),
			ofStay:    true,
			rollups:   rollupsOfLockers(filter),
			ordered:   len(filter.LockerIDs) == 1 && len(filter.StationIDs)+len(filter.LockerTypes) == 0,
		})
	}
	if len(filter.Refunds) > 0 {
		list = append(list, criterion{
			condition: func(q *paymentQuery) { q.refunded(filter.Refunds) },
			daily:     true,
			rollups: rollupCondition(rollups.ByRefunded, func(w *db.Where) {
				w.Only(`t.value IN (` + db.Marks(&w.Args, payment.RefundBitsOf(filter.Refunds)) + `)`)
			}),
		})
	}
	if len(filter.Statuses) > 0 {
		list = append(list, criterion{
			inOrder:   true,
			daily:     true,
			condition: func(q *paymentQuery) { q.Only(q.sign + `p.status IN (` + db.Marks(&q.Args, filter.Statuses) + `)`) },
			rollups:   rollupsOfStatuses(filter.Statuses),
			ordered:   len(filter.Statuses) == 1,
		})
	}
	if bits := payment.StayBitsOf(filter.StayStatuses, filter.StopReasons); len(filter.StayStatuses)+len(filter.StopReasons) > 0 {
		list = append(list, criterion{
			inOrder:   true,
			condition: func(q *paymentQuery) { q.Only(q.sign + `p.use_bits IN (` + db.Marks(&q.Args, bits) + `)`) },
			daily:     true,
			ofStay:    true,
			rollups:   rollupCondition(rollups.ByStayState, func(w *db.Where) { w.Only(`t.value IN (` + db.Marks(&w.Args, bits) + `)`) }),
		})
	}
	if filter.UUID != "" {
		prefix := strings.ToLower(filter.UUID)
		list = append(list, criterion{condition: func(q *paymentQuery) { q.Only(q.beginning(q.sign+`p`, prefix)) }, rollups: rollupsOfUUIDs(prefix)})
	}
	if people, byUUID := wordsOf(filter); people != nil || len(byUUID) > 0 {
		list = append(list, wordCriterion(people, byUUID, search))
	}
	return list
}

func rollupCondition(dimension string, of func(w *db.Where)) *rollupRows {
	return &rollupRows{[]string{dimension}, of}
}

// rollupsOfLockers uses the rollup of stations or of types when the filter names only these, else
// that of lockers.
func rollupsOfLockers(filter payment.Filter) *rollupRows {
	switch {
	case len(filter.LockerIDs) == 0 && len(filter.LockerTypes) == 0:
		return rollupCondition(rollups.ByStation, func(w *db.Where) { w.Only(`t.value IN (` + db.Marks(&w.Args, filter.StationIDs) + `)`) })
	case len(filter.LockerIDs) == 0 && len(filter.StationIDs) == 0:
		return rollupCondition(rollups.ByType, func(w *db.Where) { w.Only(`t.value IN (` + db.Marks(&w.Args, filter.LockerTypes) + `)`) })
	}
	return rollupCondition(rollups.ByLocker, func(w *db.Where) { inLockers(w, `t.value`, filter) })
}

// rollupsOfStatuses selects the rollups of the statuses.
func rollupsOfStatuses(statuses []payment.Status) *rollupRows {
	dimensions := make([]string, len(statuses))
	for i, status := range statuses {
		dimensions[i] = rollups.ByStatus(status)
	}
	return &rollupRows{dimensions, func(*db.Where) {}}
}

// rollupsOfDays selects rollup rows for whole days of Paris. It returns nil when the span is not made
// of whole days.
func rollupsOfDays(dimension string, span payment.Span) *rollupRows {
	if !span.WholeDays() {
		return nil
	}
	return rollupCondition(dimension, func(w *db.Where) {
		if span.From != nil {
			w.Only(`t.value >= ` + w.Arg(int64(clock.DayOf(*span.From))))
		}
		if span.Before != nil {
			w.Only(`t.value < ` + w.Arg(int64(clock.DayOf(*span.Before))))
		}
	})
}

// rollupsOfUUIDs selects rollup rows for a prefix of one or two hexadecimal digits. It returns nil
// for any other prefix.
func rollupsOfUUIDs(prefix string) *rollupRows {
	first, err := strconv.ParseInt((prefix + "0")[:2], 16, 64)
	if err != nil || len(prefix) > 2 {
		return nil
	}
	last := first
	if len(prefix) == 1 {
		last += 15
	}
	return rollupCondition(rollups.ByUUID, func(w *db.Where) { db.Between(w, `t.value`, &first, &last) })
}

// inLockers restricts a column to the lockers, stations and types of the filter.
func inLockers(w *db.Where, column string, filter payment.Filter) {
	if len(filter.LockerIDs) > 0 {
		w.Only(column + ` IN (` + db.Marks(&w.Args, filter.LockerIDs) + `)`)
	}
	some := []string{}
	if len(filter.StationIDs) > 0 {
		some = append(some, `l.station_id IN (`+db.Marks(&w.Args, filter.StationIDs)+`)`)
	}
	if len(filter.LockerTypes) > 0 {
		some = append(some, `l.type_id IN (`+db.Marks(&w.Args, filter.LockerTypes)+`)`)
	}
	if len(some) > 0 {
		w.Only(column + ` IN (SELECT l.id FROM lockers l WHERE ` + strings.Join(some, ` AND `) + `)`)
	}
}

// beginning is the SQL condition that a uuid begins with the prefix.
func (q *paymentQuery) beginning(of, prefix string) string {
	return `(` + of + `.uuid >= ` + q.Arg(prefix) + ` AND ` + of + `.uuid < ` + q.Arg(prefix+"\U0010ffff") + `)`
}
