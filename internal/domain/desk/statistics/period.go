// Package statistics computes the figures of the built-in dashboard (docs/rules.md#statistics): those
// of the stays that began in a period, of what was billed for these stays and for the subscription terms
// that began in it, and of the money that came in or was given back in it. Test stays are left out.
package statistics

import "consigne/internal/kernel/clock"

// Period is a range of days; both ends are included.
type Period struct{ First, Last clock.Day }

// Days returns the number of days.
func (p Period) Days() int { return int(p.Last-p.First) + 1 }

// Previous returns the period of the same number of days just before.
func (p Period) Previous() Period {
	return Period{First: p.First - clock.Day(p.Days()), Last: p.First - 1}
}

// Has reports whether the day is in the period.
func (p Period) Has(day clock.Day) bool { return p.First <= day && day <= p.Last }

// Pace is the length of the steps of a series.
type Pace string

// The paces: days, weeks counted from the period's first day, and calendar months.
const (
	Daily   Pace = "jour"
	Weekly  Pace = "semaine"
	Monthly Pace = "mois"
)

// Pace returns the pace at which a series shows the period in about ten to forty steps.
func (p Period) Pace() Pace {
	switch days := p.Days(); {
	case days <= 35:
		return Daily
	case days <= 130:
		return Weekly
	}
	return Monthly
}

// Steps divides the period into steps; the first and the last may be shorter than the pace.
func (p Period) Steps() []Period {
	list := []Period{}
	for first := p.First; first <= p.Last; {
		next := first + 1
		switch p.Pace() {
		case Weekly:
			next = first + 7
		case Monthly:
			year, month, _ := first.Date()
			next = clock.DayOn(year, month+1, 1)
		}
		list = append(list, Period{first, min(next-1, p.Last)})
		first = next
	}
	return list
}
