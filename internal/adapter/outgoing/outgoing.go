// Package outgoing makes the HTTP clients for the services that the configuration names, and guards those that call
// what people have typed.
package outgoing

import (
	"errors"
	"net/http"
	"net/netip"
	"syscall"
	"time"

	"consigne/internal/kernel/network"
)

// ErrRedirect reports that a service answered with a redirect, which is not followed.
var ErrRedirect = errors.New("the service redirects, which is not followed")

// Client returns a client whose calls end within timeout and whose answers have at most mostBody bytes (an error
// beyond). It follows no redirect, so that requests and the keys in them reach only the configured host.
func Client(timeout time.Duration, mostBody int64) *http.Client {
	return Over(http.DefaultTransport, timeout, mostBody)
}

// Over is Client with another way to connect.
func Over(way http.RoundTripper, timeout time.Duration, mostBody int64) *http.Client {
	return &http.Client{
		Timeout:       timeout,
		Transport:     limited{way, mostBody},
		CheckRedirect: func(*http.Request, []*http.Request) error { return ErrRedirect },
	}
}

// ErrPrivate reports that a connection led to no server of the public Internet.
var ErrPrivate = errors.New("the address is private or reserved")

// RefusePrivate is the Control of a net.Dialer that reaches the public Internet alone. It is called with the address of
// each connection before it is made, after the name was resolved.
func RefusePrivate(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !network.IsPublic(to.Addr()) {
		return ErrPrivate
	}
	return nil
}

type limited struct {
	http.RoundTripper
	most int64
}

func (l limited) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := l.RoundTripper.RoundTrip(request)
	if err == nil {
		response.Body = http.MaxBytesReader(nil, response.Body, l.most)
	}
	return response, err
}
