package mail

import (
	"strings"
	"unicode"
)

// Confirmation asks the holder of an account to confirm that a registration with an operator is theirs.
func Confirmation(to, firstName, operator, link string) (Letter, error) {
	return write(to, "Confirmez votre inscription", "inscription-a-confirmer", map[string]string{
		"FirstName": singleLine(firstName), "Operator": singleLine(operator), "Label": "Confirmer mon inscription", "Link": link,
	})
}

// singleLine reduces a name to one line: no line break, control character or bidirectional override, with which the
// name could pass for a sentence of the mail.
func singleLine(name string) string {
	shown := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), unicode.IsControl(r):
			return ' '
		case unicode.Is(unicode.Cf, r): // zero-width characters and bidirectional overrides
			return -1
		}
		return r
	}, name)
	return strings.Join(strings.Fields(shown), " ")
}
