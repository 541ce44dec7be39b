package oidc

import (
	"cmp"
	"net"
	"net/http"
	"syscall"
	"time"

	"consigne/internal/adapter/outgoing"
	"consigne/internal/domain/people/signon"
)

// Options change what a client does; the zero value asks the public Internet alone.
type Options struct {
	Reach    signon.Reach
	Timeout  time.Duration // of a request; 0: five seconds
	Resolver *net.Resolver // nil: that of the system
}

// client returns the HTTP client for addresses that administrators type and providers publish: as for webhooks, each
// connection is checked after its name was resolved, no redirect is followed and no proxy is used.
func (o Options) client() *http.Client {
	way := byReach{reach: o.Reach, open: o.transport(nil), guarded: o.transport(outgoing.RefusePrivate)}
	return outgoing.Over(way, cmp.Or(o.Timeout, timeout), MostAnswer)
}

func (o Options) transport(control func(network, address string, _ syscall.RawConn) error) *http.Transport {
	dialer := &net.Dialer{Timeout: timeout, Resolver: o.Resolver, Control: control}
	return &http.Transport{
		Proxy:                 nil, // it would connect on our behalf, without the check
		DialContext:           dialer.DialContext,
		ForceAttemptHTTP2:     true,
		TLSHandshakeTimeout:   timeout,
		MaxIdleConns:          100,
		IdleConnTimeout:       90 * time.Second,
		ExpectContinueTimeout: time.Second,
	}
}

// byReach sends a request by the guarded way, unless it may go to private networks or to this machine.
type byReach struct {
	reach         signon.Reach
	open, guarded http.RoundTripper
}

func (b byReach) RoundTrip(request *http.Request) (*http.Response, error) {
	if b.reach.Private || b.reach.Opens(request.URL) {
		return b.open.RoundTrip(request)
	}
	return b.guarded.RoundTrip(request)
}
