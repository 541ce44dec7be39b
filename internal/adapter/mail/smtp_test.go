package mail_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"consigne/internal/adapter/mail"
)

// trusted is a certificate for 127.0.0.1, but not for localhost, that is trusted while the tests run.
var trusted tls.Certificate

func TestMain(m *testing.M) {
	server := httptest.NewTLSServer(nil)
	trusted = server.TLS.Certificates[0]
	folder, err := os.MkdirTemp("", "mail")
	if err != nil {
		panic(err)
	}
	file := filepath.Join(folder, "roots.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := errors.Join(os.WriteFile(file, text, 0o600), os.Setenv("SSL_CERT_FILE", file)); err != nil {
		panic(err)
	}
	server.Close()
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

func TestMailsGoOutBySMTP(t *testing.T) {
	server := startSMTP(t, nil, false)
	sender, err := mail.NewSMTP("smtp://127.0.0.1:"+server.port, from)
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := sender.Send(context.Background(), testMessage(t)); err != nil || kept {
		t.Fatal(kept, err)
	}
	checkMessage(t, server.first())

	refused, err := mail.PasswordReset("refuse@exemple.test", "Zoé", "http://x/")
	if err != nil {
		t.Fatal(err)
	}
	_, err = sender.Send(context.Background(), refused)
	if !errors.Is(err, mail.ErrRefused) || strings.Contains(err.Error(), "refuse@") {
		t.Errorf("a refusal is an error that names nobody: %v", err)
	}
}

// Checks what is sent and whether TLS is used: neither a mail nor a password goes to a server with the wrong
// certificate, nor to one that would take it in clear.
func TestTransport(t *testing.T) {
	right := &tls.Config{Certificates: []tls.Certificate{trusted}}
	unknown := &tls.Config{Certificates: []tls.Certificate{selfSigned(t)}}
	old := &tls.Config{
		Certificates: []tls.Certificate{trusted}, MinVersion: tls.VersionTLS10,
		MaxVersion: tls.VersionTLS11,
	}
	const sent, sentInClear, nothing = "sent over TLS", "sent in clear", ""
	for name, c := range map[string]struct {
		to       string // 0.0.0.0 reaches this machine too, but does not count as such
		tls      *tls.Config
		implicit bool
		want     string
	}{
		"STARTTLS":                                {"smtp+tls://127.0.0.1", right, false, sent},
		"STARTTLS and password":                   {"smtp+tls://zoe:secret@127.0.0.1", right, false, sent},
		"no STARTTLS":                             {"smtp+tls://127.0.0.1", nil, false, nothing},
		"no STARTTLS, password":                   {"smtp+tls://zoe:secret@127.0.0.1", nil, false, nothing},
		"STARTTLS, unknown certificate":           {"smtp+tls://127.0.0.1", unknown, false, nothing},
		"STARTTLS, certificate of another":        {"smtp+tls://localhost", right, false, nothing},
		"STARTTLS, TLS 1.1":                       {"smtp+tls://127.0.0.1", old, false, nothing},
		"TLS":                                     {"smtps://zoe:secret@127.0.0.1", right, true, sent},
		"TLS, unknown certificate":                {"smtps://127.0.0.1", unknown, true, nothing},
		"TLS, certificate of another":             {"smtps://localhost", right, true, nothing},
		"TLS asked of a server without":           {"smtps://127.0.0.1", nil, false, nothing},
		"this machine":                            {"smtp://127.0.0.1", nil, false, sentInClear},
		"this machine, password":                  {"smtp://zoe:secret@127.0.0.1", nil, false, sentInClear},
		"offered":                                 {"smtp://127.0.0.1", right, false, sent},
		"offered, unknown certificate":            {"smtp://127.0.0.1", unknown, false, nothing},
		"another machine":                         {"smtp://0.0.0.0", nil, false, sentInClear},
		"another machine, password":               {"smtp://zoe:secret@0.0.0.0", nil, false, nothing},
		"another machine, password, wrong server": {"smtp://zoe:secret@0.0.0.0", right, false, nothing},
	} {
		t.Run(name, func(t *testing.T) {
			server := startSMTP(t, c.tls, c.implicit)
			sender, err := mail.NewSMTP(c.to+":"+server.port, from)
			if err != nil {
				t.Fatal(err)
			}
			kept, err := sender.Send(t.Context(), testMessage(t))
			if got := server.outcome(); got != c.want || kept || (err == nil) != (c.want != nothing) {
				t.Errorf("got %q, %v", got, err)
			}
			if err != nil && strings.ContainsAny(err.Error(), "@\n") {
				t.Errorf("the error names somebody: %v", err)
			}
			if want := strings.Contains(c.to, "@") && c.want != nothing; server.signedIn != want {
				t.Errorf("the password was sent: %v", server.signedIn)
			}
		})
	}
}

func TestAddressesAreChecked(t *testing.T) {
	for _, address := range []string{
		"", "mail.exemple.fr:25", "http://mail.exemple.fr", "smtp://", "smtp://hôte:abc",
		"smtps://hôte:0", "smtp+tls://",
	} {
		if _, err := mail.NewSMTP(address, from); err == nil {
			t.Errorf("%q was accepted", address)
		}
	}
	if _, err := mail.NewSMTP("smtps://mail.exemple.fr", "pas une adresse"); err == nil {
		t.Error("a sender that is no address was accepted")
	}
	for address, clear := range map[string]bool{
		"smtp://mail.exemple.fr": true, "smtp://10.0.0.1:25": true,
		"smtp://localhost": false, "smtp://127.0.0.1:25": false, "smtp://[::1]:25": false,
		"smtp://u:p@mail.exemple.fr": false, "smtp+tls://mail.exemple.fr": false, "smtps://mail.exemple.fr": false,
	} {
		if mail.MayGoInClear(address) != clear {
			t.Errorf("%s may go in clear: %v", address, !clear)
		}
	}
}

func TestUsualPorts(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for scheme, port := range map[string]string{"smtp": ":25", "smtp+tls": ":587", "smtps": ":465"} {
		sender, err := mail.NewSMTP(scheme+"://192.0.2.1", from)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := sender.Send(ended, testMessage(t)); err == nil || !strings.Contains(err.Error(), "192.0.2.1"+port) {
			t.Errorf("%s: %v", scheme, err)
		}
	}
}

// smtpServer is a real SMTP server that keeps what it receives and refuses one address.
type smtpServer struct {
	port     string
	mutex    sync.Mutex
	mails    [][]byte
	covered  bool // the last mail came over TLS
	signedIn bool
}

// startSMTP starts a server with implicit TLS, with STARTTLS, or without TLS.
func startSMTP(t *testing.T, config *tls.Config, implicit bool) *smtpServer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	kept := &smtpServer{port: port}
	server := smtp.NewServer(smtp.BackendFunc(func(conn *smtp.Conn) (smtp.Session,
		error,
	) {
		return &smtpSession{kept, conn}, nil
	}))
	server.Domain, server.AllowInsecureAuth, server.ErrorLog = "localhost", true, quiet{}
	if implicit {
		listener = tls.NewListener(listener, config)
	} else {
		server.TLSConfig = config
	}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return kept
}

func (s *smtpServer) first() []byte {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.mails[0]
}

func (s *smtpServer) outcome() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	switch {
	case len(s.mails) == 0:
		return ""
	case s.covered:
		return "sent over TLS"
	}
	return "sent in clear"
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

type smtpSession struct {
	server *smtpServer
	conn   *smtp.Conn
}

func (*smtpSession) Reset()                               {}
func (*smtpSession) Logout() error                        { return nil }
func (*smtpSession) Mail(string, *smtp.MailOptions) error { return nil }
func (*smtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	if strings.HasPrefix(to, "refuse@") {
		return &smtp.SMTPError{Code: 550, Message: "no mailbox for " + to}
	}
	return nil
}

func (s *smtpSession) Data(r io.Reader) error {
	content, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.server.mutex.Lock()
	defer s.server.mutex.Unlock()
	_, s.server.covered = s.conn.TLSConnectionState()
	s.server.mails = append(s.server.mails, content)
	return nil
}

// CRAM-MD5 is an authentication method that the library would use without TLS too.
func (*smtpSession) AuthMechanisms() []string { return []string{"CRAM-MD5"} }

func (s *smtpSession) Auth(string) (sasl.Server, error) { return &cram{server: s.server}, nil }

type cram struct {
	server     *smtpServer
	challenged bool
}

func (c *cram) Next([]byte) (challenge []byte, done bool, err error) {
	if !c.challenged {
		c.challenged = true
		return []byte("<1@localhost>"), false, nil
	}
	c.server.mutex.Lock()
	defer c.server.mutex.Unlock()
	c.server.signedIn = true
	return nil, true, nil
}

// selfSigned returns a self-signed certificate for 127.0.0.1 and 0.0.0.0.
func selfSigned(t *testing.T) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv4zero},
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}
}
