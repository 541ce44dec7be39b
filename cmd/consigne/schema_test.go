package main

import (
	"io"
	"path/filepath"
	"strings"
	"testing"

	"consigne/internal/store/storetest"
)

// A command on a database that lacks something says what.
func TestAnIncompleteSchemaIsNamed(t *testing.T) {
	url := "sqlite:" + filepath.Join(t.TempDir(), "consigne.db")
	t.Setenv("CONSIGNE_DATABASE_URL", url)
	s := storetest.Open(t, url)
	must(t, s.Exec(t.Context(), "test", `DROP TABLE tombstones`))
	must(t, s.Exec(t.Context(), "test", `DROP TRIGGER people_deleted`))
	want := "le schéma de la base de données est incomplet, il manque la table tombstones, " +
		"le déclencheur people_deleted : restaurez une sauvegarde"
	for _, command := range []string{"serve", "migrate", "admin tombstones", "ledger verify", "statistics rebuild"} {
		err := run(t.Context(), strings.Fields(command), io.Discard)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", command, err)
		}
	}
}
