package fault

import (
	"regexp"
	"unicode/utf8"
)

// MaxText is how many characters a text without a rule of its own may have.
const MaxText = 255

// MsgTooLong is said of a longer one.
const MsgTooLong = "Ce texte ne peut dépasser 255 caractères"

// Bounded notes a text that is too long.
func (b *Broken) Bounded(field, text string) {
	b.Unless(utf8.RuneCountInString(text) <= MaxText, field, MsgTooLong)
}

var (
	postalCode = regexp.MustCompile(`^[0-9]{5}$`)
	city       = regexp.MustCompile(`^[\p{L}\p{M} -]{1,50}$`)
)

// PostalCode notes what is no postal code (specification § 5, stations and operators).
func (b *Broken) PostalCode(field, text string) {
	b.Unless(postalCode.MatchString(text), field, "Le format du code postal n'est pas correct")
}

// City notes what is no name of a city (specification § 5, stations and operators).
func (b *Broken) City(field, text string) {
	b.Unless(city.MatchString(text), field, "Le format de la ville n'est pas correct")
}
