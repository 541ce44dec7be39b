package text

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Clean returns the text without surrounding spaces, with accents composed (NFC) and with each line
// break written as a single \n. The selectors that telephones put behind an emoji (U+FE0E, U+FE0F), which
// IsLine would refuse, are removed.
func Clean(typed string) string {
	typed = emojiStyles.Replace(typed)
	if strings.Contains(typed, "\r") {
		typed = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(typed)
	}
	return norm.NFC.String(strings.TrimSpace(typed))
}

var emojiStyles = strings.NewReplacer("\ufe0e", "", "\ufe0f", "")

// IsLine reports whether the text can be shown as one line exactly as typed. It must hold no control
// character, no line break and no invisible character that changes the display: bidirectional marks and
// zero-width characters, including joiners, which no French name uses. Characters of private use, whose
// shape is unknown, are not allowed either, nor is U+FFFD, which says that the text was broken on its way.
func IsLine(typed string) bool {
	return utf8.ValidString(typed) && !strings.ContainsFunc(typed, hidden)
}

// IsLines does the same as IsLine for a text that may have several lines, separated by \n.
func IsLines(typed string) bool { return IsLine(strings.ReplaceAll(typed, "\n", " ")) }

// IsText reports whether bytes that a client sent are text: UTF-8 without the null character, which no typed text
// holds. PostgreSQL stores nothing else.
func IsText(sent string) bool { return utf8.ValidString(sent) && !strings.ContainsRune(sent, 0) }

// IsJSONText reports whether every text of a JSON document is text, also where it is escaped: half of a surrogate pair
// stands for nothing.
func IsJSONText(document []byte) bool {
	if !utf8.Valid(document) {
		return false
	}
	rest := document
	for {
		at := bytes.IndexByte(rest, '\\')
		if at < 0 || at+1 >= len(rest) {
			return true
		}
		unit, escaped := unitAt(rest[at:])
		if !escaped { // \n, \" and their like
			rest = rest[at+2:]
			continue
		}
		rest = rest[at+6:]
		switch {
		case unit == 0:
			return false
		case utf16.IsSurrogate(unit):
			second, _ := unitAt(rest)
			if utf16.DecodeRune(unit, second) == unicode.ReplacementChar {
				return false
			}
			rest = rest[6:]
		}
	}
}

// unitAt reads the escape \uXXXX at the beginning of a part of a JSON document.
func unitAt(part []byte) (unit rune, escaped bool) {
	if len(part) < 6 || part[0] != '\\' || part[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(part[2:6]), 16, 16)
	return rune(n), err == nil
}

// OneLine returns the text as one line that IsLine accepts, shortened to most characters. Line breaks
// and runs of spaces become one space, and characters that IsLine refuses are left out.
func OneLine(typed string, most int) string {
	visible := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case hidden(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(typed, ""))
	runes := []rune(strings.Join(strings.Fields(visible), " "))
	if len(runes) > most {
		return strings.TrimSpace(string(runes[:most-1])) + "…"
	}
	return string(runes)
}

// Of returns « de Gare », or « d'Été » before a vowel.
func Of(name string) string {
	if first := Fold(name); first != "" && strings.ContainsRune("aeiou", rune(first[0])) {
		return "d'" + name
	}
	return "de " + name
}

func hidden(r rune) bool {
	switch r {
	// A blank, a place holder, an empty note, and what stands where a program could not read a character.
	case '\u2800', '\ufffc', '\U0001d159', '\ufffd':
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Noncharacter_Code_Point)
}

// RunningSubscriptions returns in French how many subscriptions stand in the way.
func RunningSubscriptions(n int) string {
	if n == 1 {
		return "un abonnement est en cours"
	}
	return strconv.Itoa(n) + " abonnements sont en cours"
}
