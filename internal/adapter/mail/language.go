package mail

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/text"
)

// locale is how a language writes names, amounts and days.
type locale struct {
	open, closing string // of a quoted name
	group, point  string // of an amount
	before, after string // an amount
	day           string // %[1]d of %[2]s in the year %[3]d
	at            string // between a day and an hour
	months        []string

	parking, overrun, removal string // the parts of a price
}

const noBreak = "\u00a0"

// locales are those of the languages other than French, which the kernel knows.
var locales = map[text.Language]locale{
	text.English: {
		"“", "”", ",", ".", "€", "", "%[1]d %[2]s %[3]d", " at ",
		strings.Fields("January February March April May June July August September October November December"),
		"Parking", "Overstay", "Removal",
	},
	text.German: {
		"„", "“", ".", ",", "", noBreak + "€", "%[1]d. %[2]s %[3]d", " um ",
		strings.Fields("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
		"Abstellen", "Überschreitung", "Räumung",
	},
	text.Spanish: {
		"«", "»", ".", ",", "", noBreak + "€", "%[1]d de %[2]s de %[3]d", " a las ",
		strings.Fields("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
		"Estacionamiento", "Exceso de tiempo", "Retirada",
	},
	text.Italian: {
		"«", "»", ".", ",", "", noBreak + "€", "%[1]d %[2]s %[3]d", " alle ",
		strings.Fields("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
		"Sosta", "Superamento", "Rimozione",
	},
	text.Dutch: {
		"‘", "’", ".", ",", "€" + noBreak, "", "%[1]d %[2]s %[3]d", " om ",
		strings.Fields("januari februari maart april mei juni juli augustus september oktober november december"),
		"Stalling", "Overschrijding", "Verwijdering",
	},
}

// name quotes a name that somebody typed.
func name(in text.Language, typed string) string {
	l, foreign := locales[in]
	if !foreign {
		return named(typed)
	}
	return l.open + unquoted(typed) + l.closing
}

// amount writes an amount as « 1 234,50 € », €1,234.50 or 1.234,50 €.
func amount(in text.Language, c money.Cents) string {
	l, foreign := locales[in]
	if !foreign {
		return c.String()
	}
	sign := ""
	if c < 0 {
		sign, c = "\u2212", -c
	}
	digits := strconv.FormatInt(int64(c)/100, 10)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + l.group + digits[at:]
	}
	return fmt.Sprintf("%s%s%s%s%02d%s", sign, l.before, digits, l.point, int64(c)%100, l.after)
}

// day writes a day of Paris, as « 1er mars 2027 » or 1 March 2027.
func day(in text.Language, at time.Time) string {
	l, foreign := locales[in]
	if !foreign {
		return frenchDay(at)
	}
	year, month, number := at.In(clock.Paris).Date()
	return fmt.Sprintf(l.day, number, l.months[month-1], year)
}

// instant writes an instant in Paris; empty: there is none.
func instant(in text.Language, at *time.Time) string {
	l, foreign := locales[in]
	switch {
	case at == nil:
		return ""
	case !foreign:
		return frenchInstant(*at)
	}
	return day(in, *at) + l.at + at.In(clock.Paris).Format("15:04")
}
