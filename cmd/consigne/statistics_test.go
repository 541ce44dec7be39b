package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// Rollups that were lost are restored to the same values.
func TestStatisticsAreRebuilt(t *testing.T) {
	ctx, out := context.Background(), &bytes.Buffer{}
	dir := t.TempDir()
	file := filepath.Join(dir, "c.db")
	t.Chdir(dir)
	t.Setenv("CONSIGNE_DATABASE_URL", "sqlite:"+file)
	t.Setenv("CONSIGNE_SECRET", strings.Repeat("s", 40))
	for _, command := range [][]string{{"demo", "--stays", "300"}, {"statistics", "rebuild"}} {
		if err := run(ctx, command, out); err != nil {
			t.Fatal(command, err)
		}
	}
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	read := func() (sum string) {
		if err := db.QueryRow(`SELECT COUNT(*) || ' ' || SUM(n) || ' ' || SUM(total * period)
			FROM rollups`).Scan(&sum); err != nil {
			t.Fatal(err)
		}
		return sum
	}
	before := read()
	if _, err := db.Exec(`DELETE FROM rollups WHERE dimension = 'station'; UPDATE rollups SET n = n + 1`); err != nil {
		t.Fatal(err)
	}
	if err := run(ctx, []string{"statistics", "rebuild"}, out); err != nil || read() != before {
		t.Errorf("%s, then %s, %v", before, read(), err)
	}
	if err := run(ctx, []string{"statistics"}, out); !errors.Is(err, errUsage) {
		t.Errorf("without a subcommand: %v", err)
	}
}
