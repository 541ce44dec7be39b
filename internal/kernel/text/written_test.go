package text_test

import (
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"consigne/internal/kernel/text"
)

func TestWhatMayBeWritten(t *testing.T) {
	for _, c := range []struct {
		typed       string
		line, lines bool
	}{
		{"", true, true},
		{"Œuvre d'Élise-Anaïs – n° 12 (été), « 50 € »", true, true},
		{"Gare\u00a0: quai\u202f3", true, true}, // the spaces used by French punctuation
		{"Parking 🚲", true, true},
		{"deux\nlignes", false, true},
		{"retour\rchariot", false, false},
		{"tabulation\t", false, false},
		{"sonnette\u0007", false, false},
		{"nul\u0000", false, false},
		{"suite\u0085", false, false},
		{"séparateur\u2028de lignes", false, false},
		{"séparateur\u2029de paragraphes", false, false},
		{"gauche\u200e", false, false},
		{"inversé\u202eéssirp", false, false},
		{"isolé\u2066", false, false},
		{"sans\u200blargeur", false, false},
		{"joint\u200d", false, false},
		{"disjoint\u200c", false, false},
		{"lié\u2060", false, false},
		{"marque\ufeff", false, false},
		{"césure\u00ad", false, false},
		{"joint\u034f", false, false},
		{"coréen\u3164", false, false},
		{"étiquette\U000e0041", false, false},
		{"octet\xff", false, false},
		{"variante\ufe00", false, false},
		{"emoji\ufe0f", false, false}, // which Clean takes out
		{"mongol\u180b", false, false},
		{"variante\U000e0100", false, false},
		{"braille\u2800", false, false},
		{"objet\ufffc", false, false},
		{"note\U0001d159", false, false},
		{"Fran\ufffdois", false, false},
		{"privé\ue000", false, false},
		{"privé\U0010fffd", false, false},
		{"aucun\uffff", false, false},
		{"aucun\ufdd0", false, false},
	} {
		if got := text.IsLine(c.typed); got != c.line {
			t.Errorf("IsLine(%q) = %v", c.typed, got)
		}
		if got := text.IsLines(c.typed); got != c.lines {
			t.Errorf("IsLines(%q) = %v", c.typed, got)
		}
	}
}

func TestClean(t *testing.T) {
	for typed, want := range map[string]string{
		"  E\u0301lise \n": "Élise", "a\r\nb\rc": "a\nb\nc", "\u00a0x\u00a0": "x", "V\ufe0eélo 🚲\ufe0f": "Vélo 🚲",
		"🚲 \ufe0f": "🚲", "e\ufe0f\u0301": "é",
	} {
		if got := text.Clean(typed); got != want {
			t.Errorf("Clean(%q) = %q, want %q", typed, got, want)
		}
	}
}

// A mail shows any text as one short line, even one stored before these rules existed.
func TestOneLine(t *testing.T) {
	for typed, want := range map[string]string{
		"Gare\r\n\r\nVotre compte": "Gare Votre compte", "a\u202eb\u200bc\u0007": "abc", "0123456789": "0123456…",
	} {
		if got := text.OneLine(typed, 8+9*(len(typed)/12)); got != want {
			t.Errorf("OneLine(%q) = %q, want %q", typed, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		typed, most := rapid.String().Draw(t, "typed"), rapid.IntRange(1, 40).Draw(t, "most")
		got := text.OneLine(typed, most)
		if !text.IsLine(got) || utf8.RuneCountInString(got) > most || text.OneLine(got, most) != got {
			t.Errorf("%q becomes %q", typed, got)
		}
	})
}

func TestIsText(t *testing.T) {
	for sent, want := range map[string]bool{
		"": true, "Élise 🚲": true, "\ufffd": true, "a\x00b": false, "\xff\xfe": false, "\xc0\x80": false,
		"\xed\xa0\x80": false, "Entr\xe9e": false,
	} {
		if got := text.IsText(sent); got != want {
			t.Errorf("IsText(%q) = %v", sent, got)
		}
	}
	for document, want := range map[string]bool{
		``: true, `{"nom":"Élise"}`: true, `"\u00c9lise \ud83d\udeb2"`: true, `"\\u0000 \\ud800"`: true, `"a\"\\"`: true,
		`"\uFFFD"`: true,
		`"\u0000"`: false, `"\\\u0000"`: false, `{"\u0000":1}`: false, `"\ud800"`: false, `"\udc00\ud800"`: false,
		`"\uD83D\u0041"`: false, `"\ud83d\n"`: false,
		"\"\xff\"": false, "\"\xc0\x80\"": false, "\"\xed\xa0\x80\"": false,
		`"\`: true, `"\u12`: true, `"\uzzzz"`: true, // which no reader of JSON accepts
	} {
		if got := text.IsJSONText([]byte(document)); got != want {
			t.Errorf("IsJSONText(%q) = %v", document, got)
		}
	}
}

func TestOfElidesBeforeAVowel(t *testing.T) {
	for name, want := range map[string]string{
		"Gare": "de Gare", "Été": "d'Été", "abonnés": "d'abonnés", "À l'heure": "d'À l'heure", "Œuvres": "d'Œuvres",
		"Halles": "de Halles", "24 h": "de 24 h", "": "de ",
	} {
		if got := text.Of(name); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
