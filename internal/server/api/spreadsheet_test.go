package api

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
)

func TestNoCellIsAFormula(t *testing.T) {
	for _, first := range []string{"=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"} {
		out := &bytes.Buffer{}
		lines, err := spreadsheet(out)
		if err == nil {
			err = lines.write("Gare", first+"1+1", "", "l'an = 1", "é")
		}
		if err == nil {
			err = lines.flush()
		}
		if err != nil {
			t.Fatal(err)
		}
		reader := csv.NewReader(strings.NewReader(strings.TrimPrefix(out.String(), "\ufeff")))
		reader.Comma = ';'
		cells, err := reader.Read()
		if err != nil || len(cells) != 5 || !strings.HasPrefix(cells[1], "'") || cells[0] != "Gare" || cells[2] != "" || cells[3] != "l'an = 1" || cells[4] != "é" {
			t.Errorf("%q: %q, %v", first, cells, err)
		}
	}
}
