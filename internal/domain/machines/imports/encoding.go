package imports

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"consigne/internal/kernel/fault"
)

const (
	msgWorkbook = "Ce fichier est un classeur : enregistrez la feuille en CSV"
	msgNoText   = "Ce fichier n'est pas un texte : enregistrez la feuille en CSV"
)

// asText returns a file as spreadsheets write texts: in UTF-8, in UTF-16 by its byte order mark (« Texte Unicode »), or
// in Windows-1252 (« CSV » of a French Excel). What it returns is UTF-8 without a mark, with \n at the end of lines. It
// reads the file once before: nothing but the bytes tells the encoding. fault.Invalid: the file is no text.
func asText(file io.ReadSeeker) (io.Reader, error) {
	seen, err := look(file, encoding.Nop)
	if err != nil {
		return nil, err
	}
	decoder := encoding.Encoding(encoding.Nop)
	// A file in UTF-8 of which one byte is damaged is not taken for another: each accent of Windows-1252 is a broken
	// character here.
	if seen.broken > seen.whole {
		decoder = charmap.Windows1252
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	text := decoded(file, decoder)
	if seen.returns && !seen.feeds {
		text = &linesOfOldMacs{text}
	}
	return text, nil
}

func decoded(file io.Reader, otherwise encoding.Encoding) io.Reader {
	return transform.NewReader(file, unicode.BOMOverride(otherwise.NewDecoder()))
}

// looked describes what is in a file.
type looked struct {
	broken, whole  int // characters beyond ASCII that are not UTF-8, and that are
	feeds, returns bool
}

func look(file io.Reader, as encoding.Encoding) (looked, error) {
	var seen looked
	raw := bufio.NewReaderSize(file, 1<<16)
	if start, err := raw.Peek(4); err == nil && bytes.Equal(start, []byte("PK\x03\x04")) {
		return seen, fault.Invalid("", msgWorkbook)
	}
	text := bufio.NewReaderSize(decoded(raw, as), 1<<16)
	for {
		switch r, size, err := text.ReadRune(); {
		case errors.Is(err, io.EOF):
			return seen, nil
		case err != nil:
			return seen, err
		case r == 0:
			return seen, fault.Invalid("", msgNoText)
		case r == '\n':
			seen.feeds = true
		case r == '\r':
			seen.returns = true
		case r == utf8.RuneError && size == 1:
			seen.broken++
		case r >= utf8.RuneSelf:
			seen.whole++
		}
	}
}

// linesOfOldMacs reads a text whose lines end with \r alone.
type linesOfOldMacs struct{ from io.Reader }

func (l *linesOfOldMacs) Read(p []byte) (int, error) {
	n, err := l.from.Read(p)
	for i := range p[:n] {
		if p[i] == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}
