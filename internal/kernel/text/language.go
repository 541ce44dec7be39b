package text

import "slices"

// Language is a language of letters to customers, by its ISO 639-1 code; empty: French.
type Language string

// The languages.
const (
	French  Language = "fr"
	English Language = "en"
	German  Language = "de"
	Spanish Language = "es"
	Italian Language = "it"
	Dutch   Language = "nl"
)

// Languages lists the languages of letters to customers.
var Languages = []Language{French, English, German, Spanish, Italian, Dutch}

// Known reports whether letters are written in the language.
func (l Language) Known() bool { return l == "" || slices.Contains(Languages, l) }
