package api

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// table writes CSV that no spreadsheet runs: every cell of every file goes through it.
type table struct{ lines *csv.Writer }

// spreadsheet begins a file as French spreadsheets read it.
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

// formulas are what makes a spreadsheet run a cell that begins with it, the full-width
// forms of East Asia included.
const formulas = "=+-@\t\r\n＝＋－＠"

// harmless keeps a spreadsheet from running a text as a formula.
func harmless(cell string) string {
	if first, _ := utf8.DecodeRuneInString(cell); cell != "" && strings.ContainsRune(formulas, first) {
		return "'" + cell
	}
	return cell
}
