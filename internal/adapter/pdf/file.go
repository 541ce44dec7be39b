package pdf

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf16"

	"consigne/internal/domain/places/photo"
)

// ref is the number of an object in a file.
type ref int

func (r ref) String() string { return fmt.Sprintf("%d 0 R", int(r)) }

// file collects the objects of a PDF file. The same objects give the same bytes.
type file struct {
	objects [][]byte // by number, from 1
	packer  *zlib.Writer
}

func newFile() *file { return &file{packer: zlib.NewWriter(nil)} }

// reserve returns the number of an object that is set later.
func (f *file) reserve() ref {
	f.objects = append(f.objects, nil)
	return ref(len(f.objects))
}

func (f *file) set(r ref, format string, args ...any) {
	f.objects[r-1] = fmt.Appendf(nil, format, args...)
}

func (f *file) add(format string, args ...any) ref {
	r := f.reserve()
	f.set(r, format, args...)
	return r
}

// stream adds compressed data; entries are those of its dictionary besides length and filter.
func (f *file) stream(entries string, data []byte) ref {
	var packed bytes.Buffer
	f.packer.Reset(&packed)
	_, _ = f.packer.Write(data) // to memory, which does not fail
	_ = f.packer.Close()
	return f.add("<<%s/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream", entries, packed.Len(), packed.Bytes())
}

// image adds a picture, whose JPEG has the three components that photos are kept with.
func (f *file) image(p photo.Picture) ref {
	return f.add("<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length %d>>\nstream\n%s\nendstream",
		p.Width, p.Height, len(p.JPEG), p.JPEG)
}

// write writes the file whose catalogue and information are these objects.
func (f *file) write(w io.Writer, catalogue, information ref) error {
	var out bytes.Buffer
	out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(f.objects))
	for i, object := range f.objects {
		offsets[i] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	id := sha256.Sum256(out.Bytes())
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(f.objects)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&out, "trailer\n<</Size %d/Root %s/Info %s/ID[<%x><%[4]x>]>>\nstartxref\n%d\n%%%%EOF\n",
		len(f.objects)+1, catalogue, information, id[:16], start)
	_, err := w.Write(out.Bytes())
	return err
}

// textString returns a text for a dictionary.
func textString(text string) string {
	var hex strings.Builder
	hex.WriteString("<FEFF")
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&hex, "%04X", unit)
	}
	return hex.String() + ">"
}

// date returns an instant for a dictionary.
func date(at time.Time) string { return at.UTC().Format("(D:20060102150405Z)") }

// font adds the subset as a font.
func (f *file) font(s *subset) ref {
	name := subsetTag(s.runes) + "+" + s.face.name
	data := s.file()
	program := f.stream(fmt.Sprintf("/Length1 %d", len(data)), data)
	box := s.face.box
	descriptor := f.add("<</Type/FontDescriptor/FontName/%s/Flags 4/FontBBox[%d %d %d %d]/ItalicAngle 0/Ascent %d/Descent %d/CapHeight 660/StemV 80/FontFile2 %s>>",
		name, box[0], box[1], box[2], box[3], s.face.ascent, s.face.descent, program)

	var widths, unicode strings.Builder
	for code, r := range s.runes {
		if code == 0 {
			fmt.Fprintf(&widths, "%d ", s.face.advances[0])
			continue
		}
		fmt.Fprintf(&widths, "%d ", s.face.advances[s.face.glyphOf(r)])
	}
	const most = 100 // lines of a block of bfchar
	for from := 1; from < len(s.runes); from += most {
		block := s.runes[from:min(from+most, len(s.runes))]
		fmt.Fprintf(&unicode, "%d beginbfchar\n", len(block))
		for i, r := range block {
			fmt.Fprintf(&unicode, "<%04X> <%s\n", from+i, strings.TrimPrefix(textString(string(r)), "<FEFF"))
		}
		unicode.WriteString("endbfchar\n")
	}
	toUnicode := f.stream("", []byte("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"+
		"/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"+
		"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"+unicode.String()+
		"endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"))
	descendant := f.add("<</Type/Font/Subtype/CIDFontType2/BaseFont/%s/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"+
		"/CIDToGIDMap/Identity/DW 0/W[0[%s]]/FontDescriptor %s>>", name, strings.TrimSpace(widths.String()), descriptor)
	return f.add("<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%s]/ToUnicode %s>>", name,
		descendant, toUnicode)
}

// subsetTag returns six capital letters that depend on the runes.
func subsetTag(runes []rune) string {
	sum := sha256.Sum256([]byte(string(runes)))
	tag := make([]byte, 6)
	for i := range tag {
		tag[i] = 'A' + sum[i]%26
	}
	return string(tag)
}
