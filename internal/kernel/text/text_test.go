package text_test

import (
	_ "embed"
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"consigne/internal/kernel/text"
)

//go:embed testdata/fold.json
var foldExamples []byte

// The console's fold.test.ts folds the same examples.
func TestFold(t *testing.T) {
	var examples map[string]string
	if err := json.Unmarshal(foldExamples, &examples); err != nil || len(examples) == 0 {
		t.Fatal(err)
	}
	for typed, want := range examples {
		if got := text.Fold(typed); got != want {
			t.Errorf("Fold(%q) = %q, want %q", typed, got, want)
		}
	}
}

// Folded once is folded: what was kept folded is found by its own words, however these were composed.
func TestFoldOfFolded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typed := rapid.String().Draw(t, "typed")
		folded := text.Fold(typed)
		for what, other := range map[string]string{
			"folded": folded, "decomposed": norm.NFD.String(typed), "spaced": " \u00a0" + typed + "\u202f",
			"in words": strings.Join(strings.Fields(folded), " "),
		} {
			if again := text.Fold(other); again != folded {
				t.Errorf("%q folds to %q, %s to %q", typed, folded, what, again)
			}
		}
	})
}
