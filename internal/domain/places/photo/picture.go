package photo

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/draw"

	"consigne/internal/kernel/fault"
)

// MaxUpload is the largest file that is taken for a photo, in bytes.
const MaxUpload = 8 << 20

const (
	longest = 1600       // pixels of the longest side that is kept
	printed = 800        // … and of the one that is printed: some 80 kB
	quality = 82         // of the JPEG
	most    = 25_000_000 // pixels that are decoded: those of a phone; 200 MB of memory at the worst
)

const (
	msgNoPhoto = "Ce fichier n'est pas une photo JPEG ou PNG qui puisse être lue."
	msgTooWide = "Cette image a trop de pixels\u00a0: 25 millions au plus."
)

// Picture is a photo as it is kept: of 1,600 pixels at most, upright, and without what the camera wrote beside it.
type Picture struct {
	Width, Height int
	JPEG          []byte

	digest string // of the file that was sent
}

// decoders read the two formats, each found by how its files begin: what a browser says of a file is its name.
var decoders = []struct {
	begins string
	size   func(file []byte) (image.Config, error)
	decode func(file []byte) (image.Image, error)
}{
	{
		begins: "\xff\xd8\xff",
		size:   func(file []byte) (image.Config, error) { return jpeg.DecodeConfig(bytes.NewReader(file)) },
		decode: func(file []byte) (image.Image, error) { return jpeg.Decode(bytes.NewReader(file)) },
	},
	{
		begins: "\x89PNG\r\n\x1a\n",
		size:   func(file []byte) (image.Config, error) { return png.DecodeConfig(bytes.NewReader(file)) },
		decode: func(file []byte) (image.Image, error) { return png.Decode(bytes.NewReader(file)) },
	},
}

// read makes the picture that is kept of a file. The size that the file announces is checked before it is decoded.
func read(file []byte) (Picture, error) {
	for _, d := range decoders {
		if !bytes.HasPrefix(file, []byte(d.begins)) {
			continue
		}
		size, err := d.size(file)
		if err != nil || size.Width <= 0 || size.Height <= 0 {
			return Picture{}, fault.Invalid("photo", msgNoPhoto)
		}
		if size.Width > most/size.Height {
			return Picture{}, fault.Invalid("photo", msgTooWide)
		}
		decoded, err := d.decode(file)
		if err != nil {
			return Picture{}, fault.Invalid("photo", msgNoPhoto)
		}
		sum := sha256.Sum256(file)
		picture, err := encode(upright(reduced(decoded, longest), orientation(file)))
		picture.digest = base64.RawURLEncoding.EncodeToString(sum[:])
		return picture, err
	}
	return Picture{}, fault.Invalid("photo", msgNoPhoto)
}

// smaller returns a picture that is kept as it is printed.
func smaller(kept []byte) (Picture, error) {
	decoded, err := jpeg.Decode(bytes.NewReader(kept))
	if err != nil {
		return Picture{}, fmt.Errorf("read a photo: %w", err)
	}
	return encode(reduced(decoded, printed))
}

func encode(img *image.RGBA) (Picture, error) {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: quality}); err != nil {
		return Picture{}, fmt.Errorf("write a photo: %w", err)
	}
	return Picture{Width: img.Rect.Dx(), Height: img.Rect.Dy(), JPEG: out.Bytes()}, nil
}

// reduced returns the image on white, with its longest side of so many pixels at most. It is halved as often as that
// goes, each pixel from four, and then reduced by the rest: a filter that does it at once needs ten times the memory.
func reduced(img image.Image, longest int) *image.RGBA {
	width, height := img.Bounds().Dx(), img.Bounds().Dy()
	endWidth, endHeight := width, height
	if side := max(width, height); side > longest {
		endWidth, endHeight = max(1, width*longest/side), max(1, height*longest/side)
	}
	for {
		width, height = max(endWidth, width/2), max(endHeight, height/2)
		small := image.NewRGBA(image.Rect(0, 0, width, height))
		draw.Draw(small, small.Rect, image.White, image.Point{}, draw.Src)
		draw.ApproxBiLinear.Scale(small, small.Rect, img, img.Bounds(), draw.Over, nil)
		if width == endWidth && height == endHeight {
			return small
		}
		img = small
	}
}

// upright turns and mirrors an image as the orientation of its file asks (1 to 8, of Exif).
func upright(img *image.RGBA, orientation int) *image.RGBA {
	if orientation == 1 {
		return img
	}
	width, height := img.Rect.Dx(), img.Rect.Dy()
	from := func(x, y int) (int, int) { return x, y } // where a pixel of the result is in the image
	switch orientation {
	case 2:
		from = func(x, y int) (int, int) { return width - 1 - x, y }
	case 3:
		from = func(x, y int) (int, int) { return width - 1 - x, height - 1 - y }
	case 4:
		from = func(x, y int) (int, int) { return x, height - 1 - y }
	case 5:
		from = func(x, y int) (int, int) { return y, x }
	case 6:
		from = func(x, y int) (int, int) { return y, height - 1 - x }
	case 7:
		from = func(x, y int) (int, int) { return width - 1 - y, height - 1 - x }
	case 8:
		from = func(x, y int) (int, int) { return width - 1 - y, x }
	}
	turned := image.NewRGBA(image.Rect(0, 0, width, height))
	if orientation >= 5 {
		turned = image.NewRGBA(image.Rect(0, 0, height, width))
	}
	for y := range turned.Rect.Dy() {
		for x := range turned.Rect.Dx() {
			turned.SetRGBA(x, y, img.RGBAAt(from(x, y)))
		}
	}
	return turned
}
