// Package text compares and validates texts that people type.
package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

var ligatures = strings.NewReplacer("œ", "oe", "Œ", "oe", "æ", "ae", "Æ", "ae")

// Fold returns the form in which names are compared and sorted: without case or accents.
func Fold(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) {
		return strings.ToLower(text) // the fast path, for most e-mails: the code below is fifty times slower
	}
	folded, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), text)
	if err != nil {
		folded = text // invalid UTF-8: a wrong sort order is better than a lost text
	}
	return strings.ToLower(ligatures.Replace(folded))
}
