package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// smtpSchemes lists the schemes of SMTP addresses with their usual ports.
var smtpSchemes = map[string]int{
	"smtp":     gomail.DefaultPort,    // uses STARTTLS if the server offers it
	"smtp+tls": gomail.DefaultPortTLS, // requires STARTTLS, else sends nothing
	"smtps":    gomail.DefaultPortSSL, // TLS from the first byte
}

// NewSMTP returns a sender that uses the server at `smtp://user:password@host:port`, `smtp+tls://…` or `smtps://…`.
// TLS is 1.2 at least, and the certificate must match the host. A password is sent over TLS only, whatever the
// scheme, except to this machine.
func NewSMTP(address, from string) (Sender, error) {
	server, port, err := parseSMTP(address)
	if err != nil {
		return nil, err
	}
	if _, err := newMessage(from, Message{To: from}); err != nil {
		return nil, err
	}
	policy := gomail.TLSOpportunistic
	if server.Scheme != "smtp" || server.User != nil && !isHere(server.Hostname()) {
		policy = gomail.TLSMandatory
	}
	options := []gomail.Option{
		gomail.WithTimeout(20 * time.Second), gomail.WithPort(port), gomail.WithTLSPolicy(policy),
		gomail.WithTLSConfig(&tls.Config{ServerName: server.Hostname(), MinVersion: tls.VersionTLS12}),
	}
	if server.Scheme == "smtps" {
		options = append(options, gomail.WithSSL())
	}
	if server.User != nil {
		password, _ := server.User.Password()
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(server.User.Username()), gomail.WithPassword(password))
	}
	client, err := gomail.NewClient(server.Hostname(), options...)
	if err != nil {
		return nil, fmt.Errorf("smtp client: %w", err)
	}
	return &smtp{client: client, from: from}, nil
}

// parseSMTP returns the parsed address and its port, or the usual port of its scheme.
func parseSMTP(address string) (server *url.URL, port int, err error) {
	server, err = url.Parse(address)
	if err != nil || server.Hostname() == "" || smtpSchemes[server.Scheme] == 0 {
		// the address may hold a password
		return nil, 0, errors.New("doit être de la forme smtp+tls://hôte:port, smtps://hôte:port ou smtp://hôte:port")
	}
	port = smtpSchemes[server.Scheme]
	if text := server.Port(); text != "" {
		if port, err = strconv.Atoi(text); err != nil || port < 1 || port > 65535 {
			return nil, 0, errors.New("le port n'est pas un nombre entre 1 et 65535")
		}
	}
	return server, port, nil
}

// MayGoInClear reports whether mails may leave this machine unencrypted: the server at that address does not offer
// STARTTLS, or an attacker in between hides the offer.
func MayGoInClear(address string) bool {
	server, _, err := parseSMTP(address)
	return err == nil && server.Scheme == "smtp" && server.User == nil && !isHere(server.Hostname())
}

// isHere reports whether the host is this machine.
func isHere(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

type smtp struct {
	client *gomail.Client
	from   string
}

func (s *smtp) Send(ctx context.Context, message Message) (kept bool, err error) {
	mime, err := newMessage(s.from, message)
	if err != nil {
		return false, err
	}
	err = s.client.DialAndSendWithContext(ctx, mime)
	if refusal, ok := errors.AsType[*gomail.SendError](err); ok {
		// The text of the error repeats the recipient's address, which must not be logged.
		told := fmt.Errorf("send mail: %s, server code %d", refusal.Reason, refusal.ErrorCode())
		if refusal.Reason == gomail.ErrSMTPRcptTo && !refusal.IsTemp() {
			return false, fmt.Errorf("%w: %w", ErrRefused, told)
		}
		return false, told
	}
	if err != nil {
		return false, fmt.Errorf("send mail: %w", err)
	}
	return false, nil
}
