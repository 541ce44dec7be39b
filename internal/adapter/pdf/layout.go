package pdf

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"consigne/internal/domain/places/photo"
)

// A4 in points, and its margins. Lengths count from the top left corner.
const (
	pageWidth  = 595.28
	pageHeight = 841.89
	left       = 56.0
	right      = pageWidth - 56
	top        = 56.0
	bottom     = pageHeight - 78 // of what flows; below it is the foot of the page
)

// style is how a text is drawn.
type style struct {
	bold    bool
	size    float64
	leading float64
	colour  colour
}

type colour string // as operands of the operator that sets it

const (
	ink    colour = "0.086 0.118 0.165"
	muted  colour = "0.345 0.388 0.443"
	accent colour = "0.043 0.306 0.478"
	line   colour = "0.804 0.831 0.863"
	band   colour = "0.945 0.957 0.969"
)

var (
	titleStyle = style{bold: true, size: 25, leading: 30, colour: accent}
	bodyStyle  = style{size: 10.5, leading: 14.5, colour: ink}
	boldStyle  = style{bold: true, size: 10.5, leading: 14.5, colour: ink}
	nameStyle  = style{bold: true, size: 12, leading: 16, colour: ink}
	headStyle  = style{bold: true, size: 9, leading: 13, colour: muted}
	totalStyle = style{bold: true, size: 13, leading: 18, colour: ink}
	mutedStyle = style{size: 10.5, leading: 14.5, colour: muted}
	smallStyle = style{size: 8.5, leading: 11.5, colour: muted}
)

// element is a node of the logical structure, which assistive technology reads.
type element struct {
	kind       string
	attributes string
	kids       []kid
}

// kid is a child of an element: another element, or marked content of a page.
type kid struct {
	element *element
	page    int
	mark    int
}

func (e *element) add(kind string) *element {
	child := &element{kind: kind}
	e.kids = append(e.kids, kid{element: child})
	return child
}

// layout draws texts on pages and keeps their logical structure.
type layout struct {
	faces   [2]*typeface
	subsets [2]*subset
	pages   []*bytes.Buffer
	images  []photo.Picture
	marks   [][]*element // elements of the marked contents of each page
	y       float64      // the next line begins below it
	root    *element
}

func newLayout() (*layout, error) {
	both, err := faces()
	if err != nil {
		return nil, err
	}
	l := &layout{
		faces: both, subsets: [2]*subset{newSubset(both[0]), newSubset(both[1])},
		root: &element{kind: "Document"},
	}
	l.turn()
	return l, nil
}

// turn begins a new page.
func (l *layout) turn() {
	l.pages = append(l.pages, &bytes.Buffer{})
	l.marks = append(l.marks, nil)
	l.y = top
}

// room begins a new page unless the height is left on this one, and reports whether it did.
func (l *layout) room(height float64) bool {
	if l.y+height <= bottom {
		return false
	}
	l.turn()
	return true
}

func (l *layout) page() *bytes.Buffer { return l.pages[len(l.pages)-1] }

// mark draws content of an element on the current page; nil: content without meaning, which is not read.
func (l *layout) mark(e *element, draw func()) {
	current := len(l.pages) - 1
	if e == nil {
		fmt.Fprint(l.page(), "/Artifact BMC\n")
	} else {
		number := len(l.marks[current])
		l.marks[current] = append(l.marks[current], e)
		e.kids = append(e.kids, kid{page: current, mark: number})
		fmt.Fprintf(l.page(), "/%s<</MCID %d>>BDC\n", e.kind, number)
	}
	draw()
	fmt.Fprint(l.page(), "EMC\n")
}

func (s style) face() int {
	if s.bold {
		return 1
	}
	return 0
}

// width returns the width of a text in points.
func (l *layout) width(s style, text string) float64 {
	return float64(l.faces[s.face()].width(text)) * s.size / 1000
}

// show draws one line, whose baseline is at y. What is drawn in other letters than it has says itself what it is.
func (l *layout) show(s style, x, y float64, line string) {
	face := l.faces[s.face()]
	for _, part := range face.runs(line) {
		if part.drawn == part.said {
			l.draw(s, x, y, part.drawn)
		} else {
			fmt.Fprintf(l.page(), "/Span<</ActualText%s>>BDC\n", textString(part.said))
			l.draw(s, x, y, cmp.Or(part.drawn, " ")) // what draws nothing says nothing
			fmt.Fprint(l.page(), "EMC\n")
		}
		x += float64(face.drawnWidth(part.drawn)) * s.size / 1000
	}
}

func (l *layout) draw(s style, x, y float64, text string) {
	subset := l.subsets[s.face()]
	var codes strings.Builder
	for _, r := range text {
		fmt.Fprintf(&codes, "%04X", subset.code(r))
	}
	fmt.Fprintf(l.page(), "BT %s rg /F%d %.4g Tf %.2f %.2f Td <%s> Tj ET\n", s.colour, s.face(), s.size, x, pageHeight-y,
		codes.String())
}

// picture draws a photo of an element, whose top left corner is there.
func (l *layout) picture(e *element, p photo.Picture, x, y, width, height float64) {
	l.mark(e, func() {
		fmt.Fprintf(l.page(), "q %.2f 0 0 %.2f %.2f %.2f cm /I%d Do Q\n", width, height, x,
			pageHeight-y-height, len(l.images))
	})
	l.images = append(l.images, p)
}

// rectangle fills a rectangle that means nothing.
func (l *layout) rectangle(c colour, x, y, width, height float64) {
	l.mark(nil, func() {
		fmt.Fprintf(l.page(), "%s rg %.2f %.2f %.2f %.2f re f\n", c, x, pageHeight-y-height, width, height)
	})
}

// rule draws a line across the page.
func (l *layout) rule() { l.rectangle(line, left, l.y, right-left, 0.6) }

// alignment is the side to which lines are set.
type alignment int

const (
	toLeft alignment = iota
	toRight
)

// paragraph draws a text of an element as the lines that its width needs, the first below y, and returns where the last
// ends.
func (l *layout) paragraph(e *element, s style, x, y, width float64, to alignment, text string) float64 {
	lines := l.wrap(s, width, text)
	l.mark(e, func() {
		for i, each := range lines {
			at := x
			if to == toRight {
				at = x + width - l.width(s, each)
			}
			if i < len(lines)-1 && !strings.HasSuffix(each, "-") {
				each += " " // what reads the text back finds the words apart
			}
			l.show(s, at, y+s.baseline(), each)
			y += s.leading
		}
	})
	return y
}

// baseline returns how far below the top of its line a text stands.
func (s style) baseline() float64 { return (s.leading-s.size)/2 + s.size*0.8 }

func (l *layout) height(s style, width float64, text string) float64 {
	return float64(len(l.wrap(s, width, text))) * s.leading
}

// wrap breaks a text at its spaces, and words that are wider than a line where the line ends.
func (l *layout) wrap(s style, width float64, text string) []string {
	lines, current := []string{}, ""
	for word := range strings.SplitSeq(text, " ") {
		if candidate := current + " " + word; current != "" && l.width(s, candidate) <= width {
			current = candidate
			continue
		}
		if current != "" {
			lines = append(lines, current)
		}
		for l.width(s, word) > width && utf8.RuneCountInString(word) > 1 {
			end := 0
			for at, r := range word {
				if next := at + utf8.RuneLen(r); end == 0 || l.width(s, word[:next]) <= width {
					end = next
					continue
				}
				break
			}
			lines = append(lines, word[:end])
			word = word[end:]
		}
		current = word
	}
	return append(lines, current)
}

// cell is a cell of a row of a table.
type cell struct {
	text  string
	x     float64
	width float64
	to    alignment
	style style
}

// row draws the cells of a row beside each other. A row whose element is nil repeats what is read elsewhere.
func (l *layout) row(e *element, kinds, attributes []string, cells []cell) {
	end := l.y
	for i, c := range cells {
		var child *element
		if e != nil {
			child = e.add(kinds[i])
			child.attributes = attributes[i]
		}
		end = max(end, l.paragraph(child, c.style, c.x, l.y, c.width, c.to, c.text))
	}
	l.y = end
}

// rowHeight returns the height of the highest cell.
func (l *layout) rowHeight(cells []cell) float64 {
	height := 0.0
	for _, c := range cells {
		height = max(height, l.height(c.style, c.width, c.text))
	}
	return height
}
