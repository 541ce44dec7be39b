package clock

import (
	"fmt"
	"time"
)

// Month is a calendar month in Paris, counted in months since January of the year 0.
type Month int64

// MonthOf returns the month in Paris that contains the instant.
func MonthOf(at time.Time) Month {
	year, month, _ := at.In(Paris).Date()
	return Month(year)*12 + Month(month) - 1
}

// ParseMonth parses a month such as « 2006-01 ».
func ParseMonth(text string) (Month, error) {
	at, err := time.Parse("2006-01", text)
	if err != nil {
		return 0, fmt.Errorf("parse month: %w", err)
	}
	return Month(at.Year())*12 + Month(at.Month()) - 1, nil
}

func (m Month) first() Day { return DayOn(int(m/12), time.Month(m%12+1), 1) }

// Begins returns the month's first instant: midnight in Paris of its first day.
func (m Month) Begins() time.Time { return m.first().Begins() }

// LastDay returns the month's last day.
func (m Month) LastDay() Day { return (m + 1).first() - 1 }

// String formats the month as « 2006-01 ».
func (m Month) String() string { return fmt.Sprintf("%04d-%02d", m/12, m%12+1) }

var frenchMonths = [12]string{
	"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
	"octobre", "novembre", "décembre",
}

// French formats the month as « janvier 2006 ».
func (m Month) French() string { return fmt.Sprintf("%s %d", frenchMonths[m%12], m/12) }
