package diagnosis

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"consigne/internal/kernel/clock"
)

// hour formats an instant as « 23h02 ».
func hour(at time.Time) string { return at.In(clock.Paris).Format("15h04") }

// day formats the day of an instant that is not today, as « le 21/11 », with its year if that is another one.
func day(now, at time.Time) string {
	if now.In(clock.Paris).Year() != at.In(clock.Paris).Year() {
		return "le " + at.In(clock.Paris).Format("02/01/2006")
	}
	return "le " + at.In(clock.Paris).Format("02/01")
}

// on formats an instant as « à 23h02 », or « le 21/11 à 23h02 » when it is another day.
func on(now, at time.Time) string {
	if clock.DayOf(now) == clock.DayOf(at) {
		return "à " + hour(at)
	}
	return day(now, at) + " à " + hour(at)
}

// since formats an instant as « depuis 23h02 », or « depuis le 21/11 à 23h02 ».
func since(now, at time.Time) string {
	return "depuis " + strings.TrimPrefix(on(now, at), "à ")
}

// sinceIf is since with a leading space, or empty if the instant is not known.
func sinceIf(now time.Time, at *time.Time) string {
	if at == nil {
		return ""
	}
	return " " + since(now, *at)
}

// inBrackets is a text with a leading space, or empty as the text.
func inBrackets(told string) string {
	if told == "" {
		return ""
	}
	return " (" + told + ")"
}

// the names a place: « le casier A1 (Gare) ».
func the(p Place) string {
	if p.Space {
		return "l'espace " + p.Locker + " (" + p.Station + ")"
	}
	return "le casier " + p.Locker + " (" + p.Station + ")"
}

// Of names a place after « de »: « du casier A1 (Gare) ».
func Of(p Place) string {
	if p.Space {
		return "de " + the(p)
	}
	return "du" + strings.TrimPrefix(the(p), "le")
}

// in is the, after « à »: « au casier A1 (Gare) ».
func in(p Place) string {
	if p.Space {
		return "à " + the(p)
	}
	return "au" + strings.TrimPrefix(the(p), "le")
}

func capital(sentence string) string {
	first, size := utf8.DecodeRuneInString(sentence)
	return string(unicode.ToUpper(first)) + sentence[size:]
}
