package pdf_test

import (
	"bytes"
	"fmt"
	"image"
	_ "image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boombuler/barcode/qr"

	"consigne/internal/adapter/pdf"
	"consigne/internal/domain/places/station"
)

// Labels lie on the sheet where a supplier cut it, tell the locker and its station, and a camera reads the address of
// the locker: what is printed is, square by square, its QR code.
func TestLabels(t *testing.T) {
	labels := station.Labels{Station: "Gare centrale Europole", At: time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC)}
	for i := range 22 {
		labels.Doors = append(labels.Doors, station.DoorLabel{
			Locker: fmt.Sprint("A", i+1), Address: fmt.Sprint("https://consigne.example.org/c/", 1200+i),
		})
	}
	labels.Doors[1].Locker = "Sous-sol, côté rue"
	var file bytes.Buffer
	if err := pdf.RenderLabels(&file, labels); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "labels.pdf")
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	text := run(t, "pdftotext", path, "-")
	if strings.Count(text, "Europole") != 22 || !strings.Contains(text, "A22") || strings.Count(text, "\f") != 2 {
		t.Errorf("%q", text)
	}
	run(t, "pdftoppm", "-png", "-r", "254", path, filepath.Join(folder, "page")) // ten dots a millimetre
	drawn, err := os.Open(filepath.Join(folder, "page-1.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = drawn.Close() }()
	page, _, err := image.Decode(drawn)
	if err != nil {
		t.Fatal(err)
	}
	const right, down = 660, 381 // from a label to the next, in tenths of a millimetre
	for i, door := range labels.Doors[:21] {
		code, err := qr.Encode(door.Address, qr.M, qr.Auto)
		if err != nil {
			t.Fatal(err)
		}
		left, top := 72.5+float64(i%3*right)+40, 151.5+float64(i/3*down)+40
		size := code.Bounds().Dx()
		module := 301 / float64(size)
		for y := range size {
			for x := range size {
				want, _, _, _ := code.At(x, y).RGBA()
				got, _, _, _ := page.At(int(left+(float64(x)+0.5)*module), int(top+(float64(y)+0.5)*module)).RGBA()
				if (got < 0x8000) != (want < 0x8000) {
					t.Fatalf("label %d, square %d, %d: %x, want %x", i, x, y, got, want)
				}
			}
		}
	}
}
