// Package statistics works out what the built-in dashboard shows (specification,
// « Statistics »): figures of the stays that began in a period, and of what was billed
// for them and for the subscription terms that began in it, without test uses.
package statistics

import (
	"sort"

	"consigne/internal/kernel/clock"
)

// Period is a range of days, both included.
type Period struct{ First, Last clock.Day }

// Days is how many there are.
func (p Period) Days() int { return int(p.Last-p.First) + 1 }

// Previous is as many days, just before.
func (p Period) Previous() Period {
	return Period{First: p.First - clock.Day(p.Days()), Last: p.First - 1}
}

// Has tells whether a day is in the period.
func (p Period) Has(day clock.Day) bool { return p.First <= day && day <= p.Last }

// Pace is how long the steps of a series are.
type Pace string

// The paces: calendar months, and weeks from the first day on.
const (
	Daily   Pace = "jour"
	Weekly  Pace = "semaine"
	Monthly Pace = "mois"
)

// Pace is that of a series which shows the period in some ten to forty steps.
func (p Period) Pace() Pace {
	switch days := p.Days(); {
	case days <= 35:
		return Daily
	case days <= 130:
		return Weekly
	}
	return Monthly
}

// Steps cuts the period up; the first and the last may be shorter than the pace.
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

// stepOf finds the step that a day lies in.
func stepOf(steps []Period, day clock.Day) int {
	return sort.Search(len(steps), func(i int) bool { return day <= steps[i].Last })
}
