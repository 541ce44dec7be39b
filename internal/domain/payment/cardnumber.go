package payment

import "regexp"

// cardNumber matches texts that people may write as a card number: one or more groups of digits, the
// first of at least four, with at most three separators between two groups. plausible then checks the
// digits, 13 to 19 of them.
var cardNumber = regexp.MustCompile(`[0-9]{4,}(?:[\s\x{00a0}\x{202f}._-]{0,3}[0-9]+)*`)

// groups matches each group of digits.
var groups = regexp.MustCompile(`[0-9]+`)

// HoldsCardNumber reports whether the text contains what looks like a card number: 13 to 19 digits, in
// one group or several, with a right check digit. Such a text is refused, so that no card number is
// stored anywhere.
func HoldsCardNumber(text string) bool {
	for _, run := range cardNumber.FindAllString(text, -1) {
		parts := groups.FindAllString(run, -1)
		for from := range parts {
			digits := ""
			for _, part := range parts[from:] {
				if digits += part; plausible(digits) {
					return true
				}
			}
		}
	}
	return false
}

// plausible reports whether the digits could be a card number, by their count, the first digits of the
// card networks, and the check digit (Luhn).
func plausible(digits string) bool {
	if len(digits) < 13 || len(digits) > 19 || digits[0] < '3' || digits[0] > '6' {
		return false
	}
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
