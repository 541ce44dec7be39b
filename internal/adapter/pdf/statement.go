package pdf

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/statement"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// RenderStatement writes a monthly statement as a PDF file. The same report gives the same bytes.
func RenderStatement(w io.Writer, report statement.Report) error {
	month, err := clock.ParseMonth(report.Month)
	if err != nil {
		return fmt.Errorf("print a statement: %w", err)
	}
	l, err := newLayout()
	if err != nil {
		return err
	}
	p := &statementPage{layout: l, Report: report}
	name := "Reddition des comptes, " + strings.Replace(month.French(), " ", "\u00a0", 1)
	p.heading(name)
	for _, draw := range []func(){p.balance, p.vat, p.others, p.documents, p.provider, p.payouts} {
		draw()
	}
	l.feet(name, report.Seller)
	at := (month + 1).Begins()
	if report.ClosedAt != nil {
		at = *report.ClosedAt
	}
	return l.write(w, information{title: name, author: report.Seller.Name, language: "fr-FR", at: at})
}

// statementPage draws a statement part by part, from the top.
type statementPage struct {
	*layout
	statement.Report
}

func (p *statementPage) heading(name string) {
	stamp, said := "Provisoire", "Ce mois n’est pas clôturé\u00a0: ses chiffres peuvent encore changer."
	if p.ClosedAt != nil {
		stamp = "Clôturée"
		said = "Clôturée le " + instant(*p.ClosedAt) + ". Le registre des écritures contient l’empreinte de cette reddition."
	}
	title := style{bold: true, size: 19, leading: 26, colour: accent}
	p.stamp(p.y+2, stamp)
	p.y = p.paragraph(p.root.add("H1"), title, left, p.y, right-left-100, toLeft, name)
	p.y = p.paragraph(p.root.add("P"), mutedStyle, left, p.y, right-left, toLeft, said) + 10
	for _, said := range p.closing() {
		p.y = p.paragraph(p.root.add("P"), bodyStyle, left, p.y, right-left, toLeft, said) + 10
	}
	p.rule()
	p.y += 12
	p.y = p.party("Exploitant", left, right-left, p.Seller.Name, sellerLines(p.Seller)) + 16
}

// closing returns what is said of how a month was closed: the differences that nobody had explained, and the comment.
func (p *statementPage) closing() (said []string) {
	if p.ClosedAt == nil {
		return nil
	}
	if left := p.Left; left != nil && left.Differences > 0 {
		what := "un écart non expliqué"
		if left.Differences > 1 {
			what = fmt.Sprintf("%d\u00a0écarts non expliqués", left.Differences)
		}
		said = append(said, "Clôturée avec "+what+" avec le prestataire de paiement, pour "+left.DifferencesSum.String()+".")
	}
	if p.Comment != "" {
		said = append(said, "Commentaire de clôture\u00a0: "+strings.ReplaceAll(p.Comment, "\n", " "))
	}
	return said
}

// column is a column of a table.
type column struct {
	title string
	width float64
	to    alignment
}

// grid draws a table with a heading, which it repeats on each page. The first cell of a row is its heading. bold: the
// last row is a total.
func (l *layout) grid(columns []column, rows [][]string, bold bool) {
	const inset = 8
	cells := func(s style, texts func(i int) string) []cell {
		drawn, x := make([]cell, len(columns)), left+inset
		for i, c := range columns {
			drawn[i] = cell{texts(i), x, c.width, c.to, s}
			x += c.width + inset
		}
		return drawn
	}
	kinds := func(first, rest, firstScope, restScope string) (kinds, scopes []string) {
		kinds, scopes = []string{first}, []string{firstScope}
		for range columns[1:] {
			kinds, scopes = append(kinds, rest), append(scopes, restScope)
		}
		return kinds, scopes
	}
	headKinds, headScopes := kinds("TH", "TH", columnScope, columnScope)
	heading := func(e *element) {
		drawn := cells(headStyle, func(i int) string { return columns[i].title })
		height := l.rowHeight(drawn)
		l.rectangle(band, left, l.y, right-left, height+8)
		l.y += 4
		l.row(e, headKinds, headScopes, drawn)
		l.y += 4
	}
	table := l.root.add("Table")
	heading(table.add("THead").add("TR"))
	body := table.add("TBody")
	rowKinds, rowScopes := kinds("TH", "TD", rowScope, "")
	for n, texts := range rows {
		s := bodyStyle
		if bold && n == len(rows)-1 {
			s = boldStyle
		}
		drawn := cells(s, func(i int) string { return texts[i] })
		if l.room(l.rowHeight(drawn) + 7) {
			heading(nil)
		}
		l.y += 3
		l.row(body.add("TR"), rowKinds, rowScopes, drawn)
		l.y += 3
		l.rule()
	}
	l.y += 14
}

// signed returns an amount as it changes what is due.
func signed(effect int, c money.Cents) string {
	if effect < 0 && c != 0 {
		return (-c).String()
	}
	return c.String()
}

var figureColumns = []column{{"Chiffre", 300, toLeft}, {"Nombre", 55, toRight}, {"Montant TTC", 96, toRight}}

// balance draws what was due, what became of it, and what is due.
func (p *statementPage) balance() {
	p.section("Solde exigible des usagers")
	rows := [][]string{{"Solde exigible à l’ouverture", "", p.Opening.String()}}
	for _, f := range p.Figures {
		if f.Section == statement.Balance {
			rows = append(rows, []string{typographic.Replace(f.Label), fmt.Sprint(f.Entries), signed(f.Effect, f.Amount)})
		}
	}
	closing := "Solde exigible à la clôture"
	if p.ClosedAt == nil {
		closing = "Solde exigible en fin de mois"
	}
	rows = append(rows, []string{closing, "", p.Closing.String()})
	p.grid(figureColumns, rows, true)
}

// vat draws the VAT of what was collected and given back, by rate.
func (p *statementPage) vat() {
	p.section("TVA par taux")
	if len(p.VAT) == 0 {
		p.said("Rien n’a été encaissé ni remboursé.")
		return
	}
	rows, due := [][]string{}, money.Cents(0)
	for _, v := range p.VAT {
		rows = append(rows, []string{
			percent(v.Rate), v.Collected.Amount.String(), v.Collected.VAT.String(),
			v.Refunded.Amount.String(), v.Refunded.VAT.String(), v.Due().String(),
		})
		due += v.Due()
	}
	rows = append(rows, []string{"Total", "", "", "", "", due.String()})
	p.grid([]column{
		{"Taux", 44, toLeft},
		{"Encaissé TTC", 83, toRight},
		{"Dont TVA", 72, toRight},
		{"Remboursé TTC", 83, toRight},
		{"TVA rendue", 72, toRight},
		{"TVA à déclarer", 73, toRight},
	}, rows, true)
	if mention := p.Seller.Exemption; mention != "" {
		p.said(typographic.Replace(mention))
	}
}

// said draws a paragraph below a heading.
func (l *layout) said(text string) {
	l.room(l.height(bodyStyle, right-left, text))
	l.y = l.paragraph(l.root.add("P"), bodyStyle, left, l.y, right-left, toLeft, text) + 14
}

// others draws the figures that do not change what is due, where there are any.
func (p *statementPage) others() {
	for _, part := range []struct {
		section statement.Section
		title   string
	}{
		{statement.Refunds, "Remboursements"},
		{statement.NotOwed, "Encaissé sans être dû"},
		{statement.Tests, "Paiements de test, compris dans les chiffres ci-dessus"},
	} {
		rows := [][]string{}
		for _, f := range p.Figures {
			if f.Section == part.section && (f.Entries > 0 || part.section == statement.Refunds) {
				rows = append(rows, []string{typographic.Replace(f.Label), fmt.Sprint(f.Entries), f.Amount.String()})
			}
		}
		if len(rows) > 0 {
			p.section(part.title)
			p.grid(figureColumns, rows, false)
		}
	}
}

// provider draws what the provider of payments owed, what became of it, and what it owes.
func (p *statementPage) provider() {
	told := slices.ContainsFunc(p.Figures, func(f statement.Figure) bool { return f.Section == statement.AtProvider })
	if p.Provider == nil || !told && p.Provider.Opening == 0 {
		return
	}
	p.section("Compte du prestataire de paiement")
	rows := [][]string{{"Dû par le prestataire à l’ouverture", "", p.Provider.Opening.String()}}
	for _, f := range p.ProviderFigures() {
		if f.Effect != 0 {
			rows = append(rows, []string{typographic.Replace(f.Label), fmt.Sprint(f.Entries), signed(f.Effect, f.Amount)})
		}
	}
	rows = append(rows, []string{"Dû par le prestataire en fin de mois", "", p.Provider.Closing.String()})
	p.grid(figureColumns, rows, true)
	if lost, some := p.Figure(statement.Key(ledger.DisputeLost)); some {
		p.said(typographic.Replace(lost.Label) + " : " + lost.Amount.String() + ".")
	}
}

// documents draws how many were numbered.
func (p *statementPage) documents() {
	p.section("Reçus et avoirs numérotés")
	rows := [][]string{}
	for _, d := range p.Documents {
		name := "Reçus"
		if d.Kind == document.CreditNote {
			name = "Avoirs"
		}
		first, last := d.First, d.Last
		if d.Figure.Entries == 0 {
			first, last = "—", "—"
		}
		rows = append(rows, []string{name, fmt.Sprint(d.Figure.Entries), first, last})
	}
	p.grid([]column{
		{"Document", 90, toLeft},
		{"Nombre", 61, toRight},
		{"Premier numéro", 146, toRight},
		{"Dernier numéro", 146, toRight},
	}, rows, false)
	for i, d := range p.Documents {
		if d.Before > 0 {
			p.said(fmt.Sprintf("%s\u00a0: dont %d de ce qui a été réglé avant le registre.", rows[i][0], d.Before))
		}
	}
}

// payouts draws what the provider of payments transferred.
func (p *statementPage) payouts() {
	if len(p.Payouts) == 0 {
		return
	}
	p.section("Versements du prestataire de paiement")
	rows := [][]string{}
	gross, fees, net := money.Cents(0), money.Cents(0), money.Cents(0)
	for _, each := range p.Payouts {
		day := each.ArrivedAt.In(clock.Paris).Format("02/01/2006")
		rows = append(rows, []string{day, each.ID, each.Gross.String(), (-each.Fees).String(), each.Net.String()})
		gross, fees, net = gross+each.Gross, fees+each.Fees, net+each.Net
	}
	rows = append(rows, []string{"Total", "", gross.String(), (-fees).String(), net.String()})
	p.grid([]column{
		{"Arrivé le", 56, toLeft},
		{"Versement", 148, toLeft},
		{"Encaissé moins rendu", 95, toRight},
		{"Frais", 62, toRight},
		{"Reversé", 74, toRight},
	}, rows, true)
}
