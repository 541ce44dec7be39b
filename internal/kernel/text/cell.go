package text

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// formulas lists the characters that make a spreadsheet run a cell that begins with one of them, including their
// full-width forms.
const formulas = signs + "\t\r\n"

const signs = "=+@＝＋－＠-"

// inside matches the signs that begin a cell when a spreadsheet splits the file at other separators than its
// own: French spreadsheets split at semicolons, also files separated by commas.
var inside = regexp.MustCompile(`([;\t\r\n][ "]*)([` + signs + `])`)

// negative matches a number below 0, which runs nothing though it begins with a sign.
var negative = regexp.MustCompile(`^-[0-9]+(,[0-9]+)?$`)

// Cell returns a text as a cell of a CSV file, so that no spreadsheet runs it, or a part of it, as a formula.
func Cell(cell string) string {
	if negative.MatchString(cell) {
		return cell
	}
	if strings.ContainsAny(cell, ";\t\r\n") { // which few cells do, and looking is much quicker than matching
		cell = inside.ReplaceAllString(cell, "$1'$2")
	}
	if first, _ := utf8.DecodeRuneInString(cell); cell != "" && strings.ContainsRune(formulas, first) {
		return "'" + cell
	}
	return cell
}
