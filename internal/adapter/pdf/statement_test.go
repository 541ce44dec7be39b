package pdf_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"consigne/internal/adapter/pdf"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/statement"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// october is a closed statement with something of each part, unless change leaves it out.
func october(change func(*statement.Report)) statement.Report {
	month := clock.Month(2026*12 + 9)
	totals := statement.Totals{}
	add := func(kind ledger.Kind, amount money.Cents, rate money.Rate, means, document string, marks ...statement.Mark) {
		totals.Add(statement.Event{Marks: marks, Entry: ledger.Entry{
			OperatorID: 1, At: month.Begins().Add(time.Hour), Kind: kind, Amount: amount, VATRate: rate, VAT: amount.VAT(rate),
			Means: means, Document: document,
		}})
	}
	totals.Add(statement.Event{Entry: ledger.Entry{
		OperatorID: 1, At: month.Begins().Add(-time.Hour), Kind: ledger.Billed,
		Amount: 12_300,
	}})
	add(ledger.Billed, 1_845_670, 0, "", "")
	add(ledger.Settled, 1_701_234, 2000, "Carte bancaire", "")
	add(ledger.Settled, 445, 2000, "Carte bancaire", "", statement.OfTests)
	add(ledger.MarkedAsPaid, 4_250, 550, "Espèces", "")
	add(ledger.MarkedAsPaid, 12_000, 2000, "Chèque", "", statement.Carried)
	add(ledger.Cancelled, 1_500, 0, "", "")
	add(ledger.MadeFree, 980, 0, "", "")
	add(ledger.RefundAsked, 2_345, 0, "", "")
	add(ledger.RefundDone, 2_345, 2000, "Carte bancaire", "")
	add(ledger.NotOwed, 300, 0, "Carte bancaire", "")
	add(ledger.NotOwedGiven, 300, 0, "Carte bancaire", "")
	for i := range 5 {
		add(ledger.DocumentIssued, 445, 2000, "", fmt.Sprintf("GRV-2026-%06d", 998+i))
	}
	add(ledger.DocumentIssued, 2_345, 2000, "", "GRV-A2026-000017")
	closed := time.Date(2026, 11, 3, 8, 4, 0, 0, time.UTC)
	r := statement.Report{Statement: statement.Of(1, month, totals), State: statement.Closed}
	r.Seller, r.ClosedAt, r.Accounts = receipt(nil).Seller, &closed, statement.DefaultAccounts()
	r.Payouts = []statement.Payout{
		{
			ID: "po_1QKzExample0000000000001", ArrivedAt: month.Begins().AddDate(0, 0, 7), Gross: 845_300, Fees: 12_679,
			Net: 832_621, Operations: 1900,
		},
		{
			ID: "po_1QKzExample0000000000002", ArrivedAt: month.Begins().AddDate(0, 0, 14), Gross: 854_034, Fees: 12_810,
			Net: 841_224, Operations: 1921,
		},
	}
	if change != nil {
		change(&r)
	}
	return r
}

func statements() map[string]statement.Report {
	return map[string]statement.Report{
		"statement": october(nil),
		"statement-differences": october(func(r *statement.Report) {
			r.Left = &statement.Left{Differences: 2, DifferencesSum: 1_250}
			r.Comment = "Deux contestations, que la trésorerie suit."
		}),
		// of an operator that has told nothing, in which nothing happened
		"statement-open": october(func(r *statement.Report) {
			seller := r.Seller
			r.Statement = statement.Of(1, clock.Month(2026*12+9), statement.Totals{})
			r.Seller, r.State = seller, statement.ToClose
			r.Seller.SIRET, r.Seller.VATNumber, r.Seller.Exemption = "", "", "TVA non applicable, art. 293 B du CGI"
		}),
	}
}

func renderStatement(t *testing.T, r statement.Report) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := pdf.RenderStatement(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// The text of each statement, as pdftotext reads it back, in testdata; and the same report gives the same bytes.
func TestStatementText(t *testing.T) {
	for name, report := range statements() {
		t.Run(name, func(t *testing.T) {
			file := renderStatement(t, report)
			if !bytes.Equal(file, renderStatement(t, report)) {
				t.Error("printed twice, it differs")
			}
			path := filepath.Join(t.TempDir(), "statement.pdf")
			if err := os.WriteFile(path, file, 0o600); err != nil {
				t.Fatal(err)
			}
			compareText(t, name, path)
			isSound(t, name, path)
		})
	}
}
