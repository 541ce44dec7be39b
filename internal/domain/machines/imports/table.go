package imports

import (
	"bufio"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
)

// column is a column of a file.
type column struct {
	name     string
	required bool   // the file must have it
	field    string // what the rules call its value, if they name it differently
}

// table reads the lines of a CSV file as spreadsheets write it: see asText; separated by semicolons, commas or tabs, or
// by what a first line « sep= » says.
type table struct {
	reader  *csv.Reader
	columns []column
	at      []int // index of each column in the file; -1: the file lacks it
	names   []string
	before  int // lines before the header
}

// row is a line of a file.
type row struct {
	table *table
	place int // of the line in the file, from 1
	cells []string
}

const (
	msgEncoding  = "Cette ligne n'est pas en UTF-8, ou a perdu des caractères (\ufffd) avant d'y être"
	msgWidth     = "Cette ligne n'a pas autant de valeurs que l'en-tête"
	msgNameless  = "Une valeur se trouve dans une colonne sans nom"
	msgQuotes    = "Les guillemets de cette ligne ne se ferment pas, ou en cachent d'autres"
	msgSeparator = "Les colonnes ne sont pas séparées par un point-virgule, une virgule ou une tabulation"
)

// openTable reads the header of a file. fault.Invalid: it is not that of a file with the columns.
func openTable(file io.ReadSeeker, columns []column) (*table, error) {
	decoded, err := asText(file)
	if err != nil {
		return nil, err
	}
	t := &table{columns: columns, at: make([]int, len(columns))}
	if t.reader, err = t.open(bufio.NewReaderSize(decoded, 1<<16)); err != nil {
		return nil, err
	}
	header, err := t.reader.Read()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fault.Invalid("", msgQuotes)
	}
	return t, t.place(header)
}

// firstLine matches a line by which a spreadsheet says what separates the columns.
var firstLine = regexp.MustCompile(`^"?(?i:sep)=(.)"?\r?$`)

// open returns the reader of the lines from the header on.
func (t *table) open(from *bufio.Reader) (*csv.Reader, error) {
	start, err := from.Peek(1 << 12)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	first, _, _ := strings.Cut(string(start), "\n")
	separator := ';'
	for _, other := range ",\t" {
		if strings.Count(first, string(other)) > strings.Count(first, string(separator)) {
			separator = other
		}
	}
	if said := firstLine.FindStringSubmatch(first); said != nil {
		separator, _ = utf8.DecodeRuneInString(said[1])
		if _, err := from.Discard(min(len(first)+1, len(start))); err != nil {
			return nil, err
		}
		t.before = 1
	}
	reader := csv.NewReader(from)
	reader.Comma, reader.FieldsPerRecord, reader.ReuseRecord = separator, -1, true
	return reader, nil
}

// place finds the columns in the header. A spreadsheet may leave columns without a name.
func (t *table) place(header []string) error {
	for _, name := range header {
		t.names = append(t.names, strings.ToLower(text.Plain(name)))
	}
	for i, c := range t.columns {
		if t.at[i] = slices.Index(t.names, c.name); !c.required || t.at[i] >= 0 {
			continue
		}
		if len(t.names) == 1 && strings.Contains(t.names[0], c.name) && t.names[0] != c.name {
			return fault.Invalid("", msgSeparator)
		}
		return fault.Invalid(c.name, fmt.Sprintf("La colonne « %s » manque", c.name))
	}
	for i, name := range t.names {
		switch {
		case name == "":
		case !slices.ContainsFunc(t.columns, func(c column) bool { return c.name == name }):
			return fault.Invalid(name, fmt.Sprintf("La colonne « %s » n'est pas connue", name))
		case slices.Index(t.names, name) != i:
			return fault.Invalid(name, fmt.Sprintf("La colonne « %s » y est deux fois", name))
		}
	}
	return nil
}

// next returns the next line that has a value. io.EOF: there is none. fault.Invalid: the line cannot be read; those
// that follow can, unless its quotes are wrong.
func (t *table) next() (row, error) {
	for {
		record, err := t.reader.Read()
		if parse, is := errors.AsType[*csv.ParseError](err); is {
			return row{place: parse.StartLine + t.before}, fault.Invalid("", msgQuotes)
		}
		if err != nil {
			return row{}, err
		}
		if slices.ContainsFunc(record, func(value string) bool { return text.Plain(value) != "" }) {
			return t.rowOf(record)
		}
	}
}

func (t *table) rowOf(record []string) (row, error) {
	r := row{table: t, cells: make([]string, len(t.columns))}
	r.place, _ = t.reader.FieldPos(0)
	r.place += t.before
	if len(record) < len(t.names) {
		return r, fault.Invalid("", msgWidth)
	}
	for i, value := range record {
		switch {
		case text.Plain(value) == "":
		case i >= len(t.names):
			return r, fault.Invalid("", msgWidth)
		case t.names[i] == "":
			return r, fault.Invalid("", msgNameless)
		}
	}
	for i, at := range t.at {
		if at < 0 {
			continue
		}
		if !utf8.ValidString(record[at]) || strings.ContainsRune(record[at], utf8.RuneError) {
			return r, fault.Invalid(t.columns[i].name, msgEncoding)
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
		if c.field == field && field != "" {
			return c.name
		}
	}
	return field
}
