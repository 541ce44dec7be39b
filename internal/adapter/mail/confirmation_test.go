package mail_test

import (
	"strings"
	"testing"

	"consigne/internal/adapter/mail"
)

// The operator's name stays on one line of the mail and adds no line, whatever it contains.
func TestANameIsOneLineOfAMail(t *testing.T) {
	lea := mail.Recipient{Email: "lea@exemple.test", FirstName: "Léa"}
	plain, err := mail.Confirmation(lea, "Littoral", "https://x/#jeton=1.2.a")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"Littoral\r\n\r\nVotre compte est fermé :", "Littoral\u2028\u2028Bonjour",
		"Litto\u202eral\u200b", "Littoral\x00\x1b[2J", "Littoral. Ouvrez https://faux.test/a",
	} {
		message, err := mail.Confirmation(lea, name, "https://x/#jeton=1.2.a")
		if err != nil {
			t.Fatal(err)
		}
		if strings.Count(message.Text, "\n") != strings.Count(plain.Text, "\n") ||
			strings.ContainsAny(
				message.Text+message.HTML, "\r\u2028\u202e\u200b\x00\x1b",
			) || strings.Contains(message.Text+message.HTML, "faux.test") {
			t.Errorf("%q: %q", name, message.Text)
		}
	}
	if !strings.Contains(plain.Text, "\nhttps://x/#jeton=1.2.a\n") ||
		!strings.Contains(
			plain.HTML, `href="https://x/#jeton=1.2.a"`,
		) || !strings.Contains(plain.HTML, "Confirmer mon inscription") {
		t.Errorf("%s\n%s", plain.Text, plain.HTML)
	}
}
