package sheet

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxRows is how many rows a sheet has in Excel. A longer table goes on in a sheet of its own, under the same header.
var maxRows = 1 << 20

// workbook writes an XLSX file while its rows come: a ZIP archive whose first files are known, then a file a sheet, and
// last the files that say which sheets there are.
type workbook struct {
	archive *zip.Writer
	title   string
	header  []Cell
	names   []string // of the columns: A, B, …
	sheet   *bufio.Writer
	sheets  int // begun
	rows    int // in the last of them
}

func newWorkbook(w io.Writer, title string, columns []string) (*workbook, error) {
	b := &workbook{
		archive: zip.NewWriter(w), title: title, header: make([]Cell, len(columns)),
		names: make([]string, len(columns)),
	}
	b.archive.RegisterCompressor(zip.Deflate,
		func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	for i, column := range columns {
		b.header[i] = Cell{text: column, style: headerStyle}
		b.names[i] = columnName(i)
	}
	for _, part := range fixedParts {
		if err := b.part(part.name, part.content); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// columnName returns « A » for 0, « AA » for 26.
func columnName(i int) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if i < len(alphabet) {
		return alphabet[i : i+1]
	}
	return columnName(i/len(alphabet)-1) + columnName(i%len(alphabet))
}

func (b *workbook) part(name, content string) error {
	file, err := b.archive.Create(name)
	if err == nil {
		_, err = io.WriteString(file, content)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

func (b *workbook) Write(rows [][]Cell) error {
	for i, row := range rows {
		if b.sheet == nil || b.rows == maxRows {
			if err := b.begin(rows[i:]); err != nil {
				return err
			}
		}
		b.row(row)
	}
	if b.sheet == nil {
		return nil
	}
	if err := b.sheet.Flush(); err != nil {
		return fmt.Errorf("write xlsx: %w", err)
	}
	if err := b.archive.Flush(); err != nil {
		return fmt.Errorf("send xlsx: %w", err)
	}
	return nil
}

// begin begins the next sheet, with columns as wide as the first rows need.
func (b *workbook) begin(rows [][]Cell) error {
	if err := b.end(); err != nil {
		return err
	}
	b.sheets++
	b.rows = 0
	file, err := b.archive.Create(fmt.Sprintf("xl/worksheets/sheet%d.xml", b.sheets))
	if err != nil {
		return fmt.Errorf("begin a sheet: %w", err)
	}
	b.sheet = bufio.NewWriter(file)
	b.print(sheetStart)
	for i, cell := range b.header {
		const least, most, margin = 9, 50, 2
		width := utf8.RuneCountInString(cell.text)
		for _, row := range rows[:min(len(rows), 200)] {
			width = max(width, row[i].width())
		}
		b.print(fmt.Sprintf(`<col min="%d" max="%[1]d" width="%d" customWidth="1"/>`, i+1,
			min(max(width, least), most)+margin))
	}
	b.print(`</cols><sheetData>`)
	b.row(b.header)
	return nil
}

// end ends the sheet that was begun last.
func (b *workbook) end() error {
	if b.sheet == nil {
		return nil
	}
	b.print(`</sheetData></worksheet>`)
	if err := b.sheet.Flush(); err != nil {
		return fmt.Errorf("end a sheet: %w", err)
	}
	return nil
}

// print writes to the sheet, whose Flush tells the first error.
func (b *workbook) print(text string) { _, _ = b.sheet.WriteString(text) }

func (b *workbook) row(cells []Cell) {
	b.rows++
	number := strconv.Itoa(b.rows)
	b.print(`<row r="` + number + `">`)
	for i, cell := range cells {
		if cell.text == "" {
			continue
		}
		b.print(`<c r="` + b.names[i] + number + `" s="` + strconv.Itoa(int(cell.style)) + `"`)
		if cell.value != "" {
			b.print(`><v>` + cell.value + `</v></c>`)
			continue
		}
		b.print(` t="inlineStr"><is><t xml:space="preserve">`)
		_ = xml.EscapeText(b.sheet, []byte(verbatim(cell.text))) // Flush tells the error
		b.print(`</t></is></c>`)
	}
	b.print(`</row>`)
}

// numbered matches what Excel reads as the number of a character: « _x0041_ » as « A ».
var numbered = regexp.MustCompile(`^_x[0-9A-Fa-f]{4}_`)

// verbatim returns the text as Excel reads it unchanged.
func verbatim(text string) string {
	if !strings.Contains(text, "_x") {
		return text
	}
	var kept strings.Builder
	for i := range len(text) {
		if numbered.MatchString(text[i:]) {
			kept.WriteString("_x005F")
		}
		kept.WriteByte(text[i])
	}
	return kept.String()
}

func (b *workbook) Close() error {
	if b.sheet == nil {
		if err := b.begin(nil); err != nil {
			return err
		}
	}
	if err := b.end(); err != nil {
		return err
	}
	var sheets, relations strings.Builder
	for i := range b.sheets {
		name := b.title
		if i > 0 {
			name = fmt.Sprintf("%s %d", b.title, i+1)
		}
		sheets.WriteString(`<sheet name="`)
		_ = xml.EscapeText(&sheets, []byte(name)) // to memory, which does not fail
		fmt.Fprintf(&sheets, `" sheetId="%d" r:id="rId%[1]d"/>`, i+1)
		fmt.Fprintf(&relations, sheetRelation, i+1)
	}
	if err := b.part("xl/workbook.xml", fmt.Sprintf(workbookPart, sheets.String())); err != nil {
		return err
	}
	if err := b.part("xl/_rels/workbook.xml.rels", fmt.Sprintf(relationsPart, relations.String())); err != nil {
		return err
	}
	if err := b.archive.Close(); err != nil {
		return fmt.Errorf("end xlsx: %w", err)
	}
	return nil
}
