// Package pdf draws receipts and credit notes as PDF files: A4, with embedded fonts, text that can be selected, and a
// logical structure for assistive technology (docs/adr/0063).
package pdf

import (
	"fmt"
	"io"
	"strings"

	"consigne/internal/domain/money/document"
	"consigne/internal/kernel/clock"
)

// Render writes a document as a PDF file. The same record gives the same bytes.
func Render(w io.Writer, record document.Record) error {
	l, err := newLayout()
	if err != nil {
		return err
	}
	d := &drawing{layout: l, record: record}
	for _, draw := range []func(){d.heading, d.parties, d.facts, d.lines, d.totals, d.payment} {
		draw()
	}
	l.feet(d.name(), record.Seller)
	return l.write(w, information{
		title: d.name(), author: record.Seller.Name, language: "fr-FR", at: record.IssuedAt,
	})
}

// drawing draws a record part by part, from the top.
type drawing struct {
	*layout
	record document.Record
}

func (d *drawing) isCreditNote() bool { return d.record.Kind == document.CreditNote }

// name returns « Reçu n° GRV-2026-000123 ».
func (d *drawing) name() string {
	if d.isCreditNote() {
		return "Avoir n°\u00a0" + d.record.Number
	}
	return "Reçu n°\u00a0" + d.record.Number
}

// heading draws what the document is, and when it was issued.
func (d *drawing) heading() {
	title, _, _ := strings.Cut(d.name(), " ")
	h1 := d.root.add("H1")
	width := d.width(titleStyle, title)
	number := style{size: 14, leading: titleStyle.leading, colour: ink}
	d.mark(h1, func() {
		base := d.y + titleStyle.baseline()
		d.show(titleStyle, left, base, title+" ")
		d.show(number, left+width+9, base, "n°\u00a0"+d.record.Number)
	})
	stamp := "Reçu acquitté"
	if d.isCreditNote() {
		stamp = "Avoir remboursé"
	}
	d.stamp(d.y+5, stamp)
	d.y += titleStyle.leading
	d.y = d.paragraph(d.root.add("P"), mutedStyle, left, d.y, right-left, toLeft, "Émis le "+instant(d.record.IssuedAt))
	if on := d.corrects(); on != "" {
		d.y = d.paragraph(d.root.add("P"), boldStyle, left, d.y, right-left, toLeft, d.name()+" sur "+on)
	}
	d.y += 12
	d.rule()
	d.y += 14
}

// corrects returns what a credit note corrects: a receipt, or a payment of before there were any.
func (d *drawing) corrects() string {
	switch r := d.record; {
	case !d.isCreditNote():
		return ""
	case r.Receipt != "":
		return "le reçu n°\u00a0" + r.Receipt
	case r.Gives != nil:
		return fmt.Sprintf("le paiement n°\u00a0%d du %s", r.Gives.Number, r.Gives.At.In(clock.Paris).Format("02/01/2006"))
	}
	return ""
}

// stamp draws a framed word at the right of the heading.
func (l *layout) stamp(y float64, text string) {
	s := style{bold: true, size: 10, leading: 14, colour: accent}
	width := l.width(s, text) + 20
	x := right - width
	l.mark(nil, func() {
		fmt.Fprintf(l.page(), "q %s RG 1 w %.2f %.2f %.2f 22 re S Q\n", accent, x, pageHeight-y-22, width)
	})
	l.paragraph(l.root.add("P"), s, x+10, y+4, width, toLeft, text)
}

const gutter = 24.0

// parties draws seller and customer beside each other.
func (d *drawing) parties() {
	width := (right - left - gutter) / 2
	seller := d.record.Seller

	start := d.y
	end := d.party("Émetteur", left, width, seller.Name, sellerLines(seller))
	d.y = start
	name, lines := customerLines(d.record)
	d.y = max(end, d.party("Client", left+width+gutter, width, name, lines)) + 18
}

// customerLines returns for whom a document is, and what is told below: a company with the person who paid for it.
func customerLines(r document.Record) (name string, lines []string) {
	if r.Company == nil {
		return r.Customer, nil
	}
	return r.Company.Name, []string{r.Company.Address, "SIREN\u00a0: " + siren(r.Company.SIREN), r.Customer}
}

// sellerLines returns what is told of a seller below its name; some are empty.
func sellerLines(s document.Seller) []string {
	lines := []string{s.Street, s.StreetExtra, strings.TrimSpace(s.PostalCode + "\u00a0" + s.City), formLine(s)}
	if s.Principal != "" {
		lines = append(lines, "Au nom et pour le compte de "+s.Principal)
	}
	if s.RegisterCity != "" {
		lines = append(lines, strings.TrimSpace(siren(s.SIRET)+" RCS "+s.RegisterCity))
	}
	if s.SIRET != "" {
		lines = append(lines, "SIRET\u00a0: "+siret(s.SIRET))
	}
	if s.VATNumber != "" {
		lines = append(lines, "TVA intracommunautaire\u00a0: "+s.VATNumber)
	}
	return append(lines, s.Email)
}

// formLine returns « SAS au capital de 10 000 € », or the form as it was told.
func formLine(s document.Seller) string {
	if s.Capital == 0 {
		return s.Form
	}
	return strings.TrimSpace(s.Form + " au capital de " + strings.Replace(s.Capital.String(), ",00", "", 1))
}

func (l *layout) party(title string, x, width float64, name string, lines []string) float64 {
	part := l.root.add("Sect")
	y := l.paragraph(part.add("H2"), headStyle, x, l.y, width, toLeft, title)
	y = l.paragraph(part.add("P"), nameStyle, x, y+2, width, toLeft, typographic.Replace(name))
	y += 2
	for _, each := range lines {
		if each != "" {
			y = l.paragraph(part.add("P"), bodyStyle, x, y, width, toLeft, typographic.Replace(each))
		}
	}
	return y
}

// facts draws what was used, where and when.
func (d *drawing) facts() {
	r := d.record
	facts := [][2]string{{"Station", r.Station}, {"Casier ou place", r.Locker}}
	if r.StartedAt != nil {
		facts = append(facts, [2]string{"Début", instant(*r.StartedAt)})
	}
	if r.EndedAt != nil {
		facts = append(facts, [2]string{"Fin", instant(*r.EndedAt)})
	}
	facts = append(facts, [2]string{"Tarif", r.Tariff}, [2]string{"Référence du paiement", r.Payment})
	d.section("Prestation")
	table := d.root.add("Table")
	for _, fact := range facts {
		if fact[1] == "" {
			continue
		}
		cells := []cell{
			{fact[0], left, 130, toLeft, mutedStyle},
			{typographic.Replace(fact[1]), left + 130 + gutter, right - left - 130 - gutter, toLeft, bodyStyle},
		}
		d.room(d.rowHeight(cells))
		d.row(table.add("TR"), []string{"TH", "TD"}, []string{rowScope, ""}, cells)
	}
	d.y += 18
}

// What a heading of a table is the heading of.
const (
	rowScope    = "/A<</O/Table/Scope/Row>>"
	columnScope = "/A<</O/Table/Scope/Column>>"
)

func (l *layout) section(title string) {
	l.room(60)
	l.y = l.paragraph(l.root.add("H2"), nameStyle, left, l.y, right-left, toLeft, title) + 4
}

const amountWidth = 110.0

// lines draws how the amount came about. A table that does not end on its page repeats its heading on the next.
func (d *drawing) lines() {
	d.section("Détail")
	table := d.root.add("Table")
	d.lineHeading(table.add("THead").add("TR"))
	body := table.add("TBody")
	for _, each := range d.record.Lines {
		cells := lineCells(bodyStyle, typographic.Replace(each.Label), each.Amount.String())
		if d.room(d.rowHeight(cells) + 9) {
			d.lineHeading(nil)
		}
		d.y += 4
		d.row(body.add("TR"), []string{"TD", "TD"}, []string{"", ""}, cells)
		d.y += 4
		d.rule()
	}
	d.y += 10
}

func (d *drawing) lineHeading(e *element) {
	d.rectangle(band, left, d.y, right-left, 21)
	d.y += 4
	amounts := "Montant TTC"
	if d.record.VATRate == 0 {
		amounts = "Montant"
	}
	d.row(e, []string{"TH", "TH"}, []string{columnScope, columnScope}, lineCells(headStyle, "Désignation", amounts))
	d.y += 4
}

func lineCells(s style, label, amount string) []cell {
	const inset = 8
	return []cell{
		{label, left + inset, right - left - amountWidth - 3*inset, toLeft, s},
		{amount, right - amountWidth - inset, amountWidth, toRight, s},
	}
}

// totals draws the sum without VAT, the VAT by rate, and the sum with it; or why there is no VAT.
func (d *drawing) totals() {
	r := d.record
	label := "Total"
	if d.isCreditNote() {
		label = "Total remboursé"
	}
	rows := [][2]string{{label, r.Total.String()}}
	if r.VATRate != 0 {
		rows = [][2]string{
			{"Total HT", r.Net().String()},
			{"TVA à " + percent(r.VATRate), r.VAT.String()},
			{label + " TTC", r.Total.String()},
		}
	}
	d.room(3*totalStyle.leading + 40)
	table := d.root.add("Table")
	const labels = 150.0
	for i, row := range rows {
		s := bodyStyle
		if i == len(rows)-1 {
			s = totalStyle
			d.rectangle(accent, right-labels-amountWidth-gutter, d.y+3, labels+amountWidth+gutter, 1)
			d.y += 7
		}
		d.row(table.add("TR"), []string{"TH", "TD"}, []string{rowScope, ""}, []cell{
			{row[0], right - labels - amountWidth - 16, labels, toLeft, s},
			{row[1], right - amountWidth - 8, amountWidth, toRight, s},
		})
	}
	d.y += 16
	if mention := r.Seller.Exemption; mention != "" {
		d.room(d.height(bodyStyle, right-left, mention))
		d.y = d.paragraph(d.root.add("P"), bodyStyle, left, d.y, right-left, toLeft, typographic.Replace(mention)) + 12
	}
}

// payment draws how and when the money was collected or given back.
func (d *drawing) payment() {
	r := d.record
	means := r.Means
	if r.Card != "" {
		means += " " + r.Card
	}
	done := []string{"Acquitté le " + instant(r.SettledAt) + ".", "Moyen de paiement\u00a0: " + means + "."}
	if d.isCreditNote() {
		done = []string{"Remboursé le " + instant(r.SettledAt) + ".", "Moyen de remboursement\u00a0: " + means + "."}
		if r.Already != 0 {
			done = append(done, "Déjà remboursé de ce paiement auparavant\u00a0: "+r.Already.String()+".")
		}
	}
	title := "Règlement"
	if d.isCreditNote() {
		title = "Remboursement"
	}
	d.section(title)
	for _, each := range done {
		d.room(d.height(bodyStyle, right-left, each))
		d.y = d.paragraph(d.root.add("P"), bodyStyle, left, d.y, right-left, toLeft, typographic.Replace(each))
	}
}

// feet draws the foot of every page, now that their number is known. It repeats what stands above, so it is not read
// again.
func (l *layout) feet(title string, of document.Seller) {
	all := l.pages
	seller := typographic.Replace(of.Name)
	if of.SIRET != "" {
		seller += " · SIRET " + siret(of.SIRET)
	}
	for i := range all {
		l.pages = all[:i+1]
		l.y = pageHeight - 62
		l.rule()
		l.y += 8
		numbered := fmt.Sprintf("%s · page\u00a0%d sur\u00a0%d", title, i+1, len(all))
		width := l.width(smallStyle, numbered)
		l.paragraph(nil, smallStyle, right-width, l.y, width+1, toLeft, numbered)
		lines := l.wrap(smallStyle, right-left-width-gutter, seller)
		for _, each := range lines[:min(len(lines), 3)] {
			l.y = l.paragraph(nil, smallStyle, left, l.y, right-left-width-gutter, toLeft, each)
		}
	}
	l.pages = all
}
