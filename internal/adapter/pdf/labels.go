package pdf

import (
	"fmt"
	"io"

	"github.com/boombuler/barcode/qr"

	"consigne/internal/domain/places/station"
)

// A sheet of 21 labels of 63.5 × 38.1 mm, in points, as office suppliers sell it.
const (
	millimetre   = 72 / 25.4
	labelWidth   = 63.5 * millimetre
	labelHeight  = 38.1 * millimetre
	labelColumns = 3
	labelRows    = 7
	labelGap     = 2.5 * millimetre // between columns; rows touch
	labelInset   = 4 * millimetre
	codeSide     = labelHeight - 2*labelInset
)

// RenderLabels writes the labels of the doors of a station as a PDF file, to be printed at its true size.
func RenderLabels(w io.Writer, labels station.Labels) error {
	l, err := newLayout()
	if err != nil {
		return err
	}
	const (
		firstColumn = (pageWidth - labelColumns*labelWidth - (labelColumns-1)*labelGap) / 2
		firstRow    = (pageHeight - labelRows*labelHeight) / 2
	)
	for i, door := range labels.Doors {
		at := i % (labelColumns * labelRows)
		if i > 0 && at == 0 {
			l.turn()
		}
		x := firstColumn + float64(at%labelColumns)*(labelWidth+labelGap)
		y := firstRow + float64(at/labelColumns)*labelHeight
		if err := l.label(x, y, labels.Station, door); err != nil {
			return err
		}
	}
	title := "Étiquettes des casiers, " + labels.Station
	return l.write(w, information{title: title, author: labels.Station, language: "fr-FR", at: labels.At})
}

// label draws one label whose top left corner is there.
func (l *layout) label(x, y float64, stationName string, door station.DoorLabel) error {
	code, err := qr.Encode(door.Address, qr.M, qr.Auto)
	if err != nil {
		return fmt.Errorf("draw a QR code: %w", err)
	}
	figure := l.root.add("Figure")
	figure.attributes = fmt.Sprintf("/Alt%s", textString("Code QR du casier "+door.Locker))
	size := code.Bounds().Dx()
	module := codeSide / float64(size)
	l.mark(figure, func() {
		fmt.Fprint(l.page(), "0 g\n")
		for row := range size {
			for column := range size {
				if r, _, _, _ := code.At(column, row).RGBA(); r != 0 {
					continue
				}
				fmt.Fprintf(l.page(), "%.3f %.3f %.3f %.3f re\n", x+labelInset+float64(column)*module,
					pageHeight-y-labelInset-float64(row+1)*module, module, module)
			}
		}
		fmt.Fprint(l.page(), "f\n")
	})
	text := x + 2*labelInset + codeSide
	width := x + labelWidth - labelInset - text
	name := style{bold: true, size: 24, leading: 28, colour: ink}
	for name.size > 9 && len(l.wrap(name, width, door.Locker)) > 1 {
		name.size, name.leading = name.size-1, name.leading-1
	}
	end := l.paragraph(l.root.add("P"), name, text, y+labelInset, width, toLeft, door.Locker)
	lines := l.wrap(smallStyle, width, stationName)
	for _, each := range lines[:min(len(lines), 3)] {
		end = l.paragraph(l.root.add("P"), smallStyle, text, end, width, toLeft, each)
	}
	return nil
}
