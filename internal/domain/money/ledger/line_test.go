package ledger

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// decoded reads a line by the decoder of JSON alone.
func decoded(text []byte) (l line, err error) {
	strict := json.NewDecoder(bytes.NewReader(text))
	strict.DisallowUnknownFields()
	err = strict.Decode(&l)
	return l, err
}

// What the quick reader of lines accepts, a decoder of JSON reads alike, whatever was changed of the line; it accepts
// what is exported, unless a text needs escapes.
func TestPlainLines(t *testing.T) {
	plain, escaped := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		e := Entry{
			OperatorID: rapid.Int64().Draw(t, "operator"), Sequence: rapid.Int64Range(0, 99).Draw(t, "sequence"),
			At: time.UnixMilli(rapid.Int64Range(0, 4e12).Draw(t, "at")).UTC(), Kind: Settled,
			PaymentID: rapid.Int64().Draw(t, "payment"), Attempt: rapid.String().Draw(t, "attempt"),
			Means:    rapid.SampledFrom([]string{"", "Chèque", "a\"b", `c\d`}).Draw(t, "means"),
			Previous: genesis, Hash: genesis,
		}
		var written bytes.Buffer
		lines := json.NewEncoder(&written)
		lines.SetEscapeHTML(false)
		if err := lines.Encode(lineOf(e)); err != nil {
			t.Fatal(err)
		}
		text := bytes.TrimSuffix(written.Bytes(), []byte("\n"))
		if _, is := plainLine(text); is {
			plain++
		} else if escaped++; !bytes.ContainsRune(text, '\\') {
			t.Fatalf("not read: %s", text)
		}
		for range rapid.IntRange(0, 3).Draw(t, "edits") {
			at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
			with := []byte(rapid.SampledFrom([]string{
				"", "0", "-", "1", " ", `"`, `\`, ",", "}", "\x01", "\xff", "é", ".", "+",
				"e", "Z", ":60", "null",
			}).Draw(t, "with"))
			text = append(append(bytes.Clone(text[:at]), with...),
				text[min(len(text), at+rapid.IntRange(0, 1).Draw(t, "instead")):]...)
		}
		quick, is := plainLine(text)
		if !is {
			return
		}
		slow, err := decoded(text)
		if err != nil || !slow.Instant.Equal(quick.Instant.Time) {
			t.Fatalf("%s: %v", text, err)
		}
		if slow.Instant = quick.Instant; slow != quick {
			t.Fatalf("%s: %+v, by JSON %+v", text, quick, slow)
		}
	})
	if plain == 0 || escaped == 0 {
		t.Errorf("%d lines were plain, %d not: this test proves too little", plain, escaped)
	}
}
