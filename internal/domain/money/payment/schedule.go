package payment

import "time"

// day is the least time between two attempts to collect one payment.
const day = 24 * time.Hour

// schedule holds the times of the attempts, counted from the first one. The platform tries its own
// refunds at the same times.
var schedule = []time.Duration{0, day, 3 * day, 7 * day}

// NextAttempt returns when an order that was made that many times is made again: at the times of
// the schedule, and never less than a day after the last answer, however late that came. The answer
// counts and not the start of the attempt, because an order is sent again with its own key until the
// provider answers. False: all attempts are used up.
func NextAttempt(first, lastAnswer time.Time, made int) (time.Time, bool) {
	if made >= len(schedule) {
		return time.Time{}, false
	}
	next, rested := first.Add(schedule[made]), lastAnswer.Add(day)
	if rested.After(next) {
		return rested, true
	}
	return next, true
}

// NextOrder returns from when on staff may have a payment presented once more: a day after the
// last answer to a charge. The last attempt counts for what was imported without its charges.
func NextOrder(p Payment, made []Attempt) time.Time {
	var last time.Time
	if p.PresentedAt != nil {
		last = *p.PresentedAt
	}
	for _, m := range made {
		if m.Kind == Charge && m.AnsweredAt != nil && m.AnsweredAt.After(last) {
			last = *m.AnsweredAt
		}
	}
	return last.Add(day)
}
