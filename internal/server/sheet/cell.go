package sheet

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// Cell is a value of a table. The zero cell is empty.
type Cell struct {
	text  string // as people read it, and as CSV has it
	style style  // how XLSX shows it; text: as it stands
	value string // of a number in XLSX, a date being one too
}

// Text is a text, which no spreadsheet may take for anything else: « 1-2 », « 007 », « =1+1 ».
func Text(text string) Cell { return Cell{text: text} }

// Number is a whole number.
func Number(n int64) Cell {
	text := strconv.FormatInt(n, 10)
	return Cell{text, wholeStyle, text}
}

// ID is a number, empty if it is 0.
func ID(id int64) Cell {
	if id == 0 {
		return Cell{}
	}
	return Number(id)
}

// Euros is an amount: « -0,50 ».
func Euros(amount money.Cents) Cell {
	sign := ""
	if amount < 0 {
		sign, amount = "-", -amount
	}
	return Cell{
		fmt.Sprintf("%s%d,%02d", sign, amount/100, amount%100), euroStyle,
		fmt.Sprintf("%s%d.%02d", sign, amount/100, amount%100),
	}
}

// Tenths is the value multiplied by times, to one decimal; nil is empty.
func Tenths(value *float64, times float64) Cell {
	if value == nil {
		return Cell{}
	}
	number := strconv.FormatFloat(*value*times, 'f', 1, 64)
	return Cell{strings.Replace(number, ".", ",", 1), tenthStyle, number}
}

// Day is the day of an instant in Paris.
func Day(at time.Time) Cell { return date(at, dayStyle, "02/01/2006") }

// Minute is an instant in Paris, to the minute; nil is empty.
func Minute(at *time.Time) Cell {
	if at == nil {
		return Cell{}
	}
	return date(*at, minuteStyle, "02/01/2006 15:04")
}

// Second is an instant in Paris, to the second.
func Second(at time.Time) Cell { return date(at, secondStyle, "02/01/2006 15:04:05") }

// date returns what the clock in Paris shows, as far as the layout tells it. For a spreadsheet it is a number of days
// since 30 December 1899.
func date(at time.Time, style style, layout string) Cell {
	shown := at.In(clock.Paris).Format(layout)
	wall, err := time.Parse(layout, shown) // the hours of that clock, as if every day had 24
	if err != nil {
		return Text(shown) // cannot be: it has just been written so
	}
	seconds := wall.Unix() - time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).Unix()
	return Cell{shown, style, strconv.FormatFloat(float64(seconds)/(24*60*60), 'f', -1, 64)}
}
