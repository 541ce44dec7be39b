package api_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// sameTable opens a workbook again, and compares each of its cells, by its type, with those of the CSV file of the same
// rows.
func (s *site) sameTable(name string, text, book answer) {
	s.t.Helper()
	if text.Status != 200 || book.Status != 200 ||
		book.Header.Get("Content-Type") != "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" ||
		book.Header.Get("Cache-Control") != "no-store" ||
		book.Header.Get("Content-Disposition") != strings.Replace(
			text.Header.Get("Content-Disposition"), `.csv"`, `.xlsx"`, 1,
		) {
		s.t.Fatalf("%s: %d %d %v %v", name, text.Status, book.Status, book.Header, text.Header)
	}
	want := csvRows(s.t, text.Raw)
	file, err := excelize.OpenReader(strings.NewReader(book.Raw))
	s.check(err)
	defer func() { s.check(file.Close()) }()
	sheets := file.GetSheetList()
	rows, err := file.GetRows(sheets[0])
	s.check(err)
	if len(sheets) != 1 || len(rows) != len(want) {
		s.t.Fatalf("%s: sheets %q, %d rows for %d", name, sheets, len(rows), len(want))
	}
	for i, line := range want {
		for j, cell := range line {
			at, err := excelize.CoordinatesToCellName(j+1, i+1)
			s.check(err)
			if got, err := asInCSV(file, sheets[0], at); err != nil || got != cell {
				s.t.Errorf("%s, %s: %q, %v, in CSV %q", name, at, got, err, cell)
			}
		}
	}
}

// asInCSV returns a cell as CSV has it, if it has the type that such a text is to have.
func asInCSV(file *excelize.File, sheet, at string) (string, error) {
	raw, err := file.GetCellValue(sheet, at, excelize.Options{RawCellValue: true})
	if err != nil {
		return "", err
	}
	kind, err := file.GetCellType(sheet, at)
	if err != nil {
		return "", err
	}
	index, err := file.GetCellStyle(sheet, at)
	if err != nil {
		return "", err
	}
	style, err := file.GetStyle(index)
	if err != nil || raw == "" {
		return raw, err
	}
	format := strconv.Itoa(style.NumFmt)
	if style.CustomNumFmt != nil {
		format = strings.ReplaceAll(*style.CustomNumFmt, `\`, "")
	}
	if kind == excelize.CellTypeInlineString && format == "49" {
		if strings.ContainsAny(raw[:1], "=+-@") { // where a spreadsheet would begin a formula of CSV
			return "'" + raw, nil
		}
		return raw, nil
	}
	layout := map[string]string{
		"dd/mm/yyyy": "02/01/2006", "dd/mm/yyyy hh:mm": "02/01/2006 15:04", "dd/mm/yyyy hh:mm:ss": "02/01/2006 15:04:05",
	}[format]
	number, err := strconv.ParseFloat(raw, 64)
	switch {
	case err != nil || kind != excelize.CellTypeUnset:
		return raw, fmt.Errorf("type %d, format %s, %w", kind, format, errors.Join(err, errors.New("not a number")))
	case layout != "":
		at := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).Add(time.Duration(number * float64(24*time.Hour)))
		return at.Round(time.Second).Format(layout), nil
	case format == `#,##0.00 "€"`, format == "0.0":
		return strings.Replace(raw, ".", ",", 1), nil
	case format == "1":
		return raw, nil
	}
	return raw, fmt.Errorf("format %s", format)
}
