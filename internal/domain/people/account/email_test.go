package account_test

import (
	"testing"

	"consigne/internal/domain/people/account"
)

// An e-mail is at a domain, and not at the number of a machine.
func TestEmailsAtTheNumberOfAMachine(t *testing.T) {
	for _, email := range []string{
		"x@[127.0.0.1]", "x@[10.0.0.1]", "x@[IPv6:::1]", "x@[IPv6:fe80::1.2.3.4]", "x@127.0.0.1", "x@169.254.169.254",
		`"a@b.fr"@[127.0.0.1]`,
	} {
		if account.ValidateEmail("email", email) == nil {
			t.Errorf("%s is taken", email)
		}
	}
	for _, email := range []string{"x@ville.fr", "x.y+z@sous.domaine.exemple.test", "x@127.0.0.1.exemple.test"} {
		if err := account.ValidateEmail("email", email); err != nil {
			t.Errorf("%s: %v", email, err)
		}
	}
}
