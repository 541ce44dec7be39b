package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestParts(t *testing.T) {
	for text, want := range map[string]string{
		"TallyChanges": "tally changes", "paymentTallies": "payment tallies", "HTTPUser": "http user", "IDUser2": "id user",
		"remote_codes":                       "remote codes",
		"internal/server/api/attention_test": "internal server api attention test",
	} {
		if got := strings.Join(parts(text), " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Each kind of file is refused for a dead word that it declares, and not for one that it uses or quotes.
func TestDeadWordsAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ source, found string }{
		"a.go":     {"package a\n\ntype Tally struct{ n int }\n\nfunc f() { guest := 1; _ = guest }\n", "Tally guest"},
		"b.go":     {"package b\n\ntype Wire struct {\n\tJournal string `json:\"journal\"`\n}\n\nvar _ = other.Presentation\n", ""},
		"users.go": {"package c\n", "users"},
		"d.tsx": {
			"export function Occupation() { const text = \"const tally\"; return row.presentation }\n",
			"Occupation",
		},
		"00099.sql": {
			"-- tallies\nCREATE TABLE tallies (id BIGINT);\nALTER TABLE payments ADD COLUMN guest BIGINT;\nCREATE TABLE IF NOT EXISTS journal (id BIGINT);\n", "tallies guest journal",
		},
		"e.md": {"The tally of `payment.Presentation`, `journal` on the wire.\n", "payment.Presentation"},
	} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(c.source), 0o600); err != nil {
			t.Fatal(err)
		}
		lines, err := check(folder)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range lines {
			lines[i] = strings.Split(line, ": ")[1]
		}
		if !slices.Equal(lines, strings.Fields(c.found)) {
			t.Errorf("%s: %q, want %q", name, lines, c.found)
		}
	}
}
