package document

import (
	"fmt"
	"strings"
	"time"

	"consigne/internal/kernel/clock"
)

// Counter is the last number that an operator gave to a kind of document. The zero Counter: none was given yet.
type Counter struct {
	Year     int
	Last     int64
	IssuedAt time.Time
}

// Next returns the counter after one more number, given at the instant now. Numbers begin again at 1 with each year of
// Paris. Neither the date nor the year of a document is before that of the number before it, even if the clock of the
// node is: order and date never contradict.
func (c Counter) Next(now time.Time) Counter {
	if now.Before(c.IssuedAt) {
		now = c.IssuedAt
	}
	next := Counter{Year: now.In(clock.Paris).Year(), Last: 1, IssuedAt: now}
	if next.Year == c.Year {
		next.Last = c.Last + 1
	}
	return next
}

// Number returns the number of the document that the counter stands at: « VELO-2026-000123 » of a receipt,
// « VELO-A2026-000017 » of a credit note.
func (c Counter) Number(prefix string, kind Kind) string {
	series := ""
	if kind == CreditNote {
		series = "A"
	}
	return fmt.Sprintf("%s-%s%d-%06d", prefix, series, c.Year, c.Last)
}

// Numbers reports whether a number is that of the document that the counter stands at, whatever its prefix.
func (c Counter) Numbers(number string, kind Kind) bool {
	return strings.HasSuffix(number, c.Number("", kind)) && len(number) > len(c.Number("", kind))
}

// KindOf returns the kind of the document that has a number (see [Counter.Number]).
func KindOf(number string) Kind {
	if _, series, _ := strings.Cut(number, "-"); strings.HasPrefix(series, "A") {
		return CreditNote
	}
	return Receipt
}
