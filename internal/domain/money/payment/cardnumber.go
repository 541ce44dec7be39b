package payment

import (
	"regexp"
	"slices"

	"consigne/internal/kernel/text"
)

// cardNumber matches texts that people may write as a card number: one or more groups of digits, the
// first of at least four, with at most three separators between two groups. plausible then checks the
// digits, 13 to 19 of them.
var cardNumber = regexp.MustCompile(`[0-9]{4,}(?:[\s._-]{0,3}[0-9]+)*`)

// groups matches each group of digits.
var groups = regexp.MustCompile(`[0-9]+`)

// HoldsCardNumber reports whether the text contains what looks like a card number: the digits of a card network, in
// one group or several, with a right check digit. Such a text is refused, so that no card number is
// stored anywhere.
func HoldsCardNumber(typed string) bool {
	for _, run := range cardNumber.FindAllString(text.Plain(typed), -1) {
		parts := groups.FindAllString(run, -1)
		for from := range parts {
			digits := ""
			for _, part := range parts[from:] {
				digits += part
				if isSIRET(digits) {
					break // what follows is another number
				}
				if isNetworks(digits) && hasCheckDigit(digits) {
					return true
				}
			}
		}
	}
	return false
}

// network is a range of first digits that a card network gives out, and how many digits its numbers have.
type network struct {
	from, to string
	lengths  []int
}

// networks lists the ranges (ISO/IEC 7812) of the networks whose cards people in Europe hold. No range has numbers of
// 14 digits but Diners Club, nor of 15 but American Express: numbers of companies and of telephones have as many.
var networks = []network{
	{"4", "4", []int{13, 16, 19}},             // Visa
	{"51", "55", []int{16}},                   // Mastercard
	{"2221", "2720", []int{16}},               // Mastercard
	{"34", "34", []int{15}},                   // American Express
	{"37", "37", []int{15}},                   // American Express
	{"300", "305", []int{14, 16, 17, 18, 19}}, // Diners Club
	{"309", "309", []int{14, 16, 17, 18, 19}}, // Diners Club
	{"36", "36", []int{14, 16, 17, 18, 19}},   // Diners Club
	{"38", "39", []int{14, 16, 17, 18, 19}},   // Diners Club
	{"3528", "3589", []int{16, 17, 18, 19}},   // JCB
	{"50", "50", []int{13, 16, 17, 18, 19}},   // Maestro
	{"56", "58", []int{13, 16, 17, 18, 19}},   // Maestro
	{"60", "69", []int{13, 16, 17, 18, 19}},   // Maestro, Discover, UnionPay
}

// isNetworks reports whether a card network gives out numbers that begin with these digits and are as many.
func isNetworks(digits string) bool {
	for _, n := range networks {
		if len(digits) < len(n.from) {
			continue
		}
		if start := digits[:len(n.from)]; start < n.from || start > n.to {
			continue
		}
		if slices.Contains(n.lengths, len(digits)) {
			return true
		}
	}
	return false
}

// isSIRET reports whether the digits are the number of an establishment, which has two check digits, that of its
// company and its own: a card of Diners Club, of as many digits, passes for one in a tenth of the cases. Establishments
// are counted from 1.
func isSIRET(digits string) bool {
	return len(digits) == 14 && digits[9:13] != "0000" && hasCheckDigit(digits[:9]) && hasCheckDigit(digits)
}

// hasCheckDigit reports whether the last digit is that of Luhn's formula.
func hasCheckDigit(digits string) bool {
	sum := 0
	for i := range digits {
		digit := int(digits[i] - '0')
		if (len(digits)-i)%2 == 0 {
			if digit *= 2; digit > 9 {
				digit -= 9
			}
		}
		sum += digit
	}
	return sum%10 == 0
}
