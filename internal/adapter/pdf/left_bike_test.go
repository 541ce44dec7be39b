package pdf_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/pdf"
	"consigne/internal/domain/places/photo"
	"consigne/internal/domain/stays/leftbike"
	"consigne/internal/kernel/clock"
)

func plain(width, height int) photo.Picture {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := range width * height {
		img.SetRGBA(i%width, i/width, color.RGBA{R: uint8(i), G: 120, B: 90, A: 255})
	}
	var file bytes.Buffer
	_ = jpeg.Encode(&file, img, nil) // to memory
	return photo.Picture{Width: width, Height: height, JPEG: file.Bytes()}
}

// The file about a bicycle shows its photos, each with when it was added and the step of the file then.
func TestPhotosOfALeftBike(t *testing.T) {
	on := func(day, hour int) time.Time { return time.Date(2026, 3, day, hour, 0, 0, 0, clock.Paris) }
	noticed, removed := on(1, 10), on(31, 10)
	whole := leftbike.Whole{Host: "Métropole de Grandval", At: on(31, 12)}
	whole.File = leftbike.File{
		ID: 12, OpenedAt: on(1, 9), NoticedAt: &noticed, RemovedAt: &removed, Depot: "Nord",
		Bike: leftbike.Bike{Description: "Vélo bleu"},
	}
	photos := []photo.Print{
		{Picture: plain(800, 600), At: on(1, 9)},
		{Picture: plain(450, 800), At: on(30, 18)},
		{Picture: plain(60, 40), At: on(31, 11)},
	}
	render := func() []byte {
		var file bytes.Buffer
		if err := pdf.RenderLeftBike(&file, whole, photos); err != nil {
			t.Fatal(err)
		}
		return file.Bytes()
	}
	path := filepath.Join(t.TempDir(), "bike.pdf")
	if err := os.WriteFile(path, render(), 0o600); err != nil {
		t.Fatal(err)
	}
	isSound(t, "a file with photos", path)
	if !bytes.Equal(render(), render()) {
		t.Error("the same file gives other bytes")
	}
	text := strings.Join(strings.Fields(run(t, "pdftotext", "-raw", path, "-")), " ")
	for _, caption := range []string{
		"Photo 1, 1er mars 2026 à 9 h 00, étape : ouvert", "Photo 2, 30 mars 2026 à 18 h 00, étape : préavis",
		"Photo 3, 31 mars 2026 à 11 h 00, étape : enlevé",
	} {
		if !strings.Contains(text, caption) {
			t.Errorf("no %q in %s", caption, text)
		}
	}
	// Each photo is there once, as it is kept.
	list := run(t, "pdfimages", "-list", path)
	if strings.Count(list, " jpeg ") != 3 || strings.Count(run(t, "pdfinfo", "-struct-text", path), "Figure") != 3 {
		t.Errorf("the photos: %s", list)
	}
}
