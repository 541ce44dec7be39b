// Package mail writes letters and sends them, by SMTP or into a folder.
package mail

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	htmltemplate "html/template"
	"io/fs"
	"os"
	"path/filepath"
	texttemplate "text/template"
	"time"

	gomail "github.com/wneessen/go-mail"

	"consigne/internal/kernel/clock"
)

// Letter is one mail, ready to send.
type Letter struct {
	Name    string // what its file is called, where it stays in a folder
	To      string
	Subject string
	Text    string
	HTML    string
}

//go:embed letters
var letters embed.FS

var (
	texts = texttemplate.Must(texttemplate.ParseFS(letters, "letters/*.txt"))
	pages = htmltemplate.Must(htmltemplate.ParseFS(letters, "letters/*.html"))
)

// PasswordReset is the letter with a link that sets a new password.
func PasswordReset(to, firstName, link string) (Letter, error) {
	return write(to, "Votre nouveau mot de passe Consigne", "mot-de-passe-oublie", map[string]string{"FirstName": firstName, "Link": link})
}

// PasswordChanged tells a person that their password has just been changed.
func PasswordChanged(to, firstName, link string) (Letter, error) {
	return write(to, "Votre mot de passe Consigne a été modifié", "mot-de-passe-change", map[string]string{"FirstName": firstName, "Link": link})
}

// LoginsFailed tells a person that many have tried to sign in to their account in vain.
func LoginsFailed(to, firstName, link string) (Letter, error) {
	return write(to, "Tentatives de connexion à votre compte Consigne", "connexions-echouees", map[string]string{"FirstName": firstName, "Link": link})
}

// ConfirmEmail is the letter with a link that gives an account the address it goes to. It
// names nobody: the address may be a stranger's.
func ConfirmEmail(to, link string) (Letter, error) {
	return write(to, "Confirmez votre adresse e-mail", "adresse-a-confirmer", map[string]string{"Link": link, "Label": "Confirmer cette adresse"})
}

// EmailAsked tells a person, at the address of their account, that a colleague gave it another.
func EmailAsked(to, firstName, link string) (Letter, error) {
	return write(to, "Une autre adresse pour votre compte Consigne", "adresse-demandee", map[string]string{"FirstName": firstName, "Link": link})
}

// EmailChanged tells a person, at the address before, that their account has another.
func EmailChanged(to, firstName string) (Letter, error) {
	return write(to, "L'adresse de votre compte Consigne a été modifiée", "adresse-changee", map[string]string{"FirstName": firstName})
}

// Invitation tells a person that an operator's team counts on them, with a link
// that sets their first password.
func Invitation(to, firstName, operator, link string) (Letter, error) {
	return write(to, "Votre accès à Consigne", "invitation", map[string]string{"FirstName": firstName, "Operator": named(operator), "Link": link})
}

// Banned tells a person that their account has been closed to them.
func Banned(to, firstName string) (Letter, error) {
	return write(to, "Votre compte Consigne est suspendu", "compte-banni", map[string]string{"FirstName": firstName})
}

// StationSilent tells a manager that a station is no longer heard.
func StationSilent(to, firstName, station string, since time.Time, link string) (Letter, error) {
	return write(to, "Une station ne répond plus\u00a0: "+named(station), "station-muette", map[string]string{
		"FirstName": firstName, "Station": named(station), "Since": since.In(clock.Paris).Format("02/01/2006 à 15\u00a0h\u00a004"), "Label": "Voir la station", "Link": link,
	})
}

// Inactivity is what the letter of warning says.
type Inactivity struct {
	FirstName  string
	Until      time.Time // the account stays until that day
	Banned     bool      // it cannot be opened
	NoPassword bool
	Site       string
}

// Inactive warns a person that their account, which nobody uses, is about to be anonymised.
func Inactive(to string, about Inactivity) (Letter, error) {
	data := map[string]string{"FirstName": about.FirstName, "Until": frenchDay(about.Until)}
	switch {
	case about.Banned:
		data["Banned"] = "oui"
	case about.NoPassword:
		data["Link"], data["Label"], data["NoPassword"] = about.Site+"/oubli-mdp", "Choisir un mot de passe", "oui"
	default:
		data["Link"], data["Label"] = about.Site+"/connexion", "Me connecter"
	}
	return write(to, "Votre compte Consigne va être anonymisé", "compte-inactif", data)
}

var months = [...]string{
	"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre",
}

// frenchDay writes « 1er mars 2027 », as it is in Paris.
func frenchDay(at time.Time) string {
	year, month, day := at.In(clock.Paris).Date()
	first := ""
	if day == 1 {
		first = "er"
	}
	return fmt.Sprintf("%d%s %s %d", day, first, months[month-1], year)
}

func write(to, subject, name string, data map[string]string) (Letter, error) {
	var text, html bytes.Buffer
	data["Subject"], data["FirstName"] = subject, greeted(data["FirstName"])
	if err := texts.ExecuteTemplate(&text, name+".txt", data); err != nil {
		return Letter{}, fmt.Errorf("write %s: %w", name, err)
	}
	if err := pages.ExecuteTemplate(&html, name+".html", data); err != nil {
		return Letter{}, fmt.Errorf("write %s: %w", name, err)
	}
	return Letter{To: to, Subject: subject, Text: text.String(), HTML: html.String()}, nil
}

// ErrRefused marks a letter whose recipient the server does not take, for good.
var ErrRefused = errors.New("the recipient is refused")

// Sender sends letters.
type Sender interface {
	// Send tells whether the letter stays here, in a folder.
	Send(ctx context.Context, letter Letter) (kept bool, err error)
}

// Folder keeps each letter as an .eml file, for installations without SMTP.
type Folder struct{ path, from string }

// NewFolder makes the folder with its first letter.
func NewFolder(path, from string) (*Folder, error) {
	if _, err := newMessage(from, Letter{To: from}); err != nil {
		return nil, err
	}
	return &Folder{path: path, from: from}, nil
}

// Send writes the letter, in the place of the one that has its name.
func (f *Folder) Send(_ context.Context, letter Letter) (kept bool, err error) {
	message, err := newMessage(f.from, letter)
	if err != nil {
		return false, err
	}
	if err := f.open(); err != nil {
		return false, err
	}
	var content bytes.Buffer
	if _, err := message.WriteTo(&content); err != nil {
		return false, fmt.Errorf("write mail: %w", err)
	}
	// Written aside, then renamed: a reader never sees half a letter.
	file, part := f.files(letter.Name)
	if err := writeAlone(part, content.Bytes()); err != nil {
		return false, fmt.Errorf("write mail: %w", err)
	}
	if err := os.Rename(part, file); err != nil {
		return false, fmt.Errorf("write mail: %w", err)
	}
	return true, nil
}

// open makes the folder, or closes to others the one that is there, as each letter is its
// owner's alone. A folder of another owner, or one that many share (/tmp), stays as it is.
func (f *Folder) open() error {
	if err := os.MkdirAll(f.path, 0o700); err != nil {
		return fmt.Errorf("create the outbox folder: %w", err)
	}
	info, err := os.Stat(f.path)
	if err != nil {
		return fmt.Errorf("create the outbox folder: %w", err)
	}
	if info.Mode().Perm()&0o077 == 0 || info.Mode()&fs.ModeSticky != 0 {
		return nil
	}
	err = os.Chmod(f.path, 0o700) //nolint:gosec // a folder is entered
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("close the outbox folder to others: %w", err)
	}
	return nil
}

// writeAlone writes a new file that only its owner can read, in the place of whatever is there.
func writeAlone(path string, content []byte) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}

// Remove removes the letter of that name, if there is one, whole or half written.
func (f *Folder) Remove(name string) error {
	file, part := f.files(name)
	for _, path := range []string{part, file} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove mail: %w", err)
		}
	}
	return nil
}

func (f *Folder) files(name string) (file, part string) {
	file = filepath.Join(f.path, name+".eml")
	return file, file + ".part"
}

func newMessage(from string, letter Letter) (*gomail.Msg, error) {
	message := gomail.NewMsg()
	if err := message.From(from); err != nil {
		return nil, errors.New("l'adresse d'expédition n'est pas correcte")
	}
	if err := message.To(letter.To); err != nil {
		return nil, errors.New("the recipient's address cannot be used") // never repeated: it is personal data
	}
	message.Subject(letter.Subject)
	message.SetBodyString(gomail.TypeTextPlain, letter.Text)
	message.AddAlternativeString(gomail.TypeTextHTML, letter.HTML)
	return message, nil
}
