package imports

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"consigne/internal/kernel/fault"
)

// column is a column of a file.
type column struct {
	name     string
	required bool   // the file must have it
	field    string // what the rules call its value, if they name it differently
}

// table reads the lines of a CSV file: UTF-8, with or without a byte order mark, separated by semicolons or commas.
type table struct {
	reader  *csv.Reader
	columns []column
	at      []int // index of each column in the file; -1: the file lacks it
	width   int
}

// row is a line of a file.
type row struct {
	table *table
	place int // of the line in the file, from 1
	cells []string
}

const (
	msgEncoding = "Cette ligne n'est pas en UTF-8"
	msgWidth    = "Cette ligne n'a pas autant de valeurs que l'en-tête"
	msgQuotes   = "Les guillemets de cette ligne ne se ferment pas, ou en cachent d'autres"
)

// openTable reads the header of a file. fault.Invalid: it is not that of a file with the columns.
func openTable(from io.Reader, columns []column) (*table, error) {
	buffered := bufio.NewReaderSize(from, 1<<16)
	if start, err := buffered.Peek(3); err == nil && bytes.Equal(start, []byte("\xef\xbb\xbf")) {
		_, _ = buffered.Discard(3)
	}
	t := &table{reader: csv.NewReader(buffered), columns: columns, at: make([]int, len(columns))}
	start, err := buffered.Peek(1 << 12)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	first, _, _ := bytes.Cut(start, []byte("\n"))
	t.reader.Comma = ','
	if bytes.Count(first, []byte(";")) >= bytes.Count(first, []byte(",")) {
		t.reader.Comma = ';'
	}
	t.reader.FieldsPerRecord, t.reader.ReuseRecord = -1, true
	header, err := t.reader.Read()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fault.At("", msgQuotes)
	}
	names := make([]string, len(header))
	for i, name := range header {
		names[i] = strings.ToLower(strings.TrimSpace(name))
	}
	t.width = len(names)
	for i, c := range columns {
		if t.at[i] = slices.Index(names, c.name); c.required && t.at[i] < 0 {
			return nil, fault.At(c.name, fmt.Sprintf("La colonne « %s » manque", c.name))
		}
	}
	for i, name := range names {
		switch {
		case !slices.ContainsFunc(columns, func(c column) bool { return c.name == name }):
			return nil, fault.At(name, fmt.Sprintf("La colonne « %s » n'est pas connue", name))
		case slices.Index(names, name) != i:
			return nil, fault.At(name, fmt.Sprintf("La colonne « %s » y est deux fois", name))
		}
	}
	return t, nil
}

// next returns the next line. io.EOF: there is none. fault.Invalid: the line cannot be read; those that follow can, unless its
// quotes are wrong.
func (t *table) next() (row, error) {
	record, err := t.reader.Read()
	if parse, is := errors.AsType[*csv.ParseError](err); is {
		return row{place: parse.StartLine}, fault.At("", msgQuotes)
	}
	if err != nil {
		return row{}, err
	}
	r := row{table: t, cells: make([]string, len(t.columns))}
	r.place, _ = t.reader.FieldPos(0)
	if len(record) != t.width {
		return r, fault.At("", msgWidth)
	}
	for i, at := range t.at {
		if at < 0 {
			continue
		}
		if !utf8.ValidString(record[at]) {
			return r, fault.At(t.columns[i].name, msgEncoding)
		}
		r.cells[i] = strings.TrimSpace(record[at])
	}
	return r, nil
}

// digest identifies the values of a line, whatever the order of the columns.
func (r row) digest() string {
	sum := sha256.Sum256([]byte(strings.Join(r.cells, "\x1f")))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// text returns the value at a column; empty: there is none.
func (r row) text(name string) string {
	for i := range r.table.columns {
		if r.table.columns[i].name == name {
			return r.cells[i]
		}
	}
	return ""
}

// columnOf returns the column of a value that a rule names.
func (t *table) columnOf(field string) string {
	for _, c := range t.columns {
		if c.field == field {
			return c.name
		}
	}
	return field
}
