package db

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"
)

// lastContracted is the schema of release 1.0: before it, nodes of two releases did not run side by side.
const lastContracted = 100

// contracts finds statements that take away what a binary of an earlier schema may read or write.
var contracts = regexp.MustCompile(`(?i)\b(DROP\s+(TABLE|COLUMN|VIEW|FUNCTION|TRIGGER|SEQUENCE|SCHEMA|TYPE)|RENAME\s+(TO|COLUMN|CONSTRAINT)|` +
	`ALTER\s+COLUMN\s+\S+\s+(SET\s+NOT\s+NULL|DROP\s+DEFAULT|(SET\s+DATA\s+)?TYPE)|ADD\s+COLUMN\s+[^,;]*NOT\s+NULL)`)

var defaulted = regexp.MustCompile(`(?i)NOT\s+NULL[^,;]*\bDEFAULT\b|\bDEFAULT\b[^,;]*NOT\s+NULL`)

var raises = regexp.MustCompile(`(?i)UPDATE\s+schema_support\s+SET\s+oldest\s*=\s*(\d+)`)

// expands begins the line above a statement that seems to take something away and does not; the reason follows.
const expands = "-- expand: "

// contraction returns the first statement of a migration's Up that takes something away, and the oldest schema that the
// migration still supports, or 0 when it does not raise it.
func contraction(text string) (statement string, oldest int) {
	up, _, _ := strings.Cut(text, "-- +goose Down")
	lines, excused := []string{}, false
	for line := range strings.Lines(up) {
		code, _, _ := strings.Cut(line, "--")
		excused = excused || strings.HasPrefix(strings.TrimSpace(line), expands)
		if !excused {
			lines = append(lines, code)
		}
		excused = excused && !strings.Contains(code, ";")
	}
	up = strings.Join(lines, "\n")
	for _, found := range contracts.FindAllString(up, -1) {
		rest, _, _ := strings.Cut(up[strings.Index(up, found):], ";")
		if !strings.HasPrefix(strings.ToUpper(found), "ADD") || !defaulted.MatchString(rest) {
			statement = found
			break
		}
	}
	if raised := raises.FindStringSubmatch(up); raised != nil {
		_, _ = fmt.Sscan(raised[1], &oldest)
	}
	return statement, oldest
}

// During an upgrade, nodes of the previous release work on the new schema. So a migration adds; what it makes useless
// is dropped by a migration of a later release, which raises schema_support.oldest to a schema that no longer uses it.
func TestMigrationsExpand(t *testing.T) {
	files, err := fs.ReadDir(migrationFiles, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		version, err := goose.NumericComponent(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		if version <= lastContracted {
			continue
		}
		text, err := fs.ReadFile(migrationFiles, "migrations/"+file.Name())
		if err != nil {
			t.Fatal(err)
		}
		statement, oldest := contraction(string(text))
		if statement != "" && (oldest <= lastContracted || int64(oldest) >= version) {
			t.Errorf("%s: « %s » takes away what nodes of the previous release use: leave it to a migration of the next release, "+
				"which says `UPDATE schema_support SET oldest = …` (« Migrations » in CONTRIBUTING.md)", file.Name(), statement)
		}
	}
}

func TestContractionsAreFound(t *testing.T) {
	for text, want := range map[string]string{
		"ALTER TABLE t ADD COLUMN c TEXT NOT NULL DEFAULT '';":                "",
		"ALTER TABLE t ADD COLUMN c TEXT;":                                    "",
		"ALTER TABLE t ADD COLUMN c TEXT NOT NULL;":                           "ADD COLUMN c TEXT NOT NULL",
		"ALTER TABLE t\n DROP COLUMN c;":                                      "DROP COLUMN",
		"ALTER TABLE t RENAME TO u;":                                          "RENAME TO",
		"ALTER TABLE t ALTER COLUMN c SET NOT NULL;":                          "ALTER COLUMN c SET NOT NULL",
		"CREATE INDEX i ON t (c); -- later: DROP TABLE u\n":                   "",
		"CREATE TABLE t (id BIGINT NOT NULL);\n-- +goose Down\nDROP TABLE t;": "",
		"drop table if exists t;":                                             "drop table",
		"-- expand: made again below\nDROP TRIGGER g\n ON t;\nDROP TABLE u;":  "DROP TABLE",
		"DROP INDEX i;": "",
		"ALTER TABLE t ADD COLUMN c BIGINT DEFAULT 0 NOT NULL, ADD COLUMN d BIGINT": "",
	} {
		if got, _ := contraction(text); got != want {
			t.Errorf("%q: %q instead of %q", text, got, want)
		}
	}
	if _, oldest := contraction("DROP TABLE t;\nUPDATE schema_support SET oldest = 101;"); oldest != 101 {
		t.Errorf("the oldest schema is %d", oldest)
	}
}
