package money

import (
	"consigne/internal/domain/money/statement"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/server/sheet"
)

var statementColumns = []string{
	"Mois", "Clé", "Chiffre", "Montant TTC", "TVA", "Nombre", "Premier numéro", "Dernier numéro",
	"Encaissé moins rendu", "Frais", "Reversé", // of payouts alone, as the page has them
}

// statementTable returns the statement as a spreadsheet, a row for each figure.
func statementTable(r statement.Report, format sheet.Format) ([]byte, error) {
	var rows [][]sheet.Cell
	row := func(key, label string, amount money.Cents, more ...sheet.Cell) {
		cells := append([]sheet.Cell{sheet.Text(r.Month), sheet.Text(key), sheet.Text(label), sheet.Euros(amount)}, more...)
		rows = append(rows, append(cells, make([]sheet.Cell, len(statementColumns)-len(cells))...))
	}
	figure := func(f statement.Figure, more ...sheet.Cell) {
		row(string(f.Key), f.Label, f.Amount, append([]sheet.Cell{sheet.Euros(f.VAT), sheet.Number(f.Entries)}, more...)...)
	}
	row("solde_ouverture", "Solde exigible à l'ouverture", r.Opening)
	for _, f := range r.Figures {
		if f.Section == statement.Balance {
			figure(f)
		}
	}
	row("solde_cloture", "Solde exigible en fin de mois", r.Closing)
	for _, f := range r.Figures {
		if f.Section != statement.Balance {
			figure(f)
		}
	}
	if r.Provider != nil {
		row("prestataire_ouverture", "Dû par le prestataire de paiement à l'ouverture", r.Provider.Opening)
		row("prestataire_cloture", "Dû par le prestataire de paiement en fin de mois", r.Provider.Closing)
	}
	for _, v := range r.VAT {
		figure(v.Collected)
		figure(v.Refunded)
	}
	for _, d := range r.Documents {
		figure(d.Figure, sheet.Text(d.First), sheet.Text(d.Last))
	}
	for _, p := range r.Payouts {
		label := "Versement " + p.ID + " arrivé le " + p.ArrivedAt.In(clock.Paris).Format("02/01/2006")
		row("versement", label, p.Net, sheet.Cell{}, sheet.Number(p.Operations), sheet.Cell{}, sheet.Cell{},
			sheet.Euros(p.Gross), sheet.Euros(-p.Fees), sheet.Euros(p.Net))
	}
	return sheet.File(format, "Reddition "+r.Month, statementColumns, rows)
}
