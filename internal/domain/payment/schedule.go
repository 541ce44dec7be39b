package payment

import "time"

// day is the least time between two presentations of one payment.
const day = 24 * time.Hour

// schedule says on which days a payment is presented, counted from its first presentation.
// A refund that the platform makes is tried on the same days.
var schedule = []time.Duration{0, day, 3 * day, 7 * day}

// NextPresentation returns when an order that was made so many times is made again: on the
// days of the schedule, and never less than a day after the last answer, however late that
// came. The answer counts, not the start, because an order is sent anew with its own key
// until the provider answers. False: all attempts are used up.
func NextPresentation(first, lastAnswer time.Time, made int) (time.Time, bool) {
	if made >= len(schedule) {
		return time.Time{}, false
	}
	next, rested := first.Add(schedule[made]), lastAnswer.Add(day)
	if rested.After(next) {
		return rested, true
	}
	return next, true
}
