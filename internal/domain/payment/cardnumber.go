package payment

import "regexp"

// cardNumber is how people write one: 13 to 19 digits, at once or in groups of four
// or more.
var cardNumber = regexp.MustCompile(`[0-9]{4,}(?:[\s\x{00a0}\x{202f}._-]{0,3}[0-9]+)*`)

// groups are the digits of a text between what separates them.
var groups = regexp.MustCompile(`[0-9]+`)

// HoldsCardNumber tells whether a text holds what looks like the number of a card:
// enough digits, at once or in groups, whose check digit is right. Such a text is
// refused, so that no number is kept anywhere.
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

// plausible tells whether these could be the digits of a card: their number, the
// networks' first digits, and the check digit (Luhn).
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
