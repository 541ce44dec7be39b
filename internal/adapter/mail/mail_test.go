package mail_test

import (
	"bytes"
	"context"
	"html"
	"io"
	netmail "net/mail"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"consigne/internal/adapter/mail"
)

const from = "Consigne <ne-pas-repondre@consigne.test>"

func TestMailsGoIntoAFolder(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	path := filepath.Join(t.TempDir(), "courriels")
	if _, err := mail.NewFolder(path, "pas une adresse"); err == nil {
		t.Error("a sender that is no address was accepted")
	}
	if err := os.Mkdir(path, 0o777); err != nil { // with access for everybody
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(path, "a.eml.part"), nil, 0o666); err != nil { // left over by an interruption
		t.Fatal(err)
	}
	sender, err := mail.NewFolder(path, from)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b", "b"} { // the last one again, as after an interruption
		named := testMessage(t)
		named.Name = name
		if kept, err := sender.Send(context.Background(), named); err != nil || !kept {
			t.Fatal(kept, err)
		}
	}
	files, err := filepath.Glob(filepath.Join(path, "*.eml"))
	if err != nil || len(files) != 2 {
		t.Fatalf("files: %v, %v", files, err)
	}
	content, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	checkMessage(t, content)
	if info, err := os.Stat(files[0]); err != nil || info.Mode() != 0o600 {
		t.Errorf("others can read the mail: %v, %v", info, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("others can list the mails: %v, %v", info, err)
	}
	if err := os.WriteFile(filepath.Join(path, "c.eml.part"), content, 0o600); err != nil { // left over by an interruption
		t.Fatal(err)
	}
	for _, name := range []string{"a", "c", "nowhere"} {
		if err := sender.Remove(name); err != nil {
			t.Error(err)
		}
	}
	if left, err := os.ReadDir(path); err != nil || len(left) != 1 || left[0].Name() != "b.eml" {
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestNamesCannotInjectHTML(t *testing.T) {
	got, err := mail.PasswordReset("a@exemple.test", `<script>alert(1)</script>`, "http://x/?jeton=a&b")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(got.HTML, "<script>") {
		t.Error(got.HTML)
	}
}

func testMessage(t *testing.T) mail.Message {
	t.Helper()
	got, err := mail.PasswordReset("zoe@exemple.test", "Zoé", "http://127.0.0.1:8080/nouveau-mot-de-passe#jeton=ABC")
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func checkMessage(t *testing.T, content []byte) {
	t.Helper()
	message, err := netmail.ReadMessage(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if to := message.Header.Get("To"); to != "<zoe@exemple.test>" {
		t.Errorf("to: %s", to)
	}
	body, err := io.ReadAll(message.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"text/plain", "text/html", "Bonjour Zo=C3=A9", "jeton=3DABC"} {
		if !strings.Contains(string(body), part) {
			t.Errorf("%q is missing from %s", part, body)
		}
	}
}

// The inactivity warning states the day and what the account holder can do.
func TestInactiveMails(t *testing.T) {
	until := time.Date(2027, 2, 28, 23, 30, 0, 0, time.UTC) // already 1 March in Paris
	for _, c := range []struct {
		about       mail.Inactivity
		has, hasNot []string
	}{
		{
			mail.Inactivity{},
			[]string{"1er mars 2027", "http://x/connexion", "connectez-vous"},
			[]string{"suspendu", "mot de passe"},
		},
		{
			mail.Inactivity{NoPassword: true},
			[]string{"http://x/oubli-mdp", "choisissez un mot de passe"},
			[]string{"connectez-vous"},
		},
		{mail.Inactivity{Banned: true}, []string{"suspendu"}, []string{"http://x/"}},
	} {
		c.about.Until, c.about.Site = until, "http://x"
		message, err := mail.Inactive(mail.Recipient{Email: "zoe@exemple.test"}, c.about)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{message.Text, message.HTML} {
			for _, has := range c.has {
				if !strings.Contains(text, has) {
					t.Errorf("%+v lacks %q:\n%s", c.about, has, text)
				}
			}
			for _, hasNot := range c.hasNot {
				if strings.Contains(text, hasNot) {
					t.Errorf("%+v says %q:\n%s", c.about, hasNot, text)
				}
			}
		}
	}
}

// A name typed by a colleague stays a name: it adds no line, sentence or link to the mail.
func TestNamesStayNames(t *testing.T) {
	hostile := "Gare.\r\nBcc: autre@exemple.test\r\n\r\nVotre compte est bloqué : https://faux.test/ ou www.faux.test\u202e"
	to := mail.Recipient{Email: "a@exemple.test", FirstName: hostile}
	sale := mail.Sale{Seller: hostile, Subscription: hostile}
	bike := mail.LeftBike{Seller: hostile, Station: hostile, Locker: hostile, Notice: hostile, Depot: hostile}
	wait := mail.Wait{Seller: hostile, Subscription: hostile, Station: hostile, Locker: hostile}
	messages := []mail.Message{}
	for _, write := range []func() (mail.Message, error){
		func() (mail.Message, error) { return mail.Invitation("a@exemple.test", hostile, hostile, "http://x/") },
		func() (mail.Message, error) {
			return mail.StationSilent("a@exemple.test", hostile, hostile, time.Now(), "http://x/")
		},
		func() (mail.Message, error) { return mail.Confirmation(to, hostile, "http://x/") },
		func() (mail.Message, error) { return mail.Receipt(to, hostile, "EX1-2026-000001", nil) },
		func() (mail.Message, error) { return mail.Paid(to, mail.Collection{Sale: sale}, nil) },
		func() (mail.Message, error) { return mail.Refunded(to, mail.Giving{Sale: sale}, nil) },
		func() (mail.Message, error) { return mail.TermUnpaid(to, mail.Failure{Sale: sale}) },
		func() (mail.Message, error) {
			return mail.StayUnpaid(to, mail.Failure{Sale: mail.Sale{Seller: hostile, Station: hostile}})
		},
		func() (mail.Message, error) { return mail.Ended(to, mail.End{Seller: hostile, Subscription: hostile}) },
		func() (mail.Message, error) {
			return mail.OverrunSoon(to, mail.Overrun{Seller: hostile, Station: hostile, Locker: hostile})
		},
		func() (mail.Message, error) {
			return mail.DoorCode(to, mail.Code{Seller: hostile, Station: hostile, Locker: hostile})
		},
		func() (mail.Message, error) {
			return mail.PriceCorrected(to, mail.Correction{Seller: hostile, Station: hostile, Locker: hostile})
		},
		func() (mail.Message, error) {
			return mail.PriceChanged(to, mail.Renewal{Seller: hostile, Subscription: hostile})
		},
		func() (mail.Message, error) {
			return mail.RenewalAhead(to, mail.Renewal{Seller: hostile, Subscription: hostile})
		},
		func() (mail.Message, error) { return mail.PlaceOffered(to, wait) },
		func() (mail.Message, error) { return mail.StillWaiting(to, wait) },
		func() (mail.Message, error) { return mail.LeftBikeStep(to, "ouvert", bike) },
		func() (mail.Message, error) { return mail.LeftBikeStep(to, "preavis", bike) },
		func() (mail.Message, error) { return mail.LeftBikeStep(to, "enleve", bike) },
		func() (mail.Message, error) { return mail.LeftBikeStep(to, "rendu", bike) },
	} {
		message, err := write()
		if err != nil {
			t.Fatal(err)
		}
		messages = append(messages, message)
	}
	for _, message := range messages {
		if !strings.HasPrefix(message.Text, "Bonjour,\n") {
			t.Errorf("greeting: %s", message.Text)
		}
		quoted := "«\u00a0Gare. Bcc: autre exemple. test Votre compte est bloqué : https faux. test/ ou www faux. test\u00a0»"
		if !strings.Contains(message.Text, quoted) || !strings.Contains(message.HTML, quoted) {
			t.Errorf("the name: %s", message.Text)
		}
		if strings.ContainsAny(message.Subject, "\r\n\u202e") || strings.Contains(message.HTML, "https://faux") {
			t.Errorf("subject %q, page %s", message.Subject, message.HTML)
		}
	}
	for name, want := range map[string]string{
		"Zoé": "Bonjour Zoé,", "J.-P.": "Bonjour J.-P.,", "Votre compte est bloqué. Écrivez-nous": "Bonjour,",
		"www.faux.test":               "Bonjour,",
		"Urgent, ouvrez faux.fr vite": "Bonjour,", "faux。fr": "Bonjour,", "é.é": "Bonjour,", "Anne, 2.fr": "Bonjour,",
		"M. Zola Jr.": "Bonjour,", "St.": "Bonjour St.,",
		strings.Repeat("x", 51): "Bonjour,",
	} {
		message, err := mail.Banned(mail.Recipient{Email: "a@exemple.test", FirstName: name})
		if err != nil || !strings.HasPrefix(message.Text, want+"\n") {
			t.Errorf("%q: %v %s", name, err, message.Text)
		}
	}
}

var (
	ordinarySpace = regexp.MustCompile(`[^\x{a0}\x{202f}][:;!?»](\s|$)|«[^\x{a0}]`)
	markup        = regexp.MustCompile(`(?s)<[^>]*>|\{\{[^}]*\}\}`)
)

// A no-break space stands wherever French typography wants one, in every template.
func TestPunctuationStaysWithItsWord(t *testing.T) {
	files, err := filepath.Glob("templates/*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(content)) {
			text := html.UnescapeString(markup.ReplaceAllString(line, ""))
			if found := ordinarySpace.FindString(text); found != "" {
				t.Errorf("%s: %q in %q", file, found, text)
			}
		}
	}
}
