package text

// ValidSIREN checks the key of nine digits, the number of an enterprise.
func ValidSIREN(digits string) bool { return digits != "000000000" && Luhn(digits) }

// Luhn reports whether the last digit is the key of the others.
func Luhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		digit := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			digit *= 2
		}
		sum += digit/10 + digit%10
	}
	return sum%10 == 0
}
