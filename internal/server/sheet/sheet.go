// Package sheet writes the tables that spreadsheets open: CSV, where all is text, and XLSX, whose cells have types
// (docs/adr/0082).
package sheet

import (
	"bytes"
	"io"
)

// Format is a form of file.
type Format string

// The formats, as addresses name them.
const (
	CSV  Format = "csv"
	XLSX Format = "xlsx"
)

// Formats returns all of them.
func Formats() []Format { return []Format{CSV, XLSX} }

// MediaType returns the content type of the file.
func (f Format) MediaType() string {
	if f == XLSX {
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return "text/csv; charset=utf-8"
}

// Writer writes a table row by row, and sends what is written before the last row is known.
type Writer interface {
	// Write adds rows.
	Write(rows [][]Cell) error
	// Close ends the file. A file that is not closed is not whole.
	Close() error
}

// New begins a file. The title names the sheet of a workbook: at most 28 characters, none of []:*?/\.
func New(w io.Writer, format Format, title string, columns []string) (Writer, error) {
	if format == XLSX {
		return newWorkbook(w, title, columns)
	}
	return newCSV(w, columns)
}

// File returns a whole file.
func File(format Format, title string, columns []string, rows [][]Cell) ([]byte, error) {
	var content bytes.Buffer
	w, err := New(&content, format, title, columns)
	if err != nil {
		return nil, err
	}
	if err := w.Write(rows); err != nil {
		return nil, err
	}
	err = w.Close()
	return content.Bytes(), err
}
