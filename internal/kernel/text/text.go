// Package text compares and validates texts that people type.
package text

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// foldTable lists, for what Unicode decomposes no further, the characters that people read as the same, in lower case.
// The console folds by the same table: `make generate` writes console/src/format/foldTable.ts from it.
//
//go:embed fold.json
var foldTable []byte

var foldedForms = func() map[rune]string {
	var table map[string]string
	if err := json.Unmarshal(foldTable, &table); err != nil {
		panic(fmt.Errorf("fold.json: %w", err))
	}
	forms := map[rune]string{}
	for form, characters := range table {
		for _, r := range characters {
			forms[r] = form
		}
	}
	return forms
}()

// Fold returns the form in which texts are compared, sorted and searched: what people read as the same is the same.
// It has no case, no accents, no invisible characters, one kind of apostrophe, hyphen and space, single spaces, and
// plain letters in place of those with a stroke and of ligatures.
func Fold(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII || r == '`' }) {
		return singleSpaces(strings.ToLower(text)) // the fast path, for most texts: the code below is fifty times slower
	}
	// Twice: the table has characters that NFKD would take apart otherwise (´ is a space with an accent), and others that
	// only NFKD brings out.
	return norm.NFC.String(singleSpaces(foldOnce(norm.NFKD, foldOnce(norm.NFD, text))))
}

func foldOnce(form norm.Form, text string) string {
	unmarked, _, err := transform.String(transform.Chain(form, runes.Remove(runes.In(unicode.M)),
		runes.Remove(runes.In(unicode.Cf))), text)
	if err != nil {
		unmarked = text // invalid UTF-8: a wrong sort order is better than a lost text
	}
	var folded strings.Builder
	for _, r := range strings.ToLower(unmarked) {
		if form, known := foldedForms[r]; known {
			folded.WriteString(form)
		} else {
			folded.WriteRune(r)
		}
	}
	return folded.String()
}

func singleSpaces(text string) string {
	if !strings.ContainsFunc(text, unicode.IsSpace) {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}
