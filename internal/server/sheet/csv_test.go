package sheet

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"consigne/internal/kernel/text"
)

func TestNoCellIsAFormula(t *testing.T) {
	for _, first := range []string{"=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"} {
		out := &bytes.Buffer{}
		file, err := newCSV(out, []string{"Gare", first + "1+1", "", "l'an = 1", "é"})
		must(t, err)
		must(t, file.Close())
		reader := csv.NewReader(strings.NewReader(strings.TrimPrefix(out.String(), "\ufeff")))
		reader.Comma = ';'
		cells, err := reader.Read()
		if err != nil || len(cells) != 5 || !strings.HasPrefix(cells[1], "'") || cells[0] != "Gare" || cells[2] != "" ||
			cells[3] != "l'an = 1" || cells[4] != "é" {
			t.Errorf("%q: %q, %v", first, cells, err)
		}
	}
}

// A file whose cells are parted by commas is opened by a spreadsheet that parts them at
// semicolons, tabs or line breaks: a piece of a cell may become a cell.
func TestNoPieceOfACellIsAFormula(t *testing.T) {
	for cell, want := range map[string]string{
		"Gare;=cmd|' /C calc'!A0": "Gare;'=cmd|' /C calc'!A0", "a\t@x": "a\t'@x", "a\n+x\r\n-y": "a\n'+x\r\n'-y",
		"a;\"=x": "a;\"'=x", "a; ＝x": "a; '＝x", "=a;=b": "'=a;'=b", "a;1": "a;1",
		"a;b = c": "a;b = c", "-": "'-", "-0,50": "-0,50", "-1+1": "'-1+1", "-12": "-12", "-1;=x": "'-1;'=x", ";": ";",
		"1 rue de l'Est ; quai 2": "1 rue de l'Est ; quai 2",
	} {
		if got := text.Cell(cell); got != want {
			t.Errorf("%q becomes %q, want %q", cell, got, want)
		}
	}
}
