package ledger

import "time"

// Dated returns the instant of which an event is entered: its own or, if it fell into a month that was closed meanwhile, the
// first of the month that is open. So nothing that comes later is dated in a closed month. open is the first instant that is
// not closed; the zero Time: no month is.
func Dated(at, open time.Time) time.Time {
	if at.Before(open) {
		return open
	}
	return at
}
