package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Clean returns what was typed without spaces around it, accents composed (NFC) and each
// line break written as a single \n.
func Clean(typed string) string {
	if strings.Contains(typed, "\r") {
		typed = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(typed)
	}
	return norm.NFC.String(strings.TrimSpace(typed))
}

// IsLine reports whether a text can be shown as one line, as it was typed: it holds no
// control character, line break, or character that is not seen but changes what is
// (bidirectional marks, zero-width characters, joiners included: no French name has any).
func IsLine(typed string) bool {
	return utf8.ValidString(typed) && !strings.ContainsFunc(typed, hidden)
}

// IsLines is IsLine for a text that may break its lines with \n.
func IsLines(typed string) bool { return IsLine(strings.ReplaceAll(typed, "\n", " ")) }

// OneLine returns at most that many characters of a text as one line that IsLine allows:
// breaks and runs of spaces become a space, what IsLine refuses is left out.
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
