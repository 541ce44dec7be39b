package mail

import (
	"regexp"
	"strings"

	"consigne/internal/kernel/text"
)

// Names in a mail are typed by colleagues. Inside our sentences, a name must not read as a sentence or a link of
// ours.
const (
	maxFirstName = 50
	maxName      = 100
)

// greeted returns the first name for use in the greeting: one short line, or an empty text when it looks like more
// than a name.
func greeted(firstName string) string {
	name := text.OneLine(firstName, maxFirstName)
	if name != text.OneLine(firstName, len(firstName)+1) || strings.ContainsAny(name, "/@:;!?<>") ||
		strings.Contains(name, ". ") || unlinked(name) != name {
		return ""
	}
	return name
}

// named returns a name between quotation marks, on one line in which no mail program recognises a link.
func named(name string) string { return "«\u00a0" + unquoted(name) + "\u00a0»" }

var noQuotes = strings.NewReplacer("«", "", "»", "", "“", "", "”", "", "„", "", "‘", "")

func unquoted(name string) string { return unlinked(noQuotes.Replace(text.OneLine(name, maxName))) }

var noLinks = strings.NewReplacer("://", " ", "www.", "www ", "@", " ")

// domains are the dots that mail programs take for those of an address: the ones with a
// letter or a digit right after. Browsers read the full stops of East Asia as dots too.
var domains = regexp.MustCompile(`([.\x{3002}\x{ff0e}\x{ff61}])([\pL\pN])`)

func unlinked(name string) string { return text.OneLine(withoutLinks(name), maxName) }

// withoutLinks returns a line in which no mail program recognises a link.
func withoutLinks(line string) string {
	return domains.ReplaceAllString(noLinks.Replace(line), "$1 $2")
}
