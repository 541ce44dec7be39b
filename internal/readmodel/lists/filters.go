package lists

import (
	"strconv"
	"strings"

	"consigne/internal/db"
	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/money/payment"
)

// query collects the SQL conditions of a filter on payments p.
type query struct {
	db.Where
	*Lists
	from string
	// sign stands before the columns that are not to be looked up, because the list is read in its order: a plus keeps
	// SQLite, which supposes that all conditions are equally rare, from using their indexes. PostgreSQL knows better.
	sign string
}

// matching returns the conditions of a filter, to read the payments along the list, or to look them up.
func (s *Lists) matching(f payment.Filter, people peopleFound, along bool) *query {
	q := &query{Lists: s, from: `payments p`}
	q.operator(f, along)
	if f.WithoutTests {
		q.Only(`p.is_test = FALSE`)
	}
	q.started(f.Started)
	if along && s.db.OnSQLite() {
		q.sign = `+`
	}
	ofStay := q.stay(f)
	q.money(f)
	if f.UUID != "" {
		q.Only(q.beginning(q.sign+`p`, strings.ToLower(f.UUID)))
	}
	q.words(f, people, along)
	if f.StaysOnly && !ofStay { // which the smaller indexes do not hold
		q.Only(`+p.stay_bits IS NOT NULL`)
	}
	return q
}

// operator restricts payments to those of the operator. Its indexes begin with it, so that those of all operators are
// looked up, but for the ones of lockers, people and uuids, which an operator makes no narrower.
func (q *query) operator(f payment.Filter, along bool) {
	narrow := len(f.LockerIDs)+len(f.StationIDs)+len(f.LockerTypes) > 0 || f.ByWords() || f.UUID != ""
	switch {
	case f.OperatorID != 0 && narrow && !along && q.db.OnSQLite():
		q.Is(`+p.operator_id`, f.OperatorID)
	case f.OperatorID != 0:
		q.Is(`p.operator_id`, f.OperatorID)
	case !narrow && !along:
		q.Only(`p.operator_id IN (SELECT o.id FROM operators o)`)
	}
}

// stay adds what asks about a stay, and reports whether anything did.
func (q *query) stay(f payment.Filter) (ofStay bool) {
	if f.Ended != (payment.Span{}) {
		q.happened(`p.ended_at`, f.Ended)
		ofStay = true
	}
	if f.MinMinutes != nil || f.MaxMinutes != nil {
		db.Between(&q.Where, q.sign+`p.minutes`, f.MinMinutes, f.MaxMinutes)
		ofStay = true
	}
	if len(f.LockerIDs) == 1 { // its index is in the order of the list
		q.Is(`p.locker_id`, f.LockerIDs[0])
	} else if len(f.LockerIDs) > 0 {
		q.Only(q.sign + `p.locker_id IN (` + db.Marks(&q.Args, f.LockerIDs) + `)`)
	}
	among := &db.Where{Args: q.Args}
	if len(f.StationIDs) > 0 {
		among.Only(`l.station_id IN (` + db.Marks(&among.Args, f.StationIDs) + `)`)
	}
	if len(f.LockerTypes) > 0 {
		among.Only(`l.type_id IN (` + db.Marks(&among.Args, f.LockerTypes) + `)`)
	}
	if q.Args = among.Args; len(among.Conditions) > 0 {
		q.Only(q.sign + `p.locker_id IN (SELECT l.id FROM lockers l WHERE ` + among.SQL() + `)`)
	}
	if len(f.StayStatuses)+len(f.StopReasons) > 0 {
		bits := numbers(payment.StayBitsOf(f.StayStatuses, f.StopReasons))
		q.Only(q.sign + `p.stay_bits IN (` + bits + `)`)
		// SQLite supposes that an operator has few payments, and would read all of them
		if bits == openBits && q.sign == `` && q.db.OnSQLite() {
			q.from += ` INDEXED BY payments_open`
		}
		ofStay = true
	}
	return ofStay || len(f.LockerIDs)+len(among.Conditions) > 0
}

// openBits are the states of the stays in progress, as the index of these says.
const openBits = `0, 2, 4, 6`

// The payments of payment.ToFollow, as their index says, which has those that were just presented too.
const (
	disputed = `(p.disputed_at IS NOT NULL AND p.dispute_outcome = '')`
	toFollow = `p.status IN ('UNPAID', 'ERROR', 'PAYMENT_ERROR_MEANT_OF_PAYMENT', 'PERMANENT_ERROR', 'INVALID_PAYMENT',
		'ATTEMPT_PROCESS') OR ` + disputed
)

// money adds what asks about the bill and its payment.
func (q *query) money(f payment.Filter) {
	if f.Settled != (payment.Span{}) {
		q.happened(`p.settled_at`, f.Settled)
	}
	if f.Attempted != (payment.Span{}) {
		q.happened(`p.presented_at`, f.Attempted)
	}
	if f.MinAmount != nil || f.MaxAmount != nil {
		q.Only(`p.status <> 'RUNNING'`) // as the index of amounts says
		db.Between(&q.Where, q.sign+`p.amount`, f.MinAmount, f.MaxAmount)
	}
	if len(f.Statuses) == 1 && f.OperatorID != 0 { // its index is in the order of the list
		q.Is(`p.status`, f.Statuses[0])
	} else if len(f.Statuses) > 0 {
		q.Only(q.sign + `p.status IN (` + db.Marks(&q.Args, f.Statuses) + `)`)
	}
	if len(f.Refunds) > 0 {
		some := make([]string, len(f.Refunds))
		for i, state := range f.Refunds {
			some[i] = map[payment.RefundState]string{
				payment.RefundMade:    `p.refunded > p.refund_pending`,
				payment.RefundWaiting: `p.refund_pending > 0`,
			}[state]
		}
		q.Only(`p.refunded > 0 AND (` + strings.Join(some, ` OR `) + `)`)
	}
	if f.ToFollow {
		q.Only(`(` + toFollow + `)`)
		q.Only(`(p.status <> 'ATTEMPT_PROCESS' OR p.presented_at <= ` +
			q.Arg(db.Millis(f.Now.Add(-payment.LongWithProvider))) + ` OR ` + disputed + `)`)
		if q.sign == `` && q.from == `payments p` && q.db.OnSQLite() { // as for stays in progress
			q.from += ` INDEXED BY payments_to_follow`
		}
	}
	if f.NotPostponed {
		q.Only(`NOT EXISTS (SELECT 1 FROM worklist_handlings h WHERE h.operator_id = p.operator_id AND h.kind = '` + string(worklist.KindPayment) + `'
			AND h.object_id = p.id AND h.since = p.presented_at AND h.postponed_until > ` + q.Arg(db.Millis(f.Now)) + `)`)
	}
}

// within restricts a column of instants to a span.
func (q *query) within(column string, span payment.Span) {
	if span.From != nil {
		q.Only(column + ` >= ` + q.Arg(db.Millis(*span.From)))
	}
	if span.Before != nil {
		q.Only(column + ` < ` + q.Arg(db.Millis(*span.Before)))
	}
}

// started restricts payments to those that began in a span.
func (q *query) started(span payment.Span) {
	q.within(`p.started_at`, span)
}

// happened restricts an instant of payments to a span. Nothing happens to a payment before its start.
func (q *query) happened(column string, span payment.Span) {
	q.within(q.sign+column, span)
	if q.sign != `` || !q.db.OnSQLite() { // SQLite would look the start up instead
		q.started(payment.Span{Before: span.Before})
	}
}

// beginning is the condition that a uuid begins with a prefix.
func (q *query) beginning(of, prefix string) string {
	return `(` + of + `.uuid >= ` + q.Arg(prefix) + ` AND ` + of + `.uuid < ` + q.Arg(prefix+"\U0010ffff") + `)`
}

// numbers lists numbers in the text of a query, as a partial index does.
func numbers(list []int64) string {
	texts := make([]string, len(list))
	for i, n := range list {
		texts[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(texts, `, `)
}
