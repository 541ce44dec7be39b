package operator

import (
	"regexp"
	"strconv"
	"strings"

	"consigne/internal/kernel/text"
)

// Numbers of enterprises: SIREN, 9 digits; SIRET, that of one of its establishments, 14 digits that begin with it;
// number of VAT.

var siretForm = regexp.MustCompile(`^[0-9]{14}$`)

const (
	laPoste     = "356000000"      // whose establishments outgrew the numbers that Luhn's key leaves
	laPosteSeat = "35600000000048" // the only one with Luhn's key
)

// validSIRET checks the keys of 14 digits: Luhn's, of SIREN and SIRET. For establishments of La Poste the sum of the
// digits is a multiple of 5 instead.
func validSIRET(siret string) bool {
	siren := siret[:9]
	if siren == laPoste && siret != laPosteSeat {
		sum := 0
		for _, digit := range siret {
			sum += int(digit - '0')
		}
		return sum%5 == 0
	}
	return text.ValidSIREN(siren) && text.Luhn(siret)
}

// vatForms holds what follows the country's code in a number of VAT, by country of the Union; XI is Northern Ireland.
var vatForms = func() map[string]*regexp.Regexp {
	forms := map[string]*regexp.Regexp{}
	for country, form := range map[string]string{
		"AT": `U\d{8}`, "BE": `[01]\d{9}`, "BG": `\d{9,10}`, "CY": `\d{8}[A-Z]`, "CZ": `\d{8,10}`, "DE": `\d{9}`,
		"DK": `\d{8}`,
		"EE": `\d{9}`, "EL": `\d{9}`, "ES": `[A-Z0-9]\d{7}[A-Z0-9]`, "FI": `\d{8}`, "FR": `[0-9A-HJ-NP-Z]{2}\d{9}`,
		"HR": `\d{11}`,
		"HU": `\d{8}`, "IE": `\d[A-Z0-9+*]\d{5}[A-Z]{1,2}`, "IT": `\d{11}`, "LT": `(\d{9}|\d{12})`, "LU": `\d{8}`,
		"LV": `\d{11}`,
		"MT": `\d{8}`, "NL": `\d{9}B\d{2}`, "PL": `\d{10}`, "PT": `\d{9}`, "RO": `\d{2,10}`, "SE": `\d{12}`, "SI": `\d{8}`,
		"SK": `\d{10}`, "XI": `(\d{9}|\d{12}|(GD|HA)\d{3})`,
	} {
		forms[country] = regexp.MustCompile(`^` + form + `$`)
	}
	return forms
}()

// hasVATForm reports whether the text has the form of a number of VAT of the European Union.
func hasVATForm(number string) bool {
	if len(number) < 4 {
		return false
	}
	form := vatForms[number[:2]]
	return form != nil && form.MatchString(number[2:])
}

// validFrenchVAT checks the key of a number that has the French form: two digits, which depend on the SIREN alone, or
// two characters with at least a letter other than I and O.
func validFrenchVAT(number string) bool {
	key := number[2:4]
	siren, err := strconv.Atoi(number[4:])
	if err != nil {
		return false
	}
	if numeric, err := strconv.Atoi(key); err == nil {
		return numeric == (12+3*(siren%97))%97
	}
	const alphabet = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ"
	first, second := strings.IndexByte(alphabet, key[0]), strings.IndexByte(alphabet, key[1])
	check := first*34 + second - 100
	if first < 10 {
		check = first*24 + second - 10
	}
	return (siren+1+check/11)%11 == check%11
}
