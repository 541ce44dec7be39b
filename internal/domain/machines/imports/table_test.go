package imports

import (
	"encoding/csv"
	"errors"
	"io"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"pgregory.net/rapid"

	"consigne/internal/kernel/fault"
)

var twoColumns = []column{{"reference", true, ""}, {"nom", true, ""}, {"ville", false, ""}}

// However a spreadsheet saves a table – in which encoding, with which separator and ends of lines, its columns in which
// order – the same values are read, so that the line is known again.
func TestATableIsReadHoweverItIsSaved(t *testing.T) {
	encodings := map[string]encoding.Encoding{
		"UTF-8": encoding.Nop, "UTF-8 with its mark": unicode.UTF8BOM, "Windows-1252": charmap.Windows1252,
		"UTF-16":             unicode.UTF16(unicode.LittleEndian, unicode.UseBOM),
		"UTF-16, big endian": unicode.UTF16(unicode.BigEndian, unicode.UseBOM),
	}
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.StringMatching(`[aéèçÉZ0 ;,"'|]{0,6}`)
		lines := [][]string{}
		for range rapid.IntRange(1, 5).Draw(t, "lines") {
			lines = append(lines, []string{"R" + cell.Draw(t, "reference"), cell.Draw(t, "nom"), cell.Draw(t, "ville")})
		}
		order := rand.New(rand.NewSource(rapid.Int64().Draw(t, "order"))).Perm(3)
		var text strings.Builder
		out := csv.NewWriter(&text)
		out.Comma = rapid.SampledFrom([]rune{';', ',', '\t'}).Draw(t, "separator")
		for _, line := range append([][]string{{"reference", "nom", "ville"}}, lines...) {
			if err := out.Write([]string{line[order[0]], line[order[1]], line[order[2]]}); err != nil {
				t.Fatal(err)
			}
		}
		out.Flush()
		saved := strings.ReplaceAll(text.String(), "\n",
			rapid.SampledFrom([]string{"\n", "\r\n", "\r"}).Draw(t, "end of line"))
		encoded, err := encodings[rapid.SampledFrom([]string{
			"UTF-8", "UTF-8 with its mark", "Windows-1252", "UTF-16",
			"UTF-16, big endian",
		}).Draw(t, "encoding")].NewEncoder().String(saved)
		if err != nil {
			t.Fatal(err)
		}
		of, err := openTable(strings.NewReader(encoded), twoColumns)
		if err != nil {
			t.Fatalf("%q: %v", encoded, err)
		}
		for i, line := range lines {
			got, err := of.next()
			want := row{cells: []string{strings.TrimSpace(line[0]), strings.TrimSpace(line[1]), strings.TrimSpace(line[2])}}
			if err != nil || !slices.Equal(got.cells, want.cells) || got.digest() != want.digest() || got.place != i+2 {
				t.Fatalf("%q, line %d: %q, %v; want %q", encoded, got.place, got.cells, err, want.cells)
			}
		}
		if _, err := of.next(); !errors.Is(err, io.EOF) {
			t.Fatalf("%q goes on: %v", encoded, err)
		}
	})
}

func TestHeadersOfFiles(t *testing.T) {
	for text, says := range map[string]string{
		"reference;nom\n":              "",
		"nom;ville;reference\n":        "",
		" NOM\u00a0;Reference;;\n":     "", // spaces, case, and columns without a name
		"sep=|\nreference|nom\n":       "",
		"reference;ville\n":            "La colonne « nom » manque",
		"reference;nom;prix\n":         "La colonne « prix » n'est pas connue",
		"reference;nom;nom\n":          "La colonne « nom » y est deux fois",
		"reference|nom\n":              msgSeparator,
		"\"reference;nom\n":            msgQuotes,
		"PK\x03\x04;reference;nom\n":   msgWorkbook,
		"reference;nom\nR1;\x00Gare\n": msgNoText,
		"":                             "La colonne « reference » manque",
	} {
		_, err := openTable(strings.NewReader(text), twoColumns)
		if refusal := fault.Of(err); (says == "") != (err == nil) ||
			says != "" && (refusal == nil || refusal.Violations[0].Message != says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}

// A line that cannot be read is told by its number; those after it are read.
func TestLinesThatAreNotRead(t *testing.T) {
	for line, says := range map[string]string{
		"R1":                    msgWidth,
		"R1;Gare;Lyon;x":        msgWidth,
		"R1;G\xe9re;Nîmes":      msgEncoding,
		"R1;G\ufffdre;Nîmes":    msgEncoding,
		"R1;Gare;Lyon;; \t;":    "", // cells without a value do not count
		"\"R\n1\";Gare;Lyon":    "",
		"R1;\"dit \"\"G\"\"\";": "",
	} {
		of, err := openTable(strings.NewReader("reference;nom;ville\n\n;;\n"+line+"\nR2;Église;Nîmes\n"), twoColumns)
		if err != nil {
			t.Fatal(err)
		}
		got, err := of.next()
		if refusal := fault.Of(err); got.place != 4 || (says == "") != (err == nil) ||
			says != "" && (refusal == nil || refusal.Violations[0].Message != says) {
			t.Errorf("%q: line %d, %v, want %q", line, got.place, err, says)
		}
		if after, err := of.next(); err != nil || after.cells[0] != "R2" {
			t.Errorf("after %q: %q, %v", line, after.cells, err)
		}
	}
}
