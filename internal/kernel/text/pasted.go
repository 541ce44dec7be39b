package text

import (
	"strings"
	"unicode"
)

// Numbers, codes and addresses are pasted with things that nobody sees: the spaces and hyphens of French typography,
// marks of direction, the wide forms of Asian keyboards. They make no difference there. In names they are refused
// (IsLine). The twin for the console is console/src/format/pasted.ts; testdata/pasted.json holds the examples of both.

// Plain returns a pasted number, code or address without marks that have no width, with each space, hyphen or dash as
// the plain one and wide characters as those of ASCII, trimmed.
func Plain(typed string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '-' || r < unicode.MaxASCII && !unicode.IsSpace(r):
			return r
		case unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
			return -1
		case r >= '！' && r <= '～':
			r -= '！' - '!'
		case unicode.IsSpace(r):
			return ' '
		}
		return simple(r)
	}, typed))
}

// simple returns a space within a line or a hyphen of any kind as the plain one, and any other character as it is.
func simple(r rune) rune {
	switch {
	case unicode.Is(unicode.Zs, r):
		return ' '
	case unicode.Is(unicode.Pd, r) || r == '−':
		return '-'
	}
	return r
}

// Code returns a pasted code or number without any space: « 38 000 » is 38000, « 1, 2 » is 1,2.
func Code(typed string) string { return strings.ReplaceAll(Plain(typed), " ", "") }

// Coordinate returns a pasted latitude or longitude with the dot of the wire: « 45,1885 » is 45.1885. Several commas
// are a list, which is left as it is.
func Coordinate(typed string) string {
	bare := Code(typed)
	if strings.Count(bare, ",") == 1 && !strings.Contains(bare, ".") {
		return strings.Replace(bare, ",", ".", 1)
	}
	return bare
}

// Key returns a pasted code whose groups may be set apart in any way, without spaces, hyphens and dots: « 123 456 » and
// « 123-456 » are 123456.
func Key(typed string) string { return separators.Replace(Code(typed)) }

var separators = strings.NewReplacer("-", "", ".", "")

// Town returns the name of a town with plain spaces and hyphens: a copied « Saint‑Étienne » is the one that is typed.
// Line breaks and marks without width stay, as in any name, and are refused with it.
func Town(typed string) string { return strings.TrimSpace(strings.Map(simple, typed)) }

// Email returns a pasted address as it is written: without « mailto: », without the brackets in which mail programs put
// it.
func Email(typed string) string {
	email := Plain(typed)
	for _, pair := range []string{"<>", `""`, "''"} {
		if len(email) > 1 && email[0] == pair[0] && email[len(email)-1] == pair[1] {
			email = strings.TrimSpace(email[1 : len(email)-1])
		}
	}
	return strings.TrimSpace(withoutScheme(email, "mailto:"))
}

func withoutScheme(typed, scheme string) string {
	if len(typed) >= len(scheme) && strings.EqualFold(typed[:len(scheme)], scheme) {
		return typed[len(scheme):]
	}
	return typed
}

// nationals are the codes of countries whose numbers are 0 and nine digits at home: France and its overseas
// departments.
var nationals = []string{"33", "262", "590", "594", "596"}

// Phone returns a telephone number as it is dialled in France, 0 and nine digits, from any notation: « +33 (0)6 12 34
// 56 78 », « 0033 6.12.34.56.78 », « tel:06/12/34/56/78 ». Any other text, as a number of another country, comes back
// without what sets its digits apart.
func Phone(typed string) string {
	phone := punctuation.Replace(withoutScheme(Code(typed), "tel:"))
	digits, abroad := strings.CutPrefix(phone, "+")
	if !abroad {
		digits, abroad = strings.CutPrefix(phone, "00")
	}
	for _, country := range nationals {
		national, found := strings.CutPrefix(digits, country)
		national = strings.TrimPrefix(national, "0")
		if found && len(national) == 9 && (abroad || country == "33" && len(digits) > 10) {
			return "0" + national
		}
	}
	return phone
}

var punctuation = strings.NewReplacer(".", "", "-", "", "/", "", "(", "", ")", "", "·", "", "_", "")
