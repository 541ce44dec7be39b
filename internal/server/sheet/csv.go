package sheet

import (
	"encoding/csv"
	"fmt"
	"io"

	"consigne/internal/kernel/text"
)

// Lines writes the lines of a CSV file, so that no cell runs as a formula.
type Lines struct{ *csv.Writer }

// Write adds a line.
func (l Lines) Write(texts []string) error {
	kept := make([]string, len(texts))
	for i, cell := range texts {
		kept[i] = text.Cell(cell)
	}
	if err := l.Writer.Write(kept); err != nil {
		return fmt.Errorf("write csv: %w", err)
	}
	return nil
}

// Close writes what is buffered.
func (l Lines) Close() error {
	l.Flush()
	if err := l.Error(); err != nil {
		return fmt.Errorf("write csv: %w", err)
	}
	return nil
}

// csvFile is a table in the form that French spreadsheets read.
type csvFile struct{ lines Lines }

func newCSV(w io.Writer, columns []string) (csvFile, error) {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return csvFile{}, fmt.Errorf("begin csv: %w", err)
	}
	lines := Lines{csv.NewWriter(w)}
	lines.Comma, lines.UseCRLF = ';', true
	return csvFile{lines}, lines.Write(columns)
}

func (f csvFile) Write(rows [][]Cell) error {
	for _, row := range rows {
		texts := make([]string, len(row))
		for i, cell := range row {
			texts[i] = cell.text
		}
		if err := f.lines.Write(texts); err != nil {
			return err
		}
	}
	return f.lines.Close()
}

func (f csvFile) Close() error { return f.lines.Close() }
