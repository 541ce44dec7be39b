package api

import (
	"encoding/csv"
	"fmt"
	"io"

	"consigne/internal/kernel/text"
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
		kept[i] = text.Cell(cell)
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
