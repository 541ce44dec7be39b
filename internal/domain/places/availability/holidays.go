package availability

import (
	"time"

	"consigne/internal/kernel/clock"
)

// isHoliday reports whether a day is one of the eleven that article L3133-1 of the code du travail names.
func isHoliday(day clock.Day) bool {
	year, month, date := day.Date()
	switch month {
	case time.January, time.November:
		if date == 1 || month == time.November && date == 11 {
			return true
		}
	case time.May:
		if date == 1 || date == 8 {
			return true
		}
	case time.July:
		return date == 14
	case time.August:
		return date == 15
	case time.December:
		return date == 25
	}
	switch day - easter(year) {
	case 1, 39, 50: // Easter Monday, Ascension, Whit Monday
		return true
	}
	return false
}

// easter returns Easter Sunday of a year of the Gregorian calendar (Meeus, Jones and Butcher).
func easter(year int) clock.Day {
	a, b, c := year%19, year/100, year%100
	h := (19*a + b - b/4 - (b-(b+8)/25+1)/3 + 15) % 30
	l := (32 + 2*(b%4) + 2*(c/4) - h - c%4) % 7
	m := (a + 11*h + 22*l) / 451
	n := h + l - 7*m + 114
	return clock.DayOn(year, time.Month(n/31), n%31+1)
}
