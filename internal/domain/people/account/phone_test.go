package account_test

import (
	"testing"

	"consigne/internal/domain/people/account"
)

func TestATelephoneIsFoundInAnyNotation(t *testing.T) {
	for typed, digits := range map[string]string{
		"0612345678":         "0612345678",
		"06 12 34 56 78":     "0612345678",
		" 06.12.34.56.78 ":   "0612345678",
		"06-12-34-56-78":     "0612345678",
		"06/12/34/56/78":     "0612345678",
		"+33 6 12 34 56 78":  "0612345678",
		"+33 (0)6 12 345678": "0612345678",
		"0033612345678":      "0612345678",
		"00 33 06 12 345678": "0612345678",
		"33612345678":        "0612345678",
		"+336123":            "06123",
		"06\u00a012\u202f34": "061234",
		"5678":               "5678",
		"3312":               "3312", // the middle of a number, not France
		"678":                "",
		"":                   "",
		"+":                  "",
		"martin":             "",
		"martin 0612345678":  "",
		"12345@exemple.test": "",
	} {
		if got := account.PhoneIn(typed); got != digits {
			t.Errorf("%q: %q, want %q", typed, got, digits)
		}
	}
}
