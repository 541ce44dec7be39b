package clock

import (
	"fmt"
	"time"
)

// Day is a calendar day in Paris, counted in days since 1 January 1970.
type Day int64

// DayOf returns the day in Paris that contains the instant.
func DayOf(at time.Time) Day {
	return DayOn(at.In(Paris).Date())
}

// DayOn returns the day with that date.
func DayOn(year int, month time.Month, day int) Day {
	return Day(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

// ParseDay parses a date such as « 2006-01-02 ».
func ParseDay(text string) (Day, error) {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return 0, fmt.Errorf("parse day: %w", err)
	}
	return DayOn(at.Date()), nil
}

// Date returns the day's year, month and day of the month.
func (d Day) Date() (year int, month time.Month, day int) { return d.utc().Date() }

// Weekday returns 1 for Monday to 7 for Sunday.
func (d Day) Weekday() int { return int(d.utc().Weekday()+6)%7 + 1 }

// Begins returns the day's first instant: midnight in Paris.
func (d Day) Begins() time.Time {
	year, month, day := d.Date()
	return time.Date(year, month, day, 0, 0, 0, 0, Paris)
}

// String formats the day as « 2006-01-02 ».
func (d Day) String() string { return d.utc().Format(time.DateOnly) }

func (d Day) utc() time.Time { return time.Unix(int64(d)*24*60*60, 0).UTC() }
