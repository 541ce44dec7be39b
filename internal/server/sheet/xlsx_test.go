package sheet

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"consigne/internal/kernel/money"
)

// open reads a workbook with a library that others keep.
func open(t *testing.T, content []byte) *excelize.File {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { must(t, book.Close()) })
	return book
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// What a spreadsheet would take for a date, a number or a formula is a text, and reads back as it was.
func TestTextsStayTexts(t *testing.T) {
	texts := []string{
		"1-2", "10E3", "007", "=1+1", "+33612345678", "@x", "-5", "2026-10", "1/2", "TRUE", " a  b ", "a\nb", "<&>\"'",
		"🚲 李明", "_x0041_x0042_", "_x_",
		"l'an = 1", "3,14", "1.5",
	}
	rows := [][]Cell{}
	for _, text := range texts {
		rows = append(rows, []Cell{Text(text)})
	}
	content, err := File(XLSX, "Essai", []string{"Casier"}, rows)
	must(t, err)
	book := open(t, content)
	for i, text := range texts {
		at, err := excelize.CoordinatesToCellName(1, i+2)
		must(t, err)
		kind, err := book.GetCellType("Essai", at)
		must(t, err)
		got, err := book.GetCellValue("Essai", at)
		must(t, err)
		formula, err := book.GetCellFormula("Essai", at)
		must(t, err)
		if kind != excelize.CellTypeInlineString || got != text || formula != "" {
			t.Errorf("%q is %q of type %d, formula %q", text, got, kind, formula)
		}
		index, err := book.GetCellStyle("Essai", at)
		must(t, err)
		style, err := book.GetStyle(index)
		must(t, err)
		if style.NumFmt != 49 { // « @ »
			t.Errorf("%q has format %d", text, style.NumFmt)
		}
	}
}

// Amounts, numbers and dates have their types: what they are worth, and how they are shown.
func TestTypesOfCells(t *testing.T) {
	summer := time.Date(2026, 7, 1, 22, 4, 59, 0, time.UTC)      // 00:04:59 of the next day in Paris
	twice := time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC)      // 02:30 in Paris, summer time
	twiceAgain := time.Date(2026, 10, 25, 1, 30, 0, 0, time.UTC) // 02:30 again
	rate := 0.1234
	row := []Cell{
		Number(-12), Euros(123_456_789), Euros(-50), Euros(7), Tenths(&rate, 100), Day(summer), Minute(&summer),
		Second(summer),
		Minute(&twice), Minute(&twiceAgain), Euros(money.Cents(90_071_992_547_409)), ID(0), Minute(nil), Tenths(nil, 1),
		Text(""),
	}
	raw := []string{
		"-12", "1234567.89", "-0.50", "0.07", "12.3", "46205", "46205.00277777778", "46205.00346064815", "46320.104166666664",
		"46320.104166666664",
		"900719925474.09", "", "", "", "",
	}
	shown := []string{
		"-12", "1,234,567.89 €", "-0.50 €", "0.07 €", "12.3", "02/07/2026", "02/07/2026 00:04", "02/07/2026 00:04:59",
		"25/10/2026 02:30", "25/10/2026 02:30",
		"900,719,925,474.09 €", "", "", "", "",
	}
	csv := []string{
		"-12", "1234567,89", "-0,50", "0,07", "12,3", "02/07/2026", "02/07/2026 00:04", "02/07/2026 00:04:59",
		"25/10/2026 02:30", "25/10/2026 02:30",
		"900719925474,09", "", "", "", "",
	}
	columns := make([]string, len(row))
	for i := range columns {
		columns[i] = "Colonne"
	}
	content, err := File(XLSX, "Essai", columns, [][]Cell{row})
	must(t, err)
	book := open(t, content)
	for i := range row {
		at, err := excelize.CoordinatesToCellName(i+1, 2)
		must(t, err)
		value, err := book.GetCellValue("Essai", at, excelize.Options{RawCellValue: true})
		must(t, err)
		seen, err := book.GetCellValue("Essai", at)
		must(t, err)
		kind, err := book.GetCellType("Essai", at)
		must(t, err)
		if value != raw[i] || seen != shown[i] || row[i].text != csv[i] || kind != excelize.CellTypeUnset {
			t.Errorf("column %d: %q, shown as %q, type %d, %q in CSV; want %q, %q, %q", i, value, seen, kind, row[i].text,
				raw[i], shown[i], csv[i])
		}
	}
}

// The first row is bold and stays in sight; columns are as wide as what they hold; a table without rows has its header.
func TestSheet(t *testing.T) {
	for _, rows := range [][][]Cell{nil, {{Text(strings.Repeat("large ", 20)), Text("x")}}} {
		content, err := File(XLSX, "Événements", []string{"Nom", "Casier"}, rows)
		must(t, err)
		book := open(t, content)
		if names := book.GetSheetList(); len(names) != 1 || names[0] != "Événements" {
			t.Errorf("sheets %q", names)
		}
		panes, err := book.GetPanes("Événements")
		must(t, err)
		if !panes.Freeze || panes.YSplit != 1 || panes.XSplit != 0 {
			t.Errorf("panes %+v", panes)
		}
		index, err := book.GetCellStyle("Événements", "A1")
		must(t, err)
		style, err := book.GetStyle(index)
		must(t, err)
		if name, err := book.GetCellValue("Événements", "A1"); err != nil || name != "Nom" || style.Font == nil ||
			!style.Font.Bold {
			t.Errorf("header %q %+v, %v", name, style.Font, err)
		}
		wide, err := book.GetColWidth("Événements", "A")
		must(t, err)
		narrow, err := book.GetColWidth("Événements", "B")
		must(t, err)
		if narrow != 11 || (rows == nil && wide != 11) || (rows != nil && wide != 52) {
			t.Errorf("widths %v, %v", wide, narrow)
		}
	}
}

// A table that is longer than a sheet goes on in the next.
func TestTableLongerThanASheet(t *testing.T) {
	maxRows = 3
	defer func() { maxRows = 1 << 20 }()
	var content bytes.Buffer
	w, err := New(&content, XLSX, "Longue", []string{"N"})
	must(t, err)
	for n := range int64(5) {
		must(t, w.Write([][]Cell{{Number(n)}}))
	}
	must(t, w.Close())
	book := open(t, content.Bytes())
	got := []string{}
	for _, name := range book.GetSheetList() {
		rows, err := book.GetRows(name)
		must(t, err)
		for _, row := range rows {
			got = append(got, name+":"+row[0])
		}
	}
	want := "Longue:N Longue:0 Longue:1 Longue 2:N Longue 2:2 Longue 2:3 Longue 3:N Longue 3:4"
	if strings.Join(got, " ") != want {
		t.Errorf("%q", got)
	}
}

// Rows are sent while others are still read, and nothing of them is kept.
func TestRowsAreSentAsTheyCome(t *testing.T) {
	sent := &counted{}
	w, err := New(sent, XLSX, "Suite", []string{"Nom", "Montant"})
	must(t, err)
	rows := make([][]Cell, 1000)
	for i := range rows {
		rows[i] = []Cell{Text(strings.Repeat(string(rune('a'+i%26)), i%50)), Euros(money.Cents(i * i))}
	}
	for batch := range 20 {
		before := sent.bytes
		must(t, w.Write(rows))
		if sent.bytes == before {
			t.Fatalf("nothing is sent of batch %d", batch)
		}
	}
	if size := testing.AllocsPerRun(5, func() { must(t, w.Write(rows)) }); size > 10_000 {
		t.Errorf("a batch of 1000 rows takes %v allocations", size)
	}
	must(t, w.Close())
}

type counted struct{ bytes int }

func (c *counted) Write(p []byte) (int, error) { c.bytes += len(p); return len(p), nil }

// A file that was cut is no workbook.
func TestAPartIsNoWorkbook(t *testing.T) {
	content, err := File(XLSX, "Essai", []string{"N"}, [][]Cell{{Number(1)}})
	must(t, err)
	part := content[:len(content)-30]
	if _, err := zip.NewReader(bytes.NewReader(part), int64(len(part))); err == nil {
		t.Error("a part is read as a whole")
	}
}

func BenchmarkXLSX(b *testing.B) {
	at := time.Now()
	row := []Cell{
		Text("Dupont"), Text("Jeanne"), Text("jeanne.dupont@example.test"), Minute(&at),
		Text("3f1c8a52-9f0e-4a4e-9a63-5c1c8d1b7a10"), Euros(1245), Euros(0),
		Text("PAYÉ"), Text("Gare centrale"), Text("1-2"), Minute(&at), Minute(&at), Text("Carte bancaire"), Text(""),
	}
	rows := make([][]Cell, 1000)
	for i := range rows {
		rows[i] = row
	}
	for b.Loop() {
		w, err := New(io.Discard, XLSX, "Paiements", make([]string, len(row)))
		if err != nil {
			b.Fatal(err)
		}
		for range 100 {
			if err := w.Write(rows); err != nil {
				b.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
