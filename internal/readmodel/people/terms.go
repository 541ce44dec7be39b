package people

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"consigne/internal/db"
)

// term is a text that people must hold, by which a trigram index finds them.
type term struct {
	text  string
	phone bool // in their telephone, not in their names
}

// alternatives are lists of terms: a person must hold all the terms of one of them.
type alternatives [][]term

// terms returns what an index looks for, of the words of so many characters at least; all must hold. What it finds is
// checked for the others.
func (f peopleFilter) terms(least int) (all []alternatives) {
	indexed := func(words []string) (list []term) {
		for _, word := range words {
			if utf8.RuneCountInString(word) >= least {
				list = append(list, term{text: word})
			}
		}
		return list
	}
	for _, words := range [][]string{f.anywhere, f.lastName, f.firstName, f.email} {
		if list := indexed(words); len(list) > 0 {
			all = append(all, alternatives{list})
		}
	}
	switch {
	case f.phone == "" || len(indexed(f.anywhere)) == 0: // without words anybody may have the telephone
	case len(f.phone) < 3:
		all = all[1:]
	default:
		all[0] = append(all[0], []term{{text: f.phone, phone: true}})
	}
	return all
}

// everyTerm joins what is looked for of each term: the words of SQL and of FTS5 are the same.
func everyTerm(all []alternatives, of func(t term) string) string {
	every := make([]string, len(all))
	for i, one := range all {
		some := make([]string, len(one))
		for j, together := range one {
			each := make([]string, len(together))
			for k, t := range together {
				each[k] = of(t)
			}
			some[j] = `(` + strings.Join(each, ` AND `) + `)`
		}
		every[i] = `(` + strings.Join(some, ` OR `) + `)`
	}
	return strings.Join(every, ` AND `)
}

// The expressions of the index people_search of PostgreSQL.
const namesOfPostgres = `(p.last_folded || E'\n' || p.first_folded || E'\n' || p.email_folded)`

var escaped = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// onPostgres is the condition of the index. Its trigrams are of letters and digits alone, so that words with fewer than
// three in a row are looked for by their single characters and pairs.
func onPostgres(t term, args *[]any) string {
	if t.phone {
		return `p.phone LIKE ` + db.Mark(args, `%`+t.text+`%`)
	}
	if hasTrigram(t.text) {
		return namesOfPostgres + ` LIKE ` + db.Mark(args, `%`+escaped.Replace(t.text)+`%`)
	}
	grams := parts(t.text, 2)
	if len(grams) == 0 {
		grams = []string{t.text}
	}
	return `people_grams` + namesOfPostgres + ` @> ARRAY[` + db.Marks(args, grams) + `]::TEXT[]`
}

// hasTrigram reports whether the text holds three letters or digits in a row.
func hasTrigram(text string) bool {
	runs := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.ContainsFunc(runs, func(run string) bool { return utf8.RuneCountInString(run) >= 3 })
}

// onSQLite is the query for the trigrams of a term.
func onSQLite(t term) string {
	text := t.text
	if t.phone {
		text = inPhone.Replace(text)
	}
	list := parts(text, 3)
	for i, trigram := range list {
		list[i] = `"` + strings.ReplaceAll(trigram, `"`, `""`) + `"`
	}
	return `(` + strings.Join(list, ` AND `) + `)`
}

// inPhone writes digits as the index of SQLite holds those of telephones.
var inPhone = strings.NewReplacer("0", "₀", "1", "₁", "2", "₂", "3", "₃", "4", "₄", "5", "₅", "6", "₆", "7", "₇", "8",
	"₈", "9", "₉")

// parts returns the different parts of n characters of a word.
func parts(word string, n int) []string {
	runes, list := []rune(word), []string{}
	for i := 0; i+n <= len(runes); i++ {
		if part := string(runes[i : i+n]); !slices.Contains(list, part) {
			list = append(list, part)
		}
	}
	return list
}
