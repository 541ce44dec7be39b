package pdf

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"sync"
)

// The fonts of documents: Source Sans 3, whose digits all have one width (fonts/LICENSE).
var (
	//go:embed fonts/SourceSans3-Regular.ttf
	regularFile []byte
	//go:embed fonts/SourceSans3-Semibold.ttf
	semiboldFile []byte
)

// typeface is a TrueType font, as far as documents need it. It is read once and never changed.
type typeface struct {
	name        string // PostScript's
	tables      map[string][]byte
	glyphs      map[rune]uint16
	offsets     []uint32 // of each glyph in glyf, and the end
	advances    []uint16 // of each glyph, in thousandths of an em
	box         [4]int   // in thousandths of an em, as the next two
	ascent      int
	descent     int
	unitsPerEm  int
	replacement uint16 // glyph of runes that the font has not
}

var faces = sync.OnceValues(func() ([2]*typeface, error) {
	regular, err := readTypeface("SourceSans3-Regular", regularFile)
	if err != nil {
		return [2]*typeface{}, err
	}
	semibold, err := readTypeface("SourceSans3-Semibold", semiboldFile)
	return [2]*typeface{regular, semibold}, err
})

var errFont = errors.New("pdf: not a TrueType font as expected")

// readTypeface reads the tables of a font that lies in the program: that they are whole is not checked again.
func readTypeface(name string, file []byte) (*typeface, error) {
	f := &typeface{name: name, tables: map[string][]byte{}, glyphs: map[rune]uint16{}}
	for i := range int(binary.BigEndian.Uint16(file[4:])) {
		entry := file[12+16*i:]
		offset, length := binary.BigEndian.Uint32(entry[8:]), binary.BigEndian.Uint32(entry[12:])
		f.tables[string(entry[:4])] = file[offset : offset+length]
	}
	for _, needed := range []string{"head", "hhea", "maxp", "hmtx", "cmap", "loca", "glyf"} {
		if f.tables[needed] == nil {
			return nil, errFont
		}
	}
	head, hhea := f.tables["head"], f.tables["hhea"]
	f.unitsPerEm = int(binary.BigEndian.Uint16(head[18:]))
	for i := range f.box {
		f.box[i] = f.thousandths(head[36+2*i:])
	}
	f.ascent, f.descent = f.thousandths(hhea[4:]), f.thousandths(hhea[6:])

	count := int(binary.BigEndian.Uint16(f.tables["maxp"][4:]))
	isLong := binary.BigEndian.Uint16(head[50:]) == 1
	for i := range count + 1 {
		if isLong {
			f.offsets = append(f.offsets, binary.BigEndian.Uint32(f.tables["loca"][4*i:]))
		} else {
			f.offsets = append(f.offsets, 2*uint32(binary.BigEndian.Uint16(f.tables["loca"][2*i:])))
		}
	}
	metrics := int(binary.BigEndian.Uint16(hhea[34:]))
	for i := range count {
		advance := int(binary.BigEndian.Uint16(f.tables["hmtx"][4*min(i, metrics-1):]))
		//nolint:gosec // an advance is a few ems
		f.advances = append(f.advances, uint16((advance*1000+f.unitsPerEm/2)/f.unitsPerEm))
	}
	if err := f.readCharacters(); err != nil {
		return nil, err
	}
	f.replacement = f.glyphs['?']
	return f, nil
}

// thousandths reads a signed number of the font's units.
func (f *typeface) thousandths(at []byte) int {
	return int(int16(binary.BigEndian.Uint16(at))) * 1000 / f.unitsPerEm //nolint:gosec // two's complement
}

// readCharacters reads the table from characters to glyphs that covers all of Unicode (format 12).
func (f *typeface) readCharacters() error {
	cmap := f.tables["cmap"]
	for i := range int(binary.BigEndian.Uint16(cmap[2:])) {
		table := cmap[binary.BigEndian.Uint32(cmap[4+8*i+4:]):]
		if binary.BigEndian.Uint16(table) != 12 {
			continue
		}
		for g := range int(binary.BigEndian.Uint32(table[12:])) {
			group := table[16+12*g:]
			first, last, glyph := binary.BigEndian.Uint32(group), binary.BigEndian.Uint32(group[4:]),
				binary.BigEndian.Uint32(group[8:])
			for r := first; r <= last; r++ {
				f.glyphs[rune(r)] = uint16(glyph + r - first) //nolint:gosec // a TrueType font has 65,535 glyphs at most
			}
		}
		return nil
	}
	return errFont
}

// glyphOf returns the glyph of a rune; that of « ? » when the font has none.
func (f *typeface) glyphOf(r rune) uint16 {
	if glyph, known := f.glyphs[r]; known {
		return glyph
	}
	return f.replacement
}

// subset is the part of a typeface that a document uses. Each rune has a glyph of its own, in order of its first use,
// so that the text can be read back exactly, whichever runes the typeface draws alike.
type subset struct {
	face  *typeface
	codes map[rune]uint16
	runes []rune // by code; 0 is the glyph of what is missing
}

func newSubset(face *typeface) *subset {
	return &subset{face: face, codes: map[rune]uint16{}, runes: []rune{0}}
}

// code returns the rune's number in the subset.
func (s *subset) code(r rune) uint16 {
	code, known := s.codes[r]
	if !known {
		code = uint16(len(s.runes)) //nolint:gosec // a document has far fewer runes than 65,536
		s.codes[r] = code
		s.runes = append(s.runes, r)
	}
	return code
}

// width returns the width of a line as it is drawn, in thousandths of its size.
func (f *typeface) width(line string) int {
	sum := 0
	for _, part := range f.runs(line) {
		sum += f.drawnWidth(part.drawn)
	}
	return sum
}

func (f *typeface) drawnWidth(drawn string) int {
	sum := 0
	for _, r := range drawn {
		sum += int(f.advances[f.glyphOf(r)])
	}
	return sum
}

// file returns the subset as a TrueType font, without the tables that PDF has no use for.
func (s *subset) file() []byte {
	glyphs := []uint16{0} // those of the typeface, by their new number
	for _, r := range s.runes[1:] {
		glyphs = append(glyphs, s.face.glyphOf(r))
	}
	var outlines, offsets, metrics []byte
	for i := 0; i < len(glyphs); i++ { // composite glyphs add their parts to the end
		offsets = binary.BigEndian.AppendUint32(offsets, uint32(len(outlines))) //nolint:gosec // a few kilobytes
		metrics = append(metrics, s.metric(glyphs[i])...)
		outline := append([]byte(nil), s.face.outline(glyphs[i])...)
		eachPart(outline, func(part []byte) {
			glyphs = append(glyphs, binary.BigEndian.Uint16(part))
			binary.BigEndian.PutUint16(part, uint16(len(glyphs)-1)) //nolint:gosec // far fewer than 65,536
		})
		outlines = append(outlines, outline...)
		for len(outlines)%4 != 0 {
			outlines = append(outlines, 0)
		}
	}
	offsets = binary.BigEndian.AppendUint32(offsets, uint32(len(outlines))) //nolint:gosec // a few kilobytes

	count := uint16(len(glyphs)) //nolint:gosec // far fewer than 65,536
	changed := func(table string, at int, value uint16) []byte {
		copied := append([]byte(nil), s.face.tables[table]...)
		binary.BigEndian.PutUint16(copied[at:], value)
		return copied
	}
	return assemble([]table{
		{"glyf", outlines},
		{"head", changed("head", 50, 1)}, // long offsets
		{"hhea", changed("hhea", 34, count)},
		{"hmtx", metrics},
		{"loca", offsets},
		{"maxp", changed("maxp", 4, count)},
		{"prep", s.face.tables["prep"]},
	})
}

// metric returns advance and left bearing of a glyph of the typeface.
func (s *subset) metric(glyph uint16) []byte {
	hmtx, full := s.face.tables["hmtx"], int(binary.BigEndian.Uint16(s.face.tables["hhea"][34:]))
	if int(glyph) < full {
		return hmtx[4*int(glyph) : 4*int(glyph)+4]
	}
	bearing := 4*full + 2*(int(glyph)-full)
	return append(append([]byte(nil), hmtx[4*(full-1):4*(full-1)+2]...), hmtx[bearing:bearing+2]...)
}

func (f *typeface) outline(glyph uint16) []byte {
	return f.tables["glyf"][f.offsets[glyph]:f.offsets[glyph+1]]
}

// eachPart calls back with the place of the glyph number of each part of a composite glyph.
func eachPart(outline []byte, change func(part []byte)) {
	//nolint:gosec // two's complement: a simple glyph counts its contours
	if len(outline) == 0 || int16(binary.BigEndian.Uint16(outline)) >= 0 {
		return
	}
	const words, oneScale, more, twoScales, matrix = 0x1, 0x8, 0x20, 0x40, 0x80
	for at := 10; ; {
		flags := binary.BigEndian.Uint16(outline[at:])
		change(outline[at+2 : at+4])
		at += 6
		if flags&words != 0 {
			at += 2
		}
		switch {
		case flags&oneScale != 0:
			at += 2
		case flags&twoScales != 0:
			at += 4
		case flags&matrix != 0:
			at += 8
		}
		if flags&more == 0 {
			return
		}
	}
}

type table struct {
	tag  string
	data []byte
}

// assemble writes a TrueType font of tables in order of their tags.
func assemble(tables []table) []byte {
	power, exponent := 1, 0
	for power*2 <= len(tables) {
		power, exponent = power*2, exponent+1
	}
	font := []byte{0, 1, 0, 0}
	for _, n := range []int{len(tables), 16 * power, exponent, 16 * (len(tables) - power)} {
		font = binary.BigEndian.AppendUint16(font, uint16(n)) //nolint:gosec // seven tables
	}
	offset := len(font) + 16*len(tables)
	var body []byte
	for _, t := range tables {
		padded := append(append([]byte(nil), t.data...), make([]byte, (4-len(t.data)%4)%4)...)
		var sum uint32
		for i := 0; i < len(padded); i += 4 {
			sum += binary.BigEndian.Uint32(padded[i:])
		}
		font = append(font, t.tag...)
		for _, n := range []uint32{sum, uint32(offset + len(body)), uint32(len(t.data))} { //nolint:gosec // a few kilobytes
			font = binary.BigEndian.AppendUint32(font, n)
		}
		body = append(body, padded...)
	}
	return append(font, body...)
}
