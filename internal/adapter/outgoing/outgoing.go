// Package outgoing makes the HTTP clients for the services that the configuration names.
package outgoing

import (
	"errors"
	"net/http"
	"time"
)

// ErrRedirect reports that a service answered with a redirect, which is not followed.
var ErrRedirect = errors.New("the service redirects, which is not followed")

// Client returns a client whose calls end within timeout and whose answers have at most mostBody bytes (an error
// beyond). It follows no redirect, so that requests and the keys in them reach only the configured host.
func Client(timeout time.Duration, mostBody int64) *http.Client {
	return &http.Client{
		Timeout:       timeout,
		Transport:     limited{http.DefaultTransport, mostBody},
		CheckRedirect: func(*http.Request, []*http.Request) error { return ErrRedirect },
	}
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
