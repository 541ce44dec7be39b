package photo_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"runtime"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/places/photo"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// memory holds the photos of one object.
type memory struct {
	photos   []photo.Photo
	digests  []string
	contents [][]byte
}

func (m *memory) Atomically(ctx context.Context, act func(context.Context) error) error {
	return act(ctx)
}

func (m *memory) PhotosOf(context.Context, photo.Object) ([]photo.Photo, error) { return m.photos, nil }

func (m *memory) PhotoOf(_ context.Context, _ photo.Object, digest string) (photo.Photo, error) {
	if i := slices.Index(m.digests, digest); i >= 0 {
		return m.photos[i], nil
	}
	return photo.Photo{}, fault.NotFound()
}

func (m *memory) AddPhoto(_ context.Context, _ photo.Object, added photo.Added) (int64, error) {
	id := int64(len(m.photos) + 1)
	m.photos = append(m.photos, photo.Photo{
		ID: id, AddedAt: added.At, AddedBy: added.By, Width: added.Width, Height: added.Height,
	})
	m.digests, m.contents = append(m.digests, added.Digest()), append(m.contents, added.JPEG)
	return id, nil
}

func (m *memory) PhotoContent(_ context.Context, _ photo.Object, id int64) ([]byte, error) {
	return m.contents[id-1], nil
}

func (m *memory) RemovePhoto(context.Context, photo.Object, int64) error { return fault.NotFound() }

func (m *memory) KeepPhotosUntil(context.Context, photo.Object, time.Time) error { return nil }

type now struct{}

func (now) Now() time.Time { return time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC) }

// add sends a file as a photo of a new object, and returns what is kept.
func add(t testing.TB, file []byte) (photo.Photo, []byte, error) {
	t.Helper()
	store := &memory{}
	kept, err := photo.NewService(store, now{}).Add(t.Context(), access.Actor{AccountID: 3}, photo.Object{}, file, nil)
	if err != nil {
		return kept, nil, err
	}
	return kept, store.contents[0], nil
}

// halves is an image whose left half is red and whose right half is blue.
func halves(width, height int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			shade := color.RGBA{R: 255, A: 255}
			if x >= width/2 {
				shade = color.RGBA{B: 255, A: 255}
			}
			img.SetRGBA(x, y, shade)
		}
	}
	return img
}

func asJPEG(img image.Image) []byte {
	var out bytes.Buffer
	_ = jpeg.Encode(&out, img, nil) // to memory
	return out.Bytes()
}

func asPNG(img image.Image) []byte {
	var out bytes.Buffer
	_ = png.Encode(&out, img)
	return out.Bytes()
}

func asGIF(img image.Image) []byte {
	var out bytes.Buffer
	_ = gif.Encode(&out, img, nil)
	return out.Bytes()
}

// withExif puts what a camera writes before the pixels: its make, how it was held, and a place.
func withExif(file []byte, order binary.AppendByteOrder, orientation uint16) []byte {
	tiff := []byte("MM\x00*")
	if order == binary.AppendByteOrder(binary.LittleEndian) {
		tiff = []byte("II*\x00")
	}
	const make, gps, latitude, ascii, short, long = 0x010f, 0x8825, 1, 2, 3, 4
	entry := func(tag, kind uint16, count uint32) {
		tiff = order.AppendUint32(order.AppendUint16(order.AppendUint16(tiff, tag), kind), count)
	}
	tiff = order.AppendUint16(order.AppendUint32(tiff, 8), 3)
	entry(make, ascii, 4)
	tiff = append(tiff, "Kam\x00"...)
	entry(0x0112, short, 1)
	tiff = append(order.AppendUint16(tiff, orientation), 0, 0)
	entry(gps, long, 1)
	tiff = order.AppendUint32(order.AppendUint32(tiff, 50), 0)
	tiff = order.AppendUint16(tiff, 1)
	entry(latitude, ascii, 4)
	tiff = append(tiff, "47N\x00\x00\x00\x00\x00"...)
	segment := append([]byte("Exif\x00\x00"), tiff...)
	head := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xe1}, uint16(len(segment)+2))
	return slices.Concat(head, segment, file[2:])
}

// announcing returns the beginning of a PNG that says it is so large.
func announcing(width, height uint32) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("IHDR"), width), height)
	head = append(head, 8, 2, 0, 0, 0)
	file := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), head...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(head))
}

// jpegOf30000 is a small JPEG whose header says that it is 30,000 pixels wide and high.
func jpegOf30000() []byte {
	file := asJPEG(halves(16, 16))
	frame := bytes.Index(file, []byte{0xff, 0xc0})
	binary.BigEndian.PutUint16(file[frame+5:], 30_000)
	binary.BigEndian.PutUint16(file[frame+7:], 30_000)
	return file
}

const (
	noPhoto = "Ce fichier n'est pas une photo JPEG ou PNG qui puisse être lue."
	tooWide = "Cette image a trop de pixels\u00a0: 25 millions au plus."
)

func TestUploads(t *testing.T) {
	small := halves(40, 20)
	cut := asJPEG(halves(400, 200))
	for _, c := range []struct {
		name          string
		file          []byte
		width, height int
		refused       string
	}{
		{name: "JPEG", file: asJPEG(small), width: 40, height: 20},
		{name: "PNG", file: asPNG(small), width: 40, height: 20},
		{name: "reduced", file: asJPEG(halves(3200, 1000)), width: 1600, height: 500},
		{name: "upright and reduced", file: asPNG(halves(10, 3000)), width: 5, height: 1600},
		{name: "a line stays one", file: asPNG(halves(5000, 1)), width: 1600, height: 1},
		{name: "with what a camera wrote", file: withExif(asJPEG(small), binary.BigEndian, 1), width: 40, height: 20},
		{name: "held upright", file: withExif(asJPEG(small), binary.BigEndian, 6), width: 20, height: 40},
		{name: "held upright, other order", file: withExif(asJPEG(small), binary.LittleEndian, 6), width: 20, height: 40},
		{name: "an orientation that is none", file: withExif(asJPEG(small), binary.BigEndian, 9), width: 40, height: 20},
		{name: "GIF named .jpg", file: asGIF(small), refused: noPhoto},
		{name: "HTML named .jpg", file: []byte("<!doctype html><script>alert(1)</script>"), refused: noPhoto},
		{name: "SVG named .jpg", file: []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), refused: noPhoto},
		{name: "HTML after the first bytes of a JPEG", file: []byte("\xff\xd8\xff<html>"), refused: noPhoto},
		{name: "cut", file: cut[:len(cut)/2], refused: noPhoto},
		{name: "empty", file: nil, refused: noPhoto},
		{name: "PNG of 30,000 × 30,000", file: announcing(30_000, 30_000), refused: tooWide},
		{name: "JPEG of 30,000 × 30,000", file: jpegOf30000(), refused: tooWide},
		{name: "PNG beyond whole numbers", file: announcing(1<<31-1, 1<<31-1), refused: noPhoto},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			kept, content, err := add(t, c.file)
			runtime.ReadMemStats(&after)
			if c.refused != "" {
				if !fault.Is(err, fault.KindInvalid) || fault.Of(err).Detail != c.refused {
					t.Fatalf("%v", err)
				}
				if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
					t.Fatalf("refused after %d bytes of memory", used)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			size, err := jpeg.DecodeConfig(bytes.NewReader(content))
			if err != nil || size.Width != c.width || size.Height != c.height ||
				kept.Width != c.width || kept.Height != c.height {
				t.Fatalf("%dx%d, kept as %dx%d: %v", size.Width, size.Height, kept.Width, kept.Height, err)
			}
			for _, trace := range []string{"Exif", "Kam", "47N", "\xff\xe1"} {
				if bytes.Contains(content, []byte(trace)) {
					t.Errorf("%q is left", trace)
				}
			}
		})
	}
}

// The eight ways of holding a camera: where the red half of the picture is then.
func TestOrientations(t *testing.T) {
	for i, want := range []string{"left", "right", "right", "left", "top", "top", "bottom", "bottom"} {
		_, content, err := add(t, withExif(asJPEG(halves(64, 64)), binary.BigEndian, uint16(i+1)))
		if err != nil {
			t.Fatal(err)
		}
		img, err := jpeg.Decode(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		red := func(x, y int) bool { r, _, b, _ := img.At(x, y).RGBA(); return r > b }
		got := map[bool]string{red(4, 32): "left", red(60, 32): "right"}[true]
		if red(4, 32) == red(60, 32) {
			got = map[bool]string{red(32, 4): "top", red(32, 60): "bottom"}[true]
		}
		if got != want {
			t.Errorf("orientation %d: the left half is %s, want %s", i+1, got, want)
		}
	}
}

// What is transparent is white: JPEG knows no transparency.
func TestTransparentIsWhite(t *testing.T) {
	_, content, err := add(t, asPNG(image.NewRGBA(image.Rect(0, 0, 16, 16))))
	if err != nil {
		t.Fatal(err)
	}
	img, err := jpeg.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if r, g, b, _ := img.At(8, 8).RGBA(); min(r, g, b) < 0xf000 {
		t.Fatal(r, g, b)
	}
}

// The same file again is the same photo; the eleventh is refused.
func TestTenPhotosOfAnObject(t *testing.T) {
	store := &memory{}
	service, recorded := photo.NewService(store, now{}), 0
	send := func(width int) (photo.Photo, error) {
		return service.Add(t.Context(), access.Actor{AccountID: 3}, photo.Object{}, asPNG(halves(width, 2)),
			func(context.Context, photo.Photo) error { recorded++; return nil })
	}
	for i := range photo.Most {
		for range 2 {
			if kept, err := send(2 + i); err != nil || kept.ID != int64(i+1) || kept.AddedBy != 3 {
				t.Fatal(kept, err)
			}
		}
	}
	if _, err := send(50); !fault.Is(err, fault.KindConflict) {
		t.Fatal(err)
	}
	if kept, err := send(2); err != nil || kept.ID != 1 || recorded != photo.Most {
		t.Fatal(kept, err, recorded)
	}
}

// What is printed is a photo reduced once more, whose longest side has 800 pixels at most.
func TestPrints(t *testing.T) {
	store := &memory{}
	service := photo.NewService(store, now{})
	for _, img := range []image.Image{halves(1200, 900), halves(40, 60)} {
		if _, err := service.Add(t.Context(), access.Actor{}, photo.Object{}, asPNG(img), nil); err != nil {
			t.Fatal(err)
		}
	}
	prints, err := service.Prints(t.Context(), photo.Object{})
	if err != nil || len(prints) != 2 {
		t.Fatal(prints, err)
	}
	for i, want := range []image.Point{{X: 800, Y: 600}, {X: 40, Y: 60}} {
		p := prints[i]
		size, err := jpeg.DecodeConfig(bytes.NewReader(p.JPEG))
		if err != nil || p.Width != want.X || p.Height != want.Y || size.Width != want.X || size.Height != want.Y ||
			size.ColorModel != color.YCbCrModel || !p.At.Equal(now{}.Now()) {
			t.Errorf("%v: %dx%d, %+v, %v", want, p.Width, p.Height, size, err)
		}
	}
}

// No bytes after those with which a file begins make it more than refused.
func TestBrokenFiles(t *testing.T) {
	whole := withExif(asJPEG(halves(32, 16)), binary.BigEndian, 6)
	rapid.Check(t, func(r *rapid.T) {
		file := slices.Clone(whole)
		for range rapid.IntRange(1, 20).Draw(r, "changes") {
			file[rapid.IntRange(2, len(file)-1).Draw(r, "at")] = rapid.Byte().Draw(r, "to")
		}
		file = file[:rapid.IntRange(2, len(file)).Draw(r, "length")]
		if _, _, err := add(t, file); err != nil && !fault.Is(err, fault.KindInvalid) {
			r.Fatal(err)
		}
	})
}
