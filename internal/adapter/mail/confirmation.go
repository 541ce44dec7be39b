package mail

import (
	"strings"
	"unicode"
)

// Confirmation asks a person, who has an account, whether a registration with an operator
// is theirs.
func Confirmation(to, firstName, operator, link string) (Letter, error) {
	return write(to, "Confirmez votre inscription", "inscription-a-confirmer", map[string]string{
		"FirstName": singleLine(firstName), "Operator": singleLine(operator), "Label": "Confirmer mon inscription", "Link": link,
	})
}

// singleLine leaves of a name what one line shows: no break, control or change of
// direction that would let it pass for a sentence of the letter.
func singleLine(name string) string {
	shown := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), unicode.IsControl(r):
			return ' '
		case unicode.Is(unicode.Cf, r): // zero width, or a change of direction
			return -1
		}
		return r
	}, name)
	return strings.Join(strings.Fields(shown), " ")
}
