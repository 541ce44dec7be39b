// Package webhook calls the systems of operators, at addresses that people have typed. It reaches the public Internet
// alone, whatever a name leads to at the moment of a connection, follows no redirect and uses no proxy
// (docs/security.md#webhooks).
package webhook

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"consigne/internal/adapter/outgoing"
	"consigne/internal/domain/machines/webhook"
)

const (
	mostAnswer  = 64 << 10 // bytes that are read of an answer's body
	mostHeaders = 32 << 10
	mostKept    = 1024 // characters of the body that are kept
	// bodyTimeout bounds the reading of an answer's body, which decides nothing.
	bodyTimeout = 2 * time.Second
	idleTimeout = 30 * time.Second
)

// Client makes the calls. Its connections are kept open for idleTimeout between calls.
type Client struct {
	http    *http.Client
	agent   string
	private bool
}

// Options change what a client does; the zero value is what production needs.
type Options struct {
	Private  bool           // http and addresses of private networks may be called
	Resolver *net.Resolver  // nil: that of the system
	Roots    *x509.CertPool // who signs certificates; nil: whom the system trusts
}

// New returns a client that names itself with the version.
func New(version string, options Options) *Client {
	dialer := &net.Dialer{Timeout: webhook.CallTimeout, Resolver: options.Resolver}
	if !options.Private {
		dialer.Control = outgoing.RefusePrivate
	}
	transport := &http.Transport{
		Proxy:                  nil, // it would connect on our behalf, without the check
		DialContext:            dialer.DialContext,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: options.Roots},
		TLSHandshakeTimeout:    webhook.CallTimeout,
		DisableCompression:     true, // a small answer could become a large one
		MaxResponseHeaderBytes: mostHeaders,
		MaxIdleConnsPerHost:    webhook.AtOnce,
		MaxIdleConns:           512,
		IdleConnTimeout:        idleTimeout,
	}
	return &Client{
		http: &http.Client{
			Transport:     transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		agent:   "Consigne/" + version,
		private: options.Private,
	}
}

// Send implements webhook.Client.
func (c *Client) Send(ctx context.Context, call webhook.Request) webhook.Answer {
	ctx, cancel := context.WithTimeout(ctx, webhook.CallTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, call.Address, strings.NewReader(call.Body))
	if err != nil {
		return webhook.Answer{Problem: webhook.Unreachable}
	}
	if request.URL.Scheme != "https" && !c.private {
		return webhook.Answer{Problem: webhook.Forbidden}
	}
	request.Header = http.Header{
		"Content-Type": {"application/json"}, "User-Agent": {c.agent},
		"Webhook-Id": {call.ID}, "Webhook-Timestamp": {strconv.FormatInt(call.At.Unix(), 10)},
		"Webhook-Signature": {call.Signature},
	}
	response, err := c.http.Do(request)
	if err != nil {
		return webhook.Answer{Problem: problemOf(err)}
	}
	defer func() { _ = response.Body.Close() }()
	answer := webhook.Answer{
		Status:     response.StatusCode,
		RetryAfter: retryAfter(response.Header.Get("Retry-After"), call.At),
	}
	switch class := response.StatusCode / 100; class {
	case 2:
	case 3:
		answer.Problem = webhook.Redirected
	default:
		answer.Problem = webhook.BadStatus
	}
	late := time.AfterFunc(bodyTimeout, cancel)
	defer late.Stop()
	body, _ := io.ReadAll(io.LimitReader(response.Body, mostAnswer)) // what was read when it was cut is what there is
	answer.Body = beginning(string(body))
	return answer
}

// beginning returns the first characters of a text, without those that the database cannot hold.
func beginning(text string) string {
	if len(text) > 4*mostKept {
		text = text[:4*mostKept]
	}
	runes := []rune(strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD"))
	return string(runes[:min(len(runes), mostKept)])
}

// retryAfter reads the header, which holds seconds or an instant; 0: neither.
func retryAfter(header string, now time.Time) time.Duration {
	if header == "" {
		return 0
	}
	if seconds, err := strconv.ParseInt(header, 10, 32); err == nil {
		return max(0, time.Duration(seconds)*time.Second)
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// problemOf returns why a call got no answer.
func problemOf(err error) webhook.Problem {
	if errors.Is(err, outgoing.ErrPrivate) {
		return webhook.Forbidden
	}
	if late, ok := errors.AsType[net.Error](err); ok && late.Timeout() || errors.Is(err, context.DeadlineExceeded) {
		return webhook.TimedOut
	}
	if _, unresolved := errors.AsType[*net.DNSError](err); unresolved {
		return webhook.Unresolved
	}
	if _, untrusted := errors.AsType[*tls.CertificateVerificationError](err); untrusted {
		return webhook.BadTLS
	}
	if _, refused := errors.AsType[tls.AlertError](err); refused {
		return webhook.BadTLS
	}
	if _, plain := errors.AsType[tls.RecordHeaderError](err); plain || errors.Is(err, http.ErrSchemeMismatch) {
		return webhook.BadTLS
	}
	if _, broken := errors.AsType[*net.OpError](err); broken || errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, context.Canceled) {
		return webhook.Unreachable
	}
	return webhook.BadAnswer
}
