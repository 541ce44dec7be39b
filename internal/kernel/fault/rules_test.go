package fault_test

import (
	"testing"

	"consigne/internal/kernel/fault"
)

// Whoever pasted a text with something in it that nobody sees is told how to be rid of it.
func TestARefusedTextIsToBeTypedAgain(t *testing.T) {
	for _, c := range []struct {
		check       func(*fault.Broken, string, *string)
		typed, want string
	}{
		{
			(*fault.Broken).Line, "Gare\nSud",
			"Ce texte contient un saut de ligne ou un caractère invisible. Saisissez-le de nouveau au clavier.",
		},
		{
			(*fault.Broken).Lines, "Gare\u200bSud",
			"Ce texte contient un caractère invisible. Saisissez-le de nouveau au clavier.",
		},
		{(*fault.Broken).Lines, "Gare\nSud", ""},
	} {
		var broken fault.Broken
		c.check(&broken, "nom", &c.typed)
		got := ""
		if refusal := fault.Of(broken.Err()); refusal != nil {
			got = refusal.Violations[0].Message
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.typed, got, c.want)
		}
	}
}
