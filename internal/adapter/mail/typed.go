package mail

import (
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
	if name != text.OneLine(firstName, len(firstName)+1) || strings.ContainsAny(name, "/@:;!?<>") || strings.Contains(name, ". ") || unlinked(name) != name {
		return ""
	}
	return name
}

// named returns a name between quotation marks, on one line in which no mail program recognises a link.
func named(name string) string {
	return "«\u00a0" + unlinked(strings.NewReplacer("«", "", "»", "").Replace(text.OneLine(name, maxName))) + "\u00a0»"
}

var noLinks = strings.NewReplacer("://", " ", "www.", "www ", "@", " ")

func unlinked(name string) string { return text.OneLine(noLinks.Replace(name), maxName) }
