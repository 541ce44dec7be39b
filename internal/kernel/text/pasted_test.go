package text_test

import (
	_ "embed"
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"consigne/internal/kernel/text"
)

var cleaned = map[string]func(string) string{
	"plain": text.Plain, "code": text.Code, "coordinate": text.Coordinate, "key": text.Key, "town": text.Town,
	"email": text.Email, "phone": text.Phone,
}

//go:embed testdata/pasted.json
var pastedExamples []byte

// The examples are those of the console too (console/src/format/pasted.test.ts).
func TestPastedValues(t *testing.T) {
	var examples map[string][][2]string
	if err := json.Unmarshal(pastedExamples, &examples); err != nil {
		t.Fatal(err)
	}
	if len(examples) != len(cleaned) {
		t.Errorf("examples of %d functions, not of %d", len(examples), len(cleaned))
	}
	for name, cases := range examples {
		for _, c := range cases {
			if got := cleaned[name](c[0]); got != c[1] {
				t.Errorf("%s(%q) = %q, want %q", name, c[0], got, c[1])
			}
		}
	}
}

// What was cleaned is clean, however it was typed.
func TestPastedValuesAreCleanedOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typed := rapid.String().Draw(t, "typed")
		for _, name := range []string{"plain", "code", "coordinate", "key", "town", "phone"} {
			clean := cleaned[name]
			if once := clean(typed); clean(once) != once {
				t.Errorf("%s(%q) = %q, then %q", name, typed, once, clean(once))
			}
		}
	})
}
