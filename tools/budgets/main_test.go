package main

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestBudgets(t *testing.T) {
	tree := fstest.MapFS{
		"a/one.go":                   {Data: []byte("package a\n\nvar x int\n")},
		"a/two.go":                   {Data: []byte("package a\n")},
		"a/two_test.go":              {Data: []byte("package a\n\n\n\n\n")},
		"a/testdata/three.go":        {Data: []byte("package b\n")},
		"b/one.go":                   {Data: []byte("package b\n")},
		"j/x.spec.ts":                {Data: []byte("test(\"a\")\n  test(\"b\")\ntest.describe(\"test(\")\n")},
		"j/node_modules/m/y.spec.ts": {Data: []byte("test(\"c\")\n")},
	}
	for what, c := range map[string]struct {
		budgets string
		want    []string
	}{
		"kept": {`{"lines": {"in": "a", "files": ".go", "most": 4}, "tests": {"in": "j", "files": ".spec.ts", "matches": "(?m)^ *test\\(", "most": 2},
			"files": {"in": ".", "files": ".go", "most": 2, "eachFolder": true}}`, nil},
		"exceeded": {`{"lines": {"in": "a", "files": ".go", "most": 3}, "tests": {"in": "j", "files": ".spec.ts", "matches": "(?m)^ *test\\(", "most": 1},
			"files": {"in": ".", "files": ".go", "most": 0, "eachFolder": true}}`, []string{
			"files: 2 in a, budgets.json allows 0",
			"files: 1 in b, budgets.json allows 0",
			"lines: 4 in a, budgets.json allows 3",
			"tests: 2 in j, budgets.json allows 1",
		}},
	} {
		tree["budgets.json"] = &fstest.MapFile{Data: []byte(c.budgets)}
		if got, err := check(tree); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, %v, want %q", what, got, err, c.want)
		}
	}
}

func TestWrongBudgets(t *testing.T) {
	for budgets, want := range map[string]string{
		`{"a": {"in": "gone", "files": ".go", "most": 1}}`:                "gone",
		`{"a": {"in": ".", "files": ".zig", "most": 1}}`:                  "no file",
		`{"a": {"in": ".", "files": ".json", "matches": "(", "most": 1}}`: "missing closing",
		`{"a": {"in": ".", "files": ".json", "least": 1}}`:                "unknown field",
	} {
		tree := fstest.MapFS{"budgets.json": {Data: []byte(budgets)}}
		if got, err := check(tree); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v, want %q", budgets, got, err, want)
		}
	}
}
