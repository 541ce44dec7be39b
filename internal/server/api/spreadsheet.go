package api

import (
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// table writes the cells of every CSV file, so that no cell runs as a formula.
type table struct{ lines *csv.Writer }

// spreadsheet starts a file in the form that French spreadsheets read.
func spreadsheet(w io.Writer) (table, error) {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return table{}, fmt.Errorf("begin spreadsheet: %w", err)
	}
	lines := csv.NewWriter(w)
	lines.Comma, lines.UseCRLF = ';', true
	return table{lines}, nil
}

func (t table) write(cells ...string) error {
	kept := make([]string, len(cells))
	for i, cell := range cells {
		kept[i] = harmless(cell)
	}
	if err := t.lines.Write(kept); err != nil {
		return fmt.Errorf("write csv: %w", err)
	}
	return nil
}

func (t table) flush() error {
	t.lines.Flush()
	if err := t.lines.Error(); err != nil {
		return fmt.Errorf("write csv: %w", err)
	}
	return nil
}

// formulas lists the characters that make a spreadsheet run a cell that begins with one of them, including their
// full-width forms.
const formulas = signs + "\t\r\n"

const signs = "=+@＝＋－＠-"

// inside matches the signs that begin a cell when a spreadsheet splits the file at other separators than its
// own: French spreadsheets split at semicolons, also files separated by commas.
var inside = regexp.MustCompile(`([;\t\r\n][ "]*)([` + signs + `])`)

// negative matches a number below 0, which runs nothing though it begins with a sign.
var negative = regexp.MustCompile(`^-[0-9]+(,[0-9]+)?$`)

// harmless keeps a spreadsheet from running a text, or a part of it, as a formula.
func harmless(cell string) string {
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
