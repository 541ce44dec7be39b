// Package mail writes mails from templates and sends them by SMTP or stores them in a folder.
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

// Message is one mail, ready to send.
type Message struct {
	Name    string // name of its file when it is stored in a folder
	To      string
	Subject string
	Text    string
	HTML    string
	Files   []File
}

// File is attached to a mail.
type File struct {
	Name    string
	Type    string // as « application/pdf »
	Content []byte
}

//go:embed templates
var templates embed.FS

var (
	texts = texttemplate.Must(texttemplate.ParseFS(templates, "templates/*.txt"))
	pages = htmltemplate.Must(htmltemplate.ParseFS(templates, "templates/*.html"))
)

// PasswordReset returns the mail with a link to set a new password.
func PasswordReset(to, firstName, link string) (Message, error) {
	return write(to, "Votre nouveau mot de passe Consigne", "mot-de-passe-oublie",
		map[string]string{"FirstName": firstName, "Link": link})
}

// PasswordChanged tells the account holder that their password has just been changed.
func PasswordChanged(to, firstName, link string) (Message, error) {
	return write(to, "Votre mot de passe Consigne a été modifié", "mot-de-passe-change",
		map[string]string{"FirstName": firstName, "Link": link})
}

// LoginsFailed tells the account holder about many failed attempts to sign in to their account.
func LoginsFailed(to, firstName, link string) (Message, error) {
	return write(to, "Tentatives de connexion à votre compte Consigne", "connexions-echouees",
		map[string]string{"FirstName": firstName, "Link": link})
}

// ConfirmEmail returns the mail with a link that confirms an account's new address. It is sent to that address and
// contains no name, since the address may belong to somebody else.
func ConfirmEmail(to, link string) (Message, error) {
	return write(to, "Confirmez votre adresse e-mail", "adresse-a-confirmer",
		map[string]string{"Link": link, "Label": "Confirmer cette adresse"})
}

// EmailRequested tells the account holder, at the current address, that another address was asked for.
func EmailRequested(to, firstName, link string) (Message, error) {
	return write(to, "Une autre adresse pour votre compte Consigne", "adresse-demandee",
		map[string]string{"FirstName": firstName, "Link": link})
}

// EmailChanged tells the account holder, at the former address, that the address of the account has changed.
func EmailChanged(to, firstName string) (Message, error) {
	return write(to, "L'adresse de votre compte Consigne a été modifiée", "adresse-changee",
		map[string]string{"FirstName": firstName})
}

// FactorChanged tells the account holder what has happened to the second factors of their account.
func FactorChanged(to, firstName, what, link string) (Message, error) {
	return write(to, "La double authentification de votre compte Consigne", "second-facteur",
		map[string]string{"FirstName": firstName, "What": what, "Link": link})
}

// IdentityChanged tells the account holder what has happened to the identities with which their organisation opens
// their account.
func IdentityChanged(to, firstName, what, link string) (Message, error) {
	return write(to, "La connexion à votre compte Consigne", "second-facteur",
		map[string]string{"FirstName": firstName, "What": what, "Link": link})
}

// ProviderInvitation tells a new member that they were added to an operator's team, and that they sign in with their
// organisation's provider.
func ProviderInvitation(to, firstName, operator, provider, link string) (Message, error) {
	return write(to, "Votre accès à Consigne", "invitation-fournisseur", map[string]string{
		"FirstName": firstName, "Operator": named(operator), "Provider": named(provider), "Label": "Se connecter",
		"Link": link,
	})
}

// SessionsEnded tells the account holder that somebody else has ended sessions of their account.
func SessionsEnded(to, firstName, link string) (Message, error) {
	return write(to, "Des sessions de votre compte Consigne ont été fermées", "sessions-terminees",
		map[string]string{"FirstName": firstName, "Link": link})
}

// Invitation tells a new member that they were added to an operator's team, with a link to set their first password.
func Invitation(to, firstName, operator, link string) (Message, error) {
	return write(to, "Votre accès à Consigne", "invitation",
		map[string]string{"FirstName": firstName, "Operator": named(operator), "Link": link})
}

// StationSilent tells a manager that a station's controller has fallen silent.
func StationSilent(to, firstName, station string, since time.Time, link string) (Message, error) {
	return write(to, "Une station ne répond plus\u00a0: "+named(station), "station-muette", map[string]string{
		"FirstName": firstName, "Station": named(station),
		"Since": frenchInstant(since), "Label": "Voir la station", "Link": link,
	})
}

// Suspension holds the content of the mail about a webhook to which nothing is sent any more.
type Suspension struct {
	FirstName, Operator, Webhook string
	Why                          string // as « tous les envois ont échoué »
	Since                        time.Time
	Link                         string // empty: the recipient may not open the page
}

// WebhookSuspended tells why nothing is sent to an operator's system any more.
func WebhookSuspended(to string, about Suspension) (Message, error) {
	data := map[string]string{
		"FirstName": about.FirstName, "Operator": named(about.Operator), "Webhook": named(about.Webhook), "Why": about.Why,
		"Since": frenchInstant(about.Since),
	}
	if about.Link != "" {
		data["Label"], data["Link"] = "Voir l'exploitant", about.Link
	}
	return write(to, "Une notification sortante est suspendue\u00a0: "+named(about.Webhook), "notification-suspendue",
		data)
}

// frenchDay writes the day in Paris, as « 1er mars 2027 ».
func frenchDay(at time.Time) string {
	day, first := at.In(clock.Paris).Day(), ""
	if day == 1 {
		first = "er"
	}
	return fmt.Sprintf("%d%s %s", day, first, clock.MonthOf(at).French())
}

// frenchInstant writes the instant in Paris, as « 01/03/2027 à 09 h 05 ».
func frenchInstant(at time.Time) string {
	return at.In(clock.Paris).Format("02/01/2006 à 15\u00a0h\u00a004")
}

func write(to, subject, name string, data map[string]string) (Message, error) {
	values := map[string]any{}
	for key, value := range data {
		values[key] = value
	}
	values["FirstName"] = greeted(data["FirstName"])
	return render(to, subject, name, values)
}

func render(to, subject, name string, data map[string]any) (Message, error) {
	var text, html bytes.Buffer
	data["Subject"] = subject
	if err := texts.ExecuteTemplate(&text, name+".txt", data); err != nil {
		return Message{}, fmt.Errorf("write %s: %w", name, err)
	}
	if err := pages.ExecuteTemplate(&html, name+".html", data); err != nil {
		return Message{}, fmt.Errorf("write %s: %w", name, err)
	}
	return Message{To: to, Subject: subject, Text: text.String(), HTML: html.String()}, nil
}

// ErrRefused marks a mail whose recipient the server refuses permanently.
var ErrRefused = errors.New("the recipient is refused")

// Sender sends mails.
type Sender interface {
	// Send returns kept = true if the mail was stored in a folder instead of being sent.
	Send(ctx context.Context, message Message) (kept bool, err error)
}

// Folder stores each mail as an .eml file, for installations without SMTP.
type Folder struct{ path, from string }

// NewFolder returns a Folder at path. The directory is created with the first mail.
func NewFolder(path, from string) (*Folder, error) {
	if _, err := newMessage(from, Message{To: from}); err != nil {
		return nil, err
	}
	return &Folder{path: path, from: from}, nil
}

// Send writes the mail to a file, replacing the file of the same name.
func (f *Folder) Send(_ context.Context, message Message) (kept bool, err error) {
	mime, err := newMessage(f.from, message)
	if err != nil {
		return false, err
	}
	if err := f.open(); err != nil {
		return false, err
	}
	var content bytes.Buffer
	if _, err := mime.WriteTo(&content); err != nil {
		return false, fmt.Errorf("write mail: %w", err)
	}
	// Written to a temporary file, then renamed: a reader never sees half a mail.
	file, part := f.files(message.Name)
	if err := writePrivate(part, content.Bytes()); err != nil {
		return false, fmt.Errorf("write mail: %w", err)
	}
	if err := os.Rename(part, file); err != nil {
		return false, fmt.Errorf("write mail: %w", err)
	}
	return true, nil
}

// open creates the directory, or removes the access of other users to an existing one, since mails are private. A
// directory that belongs to another user, or that many share (/tmp), is left as it is.
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

// writePrivate creates a file that only its owner can read, replacing whatever is there.
func writePrivate(path string, content []byte) error {
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

// Remove deletes the mail of that name if there is one, complete or half written.
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

func newMessage(from string, message Message) (*gomail.Msg, error) {
	mime := gomail.NewMsg()
	if err := mime.From(from); err != nil {
		return nil, errors.New("l'adresse d'expédition n'est pas correcte")
	}
	if err := mime.To(message.To); err != nil {
		return nil, errors.New("the recipient's address cannot be used") // personal data, not to be repeated
	}
	mime.Subject(message.Subject)
	mime.SetBodyString(gomail.TypeTextPlain, message.Text)
	mime.AddAlternativeString(gomail.TypeTextHTML, message.HTML)
	for _, file := range message.Files {
		if err := mime.AttachReader(file.Name, bytes.NewReader(file.Content),
			gomail.WithFileContentType(gomail.ContentType(file.Type))); err != nil {
			return nil, fmt.Errorf("attach a file: %w", err)
		}
	}
	return mime, nil
}
