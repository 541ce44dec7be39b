package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRowsAreWhole(t *testing.T) {
	known := map[string]string{"1.1": "12", "1.2": "3"}
	const held = "| 1.1.1 | 1 | a | held | by `TestX` |\n"
	for name, c := range map[string]struct{ text, found string }{
		"whole":   {held + "| 1.1.2 | 2 | b | not held | nobody has asked for it |\n", ""},
		"missing": {held, "1.1.2: stands 0 times"},
		"twice": {
			held + held + "| 1.1.2 | 2 | b | not applicable | there is no such thing |\n",
			"1.1.1: stands 2 times",
		},
		"without proof": {
			"| 1.1.1 | 1 | a | held | trust us |\n| 1.1.2 | 2 | b | held | [rules](rules.md) |\n",
			"1.1.1: held without",
		},
		"without a reason": {held + "| 1.1.2 | 2 | b | not held | – |\n", "1.1.2: not held without a reason"},
		"level 1": {
			"| 1.1.1 | 1 | a | not held | nobody has asked for it |\n| 1.1.2 | 2 | b | held | `a/b.go` |\n",
			"level 1 is held whole",
		},
		"another verdict": {held + "| 1.1.2 | 2 | b | partly | `a/b.go` |\n", "is neither"},
		"another level":   {held + "| 1.1.2 | 1 | b | held | `a/b.go` |\n", "not of level 1"},
		"no requirement": {
			held + "| 1.1.2 | 2 | b | held | `a/b.go` |\n| 9.9.9 | 1 | c | held | `a/b.go` |\n",
			"9.9.9: not of level 1",
		},
		"a cell is missing": {held + "| 1.1.2 | 2 | held | `a/b.go` |\n", "a row has"},
	} {
		if got := strings.Join(wrongRows(c.text, known), "\n"); (c.found == "") != (got == "") ||
			!strings.Contains(got, c.found) {
			t.Errorf("%s: %q, want %q", name, got, c.found)
		}
	}
}

func TestProofsExist(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"a_test.go":     "package a\n\nfunc TestThere(t *testing.T) {}\n",
		"docs/there.md": "# There\n\n## A part\n", "e2e/there.spec.ts": "",
	} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	known, err := proofs(root)
	if err != nil {
		t.Fatal(err)
	}
	const text = "`TestThere`, `there.spec.ts`, `docs/there.md`, [there](there.md#a-part), [out](https://owasp.org), `TestAbsent`, `absent.spec.ts`, `docs/absent.md`, [absent](absent.md), [absent](there.md#absent)"
	got := strings.Join(unknownProofs(root, threats, text, known), "\n")
	if strings.Count(got, "there is no") != 5 || strings.Contains(got, "there.spec") || strings.Contains(got, "a-part") ||
		strings.Contains(got, "TestThere") {
		t.Errorf("%s", got)
	}
}
