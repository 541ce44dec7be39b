package sheet

import "unicode/utf8"

// style is the number of a format of cells in styles.xml.
type style int

const (
	textStyle style = iota // « @ »: what is typed over it stays a text too
	headerStyle
	wholeStyle
	tenthStyle
	euroStyle
	dayStyle
	minuteStyle
	secondStyle
)

// width is how many characters a cell shows.
func (c Cell) width() int {
	if c.style == euroStyle {
		return utf8.RuneCountInString(c.text) + len(" 000 €")
	}
	return utf8.RuneCountInString(c.text)
}

const (
	declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	office      = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	packages    = "http://schemas.openxmlformats.org/package/2006"
	main        = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	media       = "application/vnd.openxmlformats-officedocument.spreadsheetml."
)

// fixedParts are the files that are the same in every workbook. How many sheets come is not known when the types of
// files are told, so each file is a sheet that is not said to be something else.
var fixedParts = []struct{ name, content string }{
	{"[Content_Types].xml", declaration + `<Types xmlns="` + packages + `/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="` + media + `worksheet+xml"/>` +
		`<Override PartName="/xl/workbook.xml" ContentType="` + media + `sheet.main+xml"/>` +
		`<Override PartName="/xl/styles.xml" ContentType="` + media + `styles+xml"/></Types>`},
	{"_rels/.rels", declaration + `<Relationships xmlns="` + packages + `/relationships">` +
		`<Relationship Id="rId1" Type="` + office + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
	{"xl/styles.xml", declaration + `<styleSheet xmlns="` + main + `"><numFmts count="5">` +
		`<numFmt numFmtId="164" formatCode="0.0"/>` +
		`<numFmt numFmtId="165" formatCode="#,##0.00\ &quot;€&quot;"/>` +
		`<numFmt numFmtId="166" formatCode="dd/mm/yyyy"/>` +
		`<numFmt numFmtId="167" formatCode="dd/mm/yyyy\ hh:mm"/>` +
		`<numFmt numFmtId="168" formatCode="dd/mm/yyyy\ hh:mm:ss"/></numFmts>` +
		`<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
		`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
		`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
		`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="8">` +
		format("49", "0") + format("49", "1") + format("1", "0") + format("164", "0") + format("165", "0") +
		format("166", "0") + format("167", "0") + format("168", "0") + `</cellXfs>` +
		`<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`},
}

// format returns an entry of cellXfs; they stand in the order of the styles.
func format(number, font string) string {
	return `<xf numFmtId="` + number + `" fontId="` + font +
		`" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
}

// sheetStart begins a sheet whose first row stays in sight.
const sheetStart = declaration + `<worksheet xmlns="` + main + `"><sheetViews><sheetView workbookViewId="0">` +
	`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`

const (
	workbookPart  = declaration + `<workbook xmlns="` + main + `" xmlns:r="` + office + `"><sheets>%s</sheets></workbook>`
	relationsPart = declaration + `<Relationships xmlns="` + packages + `/relationships">%s` +
		`<Relationship Id="styles" Type="` + office + `/styles" Target="styles.xml"/></Relationships>`
	sheetRelation = `<Relationship Id="rId%d" Type="` + office + `/worksheet" Target="worksheets/sheet%[1]d.xml"/>`
)
