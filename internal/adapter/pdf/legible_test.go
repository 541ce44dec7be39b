package pdf

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// Names in scripts that the fonts have not are drawn in letters that they have, and say what they are.
func TestScriptsThatTheFontHasNot(t *testing.T) {
	t.Parallel()
	both, err := faces()
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"李 明": "Li Ming", "李明": "Li Ming", "李明Martin": "Li Ming Martin", "佐々木": "Zuo Zuo Mu", "𠮷野": "□Ye",
		"たなか ゆうき": "Tanaka Yuuki", "김민준": "Gimminjun",
		"محمد علي": "Mhmd ʿAly", "فاطمة خالد": "Fatma Khald", "דוד כהן": "Dvd Khn", "राम कुमार": "Raam Kumaar",
		"สมชาย": "Smchaay", "გიორგი": "giorgi", "አበበ": "’Ababa",
		"Gare 🚲": "Gare ", "Gare 🚲 Nord": "Gare Nord", "🚲": "–", "👩\u200d🚀 Ève 🇫🇷": " Ève ", "𝓐da": "Ada", "٢٠": "20",
		"Łucja Œuvrard-Đặng": "Łucja Œuvrard-Đặng", "Ελένη Жукова": "Ελένη Жукова", "Qui\u00a0?": "Qui\u00a0?", "": "",
	} {
		for _, face := range both {
			drawn, said := "", ""
			for _, part := range face.runs(line) {
				drawn, said = drawn+part.drawn, said+part.said
			}
			if drawn != want || said != line {
				t.Errorf("%s: %q is drawn as %q and says %q, want %q", face.name, line, drawn, said, want)
			}
		}
	}
}

// No character is drawn as a question mark, and each is drawn as it was: a document that is printed again looks the
// same.
func TestGlyphsStayAsTheyAre(t *testing.T) {
	t.Parallel()
	both, err := faces()
	if err != nil {
		t.Fatal(err)
	}
	sum, drawn := sha256.New(), 0
	for r := rune(' '); r < 0x20000; r++ {
		if r >= 0xd800 && r < 0xe000 || strings.Contains(norm.NFKC.String(string(r)), "?") {
			continue // half a character, or a question mark of its own, as « ？ »
		}
		for _, part := range both[0].runs(string(r)) {
			for _, letter := range part.drawn {
				if both[0].glyphOf(letter) == both[0].replacement || both[1].glyphOf(letter) == both[1].replacement {
					t.Fatalf("%U %[1]c is drawn as %q", r, part.drawn)
				}
			}
			if part.drawn != part.said {
				drawn++
				fmt.Fprintf(sum, "%U %s\n", r, part.drawn)
			}
		}
	}
	const want = "7906f4c300cf9b809037173c6985139c72f40e520e3dbef0ac1870bcf90477ac"
	if got := fmt.Sprintf("%x", sum.Sum(nil)); got != want {
		t.Errorf("the letters of %d characters have changed: %s", drawn, got)
	}
}
