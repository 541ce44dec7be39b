package fault

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"consigne/internal/kernel/text"
)

// MaxText is the maximum number of characters of a text that has no limit of its own.
const MaxText = 255

const (
	msgTooLong = "Ce texte ne peut dépasser 255 caractères"
	msgOneLine = "Ce texte contient un saut de ligne ou un caractère invisible. Saisissez-le de nouveau au clavier."
	msgBroken  = "Ce texte contient un caractère illisible («\u00a0\ufffd\u00a0»)\u00a0: il a été mal lu. Saisissez-le de nouveau."
	msgHidden  = "Ce texte contient un caractère invisible. Saisissez-le de nouveau au clavier."
)

// Line cleans the text in place with text.Clean, and adds a violation when it cannot be shown as one
// line or is longer than MaxText. Every name, label and other free text is checked here or by Lines.
func (b *Broken) Line(field string, typed *string) {
	*typed = text.Clean(*typed)
	b.Unless(text.IsLine(*typed), field, orBroken(*typed, msgOneLine))
	b.bounded(field, *typed)
}

// Lines does the same as Line for a text that may have several lines.
func (b *Broken) Lines(field string, typed *string) {
	*typed = text.Clean(*typed)
	b.Unless(text.IsLines(*typed), field, orBroken(*typed, msgHidden))
	b.bounded(field, *typed)
}

// orBroken returns the sentence for a text that is refused: a reader of the wrong encoding says so by U+FFFD.
func orBroken(typed, otherwise string) string {
	if strings.ContainsRune(typed, utf8.RuneError) {
		return msgBroken
	}
	return otherwise
}

func (b *Broken) bounded(field, typed string) {
	b.Unless(utf8.RuneCountInString(typed) <= MaxText, field, msgTooLong)
}

var (
	postalCode = regexp.MustCompile(`^[0-9]{5}$`)
	city       = regexp.MustCompile(`^[\p{L}\p{M} '’-]{1,50}$`)
)

// PostalCode adds a violation unless the text is a postal code: five digits (docs/rules.md#text).
func (b *Broken) PostalCode(field, text string) {
	b.Unless(postalCode.MatchString(text), field, "Le format du code postal n'est pas correct")
}

// City adds a violation unless the text is a city name: 1 to 50 letters, spaces, hyphens and apostrophes
// (docs/rules.md#text).
func (b *Broken) City(field, text string) {
	b.Unless(city.MatchString(text), field, "Le format de la ville n'est pas correct")
}
