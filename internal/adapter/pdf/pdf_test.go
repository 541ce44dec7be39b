package pdf_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/pdf"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/money"
)

var update = flag.Bool("update", false, "write the texts of testdata anew")

func receipt(change func(*document.Record)) document.Record {
	start := time.Date(2026, 11, 22, 14, 30, 0, 0, time.UTC)
	end := time.Date(2026, 11, 22, 17, 4, 0, 0, time.UTC)
	r := document.Record{
		Version: 1, Kind: document.Receipt, Number: "GRV-2026-000123", IssuedAt: end.Add(20 * time.Second), SettledAt: end,
		Seller: document.Seller{
			Name: "Grandval Métropole, régie des mobilités", SIRET: "99999901400015", VATNumber: "FR66999999014", Form: "Régie",
			Street: "15 boulevard Maréchal Foch", StreetExtra: "Bâtiment B", PostalCode: "38000", City: "Grenoble",
			Email: "mobilites@grandval.test",
		},
		Customer: "Łucja Œuvrard-Đặng", Station: "Gare centrale", Locker: "B12", StartedAt: &start, EndedAt: &end,
		Tariff:  "Casier vélo à l'heure",
		Payment: "3f1c8a52-9f0e-4a4e-9a63-5c1c8d1b7a10",
		Lines: []document.Line{
			{Label: "Heures entamées (3 × 1,50 €)", Amount: 450},
			{Label: "Remise : première minute", Amount: -5},
		},
		Total: 445, VATRate: 2000, VAT: 74, Means: "Carte bancaire", Card: "**** **** **** 4242",
	}
	if change != nil {
		change(&r)
	}
	return r
}

// examples are documents of each kind, by the name of the file of testdata that holds their text.
func examples() map[string]document.Record {
	return map[string]document.Record{
		"receipt": receipt(nil),
		"credit-note": receipt(func(r *document.Record) {
			r.Kind, r.Number, r.Receipt, r.Already = document.CreditNote, "GRV-A2026-000017", "GRV-2026-000123", 100
			r.Lines = []document.Line{{Label: "Remboursement de l'utilisation", Amount: 345}}
			r.Total, r.VAT, r.VATRate = 345, money.Cents(345).VAT(550), 550
		}),
		"credit-note-before": receipt(func(r *document.Record) { // of a payment that has no receipt
			r.Kind, r.Number = document.CreditNote, "GRV-A2026-000018"
			r.Gives = &document.Settled{Number: 42, At: time.Date(2026, 9, 2, 22, 30, 0, 0, time.UTC)}
			r.Lines = []document.Line{{Label: "Remboursement de l'utilisation", Amount: 445}}
		}),
		"exempt": receipt(func(r *document.Record) {
			r.Seller.VATNumber, r.Seller.Exemption = "", "TVA non applicable, art. 293 B du CGI"
			r.VAT, r.VATRate, r.Means, r.Card = 0, 0, "Espèces", ""
		}),
		"subscription": receipt(func(r *document.Record) { // what an operator that has told nothing issues
			day := time.Date(2026, 10, 31, 23, 0, 0, 0, time.UTC)
			r.Seller = document.Seller{
				Name: "Pays de Brume Mobilités", Street: "8 rue de Douarnenez", PostalCode: "29000",
				City: "Quimper",
			}
			r.Number, r.Station, r.Locker, r.Tariff, r.StartedAt, r.EndedAt = "EX3-2026-000001", "", "", "Abonnement mensuel",
				&day, nil
			r.Lines = []document.Line{{Label: "Abonnement", Amount: 123_456_789}}
			r.Total, r.VAT = 123_456_789, money.Cents(123_456_789).VAT(2000)
		}),
		"long": receipt(func(r *document.Record) {
			r.Seller.Name = "Syndicat intercommunal à vocation multiple pour les mobilités douces et les consignes à vélos du Pays de Brume, de l'Argoat et du Littoral"
			r.Customer = "Marie-Antoinette-Philomène de " + strings.Repeat("Villeneuve", 12)
			r.Station = strings.Repeat("Gare routière ", 12) + "« Nord »"
			r.Lines, r.Total = nil, 0
			for i := range 70 {
				r.Lines = append(r.Lines, document.Line{Label: fmt.Sprintf("Jour %d : plafond atteint", i+1), Amount: 300})
				r.Total += 300
			}
			r.Lines[40].Label = strings.Repeat("Tarif de nuit des week-ends et jours fériés, hors vacances ", 3)
			r.VAT = r.Total.VAT(r.VATRate)
		}),
		"company": receipt(func(r *document.Record) {
			r.Seller.Form, r.Seller.Capital, r.Seller.RegisterCity = "SAS", 1_000_000, "Grandval"
			r.Company = &account.Company{Name: "Cycles Durand", SIREN: "999999022", Address: "3 rue du Quai, 17000 La Rochelle"}
		}),
		"principal": receipt(func(r *document.Record) {
			r.Seller.Form, r.Seller.Principal = "Mandataire", "Grandval Métropole"
		}),
		// the last two have letters that the font lacks
		"foreign": receipt(func(r *document.Record) { r.Customer = "Ελένη Жукова 王芳 🚲" }),
	}
}

func render(t *testing.T, record document.Record) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := pdf.Render(&out, record); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// written returns the path of a document's file.
func written(t *testing.T, record document.Record) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "document.pdf")
	if err := os.WriteFile(path, render(t, record), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// run returns what a tool prints; the tools are installed by scripts/install-tools.sh.
func run(t *testing.T, tool string, arguments ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), tool, arguments...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", tool, err, out)
	}
	return string(out)
}

// The text of each example, as pdftotext reads it back, in testdata.
func TestText(t *testing.T) {
	for name, record := range examples() {
		t.Run(name, func(t *testing.T) {
			compareText(t, name, written(t, record))
		})
	}
}

// compareText compares what pdftotext reads back of a file with a file of testdata.
func compareText(t *testing.T, name, path string) {
	t.Helper()
	got := run(t, "pdftotext", "-layout", "-nopgbrk", path, "-")
	golden := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("go test ./internal/adapter/pdf -update writes it anew; now:\n%s", got)
	}
}

// Everything that a record says can be read back, in order of reading.
func TestAllIsSaid(t *testing.T) {
	for name, r := range examples() {
		text := strings.Join(strings.Fields(run(t, "pdftotext", "-raw", written(t, r), "-")), "")
		said := []string{
			r.Number, r.Seller.Name, r.Seller.SIRET, r.Seller.VATNumber, r.Seller.Form, r.Seller.Street, r.Seller.StreetExtra,
			r.Seller.PostalCode,
			r.Seller.City, r.Seller.Email, r.Seller.Exemption, r.Customer, r.Station, r.Locker, r.Tariff, r.Payment, r.Means,
			r.Card, r.Receipt, r.Total.String(), r.Seller.RegisterCity, r.Seller.Principal,
		}
		if r.Company != nil {
			said = append(said, r.Company.Name, r.Company.SIREN, r.Company.Address)
		}
		for _, line := range r.Lines {
			said = append(said, line.Label, strings.TrimPrefix(line.Amount.String(), "\u2212"))
		}
		for _, each := range said {
			each = strings.ReplaceAll(strings.Join(strings.Fields(each), ""), "'", "’")
			if !strings.Contains(text, each) {
				t.Errorf("%s does not say %q", name, each)
			}
		}
	}
}

// The files are sound, their fonts embedded, and their language, title and structure told.
func TestFilesAreSound(t *testing.T) {
	for name, record := range examples() {
		path := written(t, record)
		isSound(t, name, path)
		about := run(t, "pdfinfo", path)
		for _, told := range []string{
			`Title: +(Reçu|Avoir) n°\s*\x{a0}?` + record.Number, `Tagged: +yes`,
			`Page size: +595.28 x 841.89 pts \(A4\)`, `Author: +` + record.Seller.Name,
		} {
			if !regexp.MustCompile(told).MatchString(about) {
				t.Errorf("%s: no %s in %s", name, told, about)
			}
		}
	}
}

// isSound checks the syntax, fonts, language and structure of a file.
func isSound(t *testing.T, name, path string) {
	t.Helper()
	if checked := run(t, "qpdf", "--check",
		path); !strings.Contains(checked, "No syntax or stream encoding errors found") {
		t.Errorf("%s: %s", name, checked)
	}
	fonts := strings.Split(strings.TrimSpace(run(t, "pdffonts", path)), "\n")[2:]
	if len(fonts) != 2 {
		t.Errorf("%s: fonts %q", name, fonts)
	}
	for _, font := range fonts {
		if !regexp.MustCompile(`^[A-Z]{6}\+SourceSans3-.*Identity-H +yes yes yes `).MatchString(font) {
			t.Errorf("%s: a font that is not embedded, a subset and readable: %s", name, font)
		}
	}
	if raw := run(t, "qpdf", "--qdf", "--object-streams=disable", path, "-"); !strings.Contains(raw, "/Lang (fr-FR)") ||
		!strings.Contains(raw, "/DisplayDocTitle true") {
		t.Errorf("%s: neither language nor title for the reader", name)
	}
	structure := run(t, "pdfinfo", "-struct-text", path)
	for _, part := range []string{"H1 (block)", "H2 (block)", "Table (block)", "THead", "/Scope /Column", "/Scope /Row"} {
		if !strings.Contains(structure, part) {
			t.Errorf("%s: no %s in its structure", name, part)
		}
	}
	if strings.Contains(structure, "page 1") {
		t.Errorf("%s: the foot of the page is read with the text", name)
	}
}

// A table that flows over pages repeats its heading for the eye; the total is on the last.
func TestPages(t *testing.T) {
	path := written(t, examples()["long"])
	pages := strings.Split(strings.TrimSuffix(run(t, "pdftotext", "-layout", path, "-"), "\f"), "\f")
	if len(pages) < 3 {
		t.Fatalf("%d pages", len(pages))
	}
	for i, page := range pages {
		foot := fmt.Sprintf("page %d sur %d", i+1, len(pages))
		if !strings.Contains(page, foot) || strings.Contains(page, "Jour") != strings.Contains(page, "Désignation") {
			t.Errorf("page %d: %s", i+1, page)
		}
		if strings.Contains(page, "Total TTC") != (i == len(pages)-1) {
			t.Errorf("the total on page %d", i+1)
		}
	}
	if read := run(t, "pdfinfo", "-struct-text", path); strings.Count(read, "Désignation") != 1 {
		t.Error("a heading that is repeated for the eye is read again")
	}
}

func TestTheSameRecordGivesTheSameBytes(t *testing.T) {
	for name, record := range examples() {
		if !bytes.Equal(render(t, record), render(t, record)) {
			t.Errorf("%s differs", name)
		}
	}
}

func BenchmarkRender(b *testing.B) {
	record, size := receipt(nil), 0
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			var out bytes.Buffer
			if err := pdf.Render(&out, record); err != nil {
				b.Fatal(err)
			}
			size = out.Len()
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Minutes(), "receipts/min")
	b.ReportMetric(float64(size), "bytes")
}
