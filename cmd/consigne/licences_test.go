package main

import (
	"strings"
	"testing"
)

func TestLicencesNameBothSides(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if err := run(t.Context(), []string{"licences"}, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Go standard library", "github.com/jackc/pgx/v5 ", "SQLite Is Public Domain", // from the server
		"leaflet ", "@tabler/icons-react ", "@fontsource-variable/inter ", "SIL OPEN FONT LICENSE", // from the console
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing", want)
		}
	}
}
