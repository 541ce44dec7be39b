// Package guess estimates how hard a password is to guess, as the smallest number of parts that make it
// up. A common word or a run along a keyboard counts as one part or two; a word of the person's own
// data counts as none. The package decides nothing about password lengths or messages.
package guess

import (
	_ "embed"
	"math"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"consigne/internal/kernel/text"
)

// The list of common passwords, most common first, comes from @zxcvbn-ts/language-common 4.1.3
// (LICENSE-zxcvbn-ts.txt): its first 20,000 of at least four characters, and all later ones of at least
// twelve.
//
//go:embed common.txt
var commonList string

//go:embed french.txt
var frenchList string

// mostCommon is how many words at the head of the list cost one part; the others cost two.
const mostCommon = 1000

// costs maps each common word to its cost: one part or two.
var costs = sync.OnceValue(func() map[string]int {
	words := map[string]int{}
	for i, word := range strings.Fields(commonList) {
		words[word] = 1
		if i >= mostCommon {
			words[word] = 2
		}
	}
	for word := range strings.FieldsSeq(frenchList) {
		words[word] = 1
	}
	return words
})

// rows lists the sequences that people type, forwards and backwards: letters, digits, the French and US
// keyboards by row and by column, and the numeric pad.
var rows = func() []string {
	list := []string{
		"abcdefghijklmnopqrstuvwxyz", "01234567890123456789", "azertyuiop", "qsdfghjklm", "wxcvbn", "qwertyuiop", "asdfghjkl",
		"zxcvbnm",
		"1aqw2zsx3edc4rfv5tgb6yhn7uj", "1qaz2wsx3edc4rfv5tgb6yhn7ujm", "aqwzsxedcrfvtgbyhnuj", "qazwsxedcrfvtgbyhnujm",
		"147258369", "159357",
	}
	for _, row := range list {
		backwards := []rune(row)
		for i, j := 0, len(backwards)-1; i < j; i, j = i+1, j-1 {
			backwards[i], backwards[j] = backwards[j], backwards[i]
		}
		list = append(list, string(backwards))
	}
	return list
}()

// Few is the largest number of parts that is too few: somebody who knows the person tries such
// passwords first.
const Few = 4

const (
	shortestRun  = 3
	shortestWord = 3
	longestWord  = 64 // limits the listed words and the pieces that are looked up
)

// Parts returns the smallest number of parts that make up a password. Case, accents and digits that
// stand for letters are ignored. A word of the personal data costs nothing.
func Parts(password string, personal []string) int {
	typed := []rune(text.Fold(password))
	own := map[string]bool{}
	for _, words := range personal {
		for _, word := range wordsOf(words) {
			own[word] = true
		}
	}
	forms := readings(typed)
	fewest := make([]int, len(typed)+1)
	for end := 1; end <= len(typed); end++ {
		fewest[end] = math.MaxInt
		for start := max(0, end-longestWord); start < end; start++ {
			if cost, known := costOf(forms, start, end, own); known {
				fewest[end] = min(fewest[end], fewest[start]+cost)
			}
		}
	}
	return fewest[len(typed)]
}

// costOf returns the cost of the piece [start, end) of a password; false: the piece is not a part by
// itself.
func costOf(forms [][]rune, start, end int, own map[string]bool) (int, bool) {
	length := end - start
	if start >= length && string(forms[0][start-length:start]) == string(forms[0][start:end]) {
		return 0, true // repeats what stands right before it
	}
	if length >= shortestRun && strings.Contains(string(forms[0][:start]), string(forms[0][start:end])) {
		return 0, true // repeats something that stands before it
	}
	if length == 1 {
		return 1, true
	}
	if length < shortestRun {
		return 0, false
	}
	cost, known := 0, false
	for _, form := range forms {
		piece := string(form[start:end])
		if own[piece] {
			return 0, true
		}
		if c, common := costs()[piece]; common && (!known || c < cost) {
			cost, known = c, true
		}
		if runs(piece) || isYear(piece) {
			cost, known = 1, true
		}
	}
	return cost, known
}

// runs reports whether fingers run along a row, whatever separates the keys.
func runs(piece string) bool {
	first, _ := utf8.DecodeRuneInString(piece)
	last, _ := utf8.DecodeLastRuneInString(piece)
	if separates(first) || separates(last) {
		return false
	}
	piece = strings.Join(strings.FieldsFunc(piece, separates), "")
	if len(piece) < shortestRun {
		return false
	}
	for _, row := range rows {
		if strings.Contains(row, piece) {
			return true
		}
	}
	return false
}

func isYear(piece string) bool {
	return len(piece) == 4 && (strings.HasPrefix(piece, "19") || strings.HasPrefix(piece, "20")) &&
		strings.Trim(piece, "0123456789") == ""
}

// stands maps a digit or sign to the letter that it stands for.
var stands = map[rune]rune{
	'0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '@': 'a', '$': 's',
	'!': 'i', '€': 'e', '+': 't',
}

// readings returns the ways to read a password: as typed, and with letters in place of the digits and
// signs that stand for them, once with 1 and ! read as i and once as l.
func readings(typed []rune) [][]rune {
	asI, asL := make([]rune, len(typed)), make([]rune, len(typed))
	for i, r := range typed {
		asI[i], asL[i] = r, r
		if letter, ok := stands[r]; ok {
			asI[i], asL[i] = letter, letter
		}
		if r == '1' || r == '!' {
			asL[i] = 'l'
		}
	}
	return [][]rune{typed, asI, asL}
}

// wordsOf returns the words of a name or an address, and the whole of it without separators.
func wordsOf(name string) []string {
	folded := text.Fold(name)
	words := append(strings.FieldsFunc(folded, separates), folded, strings.Join(strings.FieldsFunc(folded, separates), ""))
	if local, _, isEmail := strings.Cut(folded, "@"); isEmail {
		words = append(words, local, strings.Join(strings.FieldsFunc(local, separates), ""))
	}
	long := words[:0]
	for _, word := range words {
		if length := len([]rune(word)); length >= shortestWord && length <= longestWord {
			long = append(long, word)
		}
	}
	return long
}

func separates(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
