package db_test

import (
	"errors"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"consigne/internal/db"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

var writeSchema = flag.Bool("write-schema", false, "write internal/db/schema from the migrations")

// The embedded list of the parts of the schema is that of a new database. After a migration, write it anew:
// scripts/with-postgres.sh go test ./internal/db -run TestSchemaParts -write-schema
func TestSchemaParts(t *testing.T) {
	for engine, address := range storetest.EmptyURLs(t) {
		t.Run(engine, func(t *testing.T) {
			s, err := store.Open(address)
			storetest.Check(t, err)
			t.Cleanup(func() { _ = s.Close() })
			if err := s.Migrate(t.Context()); err != nil && !*writeSchema {
				t.Error(err)
			}
			parts, err := s.SchemaParts(t.Context())
			storetest.Check(t, err)
			file := "schema/" + engine + ".txt"
			if *writeSchema {
				storetest.Check(t, os.WriteFile(file, []byte(strings.Join(parts, "\n")+"\n"), 0o644))
			}
			text, err := os.ReadFile(file)
			storetest.Check(t, err)
			if embedded := strings.Split(strings.TrimSpace(string(text)), "\n"); !slices.Equal(embedded, parts) {
				t.Errorf("%s is out of date: the comment of this test says how to write it", file)
			}
		})
	}
}

// A database that lacks a column, table, index, trigger, view, constraint or function is refused by its name, and one
// that has more than the migrations make is not.
func TestAnIncompleteSchemaIsRefused(t *testing.T) {
	for engine, address := range storetest.EmptyURLs(t) {
		losses := []struct{ statement, part string }{
			{`ALTER TABLE contacts DROP COLUMN function`, "column contacts.function"},
			{`DROP TABLE tombstones`, "table tombstones"},
			{`DROP INDEX mails_due`, "index mails_due"},
			{`DROP VIEW people_rows`, "view people_rows"},
			{`DROP TRIGGER people_known_deleted`, "trigger people_known_deleted"},
		}
		if engine == "postgres" {
			losses = append(losses[:4], []struct{ statement, part string }{
				{`DROP TRIGGER people_known ON account_operators`, "trigger people_known ON account_operators"},
				{`DROP FUNCTION people_refresh() CASCADE`, "function people_refresh"},
				{
					`ALTER TABLE contacts DROP CONSTRAINT contacts_operator_id_fkey`,
					"constraint contacts_operator_id_fkey ON contacts",
				},
			}...)
		}
		t.Run(engine, func(t *testing.T) {
			s := storetest.Open(t, address)
			storetest.Check(t, s.Exec(t.Context(), "test", `CREATE TABLE of_another (id BIGINT)`))
			storetest.Check(t, s.Exec(t.Context(), "test", `ALTER TABLE contacts ADD COLUMN of_another BIGINT`))
			storetest.Check(t, s.Migrate(t.Context()))
			lost := []string{}
			for _, loss := range losses {
				storetest.Check(t, s.Exec(t.Context(), "test", loss.statement))
				lost = append(lost, loss.part)
				refusal, is := errors.AsType[db.IncompleteSchema](s.Migrate(t.Context()))
				for _, part := range lost {
					if !is || !slices.Contains(refusal.Missing, part) {
						t.Errorf("%s is not missed: %v", part, refusal)
					}
				}
			}
		})
	}
}
