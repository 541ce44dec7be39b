package pdf

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
)

// information is what a file tells about itself.
type information struct {
	title, author, language string
	at                      time.Time
}

// write writes the pages and their logical structure as a PDF file.
func (l *layout) write(w io.Writer, about information) error {
	f := newFile()
	var fonts strings.Builder
	for i, s := range l.subsets {
		if len(s.runes) > 1 {
			fmt.Fprintf(&fonts, "/F%d %s", i, f.font(s))
		}
	}
	objects := ""
	for i, p := range l.images {
		objects += fmt.Sprintf("/I%d %s", i, f.image(p))
	}
	if objects != "" {
		objects = "/XObject<<" + objects + ">>"
	}
	tree, root := f.reserve(), f.reserve()
	pages := make([]ref, len(l.pages))
	for i := range pages {
		pages[i] = f.reserve()
	}
	for i, content := range l.pages {
		f.set(pages[i], "<</Type/Page/Parent %s/MediaBox[0 0 %.2f %.2f]/Resources<</Font<<%s>>%s>>/Contents %s/StructParents %d/Tabs/S>>",
			tree, pageWidth, pageHeight, fonts.String(), objects, f.stream("", content.Bytes()), i)
	}
	f.set(tree, "<</Type/Pages/Kids[%s]/Count %d>>", joined(pages), len(pages))
	l.writeStructure(f, root, pages)

	var title, author strings.Builder
	_ = xml.EscapeText(&title, []byte(about.title)) // to memory, which does not fail
	_ = xml.EscapeText(&author, []byte(about.author))
	packet := fmt.Sprintf(`<?xpacket begin="`+"\ufeff"+`" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">%s</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>%s</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>%s</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>%s</xmp:CreateDate>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`, title.String(), author.String(), about.language, about.at.UTC().Format(time.RFC3339))
	metadata := f.add("<</Type/Metadata/Subtype/XML/Length %d>>\nstream\n%s\nendstream", len(packet), packet)
	catalogue := f.add("<</Type/Catalog/Pages %s/StructTreeRoot %s/MarkInfo<</Marked true>>/Lang(%s)/ViewerPreferences<</DisplayDocTitle true>>/Metadata %s>>",
		tree, root, about.language, metadata)
	return f.write(w, catalogue,
		f.add("<</Title %s/Author %s/CreationDate %s/Producer(Consigne)>>", textString(about.title), textString(about.author),
			date(about.at)))
}

// writeStructure adds the tree of elements, and which element each marked content of a page belongs to.
func (l *layout) writeStructure(f *file, root ref, pages []ref) {
	known := map[*element]ref{}
	var number func(e *element)
	number = func(e *element) {
		known[e] = f.reserve()
		for _, k := range e.kids {
			if k.element != nil {
				number(k.element)
			}
		}
	}
	number(l.root)
	var add func(e *element, parent ref)
	add = func(e *element, parent ref) {
		kids := make([]string, len(e.kids))
		for i, k := range e.kids {
			if k.element != nil {
				kids[i] = known[k.element].String()
				add(k.element, known[e])
			} else {
				kids[i] = fmt.Sprintf("<</Type/MCR/Pg %s/MCID %d>>", pages[k.page], k.mark)
			}
		}
		f.set(known[e], "<</Type/StructElem/S/%s/P %s/K[%s]%s>>", e.kind, parent, strings.Join(kids, " "), e.attributes)
	}
	add(l.root, root)

	var parents strings.Builder
	for i, marks := range l.marks {
		owners := make([]ref, len(marks))
		for n, e := range marks {
			owners[n] = known[e]
		}
		fmt.Fprintf(&parents, "%d[%s]", i, joined(owners))
	}
	f.set(root, "<</Type/StructTreeRoot/K %s/ParentTree<</Nums[%s]>>/ParentTreeNextKey %d>>", known[l.root],
		parents.String(), len(l.pages))
}

func joined(refs []ref) string {
	texts := make([]string, len(refs))
	for i, r := range refs {
		texts[i] = r.String()
	}
	return strings.Join(texts, " ")
}
