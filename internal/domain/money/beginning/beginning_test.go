package beginning_test

import (
	"testing"
	"time"

	"consigne/internal/domain/money/beginning"
	"consigne/internal/kernel/clock"
)

// A ledger begins with its own entries; what is numbered of before makes no month, and what is closed stays.
func TestWhereALedgerBegins(t *testing.T) {
	at := func(month time.Month, day int) *time.Time {
		return new(time.Date(2026, month, day, 9, 0, 0, 0, clock.Paris))
	}
	month := func(m time.Month) *clock.Month { return new(clock.MonthOf(*at(m, 1))) }
	for name, c := range map[string]struct {
		books beginning.Books
		month *clock.Month
		own   *time.Time
	}{
		"no entry":                           {beginning.Books{}, month(11), at(11, 29)},
		"entries, nothing numbered":          {beginning.Books{Event: at(9, 4)}, month(9), at(9, 4)},
		"July numbered by command":           {beginning.Books{Event: at(7, 1), OwnFrom: at(9, 4)}, month(9), at(9, 4)},
		"July numbered and closed":           {beginning.Books{Event: at(7, 1), OwnFrom: at(9, 4), Closed: month(7)}, month(7), at(9, 4)},
		"closed from its first month":        {beginning.Books{Event: at(9, 4), Closed: month(9)}, month(9), at(9, 4)},
		"numbered before it had any of then": {beginning.Books{Event: at(10, 1), OwnFrom: at(11, 23)}, month(11), at(11, 23)},
	} {
		if got := beginning.Of(c.books, *at(11, 29)); got.Month != *c.month || !got.OwnFrom.Equal(*c.own) {
			t.Errorf("%s: from %s, month %s", name, got.OwnFrom, got.Month)
		}
	}
}
