package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gosimple/unidecode"
	"golang.org/x/text/unicode/norm"
)

// run is a part of a line: what is drawn, and what it says to who copies it or hears it read.
type run struct{ drawn, said string }

// runs parts a line where letters begin or end that the typeface has not. Those are drawn in Latin letters, for ever
// the same (docs/adr/0082). A line of which nothing is left is drawn as a dash.
func (f *typeface) runs(line string) []run {
	known := func(r rune) bool { return f.glyphs[r] != 0 }
	unknown := func(r rune) bool { return !known(r) }
	if strings.IndexFunc(line, unknown) < 0 {
		return []run{{line, line}}
	}
	var all []run
	drawn := ""
	for rest := line; rest != ""; {
		end, whatIsSaid := strings.IndexFunc(rest, unknown), true
		if end == 0 {
			end, whatIsSaid = strings.IndexFunc(rest, known), false
		}
		if end < 0 {
			end = len(rest)
		}
		part := run{rest[:end], rest[:end]}
		if !whatIsSaid {
			part.drawn = f.latin(part.said)
			last, _ := utf8.DecodeLastRuneInString(part.said)
			next, _ := utf8.DecodeRuneInString(rest[end:])
			if unicode.IsLetter(last) && !isCased(last) && unicode.IsLetter(next) { // « Li Ming Martin »
				part.drawn += " "
			}
			// around what is left out
		} else if strings.HasSuffix(drawn, " ") && part.said[0] == ' ' && all[len(all)-1].drawn == "" {
			part.drawn = part.said[1:]
		}
		all, drawn, rest = append(all, part), drawn+part.drawn, rest[end:]
	}
	if strings.TrimSpace(drawn) == "" {
		return []run{{"–", line}}
	}
	return all
}

// box represents a letter that no table knows.
const box = "□"

// latin writes letters that the typeface has not with those that it has: « 李明 » is « Li Ming ». Signs that are no
// letters, such as « 🚲 », are left out.
func (f *typeface) latin(text string) string {
	var latin strings.Builder
	cased, before := false, rune(0)
	for _, r := range norm.NFKC.String(text) {
		cased = cased || isCased(r)
		if before != 0 && strings.ContainsRune("々〻ゝヽ", r) { // the letter before, once more
			r = before
		}
		latin.WriteString(f.written(r))
		before = r
	}
	written := strings.TrimSpace(latin.String())
	if cased {
		return written
	}
	return capitalised(strings.ToLower(written)) // names of scripts without capitals
}

func isCased(r rune) bool { return unicode.IsUpper(r) || unicode.IsLower(r) }

// written returns one letter in those of the typeface.
func (f *typeface) written(r rune) string {
	if f.glyphs[r] != 0 {
		return string(r)
	}
	if known, ours := spelt[r]; ours {
		return known
	}
	latin := marks.Replace(unidecode.Unidecode(string(r)))
	if latin == "" && (unicode.IsLetter(r) || unicode.IsNumber(r)) {
		return box
	}
	return latin
}

// spelt has the letters for which the table of unidecode has a sign of the keyboard or nothing.
var spelt = map[rune]string{
	'ا': "a", 'إ': "i", 'ٱ': "a", 'ء': "’", 'ٴ': "’", 'ة': "a", 'ۃ': "a", 'ى': "a", 'ې': "e", 'ۑ': "y", 'ع': "ʿa",
	'א': "a", 'ע': "ʿa", 'อ': "o", 'ອ': "o",
}

// marks rids what unidecode writes of signs of the keyboard that mean something else to a reader.
var marks = strings.NewReplacer("`", "’", "'", "’", "\x7f", "", "[?]", "", "?", "", "~", "", "@", "a", "+", "", "^", "",
	"\"", "")

// capitalised returns the text with a capital at the head of each word.
func capitalised(text string) string {
	head := true
	return strings.Map(func(r rune) rune {
		upper := unicode.ToUpper(r)
		if head && upper != r {
			head = false
			return upper
		}
		head = head || r == ' '
		return r
	}, text)
}
