package money

import (
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/money/statement"
	"consigne/internal/server/sheet"
)

// A payout tells what it is of, what the provider kept, and what arrived, in columns behind those that were there
// before.
func TestStatementTableTellsFees(t *testing.T) {
	arrived := time.Date(2026, 10, 11, 22, 30, 0, 0, time.UTC) // 00:30 of the 12th in Paris
	r := statement.Report{}
	r.Month, r.Opening, r.Closing = "2026-10", 300, 600
	r.Payouts = []statement.Payout{
		{ID: "po_1", ArrivedAt: arrived, Gross: 1000, Fees: 40, Net: 960, Operations: 7},
		{ID: "po_2", ArrivedAt: arrived, Gross: -250, Fees: 5, Net: -255, Operations: 1},
	}
	content, err := statementTable(r, sheet.CSV)
	if err != nil {
		t.Fatal(err)
	}
	const want = "\ufeffMois;Clé;Chiffre;Montant TTC;TVA;Nombre;Premier numéro;Dernier numéro;Encaissé moins rendu;Frais;Reversé\r\n" +
		"2026-10;solde_ouverture;Solde exigible à l'ouverture;3,00;;;;;;;\r\n" +
		"2026-10;solde_cloture;Solde exigible en fin de mois;6,00;;;;;;;\r\n" +
		"2026-10;versement;Versement po_1 arrivé le 12/10/2026;9,60;;7;;;10,00;-0,40;9,60\r\n" +
		"2026-10;versement;Versement po_2 arrivé le 12/10/2026;-2,55;;1;;;-2,50;-0,05;-2,55\r\n"
	if got := string(content); got != want {
		t.Errorf("%s", strings.ReplaceAll(got, "\r", ""))
	}
}
