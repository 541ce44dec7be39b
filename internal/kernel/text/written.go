package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Clean returns the text without surrounding spaces, with accents composed (NFC) and with each line
// break written as a single \n.
func Clean(typed string) string {
	if strings.Contains(typed, "\r") {
		typed = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(typed)
	}
	return norm.NFC.String(strings.TrimSpace(typed))
}

// IsLine reports whether the text can be shown as one line exactly as typed. It must hold no control
// character, no line break and no invisible character that changes the display: bidirectional marks and
// zero-width characters, including joiners, which no French name uses.
func IsLine(typed string) bool {
	return utf8.ValidString(typed) && !strings.ContainsFunc(typed, hidden)
}

// IsLines does the same as IsLine for a text that may have several lines, separated by \n.
func IsLines(typed string) bool { return IsLine(strings.ReplaceAll(typed, "\n", " ")) }

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

func hidden(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point)
}
